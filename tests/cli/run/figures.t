#!/usr/bin/env bash
# figures.t - the page of speed: what its plots show is what was measured, and hostile figures do no harm.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
unset SOURCE_DATE_EPOCH GATHERUM_PATH

# page CODE FILE...: the page of figures in $work/page, what was complained of in $work/err.
page() {
    local want=$1
    shift
    timeout 60 "$gatherum" report "${format:-bench}" "$@" -o "$work/page" 2>"$work/err"
    same $? "$want" "exit code; stderr: $(head -c 300 "$work/err")"
}
# looked_at: Python on stdin finds nothing wrong in the page, whose plots are `plots`, by their titles.
looked_at() {
    { cat <<'P'
import re, sys, xml.etree.ElementTree as tree
page = open(sys.argv[1], encoding="utf-8").read()
assert "<script" not in page and "://" not in page, "a script, or an address"
plots, ids = {}, re.findall(r' id="([^"]*)"', page)
assert len(ids) == len(set(ids)), "an id that is there twice"
assert not [a for a in re.findall(r'href="#([^"]*)"', page) if a not in ids], "a link to nowhere"
for text in re.findall(r"<svg class=\"plot (?:bars|curves)\".*?</svg>", page, re.S):
    svg = tree.fromstring(text)
    title, desc = svg.find("title"), svg.find("desc")
    assert svg.get("role") == "img" and svg.get("aria-labelledby").split() == [title.get("id"), desc.get("id")] and desc.text, "a picture without words"
    wide, high = map(float, svg.get("viewBox").split()[2:])
    for part in svg.iter():
        x, y = float(part.get("x", 0)), float(part.get("y", 0))
        assert 0 <= x <= x + float(part.get("width", 0) if part is not svg else 0) <= wide and 0 <= y <= high, f"outside of the picture: {part.attrib}"
    plots[title.text] = svg
def of(svg, kind):
    return [e for e in svg.iter() if kind in e.get("class", "").split()]
def place(path):
    return float(re.match(r"M([-\d.]+) ", path.get("d"))[1])
P
      cat; } >"$work/look.py"
    python3 "$work/look.py" "$work/page" >"$work/err" 2>&1 || { why "$(tail -n 3 "$work/err")"; return 1; }
}

# cell NAME LIMIT GB/S LOW HIGH: as bench writes it.
cell() { printf '{"name": "%s", "checks": true, "limit": %s, "gigabytes_per_second": {"median": %s, "low": %s, "high": %s}, "of_memcpy": 0.5, "of_stream": 0.6}' "$@"; }
# figures NAME: a document whose first contender and first row are called so.
figures() {
    printf '{"gatherum": "0", "machine": "%s", "threads": 1, "rounds": 11, "hardware": {"caches": {"L2": 2097152}},\n "contenders": [{"name": "%s", "version": "7.8.9", "note": ""}],\n "rows": [\n' "$1" "$1"
    printf '  {"workload": "%s", "useful_bytes": 65536, "page_bytes": 4096, "cells": [%s,\n %s,\n %s,\n %s]}' "$1" "$(cell memcpy true 40 39 41)" "$(cell stream true 20 19 21)" "$(cell "$1" false 10 8 15)" "$(cell torch false 5 5 5)"
    for k in 3 5 7; do
        printf ',\n  {"workload": "sweep Gather out10^%d", "useful_bytes": 1e%d, "cells": [%s, %s]}' $k $k "$(cell memcpy true 100 100 100)" "$(cell opt false $((3 ** ((k - 3) / 2))) 0.5 200)"
    done
    printf ',\n  {"workload": "too large", "useful_bytes": 1, "left_out": "needs <memory>"}]}\n'
}

