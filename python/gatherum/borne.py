"""borne.py - failures that the document's own function has too: what numpy.take does itself is no fault of a function like it.

Nothing is taken from a list: the function that the document is of is asked the failing cases, here and now, and
a failure is borne where it has the same verdict and the same diagnosis.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import importlib.util
import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from . import program
from .documents import Document

MOST = 400  # failing cases; a function with more of them has faults of its own
MOST_BY_NAME = 40  # looking for a drawn case by its name takes longer than judging many
Record = Mapping[str, Any]


def fails(one: Record) -> bool:
    """Is this the record of a failing case?"""
    return one["record"] == "case" and bool(one.get("repeat")) and one["verdict"] != "weak"


def callee_of(document: Document) -> str:
    """module:qualname of the document's own function, where its package is on this machine; or ''."""
    package, _, rest = document.callee.partition(".")
    package = {"tf": "tensorflow"}.get(package, package)
    if not rest or not package.isidentifier() or "-" in rest or "(" in rest:
        return ""
    try:
        found = importlib.util.find_spec(package) is not None
    except (ImportError, ValueError):
        found = False
    module, _, name = f"{package}.{rest}".rpartition(".") if package == "jax" else (package, "", rest)
    return f"{module}:{name}" if found or os.environ.get("GATHERUM_PEERS") else ""


def told(one: Record) -> tuple[str, str]:
    return one["verdict"], str(one["diagnosis"]).partition("; it says")[0]


def same_failures(records: Iterable[Record], documents: Iterable[Document], options: str, more: list[str], folder: str) -> dict[str, str]:
    """The failing cases that the documents' own functions fail in the same way, with what these are called."""
    failing = {one["case"]: one for one in records if fails(one)}
    borne: dict[str, str] = {}
    for document in documents if len(failing) <= MOST else ():
        cases = [case for case in failing if case.startswith(document.name + "/")]
        callee = callee_of(document) if cases else ""
        if not callee:
            continue
        path = os.path.join(folder, f"{document.variant}.jsonl")
        program.run(["run", "--backend", f"{callee}:{options}" if options else callee, "--like", document.name, *more, "--out", path,
                     *(cases if len(cases) <= MOST_BY_NAME else [f"{document.name}/*"])])
        if not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as lines:
            theirs = {one["case"]: one for one in map(json.loads, lines) if fails(one)}
        borne.update({case: document.callee for case in cases if case in theirs and told(theirs[case]) == told(failing[case])})
    return borne


def without(records: Iterable[Record], borne: Mapping[str, str]) -> tuple[Record, ...]:
    """The records without these cases, in the counts as well."""
    records = tuple(records)
    verdicts = {one["case"]: one["verdict"] for one in records if one["record"] == "case" and one["case"] in borne}
    made: list[Record] = []
    for one in records:
        name = one.get("point") or one.get("variant") or ""
        if one["record"] in ("point", "variant", "end") and "verdicts" in one:
            less = Counter(verdict for case, verdict in verdicts.items() if one["record"] == "end" or case.startswith(name + "/"))
            counts = {verdict: n - less[verdict] for verdict, n in one["verdicts"].items()}
            one = {**one, "verdicts": {verdict: n for verdict, n in counts.items() if n}, "borne": less.total()}
            for count in ("failed", "judged"):
                one = {**one, count: one[count] - less.total()} if count in one else one
        if not (one["record"] == "case" and one["case"] in borne):
            made.append(one)
    return tuple(made)


def notes_of(borne: Mapping[str, str], records: Iterable[Record]) -> list[str]:
    """How many cases are borne, and one of them, for each function."""
    said = {one["case"]: one for one in records if one["record"] == "case"}
    notes = []
    for callee, n in Counter(borne.values()).items():
        first = next(case for case, one in borne.items() if one == callee)
        notes.append(f"{n} {'case is' if n == 1 else 'cases are'} borne, as {callee} itself fails in the same way: {first}: "
                     f"{told(said[first])[1]}")
    return notes
