"use strict";
// Of eager loops: which exits are compiled, which are not, and why. Choosing one shows its program.

const LOOPS = data.loops || [];
const LOOP_HEIGHT = 58;   // a reason takes two lines at most
const microseconds = x => x === null ? "" : seconds(x * 1e-6);
$("loops").hidden = !LOOPS.length;
$("noloops").hidden = data.loops === null || LOOPS.length > 0;
panes.loops = new Rows($("loops"), {
  label: "Loops", height: LOOP_HEIGHT,
  count: () => LOOPS.length,
  row(k) {
    const x = LOOPS[k];
    const reason = x.reason || (x.state === "compiled" ? "" : "no reason is known");
    const faster = x.before !== null && x.after !== null ? `${microseconds(x.before)} → ${microseconds(x.after)}` : microseconds(x.before);
    return `<span class="state ${escaped(x.state)}">${escaped(x.state)}</span>`
      + `<span class="two loop"><span>${escaped(x.what)} <span class="mute">${escaped(x.where)}</span></span>`
      + `<span title="${escaped(reason)}">${escaped(reason)}</span></span>`
      + `<span class="side"><span title="turns that ran as machine code, and turns that did not">${count(x.compiled)} compiled, ${count(x.interpreted)} not</span>`
      + `<span title="time of a turn before and after it was compiled">${faster}${x.ops === null ? "" : `${faster ? ", " : ""}${count(x.ops, "op")}`}</span></span>`;
  },
  state: k => "group " + (now.pin && now.pin.kind === "loop" && now.pin.id === k ? "pick" : k === now.loop ? "also" : ""),
  choose(k) {
    now.loop = k;
    if (LOOPS[k].view !== null && LOOPS[k].view !== now.view) setTape(LOOPS[k].view, 0);
    pin({kind: "loop", id: k});
  },
  point: k => hover(k < 0 ? null : {kind: "loop", id: k}),
});
refreshes.push(other => {   // the loop that the view is of, whose lines are shown if its instructions have none
  if (!other || !LOOPS.length) return;
  now.loop = LOOPS.findIndex(x => x.view === now.view);
  panes.loops.refresh();
  const rows = now.loop < 0 ? [] : [...linked({kind: "loop", id: now.loop}).rows];
  if (!now.tape.slotsOf.size && rows.length) panes.source.show(Math.min(...rows), true);
});
const states = new Map();
for (const x of LOOPS) states.set(x.state, (states.get(x.state) || 0) + 1);
$("loopsnote").textContent = [...states].map(([state, n]) => `${n} ${state}`).join(", ") || "none was met";
$("loops").style.height = Math.min(data.views.length ? 6.5 : 12.5, Math.max(1, LOOPS.length)) * LOOP_HEIGHT + 38 + "px";

/** Return the loop that lost most time by not being compiled; -1 if all that repeat are. */
function worstLoop() {
  const cost = x => x.interpreted * (x.before ?? x.ops ?? 1);
  const failed = [...LOOPS.keys()].filter(k => LOOPS[k].reason && LOOPS[k].compiled < LOOPS[k].interpreted);
  return failed.length ? most(failed, k => cost(LOOPS[k])) : -1;
}
