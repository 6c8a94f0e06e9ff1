#!/usr/bin/env python3
# mutants.py - change our own code in one place at a time: do the tests notice?
#
# Generates mutants of core/, ref/, the judge and opt/ by the rules of tools/mutants/mutants.rules,
# takes a seeded sample of those that compile to other code, runs the tests on each, and
# reports who survives.  What is found is kept as it is found, and holds as long as the
# sources and the test that killed are the same: a run that was cut short goes on where it
# was.  Usual way: make mutants SAMPLE=300.
#
# SPDX-License-Identifier: Apache-2.0
import argparse
import concurrent.futures
import glob
import hashlib
import json
import os
import sys
import threading

import mutants_source as source
from mutants_trial import Builder, Job, TrialError, tests_of

SOURCES = ["core", "ref", "opt", "harness", "include"]
TESTS = ["tests", "cases", "specs", "backends"]


def arguments():
    p = argparse.ArgumentParser(prog="tools/mutants/mutants.py", description="mutation testing of gatherum's own code")
    p.add_argument("--sample", type=int, default=0, help="how many mutants to judge beside those known to be equivalent; 0: all")
    p.add_argument("--seed", type=int, default=1, help="which ones")
    p.add_argument("--files", default="", help="globs of files, separated by blanks")
    p.add_argument("--mutant", default="", help="only the mutants whose id begins so")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--build", default="build", help="folder of the usual build")
    p.add_argument("--out", default="build/mutants", help="folder of what is made")
    p.add_argument("--json", default="build/mutants.json")
    p.add_argument("--tool", default="", help="folder that universalmutator was installed in")
    p.add_argument("--equivalent", default=source.EQUIVALENT, help="file of equivalence lines")
    p.add_argument("--rules", default=source.RULES)
    p.add_argument("--check", action="store_true", help="only: do the equivalence lines quote what is there")
    return p.parse_args()


def tree_hash(places):
    """Of the names and contents of all files there."""
    h = hashlib.sha256()
    for place in places:
        names = [place] if os.path.isfile(place) else []
        for folder, _, files in os.walk(place):
            names += [f"{folder}/{f}" for f in files if not f.startswith(".")]
        for name in sorted(names):
            with open(name, "rb") as f:
                h.update(name.encode() + b"\0" + hashlib.sha256(f.read()).digest())
    return h.hexdigest()[:16]


def proof_of(by):
    """Hash of what a result rests on besides the sources: the test that killed, or all tests."""
    if not by:
        return tree_hash(TESTS)
    if by.startswith("test_"):
        return tree_hash([*glob.glob(f"tests/**/{by.split()[0]}.c", recursive=True),
                          *sorted(glob.glob("tests/unit/*.h"))])
    return tree_hash(["cases", "specs", "backends", "tests/saboteurs"])


class Results:
    """One JSON line per mutant that was tried, as long as what it rests on is the same."""

    def __init__(self, folder, key):
        self.path, self.lock = f"{folder}/results-{key}.jsonl", threading.Lock()
        self.known, self.proofs = {}, {}
        os.makedirs(folder, exist_ok=True)
        for name in os.listdir(folder):  # those of older sources say nothing any more
            if name.startswith("results-") and not self.path.endswith(name):
                os.unlink(f"{folder}/{name}")
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as f:
                for line in f:
                    r = json.loads(line) if line.endswith("\n") else {"by": "", "proof": ""}
                    if r["proof"] == self.proof(r["by"]):
                        self.known[r["id"]] = r["by"]
        self.file = open(self.path, "a", encoding="utf-8")

    def proof(self, by):
        if by not in self.proofs:
            self.proofs[by] = proof_of(by)
        return self.proofs[by]

    def add(self, mutant, by):
        with self.lock:
            self.known[mutant.id] = by
            self.file.write(json.dumps({"id": mutant.id, "by": by, "proof": self.proof(by)}) + "\n")
            self.file.flush()


