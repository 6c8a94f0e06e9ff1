"""judging.py - a function goes to the program, and what it found comes back.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import json
import os
import re
import tempfile
import unittest
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any, Union
from urllib.parse import quote

from . import borne, program, reference
from .claim import Claim
from .documents import documents, find, hand_over

Function = Union[str, Callable[..., Any]]
MOST_REASONS = 5  # for cases that are not claimed, in a text
MOST_DEATHS, MOST_DEATHS_EACH = 12, 4  # of a function's process, in all and in the cases of one file: each takes a start or two


class NotJudged(RuntimeError):
    """The program could not judge: it says why."""


class NothingJudged(AssertionError):
    """All cases are outside the claim, and nothing passes by default."""


class NotClaimed(unittest.SkipTest):
    """A case that is outside the claim: a skip for pytest and unittest."""


@dataclass(frozen=True)
class Question:
    """A question: the function, the documents and the options."""

    function: Function
    like: str
    claim: Claim
    options: Mapping[str, str | None]

    def words(self, **options: str | None) -> str:
        """The claim and these options as options of a backend."""
        said = {**self.claim.options(), **{key: text for key, text in options.items() if text}}
        return ",".join(f"{key}={quote(text, safe='+-._=')}" for key, text in said.items())

    def backend(self, here: bool) -> list[str]:
        """The backend and the document in the program's words; here: to run in this process."""
        said: dict[str, str] = {**self.claim.options(), **{key: text for key, text in self.options.items() if text}}
        if here:
            name = str(getattr(self.function, "__name__", type(self.function).__name__))
            said = {"function": re.sub("[^A-Za-z0-9_]+", "_", name), "like": self.like, **said}
            name = str(program.HERE / "here_worker.py")
        elif isinstance(self.function, str):
            name = self.function
        else:
            name, bound = reference.of(self.function)
            said |= {"bound": reference.bound_text(bound)} if bound else {}
        more = ",".join(f"{key}={quote(text, safe='+-._=')}" for key, text in said.items())
        return ["--backend", f"{name}:{more}" if more else name, *([] if here else ["--like", self.like])]


@dataclass(frozen=True)
class Case:
    """One case of the suite as it was judged: its name, the line that repeats it, and its operands."""

    name: str
    repeat: str = ""
    seed: int = 1
    question: Question | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        return self.name

    def arguments(self, device: str | None = None) -> dict[str, Any]:
        """What the function is called with in this case, by the names of its parameters, as copies; on a device of
        their library, as "cuda" of torch, or on that where it was judged."""
        if self.question is None:
            raise ValueError(f"{self.name} was not judged by a function")
        program.adapter_module()
        from . import in_process
        asked, function = self.question, self.question.function
        function = reference.load(function)[0] if isinstance(function, str) else function
        words = ["run", *asked.backend(here=True), "--seed", str(self.seed), "--quiet", self.name]
        return in_process.arguments_of(words, function, device or asked.options.get("device"))


@dataclass(frozen=True)
class Cause:
    """An explanation of some failing cases; `case` is the smallest of them."""

    sentence: str
    verdict: str
    clause: str
    requirement: str
    diagnosis: str
    cases: int
    case: Case

    def __str__(self) -> str:
        lines = [self.sentence, f"  {'smallest: ' if self.cases > 1 else ''}{self.case}", f"  {self.diagnosis}"]
        if self.clause:
            lines.append(f"  {self.clause}: {self.requirement}")
        return "\n".join([*lines, f"  repeat: {self.case.repeat}"])


