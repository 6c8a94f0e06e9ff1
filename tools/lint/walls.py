#!/usr/bin/env python3
# walls.py - check includes, headers and lengths against the walls of tools/lint/rooms.txt.
#
# usage: tools/lint/walls.py [FOLDER]; FOLDER is a checkout, by default this one.
# Prints one line for each thing that breaks a rule, and exits with 1 when there is any.
#
# SPDX-License-Identifier: Apache-2.0
import collections
import os
import re
import subprocess
import sys

MOST_LINES, MOST_BODY, MOST_COLUMNS, MOST_FILES, MOST_CIRCLES = 500, 60, 100, 34, 3
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
complaints = []


def complain(text):
    complaints.append(text)


def read(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        return f.read()


def without_comments(text):
    """The text with comments and literals as blanks, every line in its place."""
    parts = r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
    return re.sub(parts, lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)


def walls_read(path):
    """What each folder of the table may include, as a dict of sets."""
    may, above = {}, []
    for number, line in enumerate(read(path).splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        found = re.fullmatch(r"([\w/]+): *([\w/ ]*)\| .+", line)
        if not found:
            complain(f"{path}:{number}: not 'FOLDER: FOLDERS | sentence'")
            continue
        folder, named = found[1], set(found[2].split())
        if folder.startswith("harness/"):
            named = named or {*above, "core", "ref", "include"}
            above.append(folder)
        may[folder] = named | {folder}
    return may


def folder_of(path, may):
    """The nearest folder of the table that holds the file, or None."""
    folder = os.path.dirname(path)
    while folder and folder not in may:
        folder = os.path.dirname(folder)
    return folder or None


def target_of(path, name, files):
    """The file that an include names: below harness/, beside the file, or by its unique name."""
    for guess in (f"harness/{name}", os.path.join(os.path.dirname(path), name)):
        if guess in files:
            return guess
    found = [f for f in files if f.endswith("/" + name)]
    return found[0] if found else None


def includes_check(path, text, files, may):
    folder = folder_of(path, may)
    if folder is None:
        return complain(f"{path}: its folder is not in tools/lint/rooms.txt")
    allowed = set(may[folder])
    if folder == "backends":
        for line in re.findall(r"^ \* inside: (.*)$", text[:2000], re.M):
            allowed |= set(line.split())
    for name in INCLUDE.findall(text):
        target = target_of(path, name, files)
        source = target and folder_of(target, may)
        if source is None:
            continue  # the build makes it
        if source not in allowed and not (source.startswith("harness/") and "harness" in allowed):
            complain(f"{path}: includes {target}, and {folder} may include only {' '.join(sorted(allowed))}")
        elif source.startswith("harness/") and not name.startswith(source[8:] + "/"):
            complain(f'{path}: includes "{name}" and should say the room: "{target[8:]}"')


def declared(text):
    """Names of the functions that a header declares."""
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "", without_comments(text), flags=re.M)
    text = re.sub(r"__attribute__\s*\(\(.*?\)\)(?=\s*;)|_Static_assert\s*\([^;]*", " ", text, flags=re.S)
    while re.search(r"\{[^{}]*\}", text):
        text = re.sub(r"\{[^{}]*\}", " @ ", text)
    found = []
    for statement in text.split(";"):
        call = re.search(r"(\w+)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*$", statement.split("@")[-1])
        if call and "typedef" not in statement and "=" not in statement:
            found.append(call[1])
    return found


def headers_check(texts):
    """A header of harness/ declares only functions that the .c of its name defines."""
    define = r"^(?!static\b)[A-Za-z_][\w \t*]*?\b(\w+)\s*\([^;{}]*\)\s*\n?\{"
    at = {}
    for path, text in texts.items():
        if path.startswith("harness/") and path.endswith(".c"):
            for name in re.findall(define, without_comments(text), re.M):
                at[name] = path
    for path, text in texts.items():
        if path.startswith("harness/") and path.endswith(".h"):
            for name in declared(text):
                if name in at and at[name] != path[:-2] + ".c":
                    complain(f"{path}: declares {name}, which {at[name]} defines; its place is {at[name][:-2]}.h")


def circles_read(path):
    """The circles that have a reason, each as a set of "room/file", with its line."""
    allowed = {}
    for number, line in enumerate(read(path).splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        found = re.fullmatch(r"(\w+): ([\w ]+) \| .+", line)
        if found:
            allowed[frozenset(f"{found[1]}/{name}" for name in found[2].split())] = number
        else:
            complain(f"{path}:{number}: not 'ROOM: FILES | reason'")
    return allowed


def circles_check(texts, listed="tools/lint/circles.txt"):
    """Files of a room that include each other in a circle: few, each with a reason, and none
    between rooms."""
    graph = collections.defaultdict(set)
    for path, text in texts.items():
        if path.startswith("harness/"):
            graph[path[8:-2]] |= {n[:-2] for n in INCLUDE.findall(text) if "/" in n} - {path[8:-2]}

    def reach(start):
        seen, todo = set(), list(graph[start])
        while todo:
            node = todo.pop()
            if node not in seen:
                seen.add(node)
                todo += graph.get(node, ())
        return seen

    reached = {node: reach(node) for node in list(graph)}
    circles = {frozenset(o for o in reached if o in reached[n] and n in reached[o])
               for n in reached if n in reached[n]}
    by_room = collections.Counter()
    allowed = circles_read(listed)
    for circle in sorted(allowed.keys() - circles, key=allowed.get):
        complain(f"{listed}:{allowed[circle]}: these files are no circle any more; the line can go")
    for circle in circles:
        rooms = {node.split("/")[0] for node in circle}
        by_room.update(rooms)
        if len(rooms) > 1:
            complain(f"harness: a circle through rooms: {' '.join(sorted(circle))}")
        elif circle not in allowed:
            complain(f"harness: a circle without a reason in {listed}: {' '.join(sorted(circle))}")
    for room, n in by_room.items():
        if n > MOST_CIRCLES:
            complain(f"harness/{room}: {n} circles of files; a room has at most {MOST_CIRCLES}")


def lengths_check(path, text):
    start = None
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if len(line) > MOST_COLUMNS:
            complain(f"{path}:{number}: {len(line)} columns; a line has at most {MOST_COLUMNS}")
        if line.startswith("{"):
            start = number
        if line.startswith("}") and start:
            if number - start + 1 > MOST_BODY:
                complain(f"{path}:{start}: a function of {number - start + 1} lines; the most is {MOST_BODY}")
            start = None
    if len(lines) - 1 > MOST_LINES:
        complain(f"{path}: {len(lines) - 1} lines; a file has at most {MOST_LINES}")


def words_check(path, text):
    """Functions of C that the house does without, each by its folder."""
    code = without_comments(text)

    def ban(words, why):
        for m in re.finditer(rf"(?<![\w.>])(?:{words})\(", code):
            complain(f"{path}:{code.count(chr(10), 0, m.start()) + 1}: {m[0]}...): {why}")

    top = path.split("/")[0]
    ban("sprintf|strcpy|strcat|strtok|atoi|rand|srand|time|alloca|gets|strerror_r", "a function that is not used here")
    if top not in ("tests", "bench", "backends", "gpu", "lib", "templates") and path not in (
            "ascend/npu_launch.c", "core/arena.c", "harness/files/lua_host.c"):
        ban("malloc|calloc|realloc", "memory comes from an arena")
    if top in ("core", "ref", "opt"):
        ban("fopen|open|printf|getenv", f"{top} touches no files")
    if top in ("harness", "core", "ref", "opt") and not path.startswith(("harness/worker/", "harness/exchange/worker_counters.c", "harness/bench/", "harness/code/capstone.c")):
        ban("dlopen", "only the worker may do that")
    if re.search(r"typedef (struct|enum|union) *[a-z_]* *\{", code):
        complain(f"{path}: no typedef of a struct")


def main():
    os.chdir(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(__file__), "..", ".."))
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.c", "*.h"],
                            capture_output=True, text=True, check=True).stdout.split()
    files = {f for f in listed if os.path.exists(f)}
    may = walls_read("tools/lint/rooms.txt")
    texts = {f: read(f) for f in sorted(files)}
    for path, text in texts.items():
        includes_check(path, text, files, may)
        lengths_check(path, text)
        words_check(path, text)
    headers_check(texts)
    circles_check(texts)
    count = collections.Counter(os.path.dirname(f) for f in files)
    for folder, n in sorted(count.items()):
        if n > MOST_FILES:
            complain(f"{folder}: {n} source files; a folder has at most {MOST_FILES}")
    print("\n".join(complaints), end="\n" if complaints else "")
    return 1 if complaints else 0


sys.exit(main())