def choose(mutants, args, entries, builder, pool):
    """The first mutants in the order of the seed that compile to code of their own: as many as
    the sample shall have that no line calls equivalent, and those between them that one does."""
    order = sorted(mutants, key=lambda m: hashlib.sha256(f"{args.seed}:{m.id}".encode()).digest())
    if args.mutant:
        order = [m for m in order if m.id.startswith(args.mutant)]
    chosen, codes, counted = [], {}, 0
    fates = {"invalid": 0, "equal": 0, "doubled": 0}
    most = args.sample or len(order)
    for at in range(0, len(order), 32):
        part = order[at:at + 32]
        for m, (fate, code) in zip(part, pool.map(builder.compile, part)):
            if counted == most:
                return chosen, fates
            if fate == "valid" and codes.setdefault((m.file, code), m) is not m:
                fate = "doubled"
            if fate == "valid":
                chosen.append(m)
                counted += m.key() not in entries
            else:
                fates[fate] += 1
        say(f"{counted} of {most} mutants chosen", True)
    return chosen, fates


def say(text, passing=False):
    """Progress goes to a terminal only."""
    if not passing:
        print(text, flush=True)
    elif sys.stderr.isatty():
        print("\r\033[K" + text, end="", file=sys.stderr, flush=True)


class Careful:
    """The builder of what has sanitizers, made when the first mutant has lived."""

    def __init__(self, args, builder, files):
        self.args, self.key, self.files = args, builder.key, files
        self.builder, self.lock = None, threading.Lock()

    def ready(self):
        """Is there a test for it?"""
        with self.lock:
            if self.builder is None and any(tests_of(f, self.args.build, True) for f in self.files):
                b = Builder(f"{self.args.build}/asan", f"{self.args.out}/careful", self.key, True)
                b.make(self.files)
                self.builder = b
            return self.builder is not None


def try_all(chosen, args, builder, results):
    """Each job takes the next mutant that has no result yet."""
    todo = [m for m in chosen if m.id not in results.known]
    # Neighbours share objects, so each job relinks less.
    todo.sort(key=lambda m: (m.file, m.line))
    left, lock, failed = list(reversed(todo)), threading.Lock(), []
    files = sorted({m.file for m in todo})
    print(f"{len(chosen)} mutants, {len(chosen) - len(todo)} of them tried before", flush=True)
    if todo:
        builder.make(files)

    careful = Careful(args, builder, files)

    def work(number):
        job = careful_job = None
        while not failed:
            with lock:
                if not left:
                    return
                m = left.pop()
            try:
                job = job or Job(builder, number)
                by = job.trial(m)
                if not by and careful.ready():
                    careful_job = careful_job or Job(careful.builder, number)
                    by = careful_job.trial(m) if careful.builder.compile(m)[0] == "valid" else by
            except (TrialError, OSError) as e:
                failed.append(str(e))
                return
            results.add(m, by)
            say(f"{len(left)} left; {m.file}:{m.line} {by or 'SURVIVED'}", True)
            if not by:
                say(f"SURVIVED {m.id} {m.file}:{m.line} in {m.function}\n{m.diff()}")

    threads = [threading.Thread(target=work, args=(k,), daemon=True) for k in range(args.jobs)]
    for t in threads:
        t.start()
    for t in threads:
        while t.is_alive():
            t.join(0.5)
    if failed:
        sys.exit(f"tools/mutants/mutants.py: {failed[0]}")


def stale(entries, mutants, chosen, results):
    """Equivalence lines that no mutant needs, or that a test contradicts."""
    for m in mutants:
        if m.key() in entries:
            entries[m.key()].fits += 1
    for m in chosen:
        if m.key() in entries and results.known[m.id]:
            yield (f"{source.EQUIVALENT}:{entries[m.key()].number}: {m.file}:{m.line} is killed by "
                   f"{results.known[m.id]}; take the line out")
    for e in entries.values():
        if e.fits == 0:
            yield f"{source.EQUIVALENT}:{e.number}: stale: no mutant of {e.key[0]} is so"


def record(m, entries):
    why = entries[m.key()].reason if m.key() in entries else None
    return {"id": m.id, "file": m.file, "line": m.line, "function": m.function,
            "before": m.before.strip(), "after": m.after.strip(), "justified": why}


def percent(part, whole):
    return round(100.0 * part / whole, 1) if whole else 0.0


