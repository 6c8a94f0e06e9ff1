#!/usr/bin/env python3
# failing_case.py - docs/learn/failing-case.svg: one failing case as a picture, made from a record of a run.
#
# usage: build/gatherum run --backend build/tests/saboteurs/outer_stride_of_output.so --out r.jsonl gather/onnx-13/document/columns/float32,int64
#        tools/release/failing_case.py r.jsonl > docs/learn/failing-case.svg
#
# SPDX-License-Identifier: Apache-2.0
import json
import re
import sys
from html import escape

CELL, ROW = 58, 30
RIGHT, WRONG, PLAIN = "#2da44e", "#cf222e", "#8c959f"


def case_of(path):
    with open(path, encoding="utf-8") as f:
        records = [json.loads(line) for line in f]
    return next(r for r in records if r["record"] == "case" and r["picture"].get("got"))


def text(x, y, words, size=14, fill="#1f2328", more=""):
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" {more}>{escape(words)}</text>'


def grid(x, y, title, shape, values, colours):
    """A tensor as rows of its last dimension; colours by flat position."""
    width = shape[-1] if shape else 1
    out = [text(x, y - 8, title)]
    for k, value in enumerate(values):
        cx, cy = x + k % width * CELL, y + k // width * ROW
        colour = colours.get(k, PLAIN)
        out.append(f'<rect x="{cx}" y="{cy}" width="{CELL - 4}" height="{ROW - 4}" rx="4" fill="#ffffff" stroke="{colour}" '
                   f'stroke-width="{2 if k in colours else 1}"/>')
        out.append(text(cx + CELL / 2 - 2, cy + 18, value, 13, colour if k in colours else "#1f2328", 'text-anchor="middle"'))
    return out


def flat(place, shape):
    at = [int(n) for n in re.findall(r"\d+", place)]
    k = 0
    for n, extent in zip(at, shape):
        k = k * extent + n
    return k


def main():
    case = case_of(sys.argv[1])
    picture = case["picture"]
    data, indices = picture["inputs"][0], picture["inputs"][1]
    shape = picture["output"]["shape"]
    first = picture["elements"][0]
    wrong = {e["element"]: WRONG for e in picture["elements"]}
    marks = {flat(first["due"], data["shape"]): RIGHT, flat(first["holds"], data["shape"]): WRONG}
    top = 86
    body = [text(20, 28, case["case"], 15, more='font-weight="bold"'), text(20, 50, "hunts: " + case["hunts"], 13, "#57606a")]
    body += grid(20, top, f"data {data['shape']}", data["shape"], data["values"], marks)
    body += grid(230, top, f"indices {indices['shape']}", indices["shape"], indices["values"], {})
    body += grid(400, top, f"expected {shape}", shape, picture["expected"], {first["element"]: RIGHT})
    body += grid(560, top, "received", shape, picture["got"], wrong)
    rows = max(len(t["values"]) // t["shape"][-1] for t in (data, indices))
    y = top + max(rows, len(picture["got"]) // shape[-1]) * ROW + 22
    for line in re.split(r"(?<=[:;]) ", case["verdict"] + ": " + case["diagnosis"]):
        body.append(text(20, y, line, 13, WRONG if line.startswith(case["verdict"]) else "#1f2328"))
        y += 20
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 {y}" font-family="monospace" role="img">')
    print(f'<desc>made by tools/release/failing_case.py from {escape(case["repeat"])}</desc>')
    print(f'<title>{escape(case["case"])}: {escape(case["diagnosis"])}</title>')
    print(f'<rect width="780" height="{y}" fill="#f6f8fa" rx="8"/>')
    print("\n".join(body))
    print("</svg>")


if __name__ == "__main__":
    main()
