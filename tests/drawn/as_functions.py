"""as_functions.py - drawn faults as plug-ins and as functions of Python: is the verdict the same?

    as_functions.py GATHERUM FOLDER SEED COUNT [FIRST]

FOLDER has drawn.so and draw; FIRST is the number of the first fault.  Both get the same drawn cases of the variant.  A line
for each fault, until COUNT of them failed in one of both, and at the end how many agree; where the two differ, why they
may.  The status is 1 where one differs without a reason.  A function that returns arrays is called first; where that
differs, one with operands between canaries and fences (device=cpu), whose output is out= or the operand that the document
changes in place.

SPDX-License-Identifier: Apache-2.0
"""

import json
import os
import resource
import subprocess
import sys
import tempfile

from gatherum import documents

HERE = os.path.dirname(os.path.abspath(__file__))
ELSEWHERE = ("state", "call", "layout", "align")  # conditions on calls before this one and on where operands lie
OPTIONS = "arrays=numpy,error_kinds=yes,strided=yes,clean_errors=yes"
DRAWN, MOST_ASKED = "1000", 400  # cases of a variant; cases that failed and are asked by name
LIMITS = ["--timeout", "60", "--deaths", "10", "--timeouts", "3"]
IN_PLACE = "data that the document changes in place are never copied"
UNSENT = "the cases that show it are not sent to functions"
OTHER_CALLS = "which calls come before, and where operands lie, is another matter there"


class Side:
    """One of the two: a backend, and what its run needs besides."""

    def __init__(self, gatherum, folder, backend, like=(), environment=None):
        self.words, self.path = [gatherum, "run", "--backend", backend, *like], os.path.join(folder, "records.jsonl")
        self.environment = {**os.environ, **(environment or {})}

    def failing(self, cases, first=True):
        """The failing cases of a run, {case: verdict}, until the first that fails or all; how many were judged; and why none was."""
        done = subprocess.run([*self.words, "--quiet", "-j", "1", "--draw", DRAWN, "--out", self.path, *LIMITS, *(["-x"] if first else []), *cases],
                              env=self.environment, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            return {}, 0, done.stderr.strip()
        with open(self.path, encoding="utf-8") as lines:
            records = [json.loads(line) for line in lines]
        os.unlink(self.path)
        found = {one["case"]: one["verdict"] for one in records
                 if one["record"] == "case" and one.get("repeat") and one["verdict"] not in ("weak", "not-run")}
        return found, sum(one["passed"] + one["failed"] for one in records if one["record"] == "point"), ""


def same(one, other):
    return bool(one) == bool(other) and (not one or bool(set(one.values()) & set(other.values())))


def forms_of(variant):
    changed = documents.find(variant)[0].result
    return OPTIONS, f"{OPTIONS},device=cpu{'' if changed else ',out=out'}"


def judged(gatherum, build, folder, fault):
    """What both say of a fault, and why they may differ: '' if they do not, None without a reason."""
    plugin, options, name = os.path.join(build, "drawn.so"), fault["options"], fault["variant"]
    compiled = Side(gatherum, folder, f"{plugin}:{options}")
    one, _, wrong = compiled.failing([f"{name}/drawn"])
    for form in forms_of(name):
        function = Side(gatherum, folder, f"{os.path.join(HERE, 'drawn.py')}:answer:{form}", ["--like", name],
                        {"DRAWN": f"{plugin} {options}"})
        other, why = compared(compiled, function, one, fault, wrong)
        if why == "":
            break
    return one, other, why


def compared(compiled, function, one, fault, wrong):
    """What a function says of a fault of which the plug-in fails these cases, and why the two may differ."""
    other, _, why = function.failing([f"{fault['variant']}/drawn"])
    if why or wrong:
        print(why or wrong, file=sys.stderr)
        return other, None if "nothing was judged" not in why else "functions take nothing of it"
    if same(one, other):
        return other, ""
    elsewhere = fault["kind"] == "stale" or any(condition["kind"] in ELSEWHERE for condition in fault["conditions"])
    if fault["effect"] == "base" and documents.find(fault["variant"])[0].result and not other:
        return other, IN_PLACE
    if not one:
        return other, OTHER_CALLS if elsewhere else None
    asked, n = one, 0
    alone, n, _ = function.failing(list(asked)[:MOST_ASKED], False)
    if n == 0:  # others than the first may be sent
        asked = compiled.failing([f"{fault['variant']}/drawn"], False)[0]
        alone, n, _ = function.failing(list(asked)[:MOST_ASKED], False)
    if n == 0:
        return other, UNSENT
    if set(alone.values()) & set(asked.values()):
        return alone, ""
    return other, OTHER_CALLS if elsewhere and (not alone or "unrepeatable" in asked.values()) else None


def drawn(build, seed, number):
    """The fault of this number, or nothing where it has no witness."""
    done = subprocess.run([os.path.join(build, "draw"), os.path.join(build, "drawn.so"), str(seed), str(number)],
                          capture_output=True, text=True)
    fault = json.loads(done.stdout) if done.returncode == 0 and done.stdout else {}
    return fault if fault.get("witnessed") else None


def seconds():
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def main(gatherum, build, seed, count, number=1):
    agree, excused, differ, unseen, number = 0, {}, 0, 0, number - 1
    with tempfile.TemporaryDirectory() as folder:
        while agree + sum(excused.values()) + differ < count:
            number += 1
            fault, before = drawn(build, seed, number), seconds()
            if fault is None:
                continue
            one, other, why = judged(gatherum, build, folder, fault)
            words = [" ".join(sorted(set(found.values()))) or "conforms" for found in (one, other)]
            said = "same" if why == "" else why or "DIFFERS"
            print(f"{number} {fault['options']}: {words[0]} | {words[1]}: {said} ({seconds() - before:.1f} s)", flush=True)
            agree, differ = agree + (why == "" and bool(one)), differ + (why is None)
            unseen += why == "" and not one
            if why:
                excused[why] = excused.get(why, 0) + 1
    print(f"{agree} with the same verdict, {unseen} with none in both, {differ} differ without a reason; "
          f"{seconds():.0f} s of processor time")
    for why, n in sorted(excused.items(), key=lambda item: -item[1]):
        print(f"{n} differ, as {why}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3], *map(int, sys.argv[3:])))
