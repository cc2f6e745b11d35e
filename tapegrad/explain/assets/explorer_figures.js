"use strict";
// The figures at the top: the time of a call and where it goes, memory and arithmetic beside their limits.

function figure(value, below, title, meter = "") {
  const [number, unit] = value.split("\u00a0");   // such as "1.20", "ms"
  const head = made("b", {className: "num"}, number, made("small", {}, unit ? " " + unit : ""));
  const line = made("div", {className: "meter", innerHTML: meter});
  return made("div", {className: "figure", title}, head, line, made("span", {className: "num"}, below));
}
const part = (share, name) => `<i style="width:${Math.min(100, 100 * share).toFixed(1)}%;background:var(--${name})"></i>`;

/** Return the seconds of each kind of group, the largest first. */
function kindsOfTime(t) {
  const kinds = new Map();
  const kindOf = g => g.marks.includes("Python") ? "Python" : g.kind === "loop" ? "fused loops" : g.kind === "scalars" ? "scalars" : g.name;
  for (const g of t.groups) if (g.seconds) kinds.set(kindOf(g), (kinds.get(kindOf(g)) || 0) + g.seconds);
  return [...kinds].sort((a, b) => b[1] - a[1]);
}

function figures() {
  const v = view(), t = now.tape, box = $("figures");
  const sum = key => t.runs * t.groups.reduce((a, g) => a + (g[key] || 0), 0);
  const sure = t.timed && t.total > 1e-8;   // under 10 ns the clock is too coarse for rates
  const moved = sum("read") + sum("written"), operations = sum("operations"), whole = t.number === 0;
  const threads = v.threads > 1 ? `, ${v.threads} threads` : "";
  box.replaceChildren();
  if (!whole && t.timed) {
    box.append(figure(seconds(t.total), t.runs > 1 ? `in ${count(t.runs, "turn")} of a call` : "in a call",
      "Measured seconds that a call spends in this program. Shares of time are shares of these."));
  }
  if (v.seconds !== null && whole) {
    const note = t.outside > 0.03 * t.whole ? `, ${seconds(t.outside)} of it outside groups` : "";
    box.append(figure(seconds(v.seconds), `a call${note}${threads}`,
      "Measured seconds of a call. Shares of time are shares of these. Outside groups: arguments are checked, results are made.", t.timed ? part(t.total / t.whole, "ink") : ""));
  }
  if (t.timed) {
    const kinds = kindsOfTime(t), names = ["ink", "mute", "faint"];
    const shown = kinds.slice(0, 3);
    box.append(figure(`${share(shown[0][1], t.whole) || "<0.1%"}\u00a0in ${shown[0][0]}`,
      shown.slice(1).map(([name, s]) => `${name} ${share(s, t.whole) || "under 0.1%"}`).join(", ") || "there are no other groups",
      "The time of groups by their kind", shown.map(([, s], i) => part(s / t.whole, names[i])).join("")));
    if (t.reverse) box.append(figure(`${share(t.reverse, t.whole) || "<0.1%"}\u00a0in reverse`, `forward ${seconds(t.forward)}, reverse ${seconds(t.reverse)}`,
      "The value, and the derivatives by reverse mode", part(t.forward / t.whole, "forward") + part(t.reverse / t.whole, "reverse")));
  }
  if (moved) {
    const rate = sure ? moved / t.total : 0, limit = v.bandwidth;
    const beside = limit ? `${rate > limit ? " from caches" : ""}, a large copy reaches ${scaled(limit, "B/s")}` : "";
    box.append(figure(`${bytes(moved)} moved`, rate ? `${scaled(rate, "B/s")}${beside}` : "through memory between groups",
      "Bytes that groups read and store in memory; what stays in registers does not count. The limit is what a large copy reaches; arrays that stay in caches are faster.",
      rate && limit ? part(rate / limit, "ink") : ""));
  }
  if (operations) {
    const rate = sure ? operations / t.total : 0, limit = v.peak && v.peak * v.threads;
    box.append(figure(`${scaled(operations, "")} operations`, rate ? `${scaled(rate, "op/s")}${limit ? `, a product of matrices reaches ${scaled(limit, "op/s")}` : ""}` : "of arithmetic in a call",
      "Arithmetic operations on numbers: a multiplication and an addition count as two. The limit is what a product of large matrices reaches.",
      rate && limit ? part(rate / limit, "ink") : ""));
  }
  const places = made("canvas", {id: "roofline", role: "img"});
  if (sure && v.bandwidth && v.peak && t.groups.some(g => g.operations && g.seconds)) {
    places.ariaLabel = `Roofline: ${scaled(operations / t.total, "op/s")} at ${digits(operations / Math.max(1, moved))} operations for each byte`;
    box.append(made("div", {className: "figure roof", title: "Each dot is a group: the further right, the more arithmetic for each byte it moves; the higher, the faster. Under the slope memory limits, under the level the core does. Click a dot."}, places,
      made("span", {}, "a dot is a group: ↑ op/s, → op/byte")));
  }
}

