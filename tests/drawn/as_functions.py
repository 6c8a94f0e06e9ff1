"""as_functions.py - drawn faults as plug-ins and as functions of Python: is the verdict the same?

    as_functions.py GATHERUM FOLDER SEED COUNT [FIRST]

FOLDER has drawn.so and draw; FIRST is the number of the first fault.  Both get the same drawn cases of the variant.  A line
for each fault, until COUNT of them failed in one of both, and at the end how many agree; where the two differ, why they
may.  The status is 1 where one differs without a reason.  A function that returns arrays is called first; where that
differs, or where the fault is beside operands, one with operands between canaries and fences (device=cpu), whose output is
out= or the operand that the document changes in place.

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
OPTIONS = "arrays=numpy,error_kinds=yes,strided=yes,clean_errors=yes"
DRAWN = ["--draw", "600", "--constants", "no"]  # cases of a variant, the same whatever sizes the code of a side treats apart
MOST_ASKED = 400  # cases that failed and are asked by name
LIMITS = ["--timeout", "60", "--deaths", "10", "--timeouts", "3"]
IN_PLACE = "data that the document changes in place are never copied"
UNSENT = "the cases that show it are not sent to functions: "
NO_OFFSET = "an array of numpy begins at its address, and has no offset from it"
OTHER_CALLS = "which calls come before is another matter there"
OTHER_PLACES = "operands begin and end at other addresses there"


class Side:
    """One of the two: a backend, and what its run needs besides."""

    def __init__(self, gatherum, folder, backend, like=(), environment=None):
        self.words, self.path = [gatherum, "run", "--backend", backend, *like], os.path.join(folder, "records.jsonl")
        self.environment = {**os.environ, **(environment or {})}

    def failing(self, cases, first=True):
        """The failing cases of a run, {case: verdict}, until the first that fails or all; how many were judged; and why none was."""
        done = subprocess.run([*self.words, "--quiet", "-j", "1", *DRAWN, "--out", self.path, *LIMITS, *(["-x"] if first else []), *cases],
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


def forms_of(fault):
    """What lies beside operands is seen between fences alone, and which call came before where each call is made once."""
    changed = documents.find(fault["variant"])[0].result
    forms = [OPTIONS, f"{OPTIONS},device=cpu{'' if changed else ',out=out'}"]
    return forms[::-1] if fault["kind"] in ("read", "write") else forms


def judged(gatherum, build, folder, fault):
    """What both say of a fault, and why they may differ: '' if they do not, None without a reason."""
    plugin, options, name = os.path.join(build, "drawn.so"), fault["options"], fault["variant"]
    compiled = Side(gatherum, folder, f"{plugin}:{options}")
    functions = [Side(gatherum, folder, f"{os.path.join(HERE, 'drawn.py')}:answer:{form}", ["--like", name],
                      {"DRAWN": f"{plugin} {options}"}) for form in forms_of(fault)]
    one, n, why = compiled.failing([f"{name}/drawn"])
    for function in functions if n > 0 else ():
        other, n, why = function.failing([f"{name}/drawn"])
        if n > 0 and same(one, other):
            return one, other, ""
    if n == 0:
        print(why, file=sys.stderr)
        return one, {}, "functions take nothing of it" if "nothing was judged" in why else None
    asked, others, n = asked_alone(compiled, functions, one, name)
    if set(others.values()) & set(asked.values()):
        return asked, others, ""
    return one, other, reason(fault, asked, other or others, n)


def own(found):
    """Without the cases whose answers only do not fit those of others, if others fail."""
    return {case: verdict for case, verdict in found.items() if verdict != "inconsistent-reading"} or found


def asked_alone(compiled, functions, one, name):
    """The cases that the plug-in fails, what the functions say of them by name, and how many were judged."""
    for asked in (own(one), None):
        if asked is None:  # others than the first may be sent
            asked = own(compiled.failing([f"{name}/drawn"], False)[0])
        for function in functions:
            alone, n, _ = function.failing(list(asked)[:MOST_ASKED], False) if asked else ({}, 1, "")
            if set(alone.values()) & set(asked.values()):
                return asked, alone, n
        if n > 0:
            break
    return asked, alone, n


def reason(fault, asked, other, n):
    """Why the two may differ, or None."""
    kinds = {condition["kind"] for condition in fault["conditions"]}
    names = {condition["name"] for condition in fault["conditions"]}
    if n == 0:
        presented = [case.partition("+")[2] for case in asked]
        return UNSENT + ("odd addresses, or work in place" if all("odd" in one or "inplace" in one for one in presented)
                         else "types that numpy has not")
    if fault["effect"] == "base" and documents.find(fault["variant"])[0].result and not other:
        return IN_PLACE
    if fault["kind"] == "stale" or kinds & {"state", "call"}:
        return OTHER_CALLS if not other or "unrepeatable" in (*asked.values(), *other.values()) else None
    if "offset" in names and not other:
        return NO_OFFSET
    return OTHER_PLACES if "align" in kinds and asked else None


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
