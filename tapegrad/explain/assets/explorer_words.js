"use strict";
// What is chosen, in words: the status line, and the names that several panes use.

// What was done with a group. "BLAS tapegrad_blas_dgemm" is of the family "BLAS".
const MARKS = {
  "Python": "calls Python: the interpreter runs and its lock is held",
  "BLAS": "calls a function of BLAS or LAPACK",
  "rolled": "equal instructions became a loop",
  "loop of steps": "runs the program of a loop, once for each step",
  "rematerialized": "some members are computed a second time here, instead of being stored by another group",
  "sum folded in": "a sum is taken within the loop, so that its terms are not stored",
  "operand folded in": "an operand is computed where it is read, so that it is not stored",
  "fused": "several instructions share one loop",
};
const familyOf = mark => Object.keys(MARKS).find(m => mark === m || mark.startsWith(m + " ")) || mark;
const families = g => [...new Set(g.marks.map(familyOf))];

const slotName = s => `<b class="mono">%${s} ${escaped(now.tape.name(s) || (now.tape.role[s] === INPUT ? "input" : "constant"))}</b>`;
const way = s => ["forward", "reverse", "constant", "input"][now.tape.role[s]];

/** Write what a group reaches, and what limits it, as far as the limits are known. */
function reached(moved, operations, time) {
  const v = view(), parts = [];
  if (!time) return "";
  if (moved && v.bandwidth) {
    const s = moved / time;
    parts.push(`${scaled(s, "B/s")} (${s > v.bandwidth ? "from caches" : (share(s, v.bandwidth) || "under 0.1%") + " of a copy's"})`);
  }
  if (operations && v.peak) {
    const s = operations / time;
    parts.push(`${scaled(s, "op/s")} (${share(s, v.peak) || "under 0.1%"} of a product of large matrices)`);
  }
  return parts.join(", ");
}

function slotWords(s) {
  const t = now.tape, row = t.row(s), groups = t.group[s];
  const parts = [`${slotName(s)} ${escaped(t.typeOf(s))}`, way(s)];
  if (row >= 0) parts.push(escaped(source.name(row)));
  if (groups.length) parts.push(`group ${groups.join(" and ")}`);
  if (t.stored[s]) parts.push(bytes(t.bytes[s]) + " stored in memory");
  else if (groups.length) parts.push("not stored: stays in registers or a cache");
  else if (t.isInstruction(s)) parts.push("needs no code of its own");
  parts.push(`read by ${count(t.readers[s].length, "instruction")}`);
  if (t.time(s) > 0) parts.push(`${seconds(t.time(s))} (${share(t.time(s), t.whole) || "under 0.1%"})`);
  if (t.outputs.includes(s)) parts.push("a result");
  const why = (t.remarksOf.get(s) || []).map(k => t.remarks[k].text);
  return parts.join(", ") + (why.length ? `<br>Not fused: ${escaped(why.join("; "))}` : "");
}

function groupWords(k) {
  const t = now.tape, g = t.groups[k];
  const parts = [`<b>Group ${k}, ${escaped(g.name)}</b>: ${count(g.members.length, "instruction")}`];
  if (g.seconds) parts.push(`${seconds(g.seconds)} (${share(g.seconds, t.whole) || "under 0.1%"})`);
  parts.push(`${t.runs > 1 ? `each of ${count(t.runs, "turn")} ` : ""}reads ${bytes(g.read)}, stores ${bytes(g.written)}`);
  if (g.operations) parts.push(scaled(g.operations, "op") + " of arithmetic");
  const limits = reached((g.read + g.written) * t.runs, g.operations * t.runs, g.seconds);
  const marks = g.marks.map(m => `${escaped(m)}${MARKS[familyOf(m)] ? ": " + MARKS[familyOf(m)] : ""}`);
  return parts.join(", ") + "<br>" + [limits, ...marks].filter(Boolean).join(". ");
}

/** Return HTML that says what a choice is. */
function words(a) {
  const t = now.tape;
  if (a.kind === "slot") return slotWords(a.id);
  if (a.kind === "group") return groupWords(a.id);
  if (a.kind === "row") {
    const {number, text} = source.rows[a.id];
    if (!number) return `<b>${escaped(text)}</b>`;
    const slots = t ? t.slotsOf.get(a.id) || [] : [], [f, r] = t && t.timeOf.get(a.id) || [0, 0];
    const time = f + r > 0 ? `, forward ${seconds(f)}, reverse ${seconds(r)} (${share(f + r, t.whole)})` : "";
    return `<b>${escaped(source.name(a.id))}</b>: ${count(slots.length, "instruction")}${time}`;
  }
  if (a.kind === "remark") {
    const r = t.remarks[a.id];
    return `${slotName(r.slot)}: ${bytes(r.bytes)} go through memory, from group ${r.from} to group ${r.to.join(", ")}<br>${escaped(r.text)}`;
  }
  if (a.kind === "guard") {
    const g = view().guards[a.id];
    return `<b>Guard</b> at ${escaped(g.text)}: %${g.slot} must be ${escaped(g.expected)}. In a call where it is not, the function is recorded anew.`;
  }
  if (a.kind === "mark") return `<b>${escaped(a.id)}</b>: ${MARKS[a.id] || count(now.pinned.groups.size, "group")}`;
  const loop = data.loops[a.id];
  return `<b>${escaped(loop.what)}</b> at ${escaped(loop.where)}: ${escaped(loop.state)}${loop.reason ? "<br>" + escaped(loop.reason) : ""}`;
}

function say() {
  const a = now.hover || now.pin, t = now.tape;
  if (a) { $("status").innerHTML = words(a); return; }
  if (!t) { $("status").textContent = ""; return; }
  const top = [...t.groups.keys()].filter(k => t.weights[k] > 0).sort((p, q) => t.weights[q] - t.weights[p]).slice(0, 3);
  const all = t.timed ? t.whole : t.weight;
  const parts = [["outside groups", t.outside], ...top.map(k => [t.groups[k].name, t.weights[k]])];
  const largest = parts.filter(([, x]) => share(x, all)).sort((a, b) => b[1] - a[1]).map(([name, x]) => `<b>${escaped(name)}</b> ${share(x, all)}`);
  const most = largest.length ? (t.timed ? "Most time: " : "Most bytes moved: ") + largest.join(", ") + "<br>" : "";
  $("status").innerHTML = most + '<span class="mute">Click a line, an instruction or a group to see what belongs to it.</span>';
}
redraws.push(say);
