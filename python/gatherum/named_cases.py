"""named_cases.py - the named cases of a document, one by one: for pytest.mark.parametrize.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import program
from .borne import fails
from .claim import Claim
from .judging import Function, NotClaimed, NothingJudged, NotJudged, Result, judge, patterns_of
from .reference import NotReferable


BATCHES: list[Batch] = []


def results() -> list[Result]:
    """The findings of all batches of this process."""
    return [one for batch in BATCHES for one in batch.results.values() if isinstance(one, Result)]


class Batch:
    """Cases that are judged together: the first that is checked has the function judged by all that are selected."""

    def __init__(self, like: str, claim: Claim, seed: int) -> None:
        self.like, self.claim, self.seed = like, claim, seed
        self.selected: dict[str, None] = {}
        self.size = 0  # how many there are before -k and its like select
        self.results: dict[Any, Result | Exception] = {}
        BATCHES.append(self)

    def result(self, function: Function, options: Mapping[str, Any]) -> Result:
        key: Any = function, tuple(sorted(options.items()))
        try:
            hash(key)
        except TypeError:
            key = id(function), tuple(sorted(options.items()))
        if key not in self.results:
            try:
                self.results[key] = judge(function, like=self.like, claim=self.claim, seed=self.seed,
                                          cases=list(self.selected), **options)
            except (NotJudged, NothingJudged, NotReferable, ValueError) as why:  # for each case that asks, without another try
                self.results[key] = why
        found = self.results[key]
        if isinstance(found, Exception):
            raise found
        return found


class NamedCase:
    """A named case with all its element types; str() is its name, which does not change."""

    def __init__(self, name: str, batch: Batch) -> None:
        self.name, self.batch = name, batch

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__

    def check(self, function: Function, **options: Any) -> None:
        """AssertionError with diagnosis and repeat line if the function fails; a skip if it does not claim the case.
        options: as for judge(), but for like, claim and seed."""
        if self.name not in self.batch.selected:
            self.batch.selected[self.name] = None
            self.batch.results.clear()
        try:
            result = self.batch.result(function, options)
        except NothingJudged:
            if len(self.batch.selected) < self.batch.size:  # what a run of all skips, one of a part does
                raise NotClaimed("not claimed: none of the cases that are selected is") from None
            raise
        failing = [one for one in result.records if fails(one) and one["case"].startswith(self.name + "/")]
        point = next((one for one in result.records if one["record"] == "point" and one["point"] == self.name), None)
        waived = 0 if point is None else point.get("waived", 0)
        if point is not None and point["failed"] > waived:
            failing.sort(key=lambda one: (one["verdict"] == "inconsistent-reading", one.get("size", 0)))
            raise AssertionError("\n".join(
                [f"{one['case']}: {one['verdict']}\n  {one['diagnosis']}\n" +
                 (f"  {one['clause']}: {one['requirement']}\n" if one["clause"] else "") +
                 f"  repeat: {one['repeat']}" for one in failing[:3]] +
                [f"{point['failed'] - waived} of its cases fail, {point['passed']} pass"]))
        if point is None or point["passed"] + point.get("borne", 0) + waived == 0:
            raise NotClaimed("not claimed: " + (point or {}).get("why", "the case"))


def cases(like: str, *, claim: Claim | None = None, seed: int = 1, topics: str = "*") -> list[NamedCase]:
    """The named cases of a document, for @pytest.mark.parametrize("case", gat.cases("torch.gather"), ids=str).
    topics: a pattern below the variant, as "errors" or "negative/*"."""
    if program.INSIDE:
        return []
    names = [one["name"] for one in program.ask(["list", "cases", "--json", "--seed", str(seed), *patterns_of(like, [topics])])]
    batch = Batch(like, claim or Claim(), seed)
    batch.selected, batch.size = dict.fromkeys(names), len(names)
    return [NamedCase(name, batch) for name in names]
