#!/usr/bin/env python3
# causes.py - how many causes are told of known faults: of one saboteur at a time, and of two in one backend.
#
#   causes.py [--saboteurs N] [--pairs N] [--seed S] [--draw N] [--shard K/N] [NAME...]
#
# A saboteur, drawn by seed or named, runs in a variant in which it is caught.  A pair are two of different classes, of which
# the second changes what fails.  Prints a line for each and the shares; needs `make plugins broken`.
#
# SPDX-License-Identifier: Apache-2.0
import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

OUT = pathlib.Path(os.environ.get("OUT", "build"))
SMALL = 8  # elements that are seen at a glance
MOST = 3  # causes that a reader takes for one fault


def gatherum(*words):
    return subprocess.run([OUT / "gatherum", *words], capture_output=True, text=True, check=False)


def header(path, word):
    found = re.search(rf"^ \* {word}: *(.*)$", path.read_text().split("*/")[0], re.M)
    return found.group(1) if found else ""


def killed_in(names, work):
    """Of each saboteur the variants in which a case kills it: one of each operator."""
    gatherum("kill", "-x", "-o", str(work / "kill.json"), *names)
    matrix = json.loads((work / "kill.json").read_text())["matrix"]
    return {row["name"]: ["/".join(o["first"].split("@")[0].split("/")[:2]) for o in row["operators"] if o["killed"]]
            for row in matrix}


class Run:
    """What a backend fails of one variant, and the causes that are told."""

    def __init__(self, backend, variant, options, work):
        records = work / "records"
        gatherum("run", "--quiet", "--seed", "1", "--draw", str(options.draw), "--shard", options.shard, "--backend", backend, "--out", str(records), variant)
        lines = [json.loads(line) for line in records.read_text().splitlines()]
        passing = ("weak", "noted", "pass", "not-claimed")
        self.failing = {r["case"]: r for r in lines if r["record"] == "case" and r["verdict"] not in passing}
        self.causes = json.loads(gatherum("report", "causes-json", str(records)).stdout)["causes"]
        first = self.failing.get(self.causes[0]["case"], {}) if self.causes else {}
        self.size = first.get("size", 0)
        self.least = min((r.get("size", 0) for r in self.failing.values()), default=0)

    def is_small(self):
        return self.size <= SMALL or self.least > SMALL

    def sentences(self):
        return " | ".join(c["sentence"].split(" all have:")[0].split("; ")[0] for c in self.causes)


def object_of(name):
    return str((OUT / "tests/saboteurs" / (name + ".so")).resolve())


def share(words, good, n):
    print(f"{words}: {good} of {n}" + (f" ({100 * good / n:.0f} of 100)" if n else ""))


def singles_do(names, variants, options, work):
    n = few = small = 0
    for name in names:
        run = Run(object_of(name), options.chance.choice(variants[name]), options, work) if variants.get(name) else None
        if run is None or not run.causes:
            print(f"{name}: nothing fails")
            continue
        n += 1
        few += len(run.causes) <= MOST
        small += run.is_small()
        print(f"{name}: {len(run.causes)} causes, first case of {run.size} elements, least {run.least}: {run.sentences()}")
    share(f"at most {MOST} causes", few, n)
    share(f"first case of at most {SMALL} elements, where one fails", small, n)


def pair_draw(names, variants, classes, declaring, chance):
    """The second declares nothing: the pair has the claims of the first."""
    for _ in range(1000):
        a, b = sorted(chance.sample(names, 2), key=lambda name: name not in declaring)
        both = sorted(set(variants.get(a, [])) & set(variants.get(b, [])))
        if classes[a] != classes[b] and both and b not in declaring:
            return a, b, chance.choice(both)
    sys.exit("causes.py: no two of these saboteurs can be paired")


def pairs_do(names, variants, classes, declaring, options, work):
    n = two = more = 0
    plugin = str(OUT / "tests/plugins/two_faults.so")
    for _ in range(4 * options.pairs):
        if n == options.pairs:
            break
        a, b, variant = pair_draw(names, variants, classes, declaring, options.chance)
        alone = Run(object_of(a), variant, options, work)
        run = Run(f"{plugin}:{object_of('honest')},{object_of(a)},{object_of(b)}", variant, options, work)
        if not alone.failing or set(run.failing) == set(alone.failing):
            print(f"{a} + {b} in {variant}: the {'second' if alone.failing else 'first'} shows nowhere")
            continue
        n += 1
        two += len(run.causes) == 2
        more += len(run.causes) > 2
        print(f"{a} + {b} in {variant}: {len(run.causes)} causes: {run.sentences()}")
    share("two causes", two, n)
    share("two causes or more", two + more, n)


def main():
    parser = argparse.ArgumentParser(description="how many causes are told of known faults")
    parser.add_argument("--saboteurs", type=int, default=0)
    parser.add_argument("--pairs", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--draw", type=int, default=100)
    parser.add_argument("--shard", default="1/1")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    options.chance = random.Random(options.seed)
    sources = [p for p in sorted(pathlib.Path("tests/saboteurs").glob("*/*.c")) if p.parent.name not in ("npu", "honest")]
    classes = {p.stem: header(p, "class") for p in sources}
    declaring = {p.stem for p in sources if ".out_of_range" in p.read_text()}
    names = options.names or options.chance.sample(sorted(classes), min(len(classes), max(options.saboteurs, 2 * options.pairs)))
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        variants = killed_in(names, work)
        if options.saboteurs or not options.pairs:
            singles_do(names[:options.saboteurs] if not options.names else names, variants, options, work)
        if options.pairs:
            pairs_do(names, variants, classes, declaring, options, work)


main()