@dataclass(frozen=True)
class Result:
    """What a run found.  It is true where the function conforms."""

    conforms: bool
    passed: int
    failed: int
    not_claimed: Mapping[str, int]
    causes: tuple[Cause, ...]
    notes: tuple[str, ...]
    seed: int
    records: tuple[Mapping[str, Any], ...] = field(repr=False)

    def __bool__(self) -> bool:
        return self.conforms

    def __str__(self) -> str:
        """Causes first, the largest of them first; then the counts."""
        return self.text(self.causes)

    def told_by_size(self) -> str:
        """The same, with the cause first whose case is the smallest."""
        sizes = {one["case"]: one.get("size", 0) for one in self.records if one["record"] == "case"}
        return self.text(sorted(self.causes, key=lambda cause: sizes.get(cause.case.name, 0)))

    def text(self, causes: Iterable[Cause]) -> str:
        lines = [f"{k}. {cause}" for k, cause in enumerate(causes, 1)]
        left = sorted(self.not_claimed.items(), key=lambda one: -one[1])
        lines.append(f"{self.passed} case{'' if self.passed == 1 else 's'} pass{'es' if self.passed == 1 else ''}, {self.failed} fail, {sum(self.not_claimed.values())} are not claimed")
        shown = left if len(left) <= MOST_REASONS else left[:MOST_REASONS - 1]
        lines += [f"  not claimed: {n} for {why}" for why, n in shown]
        if len(left) > len(shown):
            lines.append(f"  not claimed: {sum(n for _, n in left[len(shown):])} for {len(left) - len(shown)} more reasons, "
                         "which not_claimed of the result has")
        return "\n".join(lines + [f"  {note}" for note in self.notes])


def patterns_of(like: str, cases: Iterable[str] | None, draw: Iterable[str] = ()) -> list[str]:
    """The cases that are asked for, by full name or as below the variant: "errors" is all of that topic.
    draw: the option of that name, by which some are there or not."""
    variants, names = find(like), {one.name for one in documents()}
    if cases is None:
        return [f"{one.name}/*" for one in variants]
    cases = [cases] if isinstance(cases, str) else list(cases)
    if not cases:
        raise NotJudged("cases: the list is empty; without it all are judged")
    whole = [case for case in cases if "/".join(case.split("/")[:2]) in names]
    asked = {text for case in cases if case not in whole for text in (case, f"{case}/*", case.removesuffix("/*"))}  # a generator is one name
    below = [f"{one.name}/{text}" for one in variants for text in sorted(asked)]
    known = program.ask(["list", "cases", "--json", *draw, *(f"{one.name}/*" for one in variants)]) if below else ()
    found = [one["name"] for one in known if any(fnmatchcase(one["name"], pattern) for pattern in below)]
    if not whole and not found:
        raise NotJudged(f"no case of {like} is called {' or '.join(cases)}; gatherum list cases '{variants[0].name}/*' shows them")
    return whole + found


def records_read(path: str) -> tuple[Mapping[str, Any], ...]:
    with open(path, encoding="utf-8") as lines:
        return tuple(json.loads(line) for line in lines)


def causes_read(path: str, seed: int, question: Question, isolated: bool) -> tuple[Cause, ...]:
    told = program.ask(["report", "causes-json", path])["causes"]
    return tuple(Cause(one["sentence"], one["verdict"], one["clause"], one["requirement"], one["diagnosis"], one["cases"],
                       Case(one["case"], one["repeat"] if isolated else again(one["case"], seed), seed, question)) for one in told)


def again(case: str, seed: int) -> str:
    """The Python line that repeats a case of a function that has no name for a shell."""
    return f'judge(..., seed={seed}, cases=["{case}"], isolated=False)'


def gaps_join(gaps: Iterable[str]) -> str:
    """Reasons of a point as one: its element types together."""
    kinds = {re.sub("^(element|index) type .*", r"\1 types", gap) for gap in gaps}
    return " or ".join(sorted(kinds))


