"use strict";
// The page: names at its head, keys, and its beginning.

document.title = data.title + ": tapegrad explorer";
$("title").textContent = data.title;
$("footer").textContent = `tapegrad ${data.version}, ${data.machine}, ${data.made}`;
$("program").hidden = $("below").hidden = !data.views.length;
for (const name of ["tape", "groups", "code"]) $(name).hidden = !data.views.length;
$("source").hidden = !source.rows.length;
$("panes").classList.toggle("few", !data.views.length);
$("panes").classList.toggle("bare", !source.rows.length);
$("panes").hidden = !data.views.length && !source.rows.length;

if (data.views.length > 1) {
  $("views").hidden = false;
  $("views").append(...data.views.map((v, k) => made("option", {value: k}, v.title)));
  $("views").onchange = () => { setTape(+$("views").value, 0); writeAddress(); };
}
refreshes.push(() => {
  const v = view(), t = now.tape, memory = v.work ? `, ${bytes(v.work)} of working memory` : "", constants = v.constants ? `, ${bytes(v.constants)} of constants` : "";
  $("views").value = now.view;
  const names = [data.subtitle, data.views.length > 1 || v.title === data.title ? "" : v.title].filter(Boolean).map(x => x + ", ").join("");
  $("sub").textContent = `${names}${count(tapeOf(0).instructions, "instruction")} (${count(v.recorded)} before sealing), ${count(tapeOf(0).groups.length, "group")}${memory}${constants}`;
  document.querySelector(".run").hidden = !t.groups.length;
  $("strip").ariaLabel = `${count(t.groups.length, "group")} in the order in which they run`;
});

// ---- keys: those of the pane that has the focus

const inSight = () => Object.values(panes).filter(p => p.section.offsetParent !== null && p.count());
const active = () => Object.values(panes).find(p => p.section.contains(document.activeElement)) || (now.tape ? panes.tape : panes.loops);
function move(step) {
  const p = active();
  p.go(p.current < 0 && step < 0 ? 0 : p.current + step);
}
function otherPane(step) {
  const list = inSight(), k = list.indexOf(active());
  list.at((k + step) % list.length).body.focus();
}
const page = step => { const p = active(); move(step * Math.max(1, Math.floor(p.body.clientHeight / p.height) - 1)); };

let heat = -1;
function nextHottest() {
  const t = now.tape;
  if (!t) return;
  t.byTime ||= [...t.op.keys()].filter(s => t.isInstruction(s)).sort((a, b) => t.time(b) - t.time(a));
  heat = (heat + 1) % t.byTime.length;
  pin({kind: "slot", id: t.byTime[heat]});
}
refreshes.push(() => { heat = -1; });

function clear() {
  query.set("");
  heat = -1;
  pin(null);
}

keys({
  j: () => move(1), ArrowDown: () => move(1), k: () => move(-1), ArrowUp: () => move(-1),
  PageDown: () => page(1), PageUp: () => page(-1),
  g: () => active().go(0), Home: () => active().go(0), G: () => active().go(Infinity), End: () => active().go(Infinity),
  l: () => otherPane(1), h: () => otherPane(-1),
  t: nextHottest, n: () => next(1), N: () => next(-1),
  Enter() { if (now.pin?.kind === "slot" && now.tape.children.has(now.pin.id)) enter(now.tape.children.get(now.pin.id)[0]); },
  u: leave, Backspace: leave,
  a() { setAssembly(!now.assembly); writeAddress(); },
  Escape: clear,
});
pageButtons($("buttons"), [
  ["j k ↓ ↑", "the row below or above"], ["g G", "first, last row"], ["h l", "the pane before, after"],
  ["t", "the next hottest instruction"], ["Enter", "open the program that an instruction runs"], ["u", "leave it"],
  ["/", "search: text, %75, stored, forward, reverse, >5% (of the time); several words must all hold"],
  ["n N", "the next match, the one before"], ["a", "LLVM or assembly"], ["Esc", "nothing chosen, nothing searched"], ["?", "this help"],
], () => { sparsity(); redraw(); });

if (data.views.length) setTape(0, 0);
readAddress();
if (!location.hash && worstLoop() >= 0) {
  pin({kind: "loop", id: worstLoop()});
  panes.loops.show(worstLoop());
}
addEventListener("hashchange", readAddress);
addEventListener("resize", redraw);
redraw();
