"use strict";
// The passes in order, and the listing after one of them beside the listing before it.

/** Return the lines of a listing. Each has a key that says what it does but not at which slot, so that a line that only
    moved has the same key: operands are named by their ops. */
function parsedListing(text) {
  const names = new Map();   // by indentation: the op of each slot
  return text.split("\n").map(line => {
    const [, indent, slot, body] = /^(\s*)(?:%(\d+)\s*= )?(.*)$/.exec(line);
    const depth = indent.length;
    if (/^(sealed )?tape of|^program of/.test(body)) names.set(depth + 2, new Map());
    const own = names.get(depth) || new Map();
    const place = /\s(\S+:\d+)$/.exec(body)?.[1] || "";
    const what = (place ? body.slice(0, -place.length) : body).replace(/\s+/g, " ").trim();
    const key = slot === undefined && !/^(return|guard)/.test(body) ? depth + what.replace(/\d+/g, "")
      : depth + what.replace(/%(\d+)/g, (_, k) => own.get(k) || "");
    if (slot !== undefined) own.set(slot, /^[\w.]*/.exec(body)[0]);
    return {text: line, key, place, slot: slot !== undefined && depth === 2 ? +slot : -1};
  });
}

/** Return the lines of two listings together; each has `change`: "removed", "added" or "". In linear time. */
function difference(before, after) {
  const counts = lines => lines.reduce((m, x) => m.set(x.key, (m.get(x.key) || 0) + 1), new Map());
  const had = counts(before), has = counts(after);
  const surplus = (lines, other) => {   // lines beyond those that both have
    const seen = new Map();
    return lines.map(x => {
      seen.set(x.key, (seen.get(x.key) || 0) + 1);
      return seen.get(x.key) > (other.get(x.key) || 0);
    });
  };
  const removed = surplus(before, has), added = surplus(after, had), rows = [];
  for (let i = 0, j = 0; i < before.length || j < after.length;) {
    if (removed[i]) rows.push({...before[i++], change: "removed"});
    else if (added[j]) rows.push({...after[j++], change: "added"});
    else { rows.push({...after[j++], change: ""}); i++; }
  }
  return rows;
}

panes.passes = new Rows($("passes"), {
  label: "Passes", height: 42,
  count: () => data.views.length ? view().passes.length : 0,
  row(k) {
    const p = view().passes[k], largest = Math.max(...view().passes.map(x => x.instructions));
    const changes = [p.removed ? "−" + count(p.removed) : "", p.added ? "+" + count(p.added) : ""].filter(Boolean).join(" ");
    return `<span class="two"><span>${escaped(p.name)}</span><span title="${escaped(p.about)}">${escaped(p.about)}</span></span>`
      + `<span class="side"><span title="instructions after this pass">${count(p.instructions)}</span>`
      + `<span title="instructions removed and added">${changes}</span></span>`
      + `<span class="bar plain" title="instructions after this pass"><i style="width:${100 * p.instructions / largest}%"></i></span>`;
  },
  state: k => "group " + (k === now.pass ? "pick" : view().passes[k].removed || view().passes[k].added || !k ? "" : "idle"),
  choose(k) { showPass(k); writeAddress(); },
});

let listed = [];
panes.listing = new Rows($("listing"), {
  label: "Listing", height: 18,
  count: () => listed.length,
  row: i => `<span class="sign">${{removed: "−", added: "+"}[listed[i].change] || ""}</span><span class="text">${escaped(listed[i].text)}</span>`,
  state(i) {
    const x = listed[i], a = listedChoice(i);
    return `code own ${x.change} ${a ? a.kind === "slot" ? mark("slots", a.id, "slot") : mark("rows", a.id) : ""}`;
  },
  choose(i) { if (listedChoice(i)) pin(listedChoice(i), panes.listing); },
  point: i => hover(i < 0 ? null : listedChoice(i)),
});

/** Return what a line of the listing stands for: in the last one a slot of the tape, before it the user's line. */
function listedChoice(i) {
  const {slot, place, change} = listed[i];
  const last = now.pass === view().passes.length - 1 && now.tape.number === 0 && change !== "removed";
  if (last && slot >= 0 && slot < now.tape.length) return {kind: "slot", id: slot};
  const row = source.named(place);
  return row >= 0 ? {kind: "row", id: row} : null;
}

const placeInListing = a => a ? listed.findIndex((_, i) => same(listedChoice(i), a)) : -1;

async function listingOf(k) {
  const [c, i] = view().passes[k].listing;
  return parsedListing((await chunk(c))[i]);
}

/** Show the listing after a pass, what it removed and added is marked; from its first change, or from what is pinned. */
async function showPass(k, fromPin = false) {
  const asked = view();
  now.pass = k;
  panes.passes.draw();
  const after = await listingOf(k), before = k ? await listingOf(k - 1) : after;
  if (now.pass !== k || view() !== asked) return;
  const all = difference(before, after), changed = all.filter(x => x.change);
  listed = $("changes").ariaPressed === "true" ? changed : all;
  $("listingname").textContent = k ? "After " + view().passes[k].name : "As recorded";
  const n = change => changed.filter(x => x.change === change).length;
  $("listingnote").textContent = !k ? count(view().passes[0].instructions, "instruction") : changed.length ? `${n("removed")} lines removed, ${n("added")} added` : "no change";
  panes.listing.refresh();
  const pinnedAt = fromPin ? placeInListing(now.pin) : -1;
  panes.listing.show(pinnedAt >= 0 ? pinnedAt : Math.max(0, listed.findIndex(x => x.change)), true);
}

$("changes").onclick = () => {
  $("changes").ariaPressed = String($("changes").ariaPressed !== "true");
  showPass(now.pass);
};

refreshes.push(other => {
  if (!other) return;
  const n = view().passes.length;
  $("passes").hidden = $("listing").hidden = !n;
  $("passesnote").textContent = n ? `${count(view().passes[0].instructions)} instructions in the sealed tape, ${count(view().passes[n - 1].instructions)} executed` : "";
  const height = Math.max(48 + n * 42, 60 + 18 * (n ? view().passes[n - 1].instructions : 0));
  fit("passes", 48 + n * 42);
  fit("listing", height);
  now.pass = -1;
  panes.passes.refresh();
  if (n) { showPass(n - 1, true); panes.passes.show(n - 1); }
});
