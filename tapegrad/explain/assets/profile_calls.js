"use strict";
// The tree of calls: times with those of the children, names, and what is chosen or found. The last node, below the
// root, is the time elsewhere: what elapsed and was not measured.

const nodes = data.nodes;
for (const [name, value] of Object.entries({parent: 0, name: "elsewhere", file: -1, line: 0, op: 1})) nodes[name].push(value);
for (const name of ["forward", "reverse", "forward_time", "reverse_time", "bytes"]) nodes[name].push(0);
const size = nodes.parent.length, ELSEWHERE = size - 1;
const forward = Float64Array.from(nodes.forward_time), reverse = Float64Array.from(nodes.reverse_time);
const children = Array.from({length: size}, () => []), depths = new Int32Array(size);
for (let k = size - 1; k > 0; k--) {  // parents come before children
  forward[nodes.parent[k]] += forward[k];
  reverse[nodes.parent[k]] += reverse[k];
}
for (let k = 1; k < size; k++) {
  children[nodes.parent[k]].push(k);
  depths[k] = depths[nodes.parent[k]] + 1;
}
const total = forward[0] + reverse[0], whole = Math.max(total, data.elapsed), elsewhere = whole - total;
const time = k => forward[k] + reverse[k] + (k === 0 || k === ELSEWHERE ? elsewhere : 0);

const base = path => path.split(/[\\/]/).pop();
const place = k => nodes.file[k] < 0 ? "" : `${base(data.paths[nodes.file[k]])}:${nodes.line[k]}`;
const label = k => [nodes.name[k], place(k)].filter(Boolean).join("  ") || "?";
const sourceOf = new Map();  // "file:number" -> text
for (const piece of data.files) piece.lines.forEach((text, i) => sourceOf.set(piece.file + ":" + (piece.first + i), text));
const source = k => (sourceOf.get(nodes.file[k] + ":" + nodes.line[k]) || "").trim();

/** Return the way from the root to a node. */
function wayTo(k) {
  const way = [];
  for (; k >= 0; k = nodes.parent[k]) way.unshift(k);
  return way;
}

const view = {root: 0, node: -1, line: "", found: null, direction: "both"};
const width = k => view.direction === "both" ? time(k) : view.direction === "forward" ? forward[k] : reverse[k];

/** Choose a node, and with it its line, or the one that has called the op. */
function chooseNode(k) {
  view.node = k;
  const at = k < 0 ? -1 : wayTo(k).findLast(n => nodes.file[n] >= 0);
  view.line = at === undefined || at < 0 ? "" : nodes.file[at] + ":" + nodes.line[at];
  changed();
}

/** Choose a line of the source; the nodes that are at it are marked. */
function chooseLine(line) {
  Object.assign(view, {line, node: -1});
  changed();
}

/** Show a node as wide as the page. */
function zoom(k) {
  view.root = k;
  chooseNode(k);
}

function changed() {
  drawFlame();
  describe();
  showLine();
}

/** Search names, places and source; return how many nodes were found, or null for an empty query. */
function find(query) {
  view.found = query === "" ? null : new Set();
  for (let k = 1; query && k < size; k++) {
    if ((label(k) + " " + source(k)).toLowerCase().includes(query)) view.found.add(k);
  }
  changed();
  return view.found && view.found.size;
}
