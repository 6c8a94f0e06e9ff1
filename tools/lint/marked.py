# marked.py - what stands between two marks of a page, made anew or compared.
#
# SPDX-License-Identifier: Apache-2.0
import sys


def parted(path, begin, end):
    """What stands before the mark `begin`, and after the mark `end`; ends the program where one is missing."""
    with open(path, encoding="utf-8") as f:
        head, first, rest = f.read().partition(begin)
    _, last, tail = rest.partition(end)
    if not first or not last:
        sys.exit(f"{path}: has no '{begin}' and '{end}'")
    return head, tail


def put(path, begin, text, end, stale):
    """Write `text` between the marks; with --check end the program with the sentence `stale` where it differs."""
    head, tail = parted(path, begin, end)
    new = f"{head}{begin}{text}{end}{tail}"
    with open(path, encoding="utf-8") as f:
        if f.read() == new:
            return
    if "--check" in sys.argv:
        sys.exit(f"{path}: {stale}")
    with open(path, "w", encoding="utf-8") as f:
        f.write(new)
