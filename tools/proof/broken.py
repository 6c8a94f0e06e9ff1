#!/usr/bin/env python3
# broken.py - does each contract of ref/ fall when a line that it speaks about is broken?
#
# usage: tools/proof/broken.py DIR [FUNCTION ...], by default every one that has a contract
# Each line of tools/proof/proof.broken changes a copy of the sources in one place, and the function
# is proved once more: of the goals that are proved of what it was, one must be open.  A contract
# that nothing breaks says nothing.  Limits are lower than those of `make proof`, for both.
#
# SPDX-License-Identifier: Apache-2.0
import glob
import os
import re
import shutil
import sys

import proof

LIST = "tools/proof/proof.broken"
# One prover for a moment; then, for functions of which nothing falls so, all of them for longer.
TRIES = (("z3", 1_000_000), (proof.PROVERS, 4_000_000))
FORM = re.compile(r"(\S+)@(\w+): (.+) ==> (.+)$")
ROOMS = ("core", "include", "ref")


def lines():
    """[(number, file, function, before, after)]."""
    found = []
    for number, line in enumerate(proof.read(LIST).split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        m = FORM.match(line)
        if not m or proof.read(m[1]).count(m[3]) != 1:
            sys.exit(f"{LIST}:{number}: a line is FILE@FUNCTION: TEXT ==> TEXT, and the text is in the file once")
        found.append((number, *m.groups()))
    return found


def complete(found):
    """Every contract has its line; lemmas are proved from nothing that could be broken."""
    due = {n for p in glob.glob("ref/*.c") for n in proof.contracts(p) if not n.startswith("ref_lemma_")}
    listed = {function for _, _, function, _, _ in found}
    for n in sorted(due ^ listed):
        print(f"{LIST}: {n} has {'no line' if n in due else 'no contract'}")
    return due == listed


def owner(goal, functions):
    """The function that a goal, typed_FUNCTION_..., is about."""
    return max((f for f in functions if goal.startswith(f"typed_{f}_")), key=len, default=None)


def prove_file(path, todo, config, tree, provers, steps):
    """{function: ([goals that fall], number of goals)} where the lines of these functions are broken."""
    functions, here = [x[2] for x in todo], os.getcwd()
    known = proof.contracts(path)
    shutil.rmtree(tree, ignore_errors=True)
    for room in ROOMS:
        shutil.copytree(room, f"{tree}/{room}")
    for _, file, _, before, after in todo:
        text = proof.read(f"{tree}/{file}").replace(before, after)
        with open(f"{tree}/{file}", "w", encoding="utf-8") as f:
            f.write(text)
    what = ["-wp-fct", ",".join(functions), "-wp-steps", str(steps), "-wp-timeout", "60"]
    was = proof.prove(path, config, *what, provers=provers)
    os.chdir(tree)
    now = proof.prove(path, config, *what, provers=provers)
    os.chdir(here)
    found = {f: ([], []) for f in functions}
    for goal, valid in was.items():
        of = found.get(owner(goal, known))
        if of:
            of[1].append(goal)
            if valid and not now.get(goal, True):
                of[0].append(goal)
    return {f: (lost, len(goals)) for f, (lost, goals) in found.items()}


def main(out, chosen):
    config, found = proof.configure(out), lines()
    whole, todo = complete(found), [x for x in found if not chosen or x[2] in chosen]
    fallen = len(todo)
    for path in sorted({x[1][:-1] + "c" for x in todo}):
        part = [x for x in todo if x[1][:-1] + "c" == path]
        for provers, steps in TRIES:
            proved = prove_file(path, part, config, os.path.abspath(f"{out}/broken"), provers, steps)
            for _, _, function, _, _ in part:
                lost, goals = proved[function]
                if lost:
                    print(f"{function}: {len(lost)} of {goals} goals fall", flush=True)
            part = [x for x in part if not proved[x[2]][0]]
            if not part:
                break
        fallen -= len(part)
        for number, _, function, before, after in part:
            print(f"{LIST}:{number}: nothing of {function} falls: {before} ==> {after}", flush=True)
    print(f"{fallen} of {len(todo)} contracts fall when a line that they speak about is broken")
    return 0 if whole and todo and fallen == len(todo) else 1


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: tools/proof/broken.py DIR [FUNCTION ...]")
    sys.exit(main(sys.argv[1], sys.argv[2:]))
