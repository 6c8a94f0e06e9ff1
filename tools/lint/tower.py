#!/usr/bin/env python3
# tower.py - the picture of the rooms in README.md and docs/why/architecture.md, made from rooms.txt.
#
# usage: tools/lint/tower.py           write the pictures anew
#        tools/lint/tower.py --check   exit 1 if a picture is not what rooms.txt says (make lint)
#
# walls.py compares rooms.txt with every #include, so a picture that agrees with it is true.
#
# SPDX-License-Identifier: Apache-2.0
import os
import re
import sys

import marked

BEGIN, END = "<!-- made by tools/lint/tower.py -->", "<!-- end of tower -->"
PLACES = {"README.md": False, "docs/why/architecture.md": True}
WAY = ["spec", "suite", "oracle", "worker", "judge", "run", "ledger"]  # rooms that each case visits
BELOW = ["include", "core", "ref"]  # folders that every room may include
WIDTH = 66


def rooms_read():
    """The folders of the tower from top to bottom, as (name, sentence)."""
    with open("tools/lint/rooms.txt", encoding="utf-8") as f:
        return re.findall(r"^(?:harness/)?(\w+):[^|\n]*\| (.+)$", f.read(), re.M)


def line(name, sentence, step):
    return f"| {name:<8} {sentence:<{WIDTH}.{WIDTH}} |{'  <- ' + step if step else ''}"


def tower(rooms, whole):
    steps = {room: str(number) for number, room in enumerate(WAY, 1)}
    edge = "+" + "-" * (WIDTH + 11) + "+"
    below = [(name, sentence) for name, sentence in rooms if name in BELOW]
    inside = rooms[[name for name, _ in rooms].index("base"):]
    text = ["```text", edge, *(line(*room, "") for room in below), edge]
    text += [line(*room, steps.get(room[0], "")) for room in inside if whole or room[0] in steps]
    return "\n".join([*text, edge, "```"])


def main():
    os.chdir(os.path.dirname(os.path.abspath(__file__)) + "/../..")
    rooms = rooms_read()
    names = [name for name, _ in rooms]
    bad = [room for room in WAY if room not in names]
    if bad or [n for n in names if n in WAY] != WAY:
        sys.exit(f"tools/lint/rooms.txt: a case visits {' '.join(WAY)}, which is not the order of the rooms")
    for path, whole in PLACES.items():
        marked.put(path, BEGIN, f"\n{tower(rooms, whole)}\n", END, "the tower is not what rooms.txt says: run tools/lint/tower.py")


if __name__ == "__main__":
    main()
