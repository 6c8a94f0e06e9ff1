"""calling.py - how a function is called: the document's call, with its words where the function has them.

A word goes to the parameter of the same name, else to that which other documents give the same meaning
(dim and axis, index and indices), else to the next parameter that is left, in the document's order.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from inspect import Parameter
from types import CodeType
from typing import Any

from .documents import Document, documents

FURTHER = {"idx": "indices", "ids": "indices"}  # words that no document has and many functions do
OUT = ("out", "output", "result", "dst", "dest", "y")  # what functions call the array for their result


@dataclass(frozen=True)
class Word:
    """An argument of the document's call; `name` is its keyword, or what it is called."""

    name: str
    value: ast.expr
    positional: bool
    ours: str  # the word of the contract; "" of a constant

    @property
    def constant(self) -> bool:
        return isinstance(self.value, ast.Constant)


class Uncallable(ValueError):
    """The function does not take the arguments of the document's call."""


@dataclass(frozen=True)
class Call:
    """Arguments by position, then by keyword; lacking: optional attributes that the function does not know;
    wanted: those for which it has no default of its own; notes: where its defaults are not the document's."""

    positional: tuple[Word, ...]
    named: Mapping[str, Word]
    lacking: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def code(self, absent: Iterable[str], name: str) -> CodeType:
        """The call without these attributes, where the function has defaults for them."""
        left_out = set(absent) - set(self.wanted)
        keywords = [ast.keyword(key, word.value) for key, word in self.named.items() if word.ours not in left_out]
        call = ast.Call(ast.Name("function", ast.Load()), [word.value for word in self.positional], keywords)
        return compile(ast.fix_missing_locations(ast.Expression(call)), name, "eval")

    def __str__(self) -> str:
        return ", ".join([ast.unparse(word.value) for word in self.positional] +
                         [f"{key}={ast.unparse(word.value)}" for key, word in self.named.items()])


def words_of(document: Document) -> list[Word]:
    tree, words = document.tree(), []
    for value in tree.args:
        first = next(node.id for node in ast.walk(value) if isinstance(node, ast.Name))
        words.append(Word(first, value, True, document.ours(first)))
    for one in tree.keywords:
        constant = isinstance(one.value, ast.Constant)
        words.append(Word(str(one.arg), one.value, False, "" if constant else document.ours(ast.unparse(one.value))))
    return words


@lru_cache(maxsize=1)
def meanings() -> Mapping[str, str]:
    """The meaning of a word on which all documents that have it agree."""
    found: dict[str, set[str]] = {}
    for document in documents():
        for word in words_of(document):
            for name in (word.name, word.ours) if word.ours else ():
                found.setdefault(name, set()).add(word.ours)
    return {**FURTHER, **{name: ours.pop() for name, ours in found.items() if len(ours) == 1}}


def matched(words: list[Word], free: dict[str, Parameter], meaning: Mapping[str, str]) -> dict[str, Word]:
    """Parameters by name, and the words that go to them."""
    said = {word.name: word for word in words}
    found = {name: said[name] for name in free if name in said}
    for name in free:
        left = [word for word in words if word.ours and word not in found.values() and word.ours == meaning.get(name)]
        if name not in found and left:
            found[name] = left[0]
    return found


def fixed_by(bound: Mapping[str, Any], document: Document) -> dict[str, Any]:
    """The document's attributes, by our words, whose values a partial binds; None is no value of any."""
    said = {document.ours(name) if document.ours(name) in document.attributes else meanings().get(name): value for name, value in bound.items()}
    return {str(name): value for name, value in said.items() if name in document.attributes and value is not None}


def call_of(document: Document, function: Callable[..., Any], taken: Iterable[str], alone: bool, fixed: Container[str] = ()) -> Call:
    """The call of a function whose parameters `taken` are bound already, and so are the attributes `fixed`; Uncallable
    says why there is none.
    alone: is this the only document, so that a constant that the function does not take goes without saying?"""
    words = [word for word in words_of(document) if word.ours not in fixed]
    plain = Call(tuple(word for word in words if word.positional), {word.name: word for word in words if not word.positional})
    try:
        parameters = parameters_of(function)
    except (ValueError, TypeError):  # a built-in function that does not tell
        return plain
    kinds = {one.kind for one in parameters.values()}
    if Parameter.VAR_POSITIONAL in kinds:
        return (only_required(plain, document, parameters) if Parameter.VAR_KEYWORD in kinds else
                by_position(plain, parameters, alone))
    free = {name: one for name, one in parameters.items() if name not in taken and one.kind is not Parameter.VAR_KEYWORD}
    found, lacking, more = matched(words, free, meanings()), [], {}
    for word in words:
        if word in found.values():
            continue
        optional = word.constant and alone or (word.ours in document.attributes and not document.attributes[word.ours]["required"])
        place = next((name for name, one in free.items() if name not in found and one.kind is not Parameter.KEYWORD_ONLY and
                      (word.positional or one.default is Parameter.empty and not word.constant)), None)
        if Parameter.VAR_KEYWORD in kinds and not (word.positional and place is not None):
            more[word.name] = word
        elif place is not None and not (optional and word.constant):
            found[place] = word
        elif optional:
            lacking += [word.ours] if word.ours else []
        else:
            raise unfit(word)
    absent = [name for name, one in free.items() if one.default is Parameter.empty and name not in found]
    if absent:
        out = f'; if it takes the array for its result, out="{absent[0]}" says so' if absent[0] in OUT else ""
        raise Uncallable(f"its parameter {absent[0]} has no value there{out}")
    return replace(arranged(parameters, found, more, tuple(lacking)), notes=tuple(other_defaults(document, free, found)))


