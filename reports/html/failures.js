// failures.js - the list of failures: groups, search, filters; a case is built when it is opened.
// SPDX-License-Identifier: Apache-2.0
"use strict";
const STEP = 50, MOST_PRINTED = 25;
const byId = id => document.getElementById(id);
const el = (tag, attributes, ...parts) => {
  const node = document.createElement(tag);
  for (const name in attributes) node.setAttribute(name, attributes[name]);
  node.append(...parts.filter(p => p !== null && p !== undefined && p !== ""));
  return node;
};
const data = JSON.parse(byId("index").textContent);
const cases = JSON.parse(byId("cases").textContent); // [group, name, diagnosis, mark, detail, is there a picture]
let details = null; // lines of JSON, cut when the first is needed
const detailOf = k => {
  if (details === null) details = byId("details").textContent.split("\n");
  try { return JSON.parse(details[k + 1]); } catch (e) { return {}; }
};
let haystack = null; // what the search looks in, made at the first search
const number = n => n < 10000 ? String(n) : String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");
const many = (n, word) => number(n) + " " + word + (n === 1 ? "" : "s");

function factsMake(pairs) {
  const dl = el("dl", { class: "facts" });
  for (const [name, value] of pairs) if (value !== undefined && value !== null && value !== "") dl.append(el("dt", {}, name), el("dd", {}, String(value)));
  return dl;
}

function elementsInWords(picture) {
  const shape = list((picture.output || {}).shape), ul = el("ul", { class: "small" });
  for (const e of list(picture.elements).slice(0, 64)) {
    const k = e.element - (picture.from || 0), kind = KINDS[e.kind] || ["", e.kind];
    const got = list(picture.got)[k];
    ul.append(el("li", {}, el("code", {}, "output[" + coordinates(shape, e.element) + "]"), ": " + kind[0] + " " + kind[1] +
      "; must be " + list(picture.expected)[k] + (e.due ? " (" + e.due + ")" : "") + ", is " + (got === "" ? "still poison" : got) + (e.holds ? " (" + e.holds + ")" : "")));
  }
  return ul;
}

function pictureMake(picture) {
  const figure = el("figure", { class: "picture" }), hold = el("div", { class: "hold" }), elements = list(picture.elements);
  let chosen = null;
  const draw = () => hold.replaceChildren(pictureDraw(picture, Math.max(220, figure.clientWidth || 640), chosen));
  const used = new Set(elements.map(e => e.kind)), legend = el("ul", { class: "legend" });
  for (const kind of Object.keys(KINDS)) if (used.has(kind)) legend.append(el("li", {}, el("b", {}, KINDS[kind][0]), " " + KINDS[kind][1]));
  if (elements.some(e => e.due)) legend.append(el("li", {}, el("b", {}, "\u2504\u25b8"), " where the right value lies"));
  if (elements.some(e => e.holds)) legend.append(el("li", {}, el("b", {}, "\u2500\u25b8"), " where the wrong value came from"));
  if (elements.length > 1) {
    const choose = el("div", { class: "choose", role: "group", "aria-label": "Arrows for" });
    const add = (text, value) => {
      const button = el("button", { type: "button", "aria-pressed": value === chosen }, text);
      button.addEventListener("click", () => {
        chosen = value; draw();
        for (const b of choose.children) b.setAttribute("aria-pressed", b === button);
      });
      choose.append(button);
    };
    add("first " + Math.min(MOST_ARROWS, elements.length), null);
    for (const e of elements.slice(0, 12)) add("[" + coordinates(list((picture.output || {}).shape), e.element) + "]", e.element);
    figure.append(choose);
  }
  figure.append(hold, legend);
  if (elements.length) figure.append(el("details", { class: "fold" }, el("summary", {}, "In words"), elementsInWords(picture)));
  if (window.ResizeObserver) {
    let last = 0;
    new ResizeObserver(() => { if (figure.clientWidth && figure.clientWidth !== last) { last = figure.clientWidth; draw(); } }).observe(figure);
  }
  figure.redraw = width => { hold.replaceChildren(pictureDraw(picture, width || Math.max(220, figure.clientWidth || 640), chosen)); };
  return figure;
}

function repeatMake(line) {
  const text = el("pre", {}, el("code", {}, line)), button = el("button", { type: "button" }, "Copy");
  button.addEventListener("click", async () => {
    try { await navigator.clipboard.writeText(line); button.textContent = "Copied"; }
    catch (e) { const range = document.createRange(); range.selectNodeContents(text); getSelection().removeAllRanges(); getSelection().addRange(range); button.textContent = "Selected"; }
  });
  return el("div", { class: "repeat" }, text, button);
}

