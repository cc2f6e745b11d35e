"use strict";
// The pattern of a sparse Jacobian or Hessian: columns (or rows) of one colour are found by one product, or each row has
// one nonzero of each diagonal, and a loop over the rows finds them all. Colours are those of columns, of rows, or (of
// diagonals, and where some products find columns and some rows) of nonzeros.

let colourPointed = -1;
const colourOf = (s, i) => s.colours[s.by === "columns" ? s.columns[i] : s.by === "rows" ? s.rows[i] : i];
const hue = k => `oklch(${isDark() ? 0.75 : 0.58} 0.14 ${(k * 137.508) % 360})`;

function pattern() {
  const s = data.views.length && view().sparse;
  if (!s) return;
  const box = $("pattern"), [m, n] = s.shape, wide = box.parentElement.clientWidth - 24;
  const scale = Math.min(wide / n, 420 / m);
  box.style.width = Math.max(40, n * scale) + "px";
  box.style.height = Math.max(40, m * scale) + "px";
  const [x, w, h] = canvas(box), sx = w / n, sy = h / m;
  x.fillStyle = colour("bg");
  x.fillRect(0, 0, w, h);
  const fills = new Map();
  s.rows.forEach((row, i) => {
    const c = colourOf(s, i);
    if (!fills.has(c)) fills.set(c, hue(c));
    x.globalAlpha = colourPointed < 0 || c === colourPointed ? 1 : 0.12;
    x.fillStyle = fills.get(c);
    x.fillRect(s.columns[i] * sx, row * sy, Math.max(sx - (sx > 4), 1), Math.max(sy - (sy > 4), 1));
  });
  x.globalAlpha = 1;
}

function sparsity() {
  const s = data.views.length && view().sparse;
  $("sparse").hidden = !s;
  if (!s) return;
  const [m, n] = s.shape, colours = s.colours.reduce((a, c) => Math.max(a, c), -1) + 1, whole = s.by === "columns" ? n : m;
  const filled = share(s.rows.length, m * n) || "under 0.1%";
  const how = s.by === "diagonals" ? `${count(colours, "diagonal")}, found in one pass over the rows`
    : `${count(colours, "colour")}, so ${count(colours, "product")} instead of ${count(whole)}`;
  $("sparsenote").textContent = `${count(m)} × ${count(n)}, ${count(s.rows.length, "nonzero")} (${filled}): ${how}`;
  $("pattern").ariaLabel = $("sparsenote").textContent;
  const counts = new Array(colours).fill(0);
  for (const c of s.colours) if (c >= 0) counts[c]++;
  $("colours").replaceChildren(...counts.slice(0, 200).map((k, c) => {
    const b = made("button", {title: s.by === "diagonals" ? `Diagonal ${c}: ${count(k, "nonzero")}` : `Colour ${c}: ${count(k, s.by === "columns" ? "column" : s.by === "rows" ? "row" : "nonzero")} in one product`}, made("i", {style: `background:${hue(c)}`}), String(k));
    const point = on => () => { colourPointed = on ? c : -1; pattern(); };
    Object.assign(b, {onmouseenter: point(true), onmouseleave: point(false), onfocus: point(true), onblur: point(false)});
    return b;
  }));
  pattern();
}
$("pattern").addEventListener("mousemove", e => {
  const s = view().sparse, column = Math.floor(e.offsetX / $("pattern").clientWidth * s.shape[1]), row = Math.floor(e.offsetY / $("pattern").clientHeight * s.shape[0]);
  const at = s.by === "columns" ? column : s.by === "rows" ? row : s.rows.findIndex((r, i) => r === row && s.columns[i] === column);
  $("pattern").title = `row ${row}, column ${column}` + (at < 0 ? "" : `: ${s.by === "diagonals" ? "diagonal" : "colour"} ${s.colours[at]}`);
});
refreshes.push(other => { if (other) sparsity(); });
addEventListener("resize", pattern);
