"use strict";
// The flame graph: a box for each node, as wide as its time, its forward part beside its reverse part. Grey is elsewhere.

const graph = $("graph"), HIGH = 21, LETTER = 7.25, LEAST = 1;
const svg = (tag, attributes, ...inner) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
  e.append(...inner);
  return e;
};

/** Return the boxes in sight: [node, x, width], the way to the root as wide as the page. What is chosen is among them. */
function boxes(wide) {
  const found = wayTo(view.root).map(k => [k, 0, wide]), scale = wide / (width(view.root) || 1);
  const waiting = [found[found.length - 1]], chosen = new Set(wayTo(view.node));
  while (waiting.length) {
    let [k, x] = waiting.pop();
    for (const child of children[k]) {
      const w = width(child) * scale;
      if (w >= LEAST || chosen.has(child)) { found.push([child, x, w]); waiting.push([child, x, w]); }
      x += w;
    }
  }
  return found;
}

function box(k, x, w) {
  const y = depths[k] * HIGH, scale = w / (width(k) || 1), h = HIGH - 1;
  const first = view.direction === "reverse" ? 0 : forward[k] * scale, second = view.direction === "forward" ? 0 : reverse[k] * scale;
  const letters = Math.floor((w - 8) / LETTER), text = label(k);
  const shown = letters < 3 ? "" : text.length <= letters ? text : text.slice(0, letters - 1) + "…";
  const states = ["box", nodes.op[k] ? "op" : "", k === view.node ? "pick" : "", isAt(k) && k !== view.node ? "also" : "",
    view.found && !view.found.has(k) ? "dim" : "", depths[k] < depths[view.root] ? "above" : ""];
  const g = svg("g", {class: states.filter(Boolean).join(" "), role: "treeitem", "aria-label": `${text}, ${seconds(width(k))}`, "data-node": k},
    svg("title", {}, `${text}\n${seconds(width(k))}, ${share(width(k), width(0))} of all` + (source(k) ? "\n" + source(k) : "")),
    svg("rect", {class: "forward", x, y, width: first, height: h}),
    svg("rect", {class: "reverse", x: x + first, y, width: second, height: h}),
    svg("rect", {class: "elsewhere", x: x + first + second, y, width: Math.max(0, w - first - second), height: h}));
  if (w > 3 || k === view.node) g.append(svg("rect", {class: "edge", x: x + .5, y: y + .5, width: Math.max(0, w - 1), height: h - 1}));
  if (shown) g.append(svg("text", {x: x + 5, y: y + 14.5}, shown));
  return g;
}

const isAt = k => view.line !== "" && nodes.file[k] + ":" + nodes.line[k] === view.line;

function drawFlame() {
  const wide = graph.clientWidth - 20;
  if (wide <= 0) return;
  const found = boxes(wide), deepest = found.reduce((d, [k]) => Math.max(d, depths[k]), 0);
  const high = (deepest + 1) * HIGH + 4;
  const late = new Set(["pick", "also"]);  // their edges are drawn over those of their neighbours
  const made = found.map(b => box(...b)).sort((a, b) => late.has(a.classList[1]) - late.has(b.classList[1]));
  graph.replaceChildren(svg("svg", {height: high, viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "false"}, ...made));
}

/** Write what is chosen below the graph, and the way to it above. */
function describe() {
  const k = view.node >= 0 ? view.node : view.root, out = $("chosen");
  const part = (x, name) => `<span class="${name}">${name} ${seconds(x)}</span>`;
  const own = nodes.forward_time[k] + nodes.reverse_time[k];
  const facts = [`${seconds(time(k))}${share(time(k), whole) && ", " + share(time(k), whole)}`];
  if (k === ELSEWHERE) facts.push(escaped(data.elsewhere));
  else facts.push(part(forward[k], "forward"), part(reverse[k], "reverse"));
  if (k === 0) facts.push(`elsewhere ${seconds(elsewhere)}`);
  if (children[k].length && own > 0) facts.push(`${seconds(own)} of it here`);
  const times = [[nodes.forward[k], "forward"], [nodes.reverse[k], "in reverse"]].filter(([n]) => n);
  if (times.length) facts.push("executed " + times.map(([n, name]) => `${count(n)} times ${name}`).join(", "));
  if (nodes.bytes[k]) facts.push(`<span title="Elements times item size: of operands and result, in reverse of their adjoints">${bytes(nodes.bytes[k])} of operands and results</span>`);
  out.innerHTML = `<b>${escaped(label(k))}</b> &nbsp; ${facts.join(" · ")}` + (source(k) ? `<br><span class="mono">${escaped(source(k))}</span>` : "");
  const way = $("way");
  way.replaceChildren(...wayTo(view.root).slice(0, view.root ? -1 : 0).map(n =>
    made("button", {onclick: () => zoom(n), title: "Zoom out to " + label(n)}, nodes.name[n] || place(n))));
  if (view.root) way.append(made("span", {className: "mono"}, "› " + (nodes.name[view.root] || place(view.root))));
}

graph.addEventListener("click", e => {
  const g = e.target.closest(".box");
  if (g) { const k = +g.dataset.node; zoom(children[k].length ? k : nodes.parent[k]); if (!children[k].length) chooseNode(k); }
});
new ResizeObserver(drawFlame).observe(graph);

// ---- keys: along the tree

const sibling = step => {
  const k = Math.max(0, view.node), all = k ? children[nodes.parent[k]] : [0];
  chooseNode(all[Math.max(0, Math.min(all.length - 1, all.indexOf(k) + step))]);
};
const along = {
  ArrowDown: () => { const [first] = children[Math.max(0, view.node)]; if (view.node < 0) chooseNode(view.root); else if (first) chooseNode(first); },
  ArrowUp: () => { const k = Math.max(0, view.node), up = Math.max(0, nodes.parent[k]); if (k === view.root) view.root = up; chooseNode(up); },
  ArrowLeft: () => sibling(-1),
  ArrowRight: () => sibling(1),
  Enter: () => { if (view.node >= 0) zoom(view.node); },
};
graph.addEventListener("keydown", e => {
  if (Object.hasOwn(along, e.key)) { along[e.key](); e.preventDefault(); e.stopPropagation(); }
});
