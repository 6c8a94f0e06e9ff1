#!/usr/bin/env python3
# mcdc.py - of which conditions do the tests show that each alone decides?
#
# usage: tools/mutants/mcdc.py DIR, a build folder made by clang with -fcoverage-mcdc in which
# tools/mutants/reach.sh has run with LLVM_PROFILE_FILE=DIR/profile/...  Prints conditions shown
# of all for ref/ and for the judge, and each that is not with its file and line.  Conditions of
# assertions do not count: nothing may ever show them.
#
# SPDX-License-Identifier: Apache-2.0
import glob
import json
import os
import re
import subprocess
import sys

VERSION = "19"
PARTS = {"ref": ("ref/",), "judge": ("harness/judge/", "harness/oracle/")}


def export(out):
    """What llvm-cov says of the program, the backends and the tests in C."""
    merged = f"{out}/mcdc.profdata"
    raw = glob.glob(f"{out}/profile/*.profraw")
    if not raw:
        sys.exit(f"tools/mutants/mcdc.py: no profile in {out}/profile")
    subprocess.run([f"llvm-profdata-{VERSION}", "merge", "-sparse", "-o", merged, *raw], check=True)
    objects = [f"{out}/backends/ref.so", *glob.glob(f"{out}/tests/test_*")]
    objects = [o for o in objects if os.access(o, os.X_OK) and not o.endswith(".d")]
    text = subprocess.run([f"llvm-cov-{VERSION}", "export", f"{out}/gatherum",
                           *[f"-object={o}" for o in objects], f"-instr-profile={merged}"],
                          check=True, stdout=subprocess.PIPE).stdout
    return json.loads(text)["data"][0]["files"]


def decisions(record, lines):
    """The first line of a decision, and per condition whether it was shown."""
    shown = next(x for x in reversed(record) if isinstance(x, list))
    return record[0], shown, re.search(r"\bassert\(", lines[record[0] - 1]) is not None


def main(out):
    total = {part: [0, 0] for part in PARTS}
    gaps = []
    for f in export(out):
        path = os.path.relpath(f["filename"])
        part = next((p for p, folders in PARTS.items() if path.startswith(folders)), None)
        if part is None:
            continue
        with open(path, encoding="utf-8") as source:
            lines = source.read().split("\n")
        for record in f.get("mcdc_records", []):
            line, shown, asserted = decisions(record, lines)
            if asserted:
                continue
            total[part][0] += sum(shown)
            total[part][1] += len(shown)
            missing = [str(k + 1) for k, s in enumerate(shown) if not s]
            if missing:
                gaps.append((path, line, f"condition {', '.join(missing)} of {len(shown)}: "
                                         f"{lines[line - 1].strip()}"))
    for path, line, what in sorted(gaps):
        print(f"{path}:{line}: {what}")
    for part, (shown, every) in total.items():
        rate = 1000 * shown // every / 10 if every else 100
        print(f"{part}: MC/DC {shown} of {every} conditions ({rate} %)")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: tools/mutants/mcdc.py DIR")
    main(sys.argv[1])
