"use strict";
// What is shown: the view, the tape within it, what is pinned and what the pointer is on; and what these are linked to.
//
// A choice is {kind, id}. Kinds: "row" of the source, "slot", "group", "remark", "guard", "loop", "mark" (of groups).

const source = new Source(data.files);
const made_tapes = new Map();
const now = {
  view: 0, tape: null, pin: null, hover: null, pinned: null, hovered: null,
  group: -1, assembly: false, pass: -1, order: null, place: [], found: null, loop: -1,
};
const redraws = [];   // functions that draw what a choice changes
const refreshes = [];  // functions that make anew what belongs to a tape
const view = () => data.views[now.view];

function tapeOf(k, v = now.view) {
  const key = v + " " + k;
  if (!made_tapes.has(key)) made_tapes.set(key, new Tape(data.views[v], k, source));
  return made_tapes.get(key);
}

const same = (a, b) => a === b || Boolean(a && b && a.kind === b.kind && a.id === b.id);

/** Return what a choice is linked to: sets of each kind, and the operands and readers of a slot. */
function linked(a) {
  const r = Object.fromEntries(["rows", "slots", "groups", "remarks", "guards", "operands", "readers"].map(k => [k, new Set()]));
  if (!a) return r;
  const t = now.tape;
  const add = s => {
    r.slots.add(s);
    if (t.row(s) >= 0) r.rows.add(t.row(s));
    for (const g of t.group[s]) r.groups.add(g);
  };
  if (a.kind === "loop") {
    for (const [file, line] of data.loops[a.id].lines) if (source.row(file, line) >= 0) r.rows.add(source.row(file, line));
  } else if (a.kind === "row") {
    r.rows.add(a.id);
    if (t) (t.slotsOf.get(a.id) || []).forEach(add);
    r.guards = new Set(guardRows.get(a.id));
  } else if (a.kind === "slot") {
    add(a.id);
    r.operands = new Set(t.operands[a.id]);
    r.readers = new Set(t.readers[a.id]);
    r.remarks = new Set(t.remarksOf.get(a.id));
  } else if (a.kind === "group") {
    t.groups[a.id].members.forEach(add);
    r.groups = new Set([a.id]);
  } else if (a.kind === "remark") {
    const remark = t.remarks[a.id];
    add(remark.slot);
    remark.readers.forEach(add);
    r.groups = new Set([remark.from, ...remark.to]);
  } else if (a.kind === "guard") {
    const guard = view().guards[a.id], tape = view().tapes[guard.tape];
    if (guard.tape === t.number) add(guard.slot);
    if (guard.line >= 0 && source.row(...tape.lines[guard.line]) >= 0) r.rows.add(source.row(...tape.lines[guard.line]));
  } else if (a.kind === "mark") {
    const marked = [...t.groups.keys()].filter(k => families(t.groups[k]).includes(a.id));
    for (const k of marked) t.groups[k].members.forEach(add);
    r.groups = new Set(marked);
  }
  return r;
}
now.pinned = now.hovered = linked(null);

/** Return the class of a row by one of the sets of `linked`: what is chosen itself (if it is of `kind`), linked to it, or
    to what the pointer is on. */
function mark(set, id, kind = "") {
  if (now.pin && now.pin.kind === kind && now.pin.id === id) return "pick";
  return now.pinned[set].has(id) ? "also" : now.hovered[set].has(id) ? "link" : "";
}

const most = (items, value) => items.reduce((a, x) => value(x) > value(a) ? x : a);

/** Draw once before the next frame. */
function redraw() {
  if (redraw.asked) return;
  redraw.asked = true;
  requestAnimationFrame(() => { redraw.asked = false; for (const f of redraws) f(); });
}

function hover(a) {
  if (same(a, now.hover)) return;
  now.hover = a;
  now.hovered = linked(a);
  redraw();
}

/** Pin a choice and bring what it is linked to into sight, in all panes but `from`. Again: no longer. */
function pin(a, from = null) {
  if (a && a.kind === "guard" && view().guards[a.id].tape !== now.tape.number) enter(view().guards[a.id].tape);
  now.pin = from && same(a, now.pin) ? null : a;
  now.pinned = linked(now.pin);
  if (now.pin) follow(now.pin, now.pinned, from);
  writeAddress();
  redraw();
}