// The case as a C file: what the records have of it, and the part that is the same for all.
function standaloneMake(name, code) {
  const fold = el("details", { class: "fold" }, el("summary", {}, "The case as a C file that needs no gatherum"));
  fold.addEventListener("toggle", () => {
    if (!fold.open || fold.children.length > 1) return;
    const text = code + byId("standalone").textContent.slice(1), file = name.replace(/[^A-Za-z0-9.@_-]+/g, "_") + ".c";
    const link = el("a", { class: "save", download: file, href: URL.createObjectURL(new Blob([text], { type: "text/x-c" })) }, "Save as " + file);
    fold.append(el("p", {}, link), repeatMake("cc " + file + " -ldl && ./a.out ./plugin.so"), el("pre", { class: "code", tabindex: "0" }, el("code", {}, text)));
  });
  return fold;
}

const tensorText = t => t.name + " " + t.dtype + " [" + list(t.shape) + "]";
function caseBody(entry) {
  const d = detailOf(entry[4]), group = data.groups[entry[0]], p = d.picture, body = el("div", { class: "body" });
  if (group.clause) body.append(el("blockquote", {}, el("span", { class: "text" }, d.requirement || group.demand || "The sentence of this clause is not recorded."),
    el("div", { class: "soft small" }, group.clause + (group.level ? ", " + group.level : "") + (group.where ? ", " + group.where : ""))));
  body.append(factsMake([["verdict", group.verdict + (data.verdicts[group.verdict] ? ": " + data.verdicts[group.verdict] : "")], ["hunts", d.hunts],
    ["operands", p && list(p.inputs).map(tensorText).join(", ")], ["attributes", p && p.attributes && Object.keys(p.attributes).map(k => k + " = " + p.attributes[k]).join(", ")],
    ["due", p && p.demand], ["reported", p && list(p.status).join(", then ")], ["elements of this verdict", d.wrong > 0 ? number(d.wrong) : ""]]));
  if (p) {
    try { body.append(pictureMake(p)); }
    catch (e) { body.append(el("p", { class: "soft small" }, "The picture in the records could not be drawn.")); }
  } else body.append(el("p", { class: "soft small" }, d.left_out ? "Its picture was left out to keep this page small; the records have it." :
    d.wrong > 0 ? "No picture recorded: the first failing cases of each point have one." : ""));
  body.append(repeatMake(d.repeat || "The command that repeats it is not recorded."));
  if (p && p.code) body.append(standaloneMake(entry[1], p.code));
  else if (data.seed) body.append(el("details", { class: "fold" }, el("summary", {}, "The case as a C file that needs no gatherum"), repeatMake("gatherum export c --seed " + data.seed + " '" + entry[1] + "' -o case.c")));
  if (p && p.yaml) body.append(el("details", { class: "fold" }, el("summary", {}, "The case as YAML"), el("pre", {}, el("code", {}, p.yaml))));
  return body;
}

// Cases in a list that grows on demand.  Each item of `rows` is a case and the others of its point.
function rowsGrow(body, rows, after) {
  const more = el("button", { type: "button", class: "more" });
  let shown = 0;
  const grow = () => {
    const first = shown;
    if (more.parentNode) more.remove();
    for (const stop = Math.min(rows.length, shown + STEP); shown < stop; shown++) body.append(caseMake(rows[shown][0], rows[shown].slice(1)));
    more.textContent = "Show " + Math.min(STEP, rows.length - shown) + " more of " + number(rows.length - shown);
    if (shown < rows.length) body.append(more); else if (after) body.append(after);
    if (first) body.children[first].firstChild.focus();
  };
  more.addEventListener("click", grow);
  grow();
}

const stemOf = name => name.slice(0, name.lastIndexOf("/"));
function caseMake(k, others) {
  const entry = cases[k], node = el("details", { class: "case" });
  node.pictured = entry[5];
  node.append(el("summary", {}, entry[3] ? el("span", { class: "badge new" }, entry[3]) : null, el("code", { class: "text" }, entry[1]),
    others.length ? el("span", { class: "small soft" }, " and " + number(others.length) + " more like it") : null, el("span", { class: "diagnosis text" }, entry[2])));
  node.fill = () => { 
    if (node.children.length > 1) return;
    const body = caseBody(entry);
    if (others.length) {
      const fold = el("details", { class: "fold" }, el("summary", {}, "More cases of this point: " + number(others.length)));
      fold.addEventListener("toggle", () => { if (fold.open && fold.children.length === 1) rowsGrow(fold.appendChild(el("div", {})), others.map(k => [k])); });
      body.append(fold);
    }
    node.append(body);
    for (const figure of node.querySelectorAll(".picture")) figure.redraw();
  };
  node.addEventListener("toggle", () => { if (node.open) node.fill(); });
  return node;
}

