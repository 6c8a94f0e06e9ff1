#!/usr/bin/env python3
"""coverage.py - what the tests reach, from `llvm-cov export`: figures, gaps, and whether they are enough.

usage: coverage.py EXPORT.json TRACE.info FIGURES.json

SPDX-License-Identifier: Apache-2.0
"""

import json
import os
import sys

OPEN = "tools/mutants/conditions.open"
LEAST_OF_JUDGE = 95  # of 100 conditions


class Wrong(Exception):
    """One sentence for the person who called."""


def justified():
    """{(file, text of the line, number of the condition): why}."""
    found = {}
    with open(OPEN, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.startswith("#") or not line.strip():
                continue
            where, marked, why = line.rstrip("\n").partition(" :: ")
            file, colon, rest = where.partition(": ")
            text, hash_, condition = rest.rpartition(" #")
            if not (marked and colon and hash_ and condition.isdigit()):
                raise Wrong(f"{OPEN}:{number}: a line is FILE: TEXT #CONDITION :: why")
            found[file, text, int(condition)] = why
    return found


def conditions(one):
    """{(line, column, number): reached} of the conditions of a file.

    A function that several objects have, and a macro that is expanded often, is there several times: once is enough.
    """
    found = {}
    for record in one.get("mcdc_records", []):
        for k, reached in enumerate(record[-1], 1):
            key = record[0], record[1], k
            found[key] = found.get(key, False) or reached
    return found


def lines(path):
    """{file: [lines reached, lines with code]}; the summary of the export counts comments in unused copies of a function."""
    found, at = {}, None
    with open(path, encoding="utf-8") as traced:
        for line in traced:
            kind, _, rest = line.rstrip("\n").partition(":")
            if kind == "SF":
                at = found.setdefault(os.path.relpath(rest), [0, 0])
            elif kind == "DA":
                at[0] += not rest.endswith(",0")
                at[1] += 1
    return found


def figures(one, in_lines, decided):
    branches = one["summary"]["branches"]
    return {"lines": dict(zip(("reached", "all"), in_lines)),
            "branches": {"reached": branches["covered"], "all": branches["count"]},
            "conditions": {"reached": sum(decided.values()), "all": len(decided)}}


def total(files):
    add = lambda kind, part: sum(f[kind][part] for f in files)
    return {kind: {part: add(kind, part) for part in ("reached", "all")} for kind in ("lines", "branches", "conditions")}


def rate(pair):
    share = 1000 * pair["reached"] // pair["all"] / 10 if pair["all"] else 100
    return f'{pair["reached"]} of {pair["all"]} ({share} %)'


def main():
    with open(sys.argv[1], encoding="utf-8") as export:
        exported = json.load(export)["data"][0]["files"]
    why, used, gaps, files, traced = justified(), set(), [], [], lines(sys.argv[2])
    for one in sorted(exported, key=lambda f: f["filename"]):
        name = os.path.relpath(one["filename"])
        decided = conditions(one)
        files.append({"file": name, **figures(one, traced[name], decided)})
        with open(name, encoding="utf-8") as source:
            text = source.read().split("\n")
        for (line, _, k), reached in sorted(decided.items()):
            of = text[line - 1].strip()
            key = name, of, k
            if not reached and key in why:
                used.add(key)
            elif not reached:
                gaps.append((name, line, of, k))
    sums = {"ref": total([f for f in files if f["file"].startswith("ref/")]),
            "judge": total([f for f in files if not f["file"].startswith("ref/")])}
    with open("VERSION", encoding="utf-8") as version, open(sys.argv[3], "w", encoding="utf-8") as to:
        json.dump({"schema": 2, "gatherum": version.read().strip(), **sums, "justified": len(used), "files": files}, to, indent=2)
        to.write("\n")
    for f in files:
        print(f'{f["file"]:40}' + "".join(f'{kind} {f[kind]["reached"]:5} of {f[kind]["all"]:5}  ' for kind in sums["ref"]).rstrip())
    for name, line, of, k in gaps:
        print(f"{name}:{line}: condition {k} decides nothing by itself in any test: {of}")
    for part, sum_ in sums.items():
        print(f"{part}: " + ", ".join(f"{kind} {rate(pair)}" for kind, pair in sum_.items()))
    print(f"conditions that nothing can show, each with its reason in {OPEN}: {len(used)}")
    unused = sorted(set(why) - used)
    for file, of, k in unused:
        print(f"{OPEN}: no gap needs the line of {file}: {of} #{k}", file=sys.stderr)
    ref, judge = sums["ref"], sums["judge"]["conditions"]
    short = [f for f in files if f["file"].startswith("ref/") and any(f[k]["reached"] < f[k]["all"] for k in ("lines", "branches"))]
    for f in short:
        print(f'{f["file"]}: lines or branches that no test reaches', file=sys.stderr)
    open_ref = [g for g in gaps if g[0].startswith("ref/")]
    enough = ref["lines"]["all"] > 0 and not short and not open_ref and not unused
    enough &= 100 * judge["reached"] >= LEAST_OF_JUDGE * judge["all"]
    if not enough:
        print(f"coverage.py: all of ref/ must be reached, and {LEAST_OF_JUDGE} of 100 conditions of the judge", file=sys.stderr)
    return 0 if enough else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Wrong as e:
        sys.exit(str(e))