def other_defaults(document: Document, free: Mapping[str, Parameter], found: Mapping[str, Word]) -> Iterator[str]:
    """A sentence for each default of the function that a call relies on and that is not the document's."""
    given = {word.ours for one in documents() if one.callee == document.callee for word in words_of(one) if word.ours in one.attributes}
    for name, one in free.items():
        if one.default is Parameter.empty or one.default is None:
            continue
        word, meant = found.get(name), meanings().get(name)
        if word is None and meant in given and meant not in document.attributes:
            yield f"{document.callee}({document.arguments}) does not say {name}: the function's own default is taken, {one.default!r}"
        elif word is not None and word.ours in document.attributes and not document.attributes[word.ours]["required"]:
            theirs = document.default(word.ours)
            if one.default != theirs:
                yield f"the function's default of {name} is {one.default!r}, that of {document.callee} is {theirs!r}"


def parameters_of(function: Callable[..., Any]) -> dict[str, Parameter]:
    """Those of a function; of a module of torch or flax those of its forward, and of a wrapper that takes all those of the
    one function that it wraps."""
    parameters = dict(inspect.signature(function).parameters)
    if {one.kind for one in parameters.values()} == {Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD}:
        cells = getattr(function, "__closure__", None) or ()
        inner = [one.cell_contents for one in cells if inspect.isfunction(one.cell_contents)]
        inner += [one for one in (getattr(function, "forward", None),) if callable(one)]
        if len(inner) == 1:
            return parameters_of(inner[0])
    return parameters


def takes(function: Callable[..., Any], name: str) -> bool:
    """May it be called with this keyword, as far as it tells?"""
    try:
        parameters = parameters_of(function)
    except (ValueError, TypeError):
        return True
    return any(one.kind is Parameter.VAR_KEYWORD or one.name == name and one.kind is not Parameter.POSITIONAL_ONLY
               for one in parameters.values())


def unfit(word: Word) -> Uncallable:
    return Uncallable(f"it has no parameter for {word.name}" + (f"={ast.unparse(word.value)}" if word.constant else ""))


def by_position(plain: Call, parameters: Mapping[str, Parameter], alone: bool) -> Call:
    """The document's call of a function that takes anything by position: so it gets what it does not name."""
    more = [word for name, word in plain.named.items() if name not in parameters]
    stated = [word for word in more if not word.constant]
    if len(stated) < len(more) and not alone:
        raise unfit(next(word for word in more if word.constant))
    return Call((*plain.positional, *stated), {name: word for name, word in plain.named.items() if name in parameters},
                wanted=tuple(word.ours for word in stated))


def only_required(plain: Call, document: Document, parameters: Mapping[str, Parameter]) -> Call:
    """The document's call of a function that takes anything, without the optional attributes that it does not name:
    whether it knows them cannot be seen."""
    unknown = {name: word for name, word in plain.named.items() if name not in parameters and word.ours in document.attributes
               and not document.attributes[word.ours]["required"]}
    return Call(plain.positional, {name: word for name, word in plain.named.items() if name not in unknown},
                tuple(word.ours for word in unknown.values()))


def keywords_of(call: Call, values: Mapping[str, Any], stated: Iterable[str], document: Document,
                function: Callable[..., Any]) -> dict[str, Any]:
    """The arguments of a call by the names of the function's parameters."""
    absent = {one for one in document.attributes if one not in stated} - set(call.wanted)
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):
        parameters = []
    places = [one.name for one in parameters if one.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)]
    words = {(places[k] if k < len(places) else word.name): word for k, word in enumerate(call.positional)}
    words.update(call.named)
    return {name: eval(compile(ast.Expression(word.value), document.name, "eval"), {}, dict(values))
            for name, word in words.items() if word.ours not in absent}


def arranged(parameters: Mapping[str, Parameter], found: Mapping[str, Word], more: Mapping[str, Word],
             lacking: tuple[str, ...]) -> Call:
    """The arguments that the document gives by position, up to the first that is left out."""
    positional: list[Word] = []
    wanted = [word.ours for name, word in found.items() if parameters[name].default is Parameter.empty]
    named, row = dict(more), True
    for name, one in parameters.items():
        word = found.get(name)
        row = row and word is not None and one.kind is not Parameter.KEYWORD_ONLY and (
            word.positional or one.kind is Parameter.POSITIONAL_ONLY)
        if row and word is not None:
            positional.append(word)
            wanted.append(word.ours)
        elif word is not None and one.kind is Parameter.POSITIONAL_ONLY:
            raise Uncallable(f"its parameter {name} can only be given by position, and one before it is not given")
        elif word is not None:
            named[name] = word
    return Call(tuple(positional), named, lacking, tuple(wanted))
