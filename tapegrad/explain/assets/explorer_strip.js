"use strict";
// The strip of groups in the order in which they run: as wide as their time, or as the bytes that they move. Grey is the
// time of a call outside groups.

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
  const label = (text, n) => { if (n > 30 && x.measureText(text).width < n - 12) x.fillText(text, left + 6, 14.5); };
  t.groups.forEach((g, k) => {
    const n = widthOf(k) * w;
    const on = now.pinned.groups.has(k) || now.hovered.groups.has(k), gap = n > 3 ? 1 : 0;
    x.globalAlpha = any && !on ? 0.3 : 0.85;
    const wide = Math.max(n - gap, 0.4), first = g.members.length ? wide * (1 - t.reversePart[k]) : 0;
    x.fillStyle = g.members.length ? reverse : faint;
    x.fillRect(left + first, 0, wide - first, 28);
    x.fillStyle = forward;
    x.fillRect(left, 0, first, 28);
    const lane = laneOf(g);
    if (lane) { x.fillStyle = lanes[lane]; x.fillRect(left, 30, Math.max(n - gap, 0.6), 4); }
    if (on) { x.globalAlpha = 1; x.fillStyle = chosen; x.fillRect(left, 36, Math.max(n - gap, 2), 3); }
    x.globalAlpha = any && !on ? 0.6 : 1;
    x.fillStyle = panel;
    label(g.name, n);
    left += n;
  });
  x.globalAlpha = 1;
  x.fillStyle = colour("rule");
  x.fillRect(left, 0, w - left, 28);
  x.fillStyle = colour("mute");
  label("outside groups", w - left);
}

/** Return the share of the strip that a group takes. */
function widthOf(k) {
  const t = now.tape;
  return t.timed ? t.weights[k] / t.whole : t.weight ? t.weights[k] / t.weight : 1 / t.groups.length;
}

/** Return the group under the pointer; null outside groups. */
function groupUnder(e) {
  let rest = e.offsetX / $("strip").clientWidth;
  const k = now.tape.groups.findIndex((_, i) => (rest -= widthOf(i)) < 0);
  return k < 0 ? null : {kind: "group", id: k};
}
$("strip").addEventListener("mousemove", e => hover(groupUnder(e)));
$("strip").addEventListener("mouseleave", () => hover(null));
$("strip").addEventListener("click", e => pin(groupUnder(e), $("strip")));

/** Name the colours; the buttons choose all groups of one mark. */
function legend() {
  const t = now.tape, box = $("legend");
  const key = (name, text) => made("span", {className: "key"}, made("i", {style: `background:var(--${name})`}), text);
  const ways = t.directed ? [key("forward", "forward"), key("reverse", "reverse")] : [];
  box.replaceChildren(made("span", {}, t.timed ? "width: time" : "width: bytes moved"), ...ways,
    made("span", {className: "key", title: "These results are written to memory; the others stay in registers or caches."}, "■ stored"));
  if (share(t.outside, t.whole)) {
    box.append(made("span", {className: "key"}, made("i", {style: "background:var(--rule)"}), `outside groups: ${seconds(t.outside)}, in which arguments are checked and results are made`));
  }
  const counts = new Map();
  for (const g of t.groups) for (const m of families(g)) counts.set(m, (counts.get(m) || 0) + 1);
  for (const [m, n] of counts) {
    const b = made("button", {title: MARKS[m] || m, onclick: () => pin({kind: "mark", id: m}, b)}, key(LANES[m] || "faint", `${m} (${count(n)})`));
    box.append(b);
  }
}
refreshes.push(legend);
redraws.push(strip);
