"use strict";
// Around the flame graph: totals, lines of the source, ops, memory over time, search and keys.

document.title = data.title;
$("title").textContent = data.title;
$("subtitle").textContent = `tapegrad ${data.version} · ${data.machine} · ${data.made}`;

// ---- totals

function figure(value, name, title, extra = "") {
  return `<div class="figure" title="${escaped(title)}"><b class="num">${value}</b><span>${name}</span>${extra}</div>`;
}
const runs = data.ops.reduce((sum, op) => [sum[0] + op[1], sum[1] + op[2]], [0, 0]);
const used = data.memory ? data.memory[0].map((_, i) => data.memory[1][i] + data.memory[2][i]) : [];
$("totals").innerHTML = [
  figure(seconds(whole), `elapsed, ${seconds(total)} of it measured`, "Measured is the time in which ops and compiled functions ran", bar(forward[0], reverse[0], whole)),
  figure(`<span class="forward">${seconds(forward[0])}</span>`, `forward, ${count(runs[0])} executions`, "Values"),
  figure(`<span class="reverse">${seconds(reverse[0])}</span>`, `in reverse, ${count(runs[1])} executions`, "Gradients"),
  figure(seconds(elsewhere), "elsewhere: " + escaped(data.elsewhere), "All that is neither an op nor a call of a compiled function; the profile itself is part of it"),
  data.memory ? figure(bytes(Math.max(...used)), "held at most", "By the tape and by buffers, of the samples taken") : "",
].join("");
$("advice").hidden = !data.advice;
$("advice").textContent = data.advice;

// ---- lines of the source

const times = new Map(data.lines.map(([file, number, ...t]) => [file + ":" + number, t]));
const most = Math.max(0, ...data.lines.map(t => t[4] + t[5]));
const rows = [];
let before = null;
for (const piece of data.files) {
  rows.push(piece.file === before ? {gap: true} : {file: data.paths[piece.file]});
  before = piece.file;
  piece.lines.forEach((text, i) => rows.push({key: piece.file + ":" + (piece.first + i), number: piece.first + i, text}));
}
const rowOf = new Map(rows.map((row, i) => [row.key, i]));
const lines = new Rows($("source"), {
  label: "Lines of the source", height: 20, count: () => rows.length,
  row(i) {
    const {gap, file, key, number, text} = rows[i];
    if (gap) return '<span class="n">⋮</span>';
    if (file !== undefined) return `<span class="file" title="${escaped(file)}">${escaped(file.split(/[\\/]/).slice(-2).join("/"))}</span>`;
    const t = times.get(key);
    const spent = t ? `<span class="time num" title="forward ${seconds(t[2])}, in reverse ${seconds(t[3])}; at the line itself ${seconds(t[0] + t[1])}">${seconds(t[2] + t[3])}</span>${bar(t[2], t[3], most)}`
      : '<span class="time"></span><span class="bar"></span>';
    return `${spent}<span class="n num">${number}</span><span class="code">${escaped(text)}</span>`;
  },
  state(i) {
    const {key} = rows[i], t = times.get(key);
    return (key && key === view.line ? "pick " : "") + (t && t[0] + t[1] >= 0.1 * whole ? "hot" : "");
  },
  choose(i) { if (times.has(rows[i].key)) chooseLine(rows[i].key); },
  marks: () => [[data.lines.filter(t => t[2] + t[3] >= 0.1 * whole).map(t => rowOf.get(t[0] + ":" + t[1])), "mark"]],
});
if (!data.lines.length) $("source").append(made("div", {className: "empty"}, "No lines were kept. For lines: profile(lines=True); for calls: profile(stacks=True)."));
$("files").textContent = data.lines.length ? "time with calls · bold: over 10% of all at the line itself" : "";

function showLine() {
  const i = rowOf.get(view.line);
  lines.draw();
  if (i !== undefined) lines.show(i);
}

// ---- ops

const orders = {
  time: op => op[3] + op[4], forward: op => op[3], reverse: op => op[4], executions: op => op[1] + op[2], bytes: op => op[5],
};
let ops = [...data.ops];
const widest = Math.max(0, ...ops.map(orders.time));
const opRows = new Rows($("ops"), {
  label: "Ops", height: 22, count: () => ops.length,
  row(i) {
    const [name, f, r, tf, tr, moved] = ops[i];
    return `<span class="name" title="${escaped(name)}: ${bytes(moved)} of operands and results">${escaped(name)}</span>` +
      `<span class="runs num" title="Executed forward and in reverse">${count(f)} + ${count(r)}</span>` +
      `<span class="time num" title="forward ${seconds(tf)}, in reverse ${seconds(tr)}">${seconds(tf + tr)}</span>` +
      bar(tf, tr, widest) + `<span class="time num" style="width: 3em">${share(tf + tr, whole)}</span>`;
  },
  state: i => view.found && [...view.found].some(k => nodes.op[k] && nodes.name[k] === ops[i][0]) ? "also" : "",
  choose(i) { search.set(ops[i][0]); },
});
const sort = made("select", {ariaLabel: "Order of ops"}, ...Object.keys(orders).map(name => made("option", {value: name}, "by " + name)));
sort.onchange = () => { ops = [...data.ops].sort((a, b) => orders[sort.value](b) - orders[sort.value](a)); opRows.refresh(); };
$("sort").append(sort);

