#!/usr/bin/env python3
"""spec_convert.py - a variant's file of the first form (spec: 1) in the second, on stdout.

usage: tools/setup/spec_convert.py OLD.yaml >NEW.yaml

The text of each clause and all that has not changed stays as it was written.  What comes out has no
parent; `from:` and `without:` are for whoever wants them (docs/formats.md).

SPDX-License-Identifier: Apache-2.0"""

import re
import sys


def fail(text):
    sys.exit(f"spec_convert.py: {text}")


def parts_of(lines):
    """The comment at the top, and the lines of each top-level key."""
    top = []
    while lines and lines[0].startswith("#"):
        top.append(lines.pop(0))
    parts, pending, key = {}, [], None
    for line in lines:
        found = re.match(r"([a-z_]+):", line)
        if found:
            key = found.group(1)
            parts[key] = pending + [line]
            pending = []
        elif line.startswith("#") or key is None:
            pending.append(line)
        else:
            parts[key] += pending + [line]
            pending = []
    return top, parts


def items_of(lines):
    """The lines of each entry of a list; their indent is 2."""
    items = []
    for line in lines:
        if line.startswith("  - "):
            items.append(["    " + line[4:]])
        elif items:
            items[-1].append(line)
    return items


def value_of(lines, key, indent):
    """What follows `key:` in a map of that indent, on its line and the deeper ones after it."""
    text, inside = None, False
    for line in lines:
        if re.match(" {%d}%s:" % (indent, re.escape(key)), line):
            text, inside = line.split(":", 1)[1], True
        elif inside and len(line) - len(line.lstrip()) > indent:
            text += "\n" + line
        else:
            inside = False
    return text


def uncommented(text):
    return re.sub(r"\s#.*", "", text)


def rules_of(lines):
    """[(rule, value, [ids])] of the block of rules."""
    rules = []
    for line in lines[1:]:
        found = re.match(r"  ([a-z_]+):(.*)", line)
        if found:
            rules.append([found.group(1), found.group(2)])
        elif rules:
            rules[-1][1] += "\n" + line
    for rule in rules:
        body = uncommented(rule[1])
        value = re.search(r"\bis:\s*([^\s,}]+)", body)
        clause = re.search(r"\bclause:([^}]*?)(?=\bis:|[}]|$)", body, re.S)
        if not value or not clause:
            fail(f"rule {rule[0]}: 'is' and 'clause' are due")
        ids = [word for word in re.split(r"[\s,\[\]]+|(?<=\s)-\s", clause.group(1)) if word and word != "-"]
        yield rule[0], value.group(1), ids


def decided_rules(item):
    """{rule: value} of the reading that an ambiguous clause decides for."""
    decision = value_of(item, "decision", 4)
    if decision is None:
        return {}
    block = value_of(item, "readings", 4) or ""
    reading = value_of(block.split("\n"), decision.strip(), 6)
    if reading is None:
        fail(f"no reading {decision.strip()} in {item[0].strip()}")
    rules = re.search(r"\brules:\s*\{([^}]*)\}", reading)
    if rules:
        return dict(re.findall(r"([a-z_]+):\s*([^\s,]+)", rules.group(1)))
    return dict(re.findall(r"\n {10,}([a-z_]+):\s*(\S+)", reading))


def clause_text(item, name, decides, supports):
    text = value_of(item, "text", 4)
    if text is None:
        fail(f"clause {name}: 'text' is due")
    yield f"  - {name}:{text}"
    inside = False
    for line in item:
        key = re.match(r"    ([a-z-]+):", line)
        inside = key.group(1) in ("id", "text") if key else inside
        if not inside and line != "    level: must":
            yield line
    if decides:
        yield "    decides: {" + ", ".join(f"{rule}: {value}" for rule, value in decides.items()) + "}"
    if supports:
        yield "    supports: [" + ", ".join(supports) + "]"


def convert(text):
    top, parts = parts_of(text.rstrip("\n").split("\n"))
    if value_of(parts.get("spec", []), "spec", 0) is None or parts["spec"][0].split(":")[1].split("#")[0].strip() != "1":
        fail("this is no file of the first form: it begins with 'spec: 1'")
    for key in ("source", "rules", "clauses"):
        if key not in parts:
            fail(f"the key '{key}' is missing")
    items = items_of(parts["clauses"][1:])
    ids = [value_of(item, "id", 4).strip() for item in items]
    prefixes = {name.rpartition("/")[0] for name in ids}
    if len(prefixes) != 1 or "" in prefixes:
        fail("the ids of clauses have one word before the slash, the same in each")
    prefix = prefixes.pop()
    decides, supports = {name: {} for name in ids}, {name: [] for name in ids}
    for rule, value, behind in rules_of(parts["rules"]):
        for name in behind:
            if name not in decides:
                fail(f"rule {rule}: no clause {name}")
        decides[behind[0]][rule] = value
        for name in behind[1:]:
            supports[name].append(rule)
    out = top + ["spec: 2"]
    for key, lines in parts.items():
        if key == "source":
            out += lines + [f"ids: {prefix}"]
        elif key == "clauses":
            out.append("clauses:")
            for name, item in zip(ids, items):
                said = decided_rules(item)
                own = {rule: value for rule, value in decides[name].items() if said.get(rule) != value}
                more = [rule for rule in supports[name] if rule not in said]
                out += clause_text(item, name.rpartition("/")[2], own, more)
        elif key not in ("spec", "rules") and lines != ["status: current"]:
            out += lines
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        fail("usage: tools/setup/spec_convert.py OLD.yaml >NEW.yaml")
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.stdout.write(convert(file.read()))
