// picture.js - a case as a picture: tensors as grids, wrong elements marked, arrows to where their values came from.
// SPDX-License-Identifier: Apache-2.0
"use strict";
const KINDS = {
  wrong: ["\u2717", "wrong value"], displaced: ["\u21aa", "value of another place"], stale: ["\u21ba", "old value: the update is lost"],
  unwritten: ["\u2205", "never written"], damaged: ["\u2248", "bits of the right value changed"], unstable: ["~", "right in one of two calls"],
};
const CELL_HEIGHT = 26, TITLE_HEIGHT = 24, MOST_ROWS = 20, MOST_ARROWS = 4, MOST_LETTERS = 11;

const svg = (tag, attributes, ...parts) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes) node.setAttribute(name, attributes[name]);
  node.append(...parts);
  return node;
};
const list = x => Array.isArray(x) ? x : [];
const product = shape => shape.reduce((a, b) => a * b, 1);

// Position in C order as indices, and "data[1,2]" as a name and a position.
function coordinates(shape, at) {
  const out = [];
  for (let d = shape.length - 1; d >= 0; d--) { out.unshift(at % shape[d]); at = Math.floor(at / shape[d]); }
  return out;
}
function place(text, shapes) {
  const m = /^(\w+)\[([\d,]*)\]$/.exec(String(text));
  if (!m || !shapes[m[1]]) return null;
  const shape = shapes[m[1]], parts = m[2] === "" ? [] : m[2].split(",").map(Number);
  if (parts.length !== shape.length) return null;
  return { name: m[1], at: parts.reduce((at, p, d) => at * shape[d] + p, 0) };
}
const shorten = (text, most) => text.length <= most ? text : text.slice(0, most - 1) + "\u2026";

// One tensor: which rows of it are drawn, and where.
function panelMake(title, shape, from, values, wanted, width, marked) {
  const columnsAll = shape.length ? shape[shape.length - 1] : 1;
  const letters = Math.min(MOST_LETTERS, Math.max(2, ...(marked || values).map(v => String(v).length)));
  const cell = letters * 7.4 + (marked ? 26 : 16);
  const label = shape.length > 1 ? (shape.length - 1) * 16 + 26 : columnsAll > 8 ? 34 : 0;
  const columns = Math.max(1, Math.min(columnsAll, Math.floor((width - label - 8) / cell)));
  const rows = new Map();
  for (let k = 0; k < values.length; k++) {
    const at = from + k, line = Math.floor(at / columnsAll), chunk = Math.floor(at % columnsAll / columns);
    const key = line * Math.ceil(columnsAll / columns) + chunk;
    if (!rows.has(key)) rows.set(key, { first: at, cells: [], wanted: false });
    const row = rows.get(key);
    row.cells.push({ at, text: String(values[k]), column: at % columnsAll % columns });
    row.wanted = row.wanted || wanted.has(at);
  }
  const all = [...rows.values()];
  let budget = MOST_ROWS;
  for (const row of all) if (row.wanted && budget > 0) { row.shown = true; budget--; }
  for (const row of all) if (!row.shown && budget > 0 && all.length <= MOST_ROWS + 4) { row.shown = true; budget--; }
  if (all.length > MOST_ROWS + 4) for (let k = 0; k < all.length && budget > MOST_ROWS / 2; k++) if (!all[k].shown) { all[k].shown = true; budget--; }
  const lines = [];
  let skipped = 0;
  for (const row of [...all, null]) {
    if (row && !row.shown) { skipped++; continue; }
    if (skipped) lines.push({ skipped });
    skipped = 0;
    if (row) lines.push(row);
  }
  const need = Math.max(label + columns * cell, title.length * 7.6) + 8;
  return { title, shape, cell, letters, label, lines, places: new Map(), width: Math.min(need, width), height: TITLE_HEIGHT + Math.max(1, lines.length) * CELL_HEIGHT + 6 };
}

// Boxes into `root`; what is to be read into `texts`, which lies above the arrows.
function panelDraw(panel, root, texts, marks, outlines) {
  const g = svg("g", {});
  texts.append(svg("text", { x: panel.x, y: panel.y + 15, class: "title" }, panel.title));
  if (!panel.lines.length) texts.append(svg("text", { x: panel.x, y: panel.y + 40, class: "label" }, "no elements"));
  panel.lines.forEach((line, k) => {
    const y = panel.y + TITLE_HEIGHT + k * CELL_HEIGHT;
    if (line.skipped) {
      texts.append(svg("text", { x: panel.x + panel.label, y: y + 17, class: "label" }, "\u22ee " + line.skipped + (line.skipped === 1 ? " row" : " rows") + " not drawn"));
      return;
    }
    if (panel.label) {
      const c = coordinates(panel.shape, line.first), last = c[c.length - 1];
      texts.append(svg("text", { x: panel.x + panel.label - 5, y: y + 17, class: "label", "text-anchor": "end" },
        "[" + [...c.slice(0, -1), line.cells[0].column === last ? ":" : last + ":"].join(",") + "]"));
    }
    for (const c of line.cells) {
      const x = panel.x + panel.label + c.column * panel.cell;
      const kind = marks.get(c.at), inside = svg("g", { class: kind ? "k-" + kind : "" }), box = svg("g", { class: (kind ? "k-" + kind : "") + (outlines.has(c.at) ? " " + outlines.get(c.at) : "") });
      box.append(svg("title", {}, panel.title.split(" ")[0] + "[" + coordinates(panel.shape, c.at) + "] = " + (c.text === "" ? "poison" : c.text) + (kind ? ": " + (KINDS[kind] || ["", kind])[1] : "")));
      box.append(svg("rect", { x: x + 1.5, y: y + 1.5, width: panel.cell - 3, height: CELL_HEIGHT - 3, rx: 3 }));
      if (kind) inside.append(svg("text", { x: x + 5, y: y + 17, class: "mark" }, (KINDS[kind] || ["\u2717"])[0]));
      inside.append(svg("text", { x: x + panel.cell - 6, y: y + 17, "text-anchor": "end" }, shorten(c.text, panel.letters)));
      g.append(box);
      texts.append(inside);
      panel.places.set(c.at, { x, y, w: panel.cell, h: CELL_HEIGHT });
    }
  });
  root.append(g);
}