// ---- memory over time

const chart = $("chart"), LEFT = 64, BELOW = 22;
function drawMemory(at = -1) {
  if (!data.memory) return;
  const [x, w, h] = canvas(chart), [clock, tape, buffers, idle] = data.memory, n = clock.length;
  const top = Math.max(1, ...used.map((u, i) => u + idle[i])), end = Math.max(clock[n - 1], 1e-9);
  const px = s => LEFT + (w - LEFT - 12) * s / end, py = b => h - BELOW - (h - BELOW - 12) * b / top;
  const area = (low, high, name, alpha) => {
    x.beginPath();
    for (let i = 0; i < n; i++) x.lineTo(px(clock[i]), py(high(i)));
    for (let i = n - 1; i >= 0; i--) x.lineTo(px(clock[i]), py(low(i)));
    x.globalAlpha = alpha;
    x.fillStyle = colour(name);
    x.fill();
    x.globalAlpha = 1;
  };
  area(() => 0, i => tape[i], "mute", .75);
  area(i => tape[i], i => used[i], "mute", .38);
  area(i => used[i], i => used[i] + idle[i], "mute", .13);
  x.fillStyle = colour("mute");
  x.font = "11px " + getComputedStyle(document.body).fontFamily;
  x.textAlign = "right";
  for (const b of [0, top / 2, top]) { x.fillText(bytes(Math.round(b)), LEFT - 7, py(b) + 4); x.fillRect(LEFT, py(b), w - LEFT - 12, .5); }
  x.fillText(seconds(end), w - 12, h - 6);
  x.textAlign = "left";
  x.fillText("0", LEFT, h - 6);
  if (at >= 0) { x.fillStyle = colour("mark"); x.fillRect(px(clock[at]), 8, 1, h - BELOW - 8); }
  $("moment").textContent = at < 0 ? "" : `at ${seconds(clock[at])}: tape ${bytes(tape[at])}, buffers ${bytes(buffers[at])}, idle ${bytes(idle[at])}`;
}
$("memory").hidden = !data.memory;
if (data.memory) {
  const names = [["tape", .75, "Runs of the tape, and the arrays that they keep"], ["buffers", .38, "Adjoints, results and working memory, of 16 kB and more"],
    ["idle", .13, "Memory that is kept to be handed out again"]];
  $("legend").innerHTML = names.map(([name, alpha, title]) =>
    `<span title="${title}"><i class="key" style="background: var(--mute); opacity: ${alpha}"></i>${name}</span>`).join("");
  chart.ariaLabel = `Memory over time: at most ${bytes(Math.max(...used))} held by tape and buffers`;
  chart.addEventListener("mousemove", e => {
    const clock = data.memory[0], s = (e.offsetX - LEFT) / (chart.clientWidth - LEFT - 12) * clock[clock.length - 1];
    drawMemory(clock.reduce((best, t, i) => Math.abs(t - s) < Math.abs(clock[best] - s) ? i : best, 0));
  });
  chart.addEventListener("mouseleave", () => drawMemory());
  new ResizeObserver(() => drawMemory()).observe(chart);
}

// ---- directions, search, keys

function direct(direction) {
  view.direction = direction;
  if (!(width(view.root) > 0)) view.root = 0;
  for (const button of $("directions").children) button.ariaPressed = button.value === direction;
  changed();
}
for (const [value, name] of [["both", "both"], ["forward", "forward"], ["reverse", "reverse"]]) {
  const key = value === "both" ? "" : `<i class="key ${value}"></i>`;
  $("directions").append(made("button", {value, innerHTML: key + name, onclick: () => direct(value)}));
}
const search = searchBox($("search"), {
  label: "Search calls, ops, source", find: query => { const n = find(query); opRows.draw(); return n; },
  next: () => { if (view.found && view.found.size) { const all = [...view.found]; chooseNode(all[(all.indexOf(view.node) + 1) % all.length]); graph.focus(); } },
});
keys({
  ...along,
  n: () => { if (view.found && view.found.size) { const all = [...view.found]; chooseNode(all[(all.indexOf(view.node) + 1) % all.length]); } },
  Escape: () => { if (view.found) search.set(""); else zoom(0); },
  f: () => direct(view.direction === "forward" ? "both" : "forward"),
  r: () => direct(view.direction === "reverse" ? "both" : "reverse"),
});
pageButtons($("buttons"), [
  ["click", "Zoom to a call; the row of callers above leads back"],
  ["↑ ↓ ← →", "To the caller, into the longest call, to the calls beside"],
  ["Enter", "Zoom to what is chosen"], ["Esc", "End the search, or show all"],
  ["/", "Search names of calls and ops, files and source"], ["n", "The next one found"],
  ["f", "Forward alone, or both"], ["r", "Reverse alone, or both"], ["?", "This help"],
], () => { drawFlame(); lines.refresh(); opRows.refresh(); drawMemory(); });
direct("both");
