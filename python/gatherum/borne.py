"""borne.py - failures that the document's own function has too: what numpy.take does itself is no fault of a function like it.

The function that the document is of is asked failing cases, here and now, and a failure is borne where it has the same
verdict and the same diagnosis.  What that function itself fails is borne by the waivers of the board alone (row.py).  Cases of one point whose diagnoses begin alike are a group:
its smallest is asked, and all of it where that one is borne or it is small.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from . import program
from .documents import Document

FEW = 8  # cases of a group that are asked at once, as another run costs more
MOST = 300  # groups; a function with more of them has faults of its own
Record = Mapping[str, Any]


def fails_at_all(one: Record) -> bool:
    """Is this the record of a failing case?"""
    return one["record"] == "case" and bool(one.get("repeat")) and one["verdict"] not in ("weak", "noted")


def fails(one: Record) -> bool:
    """Is it the record of a failing case that no waiver bears?"""
    return fails_at_all(one) and "waived" not in one


def callee_of(document: Document) -> str:
    """module:qualname of the document's own function, where its package is on this machine; or ''."""
    try:
        found = importlib.util.find_spec(document.reference.partition(":")[0].partition(".")[0]) is not None
    except (ImportError, ValueError):
        found = False
    return document.reference if found or os.environ.get("GATHERUM_PEERS") else ""


def told(one: Record) -> tuple[str, str]:
    return one["verdict"], str(one["diagnosis"]).partition("; it says")[0]


def point_of(case: str, points: Container[str]) -> str:
    while "/" in case and case not in points:
        case = case.rpartition("/")[0]
    return case


def kind_of(one: Record) -> tuple[str, str]:
    """The verdict, and the diagnosis up to the first number or quotation."""
    verdict, diagnosis = told(one)
    return verdict, re.split(r"[-\d\[\"']", diagnosis)[0]


class Bearing:
    """Failing cases of a run, and which of them the documents' own functions fail in the same way."""

    def __init__(self, records: Iterable[Record], documents: Iterable[Document], options: str, more: list[str],
                 folder: str, handed: Mapping[str, str]) -> None:
        records = tuple(records)
        self.failing = {one["case"]: one for one in records if fails(one) and one["verdict"] != "not-run"}
        self.points = {one["point"] for one in records if one["record"] == "point"}
        own = any("row" in one for one in records if one["record"] == "backend")
        self.callees = {one.name: (one, callee_of(one)) for one in documents} if self.failing and not own else {}
        self.options, self.more, self.folder, self.handed = options, more, folder, handed
        self.asked: set[str] = set()
        self.borne: dict[str, tuple[str, str]] = {}  # the callee, and what the board says of it

    def look(self, shown: Iterable[str]) -> bool:
        """Ask the cases that are shown, small groups, and of each larger one the smallest; is any other borne than before?"""
        groups: dict[Any, list[str]] = {}
        for case, one in sorted(self.failing.items(), key=lambda item: item[1].get("size", 0)):
            groups.setdefault((point_of(case, self.points), kind_of(one)), []).append(case)
        before = len(self.borne)
        self.ask([*shown, *(case for cases in list(groups.values())[:MOST] for case in (cases if len(cases) <= FEW else cases[:1]))])
        self.ask([case for cases in groups.values() if self.borne.keys() & set(cases) for case in cases])
        return len(self.borne) > before

    def ask(self, cases: Iterable[str]) -> None:
        new = {case for case in cases if case in self.failing} - self.asked
        self.asked |= new
        mine = {name: sorted(case for case in new if case.startswith(name + "/")) for name, (_, function) in self.callees.items() if function}
        asked = [name for name, cases in mine.items() if cases]
        with ThreadPoolExecutor() as pool:  # each waits for a process of its own
            answers = list(pool.map(lambda name: self.theirs(name, mine[name]), asked))
        for name, theirs in zip(asked, answers):
            callee = self.callees[name][0].callee
            self.borne.update({case: (callee, one.get("waived", {}).get("reason", "")) for case, one in theirs.items()
                               if case in self.failing and told(one) == told(self.failing[case])})

    def theirs(self, name: str, cases: list[str]) -> dict[str, Record]:
        """What the document's own function fails of these cases."""
        document, function = self.callees[name]
        path = os.path.join(self.folder, f"borne.{name.replace('/', '.')}.jsonl")
        types = [] if "dtypes=" in self.options else ["dtypes=" + "+".join(document.types)]  # all, and not those of its row alone
        program.run(["run", "--backend", f"{function}:" + ",".join([*types, *filter(None, [self.options])]), "--like", name,
                     *self.more, "-j", "1", "--out", path, *cases], self.handed)
        if not os.path.exists(path):
            return {}
        with open(path, encoding="utf-8") as lines:
            found = {one["case"]: one for one in map(json.loads, lines) if fails_at_all(one)}
        os.unlink(path)
        return found


def without(records: Iterable[Record], borne: Container[str]) -> tuple[Record, ...]:
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


def cases_are(n: int) -> str:
    return "1 case is" if n == 1 else f"{n} cases are"


def notes_of(borne: Mapping[str, tuple[str, str]], records: Iterable[Record]) -> list[str]:
    """How many cases are borne, and why: as the document's own function fails them, or as a waiver of the board says of it."""
    said = {one["case"]: one for one in records if one["record"] == "case"}
    notes = []
    for (callee, reason), n in Counter(borne.values()).items():
        first = next(case for case, one in borne.items() if one == (callee, reason))
        notes.append(f"{cases_are(n)} borne, as {callee} itself fails in the same way, {'which is known' if reason else 'which no waiver knows'}"
                     f": {reason or first + ': ' + told(said[first])[1]}")
    waived = Counter((one["waived"]["reason"], one["waived"]["link"]) for one in said.values() if "waived" in one)
    return notes + [f"{cases_are(n)} borne, as the board's waiver says: {reason} ({link})" for (reason, link), n in waived.items()]