function arrowDraw(root, a, b, kind, defs) {
  const below = b.y > a.y + a.h;
  const x1 = a.x + a.w / 2, y1 = below ? a.y + a.h - 2 : a.y + a.h / 2, x2 = b.x + b.w / 2 - (below ? 8 : 0), y2 = below ? b.y + 1 : b.y + b.h / 2;
  const bend = Math.max(18, Math.abs(y2 - y1) / 2);
  const d = below ? `M${x1},${y1} C${x1},${y1 + bend} ${x2},${y2 - bend} ${x2},${y2 - 4}`
    : `M${a.x + a.w},${y1} C${a.x + a.w + 40},${y1 - 20} ${b.x - 40},${y2 - 20} ${b.x - 2},${y2}`;
  root.append(svg("path", { d, class: "arrow " + kind, "marker-end": `url(#${defs}-${kind})` }));
}

function definitions(id) {
  const out = svg("defs", {});
  out.append(svg("pattern", { id: "hatch", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("rect", { width: 6, height: 6, style: "fill:var(--paper);stroke:none" }), svg("line", { x1: 0, y1: 0, x2: 0, y2: 6, style: "stroke:var(--hatch);stroke-width:2" })));
  for (const [kind, color] of [["from", "--move"], ["due", "--good"], ["stale", "--stale"]])
    out.append(svg("marker", { id: id + "-" + kind, viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" },
      svg("path", { d: "M0,0 L8,4 L0,8 z", style: `fill:var(${color});stroke:none` })));
  return out;
}

let pictureCount = 0;
// The figure for `picture`, `width` pixels wide; `chosen`: one wrong element, or null for the first few.
function pictureDraw(picture, width, chosen) {
  const id = "a" + pictureCount++, root = svg("svg", { role: "img" });
  const out = picture.output || { shape: [], dtype: "" }, shapes = { output: list(out.shape) };
  for (const input of list(picture.inputs)) shapes[input.name] = list(input.shape);
  const elements = list(picture.elements).filter(e => chosen === null || e.element === chosen);
  const marks = new Map(list(picture.elements).map(e => [e.element, e.kind]));
  const wanted = {}, outlines = {}, arrows = [];
  for (const name in shapes) { wanted[name] = new Set(); outlines[name] = new Map(); }
  elements.slice(0, MOST_ARROWS).forEach(e => {
    const due = place(e.due, shapes), holds = place(e.holds, shapes);
    const outline = (at, word) => outlines[at.name].set(at.at, (outlines[at.name].get(at.at) || "") + " " + word);
    if (due) { wanted[due.name].add(due.at); outline(due, "due"); arrows.push([due, "expected", e.element, "due"]); }
    if (holds) { wanted[holds.name].add(holds.at); outline(holds, "source"); arrows.push([holds, "got", e.element, e.kind === "stale" ? "stale" : "from"]); }
  });
  const bad = new Set(chosen === null ? marks.keys() : [chosen]), panels = {};
  const name = (what, tensor) => what + " " + (tensor.dtype || "") + " [" + list(tensor.shape) + "]";
  for (const input of list(picture.inputs))
    panels[input.name] = panelMake(name(input.name, input), list(input.shape), input.from || 0, list(input.values), wanted[input.name], width);
  if (picture.expected) {
    const both = [...list(picture.expected), ...list(picture.got)]; // equally wide cells, to compare at a glance
    panels.expected = panelMake(name("expected", out), shapes.output, picture.from || 0, list(picture.expected), bad, width, both);
    panels.got = panelMake(name("got", out), shapes.output, picture.from || 0, list(picture.got), bad, width, both);
  }
  let x = 0, y = 0, tall = 0, wide = 0;
  const order = [...list(picture.inputs).map(i => i.name), ...(picture.expected ? ["expected", "got"] : [])];
  for (const key of order) {
    const p = panels[key];
    if (x > 0 && (x + p.width > width || key === "expected")) { x = 0; y += tall + 30; tall = 0; }
    p.x = x; p.y = y;
    x += p.width + 28; tall = Math.max(tall, p.height); wide = Math.max(wide, p.x + p.width);
  }
  const height = y + tall, texts = svg("g", { class: "texts" });
  root.append(definitions(id));
  for (const key of order) panelDraw(panels[key], root, texts, key === "got" ? marks : new Map(), outlines[key] || (key === "expected" ? new Map([...bad].map(at => [at, "due"])) : new Map()));
  for (const [source, target, at, kind] of arrows) {
    const from = panels[source.name] && panels[source.name].places.get(source.at), to = panels[target] && panels[target].places.get(at);
    if (from && to) arrowDraw(root, from, to, kind, id);
  }
  root.append(texts);
  wide = Math.max(wide, 40);
  root.setAttribute("viewBox", `0 0 ${Math.ceil(wide)} ${Math.ceil(height)}`);
  root.setAttribute("width", Math.ceil(wide)); root.setAttribute("height", Math.ceil(height));
  root.setAttribute("aria-label", "Operands, expected and got output; the marked elements are told in words below.");
  return root;
}