function follow(a, links, from) {
  const t = now.tape, time = s => t.time(s);
  const remark = a.kind === "remark" ? t.remarks[a.id] : null;
  if (links.groups.size && from !== panes.code) {
    showGroup(remark ? remark.to[0] ?? remark.from : most([...links.groups], g => t.weights[g]), a.kind === "slot" ? a.id : -1);
  }
  if (from !== panes.source && links.rows.size) panes.source.show(Math.min(...links.rows));
  if (from !== panes.tape && links.slots.size) {
    const s = a.kind === "slot" ? a.id : remark ? remark.slot : most([...links.slots], time);
    panes.tape.current = s;
    panes.tape.show(s);
  }
  if (from !== panes.groups && links.groups.size) {
    panes.groups.show(placeOfGroup(remark ? remark.from : most([...links.groups], g => t.weights[g])));
  }
  if (from !== panes.listing && (a.kind === "slot" || a.kind === "row")) {
    const i = placeInListing(a);
    if (i >= 0) panes.listing.show(i);
  }
  if (from !== panes.remarks && a.kind === "slot" && t.remarksOf.has(a.id)) {
    panes.remarks.show(remarkRows.indexOf(t.remarksOf.get(a.id)[0]));
  }
}

/** Show another tape of the view: the whole, or a program that an instruction runs. */
function enter(k) {
  const parent = now.tape && now.tape.parent;
  const back = parent && parent[0] === k ? parent[1] : -1;
  setTape(now.view, k);
  if (back >= 0) pin({kind: "slot", id: back}); else writeAddress();
}

function setTape(v, k) {
  const other = v !== now.view || !now.tape;
  Object.assign(now, {view: v, tape: tapeOf(k, v), pin: null, hover: null, group: -1, order: null, found: null});
  now.pinned = now.hovered = linked(null);
  for (const f of refreshes) f(other);
  redraw();
}

function leave() {
  if (now.tape && now.tape.parent) enter(now.tape.parent[0]);
}

// ---- the address keeps what is shown, so that a finding can be sent as a link

function writeAddress() {
  const parts = [];
  if (now.view) parts.push("view=" + now.view);
  if (now.tape && now.tape.number) parts.push("tape=" + now.tape.number);
  if (now.pin) {
    const [kind, id] = now.pin.kind === "row" ? ["line", source.name(now.pin.id)] : [now.pin.kind, now.pin.id];
    parts.push(kind + "=" + encodeURIComponent(id).replaceAll("%3A", ":").replaceAll("%2F", "/"));
  }
  if (now.pass >= 0 && now.pass !== view().passes.length - 1) parts.push("pass=" + now.pass);
  if (now.assembly) parts.push("assembly");
  const whole = location.href.split("#")[0] + (parts.length ? "#" + parts.join("&") : "");
  history.replaceState(null, "", whole);
}

function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  const number = (name, below) => { const n = Number(given.get(name)); return Number.isInteger(n) && n >= 0 && n < below ? n : 0; };
  const v = number("view", data.views.length);
  if (data.views.length) {
    const k = number("tape", data.views[v].tapes.length);
    if (v !== now.view || !now.tape || now.tape.number !== k) setTape(v, k);
    setAssembly(given.has("assembly"));
    if (given.has("pass")) showPass(number("pass", data.views[v].passes.length));
  }
  const sizes = {
    slot: now.tape?.length, group: now.tape?.groups.length, remark: now.tape?.remarks.length,
    guard: data.views[v]?.guards.length, loop: data.loops?.length,
  };
  for (const [kind, n] of Object.entries(sizes)) {
    if (given.has(kind) && +given.get(kind) < (n || 0)) return pin({kind, id: number(kind, n)});
  }
  if (given.has("mark") && now.tape) return pin({kind: "mark", id: given.get("mark")});
  const row = given.has("line") ? source.named(given.get("line")) : -1;
  if (row >= 0) return pin({kind: "row", id: row});
  return pin(null);
}