def result_of(records: tuple[Mapping[str, Any], ...], causes: tuple[Cause, ...], seed: int, code: int) -> Result:
    points = [one for one in records if one["record"] == "point"]
    gaps: dict[str, int] = {}
    for one in points:
        views, outside = one.get("views", 0), one.get("outside", 0)
        for why, n in (("strided operands and other presentations", views), ("types that the document excludes", outside),
                       (gaps_join(one.get("gaps", ())), one["not_claimed"] - views - outside)):
            if n:
                gaps[why] = gaps.get(why, 0) + n
    notes = [note for one in records if one["record"] == "backend" for note in one.get("notes", ())]
    read = {one["variant"]: one["readings"] for one in records if one["record"] == "variant" and one.get("readings")}
    notes += [f"{f'{name} ' if len(read) > 1 else ''}reads the document as: {text}" for name, text in read.items()]
    notes += [f"{one['case']} {one['diagnosis']}" for one in records if one["record"] == "case" and one["verdict"] == "noted"]
    left = sum(one.get("not_run", 0) for one in points)
    if left:
        notes.append(f"{left} cases were not run: the function ended its process or hung too often; budget=0 runs all that may end it")
    spared = sum(one.get("spared", 0) for one in points)
    if spared:
        notes.append(f"{spared} cases were left out, as calls of this library are slow: budget=0 has all judged")
    return Result(code == 0, sum(one["passed"] for one in points), sum(one["failed"] - one.get("waived", 0) for one in points),
                  gaps, causes, tuple(notes), seed, records)


def asked_check(function: Function, claim: Claim | None, numbers: Mapping[str, Any], texts: Mapping[str, Any]) -> None:
    """TypeError or ValueError, in a sentence, for arguments that ask nothing."""
    if isinstance(function, str):
        place, _, name = function.rpartition(":")
        if not place or not name:
            raise ValueError(f"{function!r} names no function: kernels:my_gather does, or kernels.py:my_gather")
    elif not callable(function):
        raise TypeError(f"a function is due, or its name as kernels:my_gather, and not {function!r}"[:200])
    if claim is not None and not isinstance(claim, Claim):
        raise TypeError(f"claim: a Claim is due, as Claim(dtypes=['float32']), and not {claim!r}"[:200])
    for name, value in numbers.items():
        if value is not None and (isinstance(value, bool) or not isinstance(value, (int, float))):
            raise TypeError(f"{name}: a number is due, and not {value!r}"[:200])
    for name, value in texts.items():
        if value is not None and not (isinstance(value, str) and value):
            raise TypeError(f"{name}: a text is due, and not {value!r}"[:200])


def unlisted(like: str, claim: Claim) -> str:
    """The types that a document has, where the claim has others alone; or ''."""
    said = ""
    for what, claimed, key in (("elements", claim.dtypes, "types"), ("indices", claim.index_dtypes, "index_types")):
        listed = {one: None for document in find(like) for one in getattr(document, key)}
        if claimed and not listed.keys() & set(claimed):
            said += f"; it has {what} of {', '.join(listed)}, and the claim of {', '.join(claimed)}"
    return said


