"""as_functions.py - drawn faults as plug-ins and as functions of Python: is the verdict the same?

    as_functions.py GATHERUM FOLDER SEED COUNT [FIRST]

FOLDER has drawn.so and draw; FIRST is the number of the first fault.  A line for each fault, and at the end how many agree; where the two differ, why they
may.  The status is 1 where one differs without a reason.  A function that returns arrays is called first; where that
differs, one that has out=, with operands between canaries and fences (device=cpu).

SPDX-License-Identifier: Apache-2.0
"""

import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ELSEWHERE = ("state", "call", "layout", "align")  # conditions on calls before this one and on where operands lie
OPTIONS = "arrays=numpy,error_kinds=yes,strided=yes,clean_errors=yes"
FORMS = (OPTIONS, f"{OPTIONS},out=out,device=cpu")


def failing(gatherum, folder, backend, cases, like=(), environment=None):
    """The failing cases of a run that ends with the first point that fails, {case: verdict}, and how many were judged."""
    path = os.path.join(folder, "records.jsonl")
    done = subprocess.run([gatherum, "run", "--backend", backend, *like, "--quiet", "-x", "-j", "1", "--draw", "60", "--timeout", "60",
                           "--out", path, *cases], env={**os.environ, **(environment or {})}, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        return {}, 0, done.stderr.strip()
    with open(path, encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    os.unlink(path)
    found = {one["case"]: one["verdict"] for one in records if one["record"] == "case" and one.get("repeat") and one["verdict"] not in ("weak", "not-run")}
    return found, sum(one["passed"] + one["failed"] for one in records if one["record"] == "point"), ""


def same(one, other):
    return bool(one) == bool(other) and (not one or bool(set(one.values()) & set(other.values())))


def judged(gatherum, build, folder, fault):
    """What both say of a fault, and why they may differ; '' if they do not."""
    for form in FORMS:
        one, other, why = judged_so(gatherum, build, folder, fault, form)
        if why == "":
            break
    return one, other, why


def judged_so(gatherum, build, folder, fault, form):
    options, name = fault["options"], fault["variant"]
    plugin = os.path.join(build, "drawn.so")
    function = f"{os.path.join(HERE, 'drawn.py')}:answer:{form}", ["--like", name], {"DRAWN": f"{plugin} {options}"}
    one, _, why = failing(gatherum, folder, f"{plugin}:{options}", [name])
    other, _, wrong = failing(gatherum, folder, function[0], [name], function[1], function[2])
    if why or wrong:
        print(why or wrong, file=sys.stderr)
        return one, other, None if "nothing was judged" not in wrong else "functions take nothing of it"
    if same(one, other):
        return one, other, ""
    elsewhere = fault["kind"] == "stale" or any(condition["kind"] in ELSEWHERE for condition in fault["conditions"])
    if one:
        alone, n, _ = failing(gatherum, folder, function[0], list(one)[:20], function[1], function[2])
        if n == 0:
            return one, other, "the cases that show it are not sent to functions"
        if elsewhere and (not alone or "unrepeatable" in one.values()):
            return one, other, "which calls come before, and where operands lie, is another matter there"
        if set(alone.values()) & set(one.values()):
            return one, other, ""
    elif elsewhere:
        return one, other, "which calls come before, and where operands lie, is another matter there"
    return one, other, None


def main(gatherum, build, seed, count, number=1):
    agree, excused, differ, unseen, number = 0, {}, 0, 0, number - 1
    with tempfile.TemporaryDirectory() as folder:
        while agree + sum(excused.values()) + differ + unseen < count:
            number += 1
            drawn = subprocess.run([os.path.join(build, "draw"), os.path.join(build, "drawn.so"), str(seed), str(number)],
                                   capture_output=True, text=True)
            fault = json.loads(drawn.stdout) if drawn.returncode == 0 and drawn.stdout else {}
            if not fault.get("witnessed"):
                continue
            one, other, why = judged(gatherum, build, folder, fault)
            words = [" ".join(sorted(set(found.values()))) or "conforms" for found in (one, other)]
            same = "same" if why == "" else why or "DIFFERS"
            print(f"{number} {fault['options']}: {words[0]} | {words[1]}: {same}", flush=True)
            agree, differ = agree + (why == "" and bool(one)), differ + (why is None)
            unseen += why == "" and not one
            if why:
                excused[why] = excused.get(why, 0) + 1
    print(f"{agree} with the same verdict, {unseen} with none in both, {differ} differ without a reason")
    for why, n in sorted(excused.items(), key=lambda item: -item[1]):
        print(f"{n} differ, as {why}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3], *map(int, sys.argv[3:])))
