# mutants_source.py - the mutants of a file, and the lines that call some of them equivalent.
#
# A mutant is one changed line.  Its name is made of the file, the function and the two
# texts, so that it stays the same when lines are added elsewhere.
#
# SPDX-License-Identifier: Apache-2.0
import contextlib
import fnmatch
import glob
import hashlib
import io
import os
import re

EQUIVALENT = "tools/mutants/mutants.equivalent"
RULES = "tools/mutants/mutants.rules"
JUDGE = ["harness/judge/*.c", "harness/diagnose/*.c", "harness/oracle/*.c"]


def files_of(pattern):
    """The files that are mutated, as far as one of the globs in `pattern` fits."""
    found = sorted(glob.glob("core/*.c")) + sorted(glob.glob("ref/*.c"))
    for rooms in JUDGE:
        found += sorted(glob.glob(rooms))
    found += sorted(glob.glob("opt/*.c"))
    globs = pattern.split() if pattern else ["*"]
    return [f for f in found if any(fnmatch.fnmatch(f, g) for g in globs)]


class Mutant:
    def __init__(self, file, line, function, before, after, nth):
        self.file, self.line, self.function = file, line, function
        self.before, self.after, self.nth = before, after, nth
        text = "\0".join([file, function, before.strip(), after.strip(), str(nth)])
        self.id = hashlib.sha256(text.encode()).hexdigest()[:12]

    def key(self):
        """What an equivalence line names; equal texts in one function are numbered."""
        return (self.file, self.function, self.before.strip(), self.after.strip(), self.nth)

    def diff(self):
        return f"-{self.before}+{self.after}"

    def source(self):
        """The whole file, with its own name and line numbers in messages."""
        lines = read(self.file)
        lines[self.line - 1] = self.after
        return f'#line 1 "{self.file}"\n' + "".join(lines)


def read(file):
    with open(file, encoding="utf-8") as f:
        return f.readlines()


def functions_of(lines):
    """For each line the function that it stands in, or '' outside of any."""
    inside, name, depth, out = "", "", 0, []
    for line in lines:
        if depth == 0 and re.match(r"[A-Za-z_]", line):
            found = re.search(r"(\w+)\(", line)
            name = found.group(1) if found else name
            if not found and not line.rstrip().endswith(","):
                name = re.sub(r"\W.*", "", line.split("=")[0].split()[-1]) if line.split("=")[0].split() else ""
        if line.startswith("{"):
            inside = name
        out.append(inside)
        if line.startswith("}"):
            inside = ""
    return out


def codeless(lines):
    """Numbers of the lines that hold nothing but comment or annotation."""
    blank = re.sub(r"/\*.*?\*/|//[^\n]*", lambda m: re.sub(r"[^\n]", " ", m[0]), "".join(lines),
                   flags=re.S)
    return {k for k, line in enumerate(blank.split("\n"), 1) if not line.strip()}


# What a file says in its first lines that cannot change an answer; functions that prefetch say so by their names.
TIME = "decides nothing but time"
# An array that is declared, alone or among others: "char text[80], *end;"
ARRAY = re.compile(r"^\s+(?:static |const |struct |unsigned )*\w+ [^=(]*\w\[")
# The lesser or the greater of two, which are alike where they are equal: "a < b ? a : b"
EXTREME = re.compile(r"(?<![\w.\])])([\w.\[\]>*-]+|\([^()]*\)) ([<>])=? (\*?[\w.\[\]>-]+|\([^()]*\)) \? (?:\1 : \3|\3 : \1)(?![\w.\[(-])")
# An amount, of which there are none below 0, beside 0: "rank == 0", "count != 0"
AMOUNT = re.compile(r"\b(?:\w+_)?(?:rank|count|extent|depth)(?:\(\))? (==|!=) 0\b(?!\.)")


def same_for_all(before, after):
    """Does the change make an array larger than it has to be, compare in the lesser of two what is equal, look for an
    amount below 0, or return another number below 0 for none, which nobody tells apart?"""
    if (before.strip(), after.strip()) == ("return -1;", "return -2;"):
        return True
    for number in re.finditer(r"\[(\d+)\]", before) if ARRAY.match(before) else []:
        if after == f"{before[:number.start()]}[({number[1]} + 1)]{before[number.end():]}":
            return True
    for least in EXTREME.finditer(before):
        at = least.start(2)
        equal = before[:at + 1] + before[at + 2:] if before[at + 1] == "=" else f"{before[:at + 1]}={before[at + 1:]}"
        if after == equal:
            return True
    for amount in AMOUNT.finditer(before):
        if after == f"{before[:amount.start(1)]}{'<=' if amount[1] == '==' else '>'}{before[amount.end(1):]}":
            return True
    return False


def generate(file):
    from universalmutator import mutator
    lines = read(file)
    with contextlib.redirect_stdout(io.StringIO()):  # it tells which rules it reads
        made = mutator.mutants_regexp(lines, [RULES], ignorePatterns=[],
                                      ignoreStringOnly=True)
    functions, seen, out, skipped = functions_of(lines), {}, [], codeless(lines)
    if any(TIME in line for line in lines[:20]):
        return []
    for number, after, *_ in made:
        if number in skipped or "prefetch" in functions[number - 1]:
            continue
        before = lines[number - 1]
        key = (functions[number - 1], before.strip(), after.strip())
        if key[1] == key[2] or same_for_all(before, after):
            continue
        seen[key] = seen.get(key, 0) + 1
        out.append(Mutant(file, number, key[0], before, after, seen[key]))
    return out


class Equivalence:
    def __init__(self, number, key, reason):
        self.number, self.key, self.reason = number, key, reason
        self.fits = self.survived = 0


FORM = re.compile(r"(\S+?)@(\w*)(?:#(\d+))?: (.+?) ==> (.*?) :: (\S.*)$")


def equivalences(complain):
    """The lines of tools/mutants/mutants.equivalent by key; what is wrong with them is told."""
    out = {}
    if not os.path.exists(EQUIVALENT):
        return out
    for number, line in enumerate(read(EQUIVALENT), 1):
        line = line.rstrip("\n")
        if not line or line.startswith("#"):
            continue
        found = FORM.match(line)
        if not found:
            complain(f"{EQUIVALENT}:{number}: not 'FILE@FUNCTION: BEFORE ==> AFTER :: why'")
            continue
        file, function, nth, before, after, why = found.groups()
        key = (file, function, before.strip(), after.strip(), int(nth or 1))
        if key in out:
            complain(f"{EQUIVALENT}:{number}: the same mutant as in line {out[key].number}")
        out[key] = Equivalence(number, key, why)
    return out


def check_quotes(complain):
    """Does each equivalence line quote text that is still there?  Quick: nothing is made."""
    known = {}
    for rooms in JUDGE if os.path.isdir("harness") else []:
        if not glob.glob(rooms):
            complain(f"tools/mutants/mutants_source.py: the judge has no files {rooms}")
    for e in equivalences(complain).values():
        file, function, before, *_ = e.key
        if file not in known:
            lines = read(file) if file in files_of("") else None
            known[file] = lines and set(zip(functions_of(lines), (t.strip() for t in lines)))
        if known[file] is None:
            complain(f"{EQUIVALENT}:{e.number}: {file} is not a file that is mutated")
        elif (function, before) not in known[file]:
            complain(f"{EQUIVALENT}:{e.number}: stale: {function or file} has no line '{before}'")
