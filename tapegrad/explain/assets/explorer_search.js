"use strict";
// Search: words that must all hold, such as "exp reverse >5%", and the way from one match to the next.

/** Return whether a slot is meant by a word: %75, stored, forward, reverse, >5%, or a part of its text. */
function meant(t, s, word) {
  const percent = /^>([\d.]+)%?$/.exec(word);
  if (percent) return t.time(s) > t.whole * percent[1] / 100;
  if (/^%\d+$/.test(word)) return s === +word.slice(1);
  if (word === "stored") return Boolean(t.stored[s]);
  if (word === "forward") return t.role[s] === FORWARD;
  if (word === "reverse") return t.role[s] === REVERSE;
  return t.text(s).includes(word);
}

function findSlots(query) {
  const t = now.tape;
  now.found = null;
  if (query) {
    const words = query.split(/\s+/), slots = new Set(), rows = new Set(), groups = new Set();
    for (let s = 0; t && s < t.length; s++) {
      if (!words.every(w => meant(t, s, w))) continue;
      slots.add(s);
      if (t.row(s) >= 0) rows.add(t.row(s));
      for (const g of t.group[s]) groups.add(g);
    }
    source.rows.forEach((x, i) => { if (x.text.toLowerCase().includes(query)) rows.add(i); });
    now.found = {slots, rows, groups, list: [...slots]};
    if (slots.size) panes.tape.show(now.found.list[0]);
    if (rows.size) panes.source.show(Math.min(...rows));
  }
  redraw();
  return now.found && now.found.slots.size;
}

/** Pin the next match, or the one before; after the last comes the first. */
function next(step) {
  const list = now.found ? now.found.list : [];
  if (!list.length) return;
  const at = now.pin && now.pin.kind === "slot" ? now.pin.id : step > 0 ? -1 : Infinity;
  const s = step > 0 ? list.find(x => x > at) ?? list[0] : list.findLast(x => x < at) ?? list.at(-1);
  panes.tape.body.focus({preventScroll: true});
  pin({kind: "slot", id: s});
}
const query = searchBox($("search"), {label: "Search exp, %75, >5%", find: findSlots, next});
refreshes.push(() => { if (query.value) query.set(query.value); });