function groupMake(group, members) {
  const node = el("details", { class: "group" }), body = el("div", { class: "body" });
  const beyond = members.length === group.kept ? group.n - group.kept : 0;
  node.pictured = members.some(k => cases[k][5]);
  node.append(el("summary", {}, el("span", { class: "badge" }, group.verdict), el("b", { class: "text" }, group.backend + ", " + group.variant), " ",
    el("span", {}, many(members.length + beyond, "case") + (members.length === group.kept ? " in " + many(group.points, "point") : "")),
    el("span", { class: "demand text" }, group.clause ? group.clause + ": " + (group.demand || "its sentence is not recorded") : data.verdicts[group.verdict] || "")), body);
  node.fill = () => {
    if (body.children.length) return;
    const rows = [];
    for (const k of members) {
      const last = rows[rows.length - 1];
      if (last && stemOf(cases[last[0]][1]) === stemOf(cases[k][1])) last.push(k); else rows.push([k]);
    }
    if (group.decision) body.append(el("p", { class: "small soft text" }, "The document leaves this open. Read here as " + group.decision + (group.why ? ": " + group.why : "")));
    rowsGrow(body.appendChild(el("div", {})), rows, beyond > 0 ? el("p", { class: "soft" }, many(beyond, "more case") + " of this kind: too many for this page; the CSV report has them all.") : null);
  };
  node.addEventListener("toggle", () => { if (node.open) node.fill(); });
  return node;
}

const controls = { q: byId("q"), backend: byId("f-backend"), variant: byId("f-variant"), verdict: byId("f-verdict"), mark: byId("f-mark") };
function listDraw(openFirst) {
  const words = controls.q.value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = data.groups.map(g => ["backend", "variant", "verdict"].every(key => !controls[key].value || g[key] === controls[key].value));
  if (words.length && haystack === null) haystack = cases.map(c => (c[1] + " " + c[2] + " " + data.groups[c[0]].clause + " " + (data.groups[c[0]].demand || "")).toLowerCase());
  const members = data.groups.map(() => []);
  let n = 0;
  cases.forEach((c, k) => {
    if (!fits[c[0]] || (controls.mark && controls.mark.value && c[3] !== controls.mark.value)) return;
    if (words.length && !words.every(w => haystack[k].includes(w))) return;
    members[c[0]].push(k); n++;
  });
  const nodes = data.groups.map((g, k) => members[k].length ? groupMake(g, members[k]) : null).filter(Boolean);
  byId("list").replaceChildren(...(nodes.length ? nodes : [el("p", { class: "soft" }, "No failing case fits what is searched for.")]));
  byId("count").textContent = n === cases.length ? many(data.total, "failing case") : many(n, "case") + " of " + number(data.total);
  const drawn = nodes.find(node => node.pictured) || nodes[0]; // a picture tells most
  if (openFirst && drawn) {
    drawn.open = true; drawn.fill();
    const all = [...drawn.querySelectorAll(".case")], first = all.find(node => node.pictured) || all[0];
    if (first) { first.open = true; first.fill(); }
  }
}

if (byId("list")) {
  let timer = 0;
  controls.q.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(() => listDraw(controls.q.value !== ""), 120); });
  for (const key of ["backend", "variant", "verdict", "mark"]) if (controls[key]) controls[key].addEventListener("change", () => listDraw(true));
  byId("filter").addEventListener("submit", e => e.preventDefault());
  byId("filter").addEventListener("reset", () => setTimeout(() => listDraw(true), 0));
  document.addEventListener("keydown", e => { // "/" goes to the search, as on many sites
    if (e.key === "/" && !e.ctrlKey && !e.metaKey && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) { e.preventDefault(); controls.q.focus(); }
  });
  for (const link of document.querySelectorAll("a[data-variant]")) link.addEventListener("click", () => {
    byId("filter").reset();
    controls.backend.value = link.dataset.backend; controls.variant.value = link.dataset.variant;
    setTimeout(() => listDraw(true), 0);
  });
  addEventListener("beforeprint", () => { // paper cannot be opened: show the first case of each group
    let left = MOST_PRINTED;
    for (const group of document.querySelectorAll(".group")) {
      group.open = true; group.fill();
      const all = [...group.querySelectorAll(".case")], c = all.find(node => node.open) || all.find(node => node.pictured) || all[0];
      if (c && left-- > 0) { c.open = true; c.fill(); }
    }
    for (const figure of document.querySelectorAll(".picture")) if (figure.redraw) figure.redraw(660);
  });
  listDraw(true);
}
