"use strict";
// The four panes that follow each other: source, tape, groups, machine code; and the lists of remarks and guards.

const panes = {};
const dimmed = (set, id) => now.found && !now.found[set].has(id) ? " dim" : "";

// ---- source

const KEYWORD = /\b(and|as|assert|break|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|nonlocal|not|or|pass|raise|return|try|while|with|yield)\b/g;
/** Return the HTML of a line of Python: keywords and comments stand back. */
function coloured(text) {
  const m = /^((?:[^"'#]|"[^"]*"|'[^']*')*)(#.*)?$/.exec(text);
  const [code, comment] = m ? [m[1], m[2] || ""] : [text, ""];
  return escaped(code).replace(KEYWORD, '<span class="keyword">$1</span>') + `<span class="comment">${escaped(comment)}</span>`;
}

const guardRows = new Map();   // the guards of each row of the source
panes.source = new Rows($("source"), {
  label: "Your lines", height: 21,
  count: () => source.rows.length,
  row(i) {
    const {number, text} = source.rows[i], t = now.tape;
    if (!number) return `<b class="file">${escaped(text)}</b>`;
    const [f, r] = t && t.timeOf.get(i) || [0, 0], guards = guardRows.get(i);
    const why = guards && `a guard: ${guards.map(k => view().guards[k].expected).join(", ")} is expected here`;
    return `<span class="number">${number}</span><span class="guard" title="${escaped(why || "")}">${guards ? "◆" : ""}</span>`
      + `<span class="text" title="${escaped(text)}">${coloured(text)}</span>`
      + (f + r > 0 ? `<span class="cost${f + r > t.whole * 0.1 ? " hot" : ""}" title="forward ${seconds(f)}, reverse ${seconds(r)}">`
        + `${share(f + r, t.whole) ? seconds(f + r) : ""}</span>${bar(f, r, t.hottestRow)}` : "");
  },
  state: i => (source.rows[i].number ? mark("rows", i, "row") : "name") + dimmed("rows", i),
  choose(i) { if (source.rows[i].number) pin({kind: "row", id: i}, panes.source); },
  point: i => hover(i < 0 || !source.rows[i].number ? null : {kind: "row", id: i}),
  marks: () => [[now.hovered.rows, "faint"], [now.pinned.rows, "mark"]],
});
if (data.files.length > 1) {
  const files = made("select", {ariaLabel: "File"}, ...data.files.map((f, k) => made("option", {value: k}, f.name)));
  files.onchange = () => panes.source.show(source.starts[files.value] - 1, true);
  $("sourcenote").append(files);
} else if (data.files.length) $("sourcenote").textContent = data.files[0].name;

// ---- tape

panes.tape = new Rows($("tape"), {
  label: "Instructions of the tape", height: 22,
  count: () => now.tape ? now.tape.length : 0,
  row(s) {
    const t = now.tape, given = !t.isInstruction(s), inner = t.children.get(s);
    const what = given ? `<span class="args">${escaped(t.args[s])}</span>`
      : `<span class="op ${way(s)}" title="${escaped(t.summaries[t.op[s]])}">${escaped(t.name(s))}</span><span class="args" title="${escaped(t.args[s])}">${escaped(t.args[s])}</span>`;
    const dot = t.stored[s] ? `<span class="dot" title="stored in memory">■</span>` : `<span class="dot"></span>`;
    const enterable = inner ? `<button class="inner" data-tape="${inner[0]}" title="Show the program that this instruction runs">open ›</button>` : "";
    const hot = t.time(s) > t.whole * 0.1 ? " hot" : "";
    return `<span class="near"></span>${dot}<span class="slot">%${s}</span>${what}${enterable}`
      + `<span class="type" title="${escaped(t.typeOf(s))}">${escaped(t.shortType(s))}</span>`
      + `<span class="size${t.stored[s] ? "" : " inside"}" title="${t.stored[s] ? "bytes stored in memory" : "bytes of the array; not stored"}">${given ? "" : bytes(t.bytes[s])}</span>`
      + (t.timed ? `<span class="share${hot}" title="${t.time(s) > 0 ? seconds(t.time(s)) : ""}">${share(t.time(s), t.whole)}</span>`
        + bar(t.role[s] === REVERSE ? 0 : t.time(s), t.role[s] === REVERSE ? t.time(s) : 0, t.hottest) : "");
  },
  state(s) {
    const near = operandsOrReaders(now.pinned, s) || operandsOrReaders(now.hovered, s);
    return `${mark("slots", s, "slot")} ${near}${now.tape.isInstruction(s) ? "" : " given"}${dimmed("slots", s)}`;
  },
  choose: s => pin({kind: "slot", id: s}, panes.tape),
  point: s => hover(s < 0 ? null : {kind: "slot", id: s}),
  marks: () => [[now.hovered.slots, "faint"], [now.pinned.slots, "mark"]],
});
const operandsOrReaders = (links, s) => links.operands.has(s) ? "operand" : links.readers.has(s) ? "reader" : "";
panes.tape.fill.addEventListener("click", e => {
  const inner = e.target.closest("[data-tape]");
  if (inner) enter(+inner.dataset.tape);
});

/** Show where we are among the programs within programs. */
function crumbs() {
  const t = now.tape, path = [];
  for (let k = t; k.parent; k = tapeOf(k.parent[0])) path.unshift(k);
  $("crumbs").replaceChildren();
  if (!path.length) return;
  const step = (text, k) => $("crumbs").append(made("button", {textContent: text, onclick: () => enter(k), ariaPressed: String(k === t.number)}));
  step("whole", 0);
  for (const k of path) {
    $("crumbs").append("›");
    step(`%${k.parent[1]} ${tapeOf(k.parent[0]).name(k.parent[1])}${k.turns ? " × " + count(k.turns) : ""}`, k.number);
  }
}

// ---- groups

const groupAt = i => now.order ? now.order[i] : i;
const placeOfGroup = k => now.order ? now.place[k] : k;
panes.groups = new Rows($("groups"), {
  label: "Groups", height: 48,
  count: () => now.tape ? now.tape.groups.length : 0,
  row(i) {
    const t = now.tape, k = groupAt(i), g = t.groups[k], stored = new Set(g.stored);
    const members = [...g.members].sort((a, b) => a - b).slice(0, 40);
    const list = members.map(s => `${stored.has(s) ? '<i title="stored in memory">■</i> ' : ""}<span class="${way(s)}">${escaped(t.name(s))}</span>`).join(" ");
    const marks = families(g).map(m => `<span class="tag" title="${escaped(MARKS[m] || m)}">${escaped(m)}</span>`).join("");
    const time = g.seconds || 0, hot = time > t.whole * 0.1 ? " hot" : "";
    return `<span class="slot">${k}</span><span class="two"><span>${escaped(g.name)} ${marks}</span>`
      + `<span>${list || "no instruction of its own"}${g.members.length > 40 ? " …" : ""}</span></span>`
      + `<span class="side"><span class="${hot}" title="seconds of a call">${g.seconds ? seconds(time) : ""}</span>`
      + `<span title="reads ${bytes(g.read)}, stores ${bytes(g.written)}">${g.read + g.written ? bytes(g.read + g.written) : ""}</span></span>`
      + (t.timed ? bar(time * (1 - t.reversePart[k]), time * t.reversePart[k], t.heaviest) : "");
  },
  state: i => `group ${mark("groups", groupAt(i), "group")}${now.tape.groups[groupAt(i)].members.length ? "" : " idle"}${dimmed("groups", groupAt(i))}`,
  choose: i => pin({kind: "group", id: groupAt(i)}, panes.groups),
  point: i => hover(i < 0 ? null : {kind: "group", id: groupAt(i)}),
  marks: () => [[[...now.hovered.groups].map(placeOfGroup), "faint"], [[...now.pinned.groups].map(placeOfGroup), "mark"]],
});

function orderGroups(byTime) {
  const t = now.tape;
  now.order = byTime ? [...t.groups.keys()].sort((a, b) => t.weights[b] - t.weights[a]) : null;
  now.place = [];
  now.order?.forEach((k, i) => { now.place[k] = i; });
  $("bytime").ariaPressed = String(byTime);
  $("asrun").ariaPressed = String(!byTime);
  panes.groups.body.scrollTop = 0;
  panes.groups.refresh();
}
$("bytime").onclick = () => orderGroups(true);
$("asrun").onclick = () => orderGroups(false);

// ---- machine code of one group

const shown = {lines: [], owners: []};
panes.code = new Rows($("code"), {
  label: "Machine code", height: 18,
  count: () => shown.lines.length,
  row(i) {
    const s = shown.owners[i] ?? -1, first = s >= 0 && s !== shown.owners[i - 1];
    return `<span class="slot ${s >= 0 ? way(s) : ""}">${first ? "%" + s : ""}</span><span class="text">${escaped(shown.lines[i])}</span>`;
  },
  state: i => { const s = shown.owners[i] ?? -1; return "code " + (s >= 0 ? "own " + mark("slots", s) : ""); },
  choose(i) { if (shown.owners[i] >= 0) pin({kind: "slot", id: shown.owners[i]}, panes.code); },
  point: i => hover(shown.owners[i] >= 0 ? {kind: "slot", id: shown.owners[i]} : null),
  marks: () => [[linesOf(now.hovered.slots), "faint"], [linesOf(now.pinned.slots), "mark"]],
});

const linesOf = slots => [...shown.owners.keys()].filter(i => slots.has(shown.owners[i]));

/** Show the code of a group, from the first line of a slot if one is given. */
async function showGroup(k, slot = -1) {
  const g = now.tape.groups[k], other = k !== now.group;
  now.group = k;
  if (other || !shown.lines.length) await loadCode(g, k);
  if (now.group !== k) return;   // another group was asked for in the meantime
  const line = slot >= 0 ? shown.owners.indexOf(slot) : shown.owners.findIndex(s => s >= 0);
  if (line >= 0) panes.code.show(line, other);
}

async function loadCode(g, k) {
  const asked = now.tape;
  const [c, i] = g.code || [];
  const code = g.code ? (await chunk(c))[i] : {};
  if (now.group !== k || now.tape !== asked) return;
  const text = (now.assembly ? code.assembly : code.llvm) || "";
  shown.lines = text ? text.replace(/\n$/, "").split("\n") : [];
  shown.owners = (now.assembly ? code.assembly_owners : code.owners) || [];
  $("codenote").textContent = `group ${k}, ${g.name}: ${text ? count(shown.lines.length, "line") : "no text"}`;
  panes.code.body.scrollTop = 0;
  panes.code.refresh();
}

function setAssembly(on) {
  if (on === now.assembly) return;
  now.assembly = on;
  $("assembly").ariaPressed = String(on);
  $("llvm").ariaPressed = String(!on);
  if (now.group >= 0) loadCode(now.tape.groups[now.group], now.group);
}
$("llvm").onclick = () => { setAssembly(false); writeAddress(); };
$("assembly").onclick = () => { setAssembly(true); writeAddress(); };

// ---- why values were not fused

let remarkRows = [];   // of those of the chosen kind, the largest first
panes.remarks = new Rows($("remarks"), {
  label: "Why not fused", height: 26,
  count: () => remarkRows.length,
  row(i) {
    const t = now.tape, r = t.remarks[remarkRows[i]];
    return `<span class="size" title="bytes of the value">${bytes(r.bytes)}</span>`
      + `<span class="who mono">%${r.slot} <span class="${way(r.slot)}">${escaped(t.name(r.slot))}</span></span>`
      + `<span class="from num" title="from group ${r.from} to ${r.to.join(", ")}">${r.from} → ${r.to.join(", ")}</span>`
      + `<span class="text" title="${escaped(r.text)}">${escaped(r.text)}</span>`;
  },
  state: i => "prose " + mark("remarks", remarkRows[i], "remark"),
  choose: i => pin({kind: "remark", id: remarkRows[i]}, panes.remarks),
  point: i => hover(i < 0 ? null : {kind: "remark", id: remarkRows[i]}),
});

function listRemarks() {
  const list = now.tape ? now.tape.remarks : [], only = $("kinds").value;
  remarkRows = [...list.keys()].filter(k => !only || list[k].kind === only).sort((a, b) => list[b].bytes - list[a].bytes);
  panes.remarks.refresh();
}
$("kinds").onchange = listRemarks;

function nameKinds() {
  const list = now.tape.remarks, kinds = new Map();
  for (const r of list) kinds.set(r.kind, (kinds.get(r.kind) || 0) + 1);
  const options = [...kinds].sort((a, b) => b[1] - a[1]).map(([kind, n]) => made("option", {value: kind}, `${kind} (${n})`));
  $("kinds").replaceChildren(made("option", {value: ""}, `all reasons (${list.length})`), ...options);
  const all = list.reduce((a, r) => a + r.bytes, 0);
  $("remarksnote").textContent = list.length ? `${bytes(all)} go through memory between groups` : "nothing goes through memory between groups";
}

// ---- guards

panes.guards = new Rows($("guards"), {
  label: "Guards", height: 26,
  count: () => data.views.length ? view().guards.length : 0,
  row(k) {
    const g = view().guards[k], tape = view().tapes[g.tape];
    const row = g.line >= 0 ? source.row(...tape.lines[g.line]) : -1;
    const text = row >= 0 ? source.rows[row].text.trim() : "";
    return `<span class="where">${escaped(g.text)}</span><span class="text mono">${escaped(text)}</span>`
      + `<span class="expected mono" title="the value that a call must give here">%${g.slot} == ${escaped(g.expected)}</span>`;
  },
  state: k => "prose " + mark("guards", k, "guard"),
  choose: k => pin({kind: "guard", id: k}, panes.guards),
  point: k => hover(k < 0 ? null : {kind: "guard", id: k}),
});

function guardsOfRows() {
  guardRows.clear();
  view().guards.forEach((g, k) => {
    const row = g.line >= 0 ? source.row(...view().tapes[g.tape].lines[g.line]) : -1;
    if (row >= 0) guardRows.set(row, [...(guardRows.get(row) || []), k]);
  });
}

/** Let a box be no higher than what it holds. */
const fit = (id, height) => $(id).style.setProperty("--content", height + "px");

refreshes.push(() => {
  const t = now.tape;
  guardsOfRows();
  crumbs();
  nameKinds();
  listRemarks();
  document.body.classList.toggle("untimed", !t.timed);
  document.body.classList.toggle("undirected", !t.directed);
  $("tapenote").textContent = t.parent ? "" : `${count(t.instructions, "instruction")}${t.usual ? `, ${t.usual} unless stated` : ""}`;
  $("groupsnote").textContent = count(t.groups.length);
  $("guards").hidden = !view().guards.length;
  const width = n => String(n).length * 0.62 + 1.6 + "em";
  document.documentElement.style.setProperty("--slot", width(t.length));
  document.documentElement.style.setProperty("--number", width(t.groups.length));
  fit("panes", 48 + Math.max(source.rows.length * 21, t.length * 22, t.groups.length * 48 + 260));
  fit("remarks", 48 + t.remarks.length * 26);
  fit("guards", 48 + view().guards.length * 26);
  orderGroups(false);
  for (const p of Object.values(panes)) { p.current = -1; p.body.scrollTop = 0; p.refresh(); }
  const first = Math.min(...t.slotsOf.keys());
  if (Number.isFinite(first)) panes.source.show(first, true);
  if (t.groups.length) showGroup(most([...t.groups.keys()], k => t.weights[k]));
});
redraws.push(() => { for (const p of Object.values(panes)) p.draw(); });