drawn() {
    figures row4 >"$work/figures.json"
    page 0 "$work/figures.json" && looked_at <<'P'
assert set(plots) == {"row4, GB/s", "sweep Gather, GB/s by size"}, f"plots: {set(plots)}"
svg = plots["row4, GB/s"]
zero = float(of(svg, "first")[0].get("x"))
per = float(of(svg, "first")[0].get("width")) / 10
assert abs(float(of(svg, "peer")[0].get("width")) - 5 * per) < 0.2, "a bar is not as long as its rate"
assert [round((place(p) - zero) / per) for p in of(svg, "limit")] == [40, 20], "the limits are not where they belong"
assert [round((float(n) - zero) / per) for n in re.findall(r"[MH]([\d.]+)", of(svg, "whisker")[0].get("d"))] == [8, 15, 8, 15], "the interval is not where it belongs"
svg = plots["sweep Gather, GB/s by size"]
x, y = zip(*[map(float, re.match(r"translate\((\S+) (\S+)\)", m.get("transform")).groups()) for m in of(svg, "mark")])
assert len(x) == 3 and abs(x[0] + x[2] - 2 * x[1]) < 0.3 and abs(y[0] + y[2] - 2 * y[1]) < 0.3 and x[0] < x[1] and y[0] > y[1], f"1, 3 and 9 GB/s are no straight line: {x} {y}"
for text in "7.8.9", "L2 2\u00a0MiB", "10.0 [8.00, 15.0]", "▽ 0.60", "64\u00a0KiB useful, pages of 4\u00a0KiB", "Left out: needs &lt;memory&gt;":
    assert text in page, f"no {text}"
P
}

# What bench itself writes; the report of a release has the same plots.
measured() {
    timeout 100 "$gatherum" bench --quick --json --rounds 1 --backend opt --backend ref 'sweep*row4 out10^[3-5]' 'Gather a0 row64 tab1M*' 'hot*' >"$work/figures.json" 2>"$work/err" ||
        { why "bench: $(head -c 300 "$work/err")"; return 1; }
    local format
    for format in bench html; do
        page 0 "$work/figures.json" && looked_at <<'P' || return
assert len(plots) == 4 and sum(len(of(p, "first")) for p in plots.values()) == 3, f"plots: {set(plots)}"
assert "gatherum" in page and re.search(r"<dt>system</dt><dd class=\"text\">Linux ", page) and "figures mean nothing" in page, "machine or warning are missing"
P
        cp "$work/page" "$work/first"
        page 0 "$work/figures.json" || return
        cmp -s "$work/first" "$work/page" || { why "$format: other bytes the second time"; return 1; }
    done
    cp "$work/figures.json" "$work/others.json"
    page 0 "$work/figures.json" "$work/others.json" && looked_at <<'P'
assert re.findall(r"<h3 class=\"text\">(.*?)</h3>", page) == ["figures.json", "others.json"], "which figures are of which file"
P
}

hostile() {
    figures '</svg><script>x</script><b>]]>& onload=x \"\u0001\u202e' | sed 's/"median": 5,/"median": -5,/; s/"useful_bytes": 1e5/"useful_bytes": -1/; s/"low": 0.5, "high": 200/"low": 1e300, "high": -1e300/' >"$work/figures.json"
    page 0 "$work/figures.json" && looked_at <<'P'
assert len(plots) == 3 and [t for t in plots if t.startswith("</svg><script>")], f"plots: {set(plots)}"
assert not of(plots[[t for t in plots if t.startswith("</svg>")][0]], "peer"), "a rate below 0 has a bar"
P
}

# told WHERE PART: the figures are refused in one sentence.
told() {
    page 2 "$work/figures.json" || return
    same "$(wc -l <"$work/err")" 1 'sentences' || return
    grep -qF "figures.json:$1" "$work/err" && grep -qF "$2" "$work/err" || { why "no '$1' with '$2': $(cat "$work/err")"; return 1; }
}
broken() {
    figures row4 | sed '4s/"cells"/cells/' >"$work/figures.json" && told 4:71: 'JSON' || return
    figures row4 | sed 's/"rounds": 11/"rounds": "many"/' >"$work/figures.json" && told ' ' "'rounds'" || return
    figures row4 | sed 's/"useful_bytes": 65536/"useful_bytes": []/' >"$work/figures.json" && told ' ' "'rows.1.useful_bytes'"
}

plan 4
if command -v python3 >/dev/null; then
    drawn; point $? 'bars, limits, intervals and curves lie where their figures are'
    measured; point $? 'the figures of bench, and the same plots in the whole report'
    hostile; point $? 'hostile names are text, and rates that are none have no bar'
else
    for _ in 1 2 3; do skip 'plots' 'no python3 here'; done
fi
broken; point $? 'broken figures: one sentence with its place'
finish
