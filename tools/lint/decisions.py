#!/usr/bin/env python3
# decisions.py - the index of docs/why/decisions.md, made from its headings.
#
# usage: tools/lint/decisions.py           write the index anew
#        tools/lint/decisions.py --check   exit 1 if the index or an entry is not as it should be
#
# A group is "## TITLE"; an entry is "### TITLE" in a group, with What, Why and Else, once each.
#
# SPDX-License-Identifier: Apache-2.0
import os
import re
import sys

import marked

PATH = "docs/why/decisions.md"
BEGIN, END = "<!-- index, made by tools/lint/decisions.py -->", "<!-- end of index -->"


def anchor(title):
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def index(body):
    lines = []
    for level, title in re.findall(r"^(##|###) (.+)$", body, re.M):
        lines += ["", f"**{title}**", ""] if level == "##" else [f"- [{title}](#{anchor(title)})"]
    return "\n".join(lines)


def entry_complain(entry):
    parts = re.findall(r"^- \*\*(\w+):\*\*", entry, re.M)
    if parts != ["What", "Why", "Else"]:
        title = entry.partition("\n")[0]
        sys.exit(f"{PATH}: '{title}' has {', '.join(parts) or 'nothing'}; an entry has What, Why and Else")


def main():
    os.chdir(os.path.dirname(os.path.abspath(__file__)) + "/../..")
    _, body = marked.parted(PATH, BEGIN, END)
    groups = re.split(r"^## ", body, flags=re.M)
    if groups[0].strip():
        sys.exit(f"{PATH}: what stands before the first group belongs to none")
    for group in groups[1:]:
        title, *entries = re.split(r"^### ", group, flags=re.M)
        if title.count("\n") > 2:
            sys.exit(f"{PATH}: '## {title.splitlines()[0]}' is a group; a decision is '### TITLE' in one")
        for entry in entries:
            entry_complain(entry)
    marked.put(PATH, BEGIN, f"\n{index(body)}\n\n", END, "the index is not what the headings say: run tools/lint/decisions.py")


if __name__ == "__main__":
    main()