def summary(args, files, mutants, chosen, fates, results, entries):
    by, per_file = {}, {f: {"file": f, "judged": 0, "killed": 0, "justified": 0, "open": 0} for f in files}
    survivors = sorted((m for m in chosen if not results.known[m.id]), key=lambda m: (m.file, m.line, m.after))
    for m in chosen:
        killer, row = results.known[m.id], per_file[m.file]
        row["judged"] += 1
        row["killed" if killer else "justified" if m.key() in entries else "open"] += 1
        if killer:
            by[killer] = by.get(killer, 0) + 1
    justified = sum(m.key() in entries for m in survivors)
    killed = len(chosen) - len(survivors)
    with open("VERSION", encoding="utf-8") as f:
        version = f.read().strip()
    return {
        "schema": 1, "gatherum": version, "suite": tree_hash(SOURCES + TESTS),
        "seed": args.seed, "sample": args.sample, "files": args.files or "*", "generated": len(mutants),
        "discarded": {"not_compiled": fates["invalid"], "same_object": fates["equal"],
                      "same_as_another": fates["doubled"]},
        "judged": len(chosen), "killed": killed, "survived": len(survivors), "justified": justified,
        "score": percent(killed, len(chosen)),
        "score_of_noticeable": percent(killed, len(chosen) - justified),
        "killed_by": dict(sorted(by.items(), key=lambda x: (-x[1], x[0]))),
        "by_file": [row for row in per_file.values() if row["judged"]],
        "survivors": [record(m, entries) for m in survivors],
    }


def report(s, complaints):
    for m in s["survivors"]:
        if m["justified"] is None:
            print(f"survived: {m['file']}:{m['line']} in {m['function']} (make mutants MUTANT={m['id']})\n"
                  f"-{m['before']}\n+{m['after']}")
    print("killed by: " + ", ".join(f"{k} {n}" for k, n in s["killed_by"].items()))
    for row in s["by_file"]:
        print(f"{row['file']:28} {row['killed']:4} of {row['judged']:4} killed, {row['justified']:3} justified, "
              f"{row['open']:3} open")
    for c in complaints:
        print(c)
    d = s["discarded"]
    print(f"seed {s['seed']}: {s['generated']} mutants; of those drawn {d['not_compiled']} do not compile, "
          f"{d['same_object']} have the object code of the original, {d['same_as_another']} that of another")
    print(f"{s['killed']} of {s['judged']} killed ({s['score']} %), {s['survived']} survived, "
          f"{s['justified']} of them justified as equivalent: of those that a test can notice "
          f"{s['score_of_noticeable']} % are killed")


def main():
    args, complaints = arguments(), []
    source.EQUIVALENT, source.RULES = args.equivalent, args.rules
    if args.check:
        source.check_quotes(complaints.append)
        print("".join(c + "\n" for c in complaints), end="")
        return 1 if complaints else 0
    sys.path.insert(0, os.path.abspath(args.tool))
    entries = source.equivalences(complaints.append)
    files = source.files_of(args.files)
    if not files:
        sys.exit(f"tools/mutants/mutants.py: no file fits '{args.files}'; core/*.c, ref/*.c, opt/*.c and the judge's do")
    every = {f: source.generate(f) for f in sorted({e.key[0] for e in entries.values()} | set(files))
             if os.path.exists(f)}
    mutants = [m for f in files for m in every[f]]
    builder = Builder(args.build, args.out, tree_hash(SOURCES))
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        chosen, fates = choose(mutants, args, entries, builder, pool)
    results = Results(args.out, tree_hash(SOURCES))
    try:
        try_all(chosen, args, builder, results)
    except TrialError as e:
        sys.exit(f"tools/mutants/mutants.py: {e}")
    complaints += stale(entries, [m for part in every.values() for m in part], chosen, results)
    s = summary(args, files, mutants, chosen, fates, results, entries)
    report(s, complaints)
    with open(args.json, "w", encoding="utf-8") as f:
        json.dump(s, f, indent=1)
        f.write("\n")
    return 1 if complaints or s["survived"] > s["justified"] or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
