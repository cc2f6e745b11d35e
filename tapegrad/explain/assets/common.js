"use strict";
// What all pages share. Scripts of a page see each other's top-level names; this one comes first.

const $ = id => document.getElementById(id);
const data = JSON.parse($("data").textContent);

/** Return the value of a chunk, inflated when it is first asked for: a promise. */
function chunk(k) {
  if (!chunk.known.has(k)) chunk.known.set(k, inflated($("chunk" + k).textContent));
  return chunk.known.get(k);
}
chunk.known = new Map();

async function inflated(packed) {
  const raw = Uint8Array.from(atob(packed), c => c.charCodeAt(0));
  const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

// ---- text and numbers

const escaped = text => String(text).replace(/[&<>"]/g, c => ({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})[c]);

/** Write three digits of a positive number: 0.123, 1.23, 12.3, 123. */
const digits = x => x >= 99.95 ? x.toFixed(0) : x >= 9.995 ? x.toFixed(1) : x >= 0.1 ? x.toFixed(2) : x.toPrecision(2);

/** Write a number with the prefix of its size: scaled(1.2e7, "B") is "12.0 MB". */
function scaled(x, unit) {
  const k = x < 999.5 ? 0 : Math.min(4, Math.floor(Math.log10(x * 1.0005) / 3));
  return (k === 0 && Number.isInteger(x) ? x : digits(x / 1000 ** k)) + "\u00a0" + ["", "k", "M", "G", "T"][k] + unit;
}
const bytes = x => scaled(x, "B");
function seconds(x) {
  if (x < 1e-9) return x > 0 ? "<1\u00a0ns" : "0\u00a0s";
  const k = Math.max(0, Math.min(3, Math.ceil(-Math.log10(x * 1.0005) / 3)));
  return digits(x * 1000 ** k) + "\u00a0" + ["s", "ms", "µs", "ns"][k];
}
const count = (n, one = "", many = one + "s") => n.toLocaleString("en") + (one ? "\u00a0" + (n === 1 ? one : many) : "");
/** Write a share of a whole in percent; nothing if it is under 0.05%. */
function share(part, whole) {
  const p = whole > 0 ? 100 * part / whole : 0;
  return p >= 9.95 ? p.toFixed(0) + "%" : p >= 0.05 ? p.toFixed(1) + "%" : "";
}

/** Return the HTML of a bar whose parts, forward and reverse, are measured by the largest bar. */
function bar(forward, reverse, most) {
  const part = x => `<i style="width:${most > 0 ? (100 * x / most).toFixed(1) : 0}%"></i>`;
  return `<span class="bar">${part(forward)}${part(reverse)}</span>`;
}

// ---- elements

/** Make an element: made("button", {className: "framed"}, "text or other elements"). */
function made(tag, properties = {}, ...inner) {
  const e = document.createElement(tag);
  Object.assign(e, properties);
  e.append(...inner);
  return e;
}

/** Prepare a canvas for drawing, at the resolution of the screen; return its context, width and height. */
function canvas(element) {
  const d = devicePixelRatio || 1, w = element.clientWidth, h = element.clientHeight;
  element.width = Math.round(w * d);
  element.height = Math.round(h * d);
  const x = element.getContext("2d");
  x.scale(d, d);
  return [x, w, h];
}

/** Return the colour of a variable of the style sheet, as canvases need it: colour("forward"). */
function colour(name) {
  if (!colour.probe) colour.probe = document.body.appendChild(made("i", {hidden: true}));
  colour.probe.style.color = `var(--${name})`;
  return getComputedStyle(colour.probe).color;
}

// ---- panes of rows

/** Rows of one height, of which only those in sight are in the document.

    section: the element of the pane; its rows come after what it holds
    label: what a screen reader calls the list
    height: of a row, in pixels
    count(): how many rows there are
    row(i): the HTML of a row; it is asked for once, until `refresh`
    state(i): the classes of a row, such as "pick" or "dim"; asked for at each `draw`
    choose(i): called when a row is clicked
    point(i): called when the pointer comes over a row; -1 when it leaves
    marks(): rows to show beside the scroll bar, [[rows, name of a colour], ...]
*/
class Rows {
  constructor(section, given) {
    Object.assign(this, {row: () => "", state: () => "", choose: () => {}, point: () => {}, marks: () => []}, given);
    Object.assign(this, {section, current: -1, drawn: new Map()});
    this.fill = made("div", {className: "fill"});
    this.body = made("div", {className: "body", tabIndex: 0, role: "listbox", ariaLabel: this.label}, this.fill);
    this.ticks = made("canvas", {className: "ticks", ariaHidden: "true"});
    section.append(made("div", {className: "hold"}, this.body, this.ticks));
    this.body.addEventListener("scroll", () => this.draw(), {passive: true});
    const at = e => { const row = e.target.closest(".row"); return row ? row.index : -1; };
    this.fill.addEventListener("mouseover", e => this.point(at(e)));
    this.fill.addEventListener("mouseleave", () => this.point(-1));
    this.fill.addEventListener("click", e => { const i = at(e); if (i >= 0) { this.current = i; this.choose(i); } });
    new ResizeObserver(() => this.draw()).observe(this.body);
  }

  /** Draw the rows anew, since what they show has changed. */
  refresh() {
    for (const e of this.drawn.values()) e.remove();
    this.drawn.clear();
    this.draw();
  }

  /** Bring the rows in sight into the document, with their present state. */
  draw() {
    const n = this.count(), h = this.height, top = this.body.scrollTop;
    this.fill.style.height = n * h + "px";
    const first = Math.max(0, Math.floor(top / h) - 8);
    const last = Math.min(n, Math.ceil((top + this.body.clientHeight) / h) + 8);
    for (const [i, e] of this.drawn) if (i < first || i >= last) { e.remove(); this.drawn.delete(i); }
    for (let i = first; i < last; i++) {
      let e = this.drawn.get(i);
      if (!e) {
        e = made("div", {index: i, id: `${this.section.id}-${i}`, role: "option", innerHTML: this.row(i), ariaPosInSet: i + 1, ariaSetSize: n});
        e.style.cssText = `top:${i * h}px;height:${h}px`;
        this.drawn.set(i, e);
        this.fill.append(e);
      }
      const state = this.state(i), name = "row " + state + (i === this.current ? " current" : "");
      if (e.className !== name) e.className = name;
      e.ariaSelected = state.includes("pick");
    }
    if (this.current >= 0) this.body.setAttribute("aria-activedescendant", `${this.section.id}-${this.current}`);
    this.gutter();
  }

  gutter() {
    const [x, , h] = canvas(this.ticks), whole = this.count() * this.height;
    if (whole <= h) return;
    for (const [rows, name] of this.marks()) {
      x.fillStyle = colour(name);
      const places = new Set();   // rounded, since many rows may fall on one pixel
      for (const i of rows) if (i >= 0) places.add(Math.floor(i * this.height / whole * h));
      for (const y of places) x.fillRect(1, y, 5, Math.max(2, this.height / whole * h));
    }
  }

  /** Scroll to a row, if it is out of sight or `always`. */
  show(i, always = false) {
    this.fill.style.height = this.count() * this.height + "px";
    const y = i * this.height, top = this.body.scrollTop, h = this.body.clientHeight;
    if (always || y < top || y + this.height > top + h) this.body.scrollTop = y - h * 0.35;
  }

  /** Choose a row as if it were clicked, kept within the list. */
  go(i) {
    if (!this.count()) return;
    this.current = Math.max(0, Math.min(this.count() - 1, i));
    this.choose(this.current);
    this.show(this.current);
  }
}

// ---- keys, search, help, light and dark

/** Call functions on keys, except in text fields: keys({j: () => ..., ArrowDown: () => ...}). */
function keys(table) {
  addEventListener("keydown", e => {
    if (e.target.matches("input, select") || e.metaKey || e.ctrlKey || e.altKey || document.querySelector("dialog[open]")) return;
    if (!Object.hasOwn(table, e.key) || (e.target.matches("button, a") && (e.key === "Enter" || e.key === " "))) return;
    table[e.key]();
    e.preventDefault();
  });
}

/** Make a box for searching within an element of class `search`.

    find(query): called when the query has changed; returns how many were found, or null for an empty query
    next(step): called on Enter with 1
    Returns the input; `set(query)` of it searches for another query.
*/
function searchBox(box, {label, find, next}) {
  const input = made("input", {type: "search", placeholder: label, ariaLabel: label, spellcheck: false, autocomplete: "off"});
  const found = made("output");
  let waiting = 0;
  const now = () => {
    clearTimeout(waiting);
    const n = find(input.value.trim().toLowerCase());
    found.textContent = n === null ? "" : count(n) + " found";
  };
  input.set = query => { input.value = query; now(); };
  input.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(now, 80); });
  input.addEventListener("keydown", e => {
    if (e.key === "Enter") { now(); next(1); input.blur(); }
    if (e.key === "Escape") { input.set(""); input.blur(); e.stopPropagation(); }
  });
  box.append(input, found);
  keys({"/": () => { input.focus(); input.select(); }});
  return input;
}

const isDark = () => {
  const chosen = document.documentElement.style.colorScheme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

/** Add the buttons that all pages have: light or dark, after which `redraw` is called; and help on keys, `rows` of
    [keys, what they do]. */
function pageButtons(box, rows, redraw) {
  const theme = made("button", {id: "theme", className: "framed", title: "Light or dark"});
  const name = () => { theme.textContent = isDark() ? "Light" : "Dark"; };
  theme.onclick = () => { document.documentElement.style.colorScheme = isDark() ? "light" : "dark"; name(); redraw(); };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { name(); redraw(); });
  name();
  const list = made("dl");
  for (const [names, what] of rows) {
    list.append(made("dt", {}, ...names.split(" ").map(k => made("kbd", {}, k))), made("dd", {}, what));
  }
  const help = made("dialog", {id: "help", ariaLabel: "Keys"}, made("h2", {}, "Keys"), list,
    made("form", {method: "dialog"}, made("button", {className: "framed"}, "Close")));
  const ask = made("button", {id: "ask", className: "framed", title: "Keys and search (?)", onclick: () => help.showModal()}, "?");
  document.body.append(help);
  box.append(theme, ask);
  keys({"?": () => help.showModal()});
}