// ---- roofline: operations a second by operations for each byte, both logarithmic

const roof = {dots: []};
function roofline() {
  const element = $("roofline"), v = view(), t = now.tape;
  roof.dots = [];
  if (!element) return;
  const [x, w, h] = canvas(element), peak = v.peak * v.threads, ridge = peak / v.bandwidth;
  const groups = [...t.groups.keys()].filter(k => t.groups[k].seconds > 0 && t.groups[k].operations > 0)
    .sort((a, b) => t.weights[b] - t.weights[a]).slice(0, 200);
  const at = g => [g.operations / Math.max(1, g.read + g.written), t.runs * g.operations / g.seconds];
  const xs = groups.map(k => at(t.groups[k])[0]), ys = groups.map(k => at(t.groups[k])[1]);
  const left = Math.log(Math.min(ridge / 30, ...xs) / 1.5), right = Math.log(Math.max(ridge * 30, ...xs) * 1.5);
  const low = Math.log(Math.min(peak / 300, ...ys) / 1.5), high = Math.log(Math.max(peak * 4, ...ys) * 1.6);
  const pad = 9;   // the radius of a dot
  const px = a => pad + (Math.log(a) - left) / (right - left) * (w - 2 * pad);
  const py = b => h - pad - (Math.log(b) - low) / (high - low) * (h - 2 * pad);
  x.lineWidth = 1;
  x.strokeStyle = colour("rule");
  x.strokeRect(0.5, -1, w + 1, h + 0.5);   // the axes
  x.lineWidth = 1.5;
  x.strokeStyle = colour("faint");
  x.beginPath();
  x.moveTo(px(Math.exp(left)), py(Math.exp(left) * v.bandwidth));
  x.lineTo(px(ridge), py(peak));
  x.lineTo(w, py(peak));
  x.stroke();
  const [chosen, forward, reverse] = ["mark", "forward", "reverse"].map(colour);
  groups.forEach((k, i) => {
    const dot = {k, x: px(xs[i]), y: py(ys[i]), r: 2 + 7 * Math.sqrt(t.weights[k] / t.heaviest)};
    const on = now.pinned.groups.has(k) || now.hovered.groups.has(k);
    x.globalAlpha = on ? 1 : 0.55;
    x.fillStyle = on ? chosen : t.reversePart[k] >= 0.5 ? reverse : forward;
    x.beginPath();
    x.arc(dot.x, dot.y, dot.r, 0, 2 * Math.PI);
    x.fill();
    roof.dots.push(dot);
  });
  x.globalAlpha = 1;
  x.font = "10.5px " + getComputedStyle(document.body).fontFamily;
  x.fillStyle = colour("mute");
  x.textAlign = "right";
  x.strokeStyle = colour("bg");
  x.lineWidth = 4;
  const label = (text, left, y) => { x.strokeText(text, left, y); x.fillText(text, left, y); };
  label("core " + scaled(peak, "op/s"), w - 2, py(peak) - 6);   // above the roof there are few dots
  x.textAlign = "left";
  label("memory " + scaled(v.bandwidth, "B/s"), 2, 11);
  element.onmousemove = e => hover(dotUnder(e));
  element.onmouseleave = () => hover(null);
  element.onclick = e => { if (dotUnder(e)) pin(dotUnder(e), element); };
}
function dotUnder(e) {
  const dot = roof.dots.findLast(d => Math.hypot(d.x - e.offsetX, d.y - e.offsetY) < d.r + 3);
  return dot ? {kind: "group", id: dot.k} : null;
}
refreshes.push(figures);
redraws.push(roofline);
