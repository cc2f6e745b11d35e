"use strict";
// The strip of groups in the order in which they run: as wide as their time, or as the bytes that they move.

// The colours of marks; of several, the first one here is shown.
const LANES = {
  "Python": "lane5", "BLAS": "lane1", "rolled": "lane2", "loop of steps": "lane2", "rematerialized": "lane3",
  "sum folded in": "lane4", "operand folded in": "lane4", "fused": "faint",
};
const laneOf = g => Object.keys(LANES).find(m => families(g).includes(m));

function strip() {
  const t = now.tape;
  if (!t) return;
  const [x, w] = canvas($("strip"));
  const [forward, reverse, faint, chosen, panel] = ["forward", "reverse", "faint", "mark", "panel"].map(colour);
  const lanes = Object.fromEntries(Object.entries(LANES).map(([name, c]) => [name, colour(c)]));
  const any = now.pinned.groups.size || now.hovered.groups.size;
  x.font = "11.5px " + getComputedStyle(document.body).fontFamily;
  x.textBaseline = "middle";
  let left = 0;
  t.groups.forEach((g, k) => {
    const n = t.weight ? t.weights[k] / t.weight * w : w / t.groups.length;
    const on = now.pinned.groups.has(k) || now.hovered.groups.has(k), gap = n > 3 ? 1 : 0;
    x.globalAlpha = any && !on ? 0.3 : 0.85;
    x.fillStyle = !g.members.length ? faint : t.reversePart[k] >= 0.5 ? reverse : forward;
    x.fillRect(left, 0, Math.max(n - gap, 0.4), 28);
    const lane = laneOf(g);
    if (lane) { x.fillStyle = lanes[lane]; x.fillRect(left, 30, Math.max(n - gap, 0.6), 4); }
    if (on) { x.globalAlpha = 1; x.fillStyle = chosen; x.fillRect(left, 36, Math.max(n - gap, 2), 3); }
    if (n > 30) {
      const text = g.kind === "loop" && g.members.length ? t.name(g.members.at(-1)) : g.name;
      x.globalAlpha = any && !on ? 0.6 : 1;
      x.fillStyle = panel;
      if (x.measureText(text).width < n - 12) x.fillText(text, left + 6, 14.5);
    }
    left += n;
  });
}

function groupUnder(e) {
  const t = now.tape, all = t.weight || t.groups.length;
  let rest = e.offsetX / $("strip").clientWidth * all;
  const k = t.groups.findIndex((_, i) => (rest -= t.weight ? t.weights[i] : 1) < 0);
  return k < 0 ? t.groups.length - 1 : k;
}
$("strip").addEventListener("mousemove", e => hover({kind: "group", id: groupUnder(e)}));
$("strip").addEventListener("mouseleave", () => hover(null));
$("strip").addEventListener("click", e => pin({kind: "group", id: groupUnder(e)}, $("strip")));

/** Name the colours; the buttons choose all groups of one mark. */
function legend() {
  const t = now.tape, box = $("legend");
  const key = (name, text) => made("span", {className: "key"}, made("i", {style: `background:var(--${name})`}), text);
  box.replaceChildren(made("span", {}, t.timed ? "width: time" : "width: bytes moved"), key("forward", "forward"), key("reverse", "reverse"),
    made("span", {className: "key", title: "These results are written to memory; the others stay in registers or caches."}, "■ stored"));
  const counts = new Map();
  for (const g of t.groups) for (const m of families(g)) counts.set(m, (counts.get(m) || 0) + 1);
  for (const [m, n] of counts) {
    const b = made("button", {title: MARKS[m] || m, onclick: () => pin({kind: "mark", id: m}, b)}, key(LANES[m] || "faint", `${m} (${count(n)})`));
    box.append(b);
  }
}
refreshes.push(legend);
redraws.push(strip);