def judge(function: Function, *, like: str, claim: Claim | None = None, seed: int = 1, arrays: str | None = None,
          out: str | None = None, timeout: float | None = None, draw: int | None = None,
          cases: Iterable[str] | None = None, isolated: bool = True, device: str | None = None, budget: float = 20,
          strict: bool = False) -> Result:
    """Judge a function, an object or its name "module:qualname" or "file.py:qualname", by the document
    `like`, and tell what was found; NotJudged where that could not be done, NothingJudged where the
    claim leaves nothing to judge.  The function runs in a process of its own.

    arrays: whose arrays it takes: numpy, torch, jax, or a module with from_dlpack; without it those of the document.
    out: the keyword by which it takes the array for its result.  timeout: seconds for one case.
    draw: how many cases of each variant are drawn from the seed.  cases: patterns, as "errors" or "negative/*".
    isolated: False runs the function in this process, for closures and debuggers; the notes say what is lost.
    device: "cpu", "cuda" or "cuda:1"; there the operands lie between canaries, and then flush with unmapped memory, so
    that what is written or read outside of them is told.  budget: seconds of calls into a library that compiles for
    each shape, as jax does, after which the rest is left out and counted, as cases are after some that end the process of the
    function; 0: none is.  strict: what a call leaves behind in its process (open files, threads, handlers of signals)
    fails, and is no note, and so do other kinds of errors."""
    if program.INSIDE:
        raise reference.Inside
    asked_check(function, claim, {"seed": seed, "timeout": timeout, "draw": draw, "budget": budget},
                {"arrays": arrays, "out": out, "device": device})
    question = Question(function, like, claim or Claim(), {"arrays": arrays, "out": out, "device": device})
    more = ["--seed", str(seed), "--quiet", *(["--strict"] if strict else []), *([] if timeout is None else ["--timeout", f"{timeout:g}"])]
    spent = ["--budget", f"{budget:g}", "--deaths", str(MOST_DEATHS), "--deaths-each", str(MOST_DEATHS_EACH)] if budget > 0 else []
    words = ["run", *question.backend(here=not isolated), *more, *spent]
    drawn = [] if draw is None else ["--draw", str(draw)]
    with tempfile.TemporaryDirectory(prefix="gatherum-") as folder:
        path = os.path.join(folder, "records.jsonl")
        words += [*drawn, "--out", path, *patterns_of(like, cases, drawn)]
        handed = hand_over(folder)
        done = program.run(words, handed) if isolated else run_here(words, function)
        if "nothing was judged: no backend claims" in done.stderr:
            raise NothingJudged(f"all cases of {like} are outside the claim, or beyond the function's arrays{unlisted(like, question.claim)}")
        if done.returncode not in (0, 1):
            raise NotJudged((done.stderr or done.stdout).strip())
        records = records_read(path)
        if not isolated:
            records = tuple({**one, "repeat": again(one["case"], seed)} if one["record"] == "case" and one.get("repeat") else one for one in records)
        absent = next((one["why"] for one in records if one["record"] == "absent"), None)
        if absent is not None:
            raise NotJudged(absent)
        borne_now = borne.Bearing(records, find(like), question.words(arrays=arrays, device=device), more, folder, handed)
        causes, told = causes_read(path, seed, question, isolated) if done.returncode else (), records
        while causes and borne_now.look([one.case.name for one in causes]):
            told = borne.without(records, borne_now.borne)
            with open(path, "w", encoding="utf-8") as lines:
                lines.writelines(json.dumps(one) + "\n" for one in told)
            causes = causes_read(path, seed, question, isolated)
        notes = borne.notes_of(borne_now.borne, records)
        code = 0 if done.returncode and borne_now.borne and not any(map(borne.fails, told)) else done.returncode
        result = result_of(({"record": "backend", "notes": notes}, *told) if notes else told, causes, seed, code)
    if result.passed + result.failed == 0:
        raise NothingJudged(f"nothing was judged: all cases are outside the claim\n{result}")
    return result


def run_here(words: list[str], function: Function) -> Any:
    """The program, with this process as the adapter."""
    program.adapter_module()
    from . import in_process, kernel
    callee = reference.load(function)[0] if isinstance(function, str) else function
    return in_process.run(words, lambda options: kernel.Kernel(options, callee))


def first_look(function: Function, like: str, more: Mapping[str, Any]) -> Result | None:
    """What fails in the written cases of one element type and one index type, before all of them are asked; None: nothing."""
    claim = more.get("claim") or Claim()
    if not isinstance(claim, Claim) or more.get("cases") is not None or len(tuple(claim.dtypes or ())) == 1:
        return None
    listed = [one.types for one in find(like)]
    types = [one for one in claim.dtypes or listed[0] if all(one in types for types in listed)]
    indices = [one for one in ("int64", "int32") if one in (claim.index_dtypes or ("int64",))]
    if not types or not indices:
        return None
    kind = "float32" if "float32" in types else types[0]
    try:
        result = judge(function, like=like, **{"draw": 0, **more, "claim": replace(claim, dtypes=[kind], index_dtypes=indices[:1])})
    except NothingJudged:
        return None
    note = f"only {kind} with indices of {indices[0]} was judged, and fails; other types are judged once it passes"
    return None if result else replace(result, notes=(*result.notes, note))


def check(function: Function, *, like: str, **more: Any) -> Result:
    """judge(), and AssertionError with causes and repeat lines where the function does not conform."""
    found = first_look(function, like, more)
    result = found if found is not None else judge(function, like=like, **more)
    if not result:
        raise AssertionError(f"{function if isinstance(function, str) else getattr(function, '__name__', function)} "
                             f"does not do what {like} says\n{result}")
    return result
