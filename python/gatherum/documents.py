"""documents.py - names that people know, as variants; and how a document calls its operator.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import ast
import difflib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from . import program


class NotADocument(ValueError):
    """No variant has this name, and no document calls its operator so."""


@dataclass(frozen=True)
class Document:
    """A variant: its name, and the call `callee(arguments)` in the document's words."""

    name: str
    callee: str
    arguments: str
    result: str  # the operand that holds the result after the call; "": what the call returns
    words: Mapping[str, str]  # of the contract: those of the document, where they differ
    attributes: Mapping[str, Mapping[str, Any]]
    types: tuple[str, ...]
    index_types: tuple[str, ...]
    reduction: str  # where a call states none
    title: str  # of the document, as "OpenVINO Gather-8" or "WebNN gather, draft of 2026-06"

    @property
    def operator(self) -> str:
        return self.name.partition("/")[0]

    @property
    def variant(self) -> str:
        return self.name.partition("/")[2]

    @property
    def reference(self) -> str:
        """module:qualname of the function that the document is of; '' where it is of no function of Python."""
        package, _, rest = self.callee.partition(".")
        package = {"tf": "tensorflow"}.get(package, package)
        if not rest or not package.isidentifier() or "-" in rest or "(" in rest:
            return ""
        module, _, name = f"{package}.{rest}".rpartition(".") if package == "jax" else (package, "", rest)
        return f"{module}:{name}"

    @property
    def plain(self) -> bool:
        """Does the call state no constant, so that the function's defaults decide?"""
        return not any(isinstance(one.value, ast.Constant) for one in self.tree().keywords)

    def tree(self) -> ast.Call:
        tree = ast.parse(f"function({self.arguments})", self.name, "eval").body
        assert isinstance(tree, ast.Call)
        return tree

    def theirs(self, word: str) -> str:
        return self.words.get(word, word)

    def ours(self, word: str) -> str:
        return next((ours for ours, theirs in self.words.items() if theirs == word), word)

    def default(self, attribute: str) -> Any:
        """The value of an attribute that is not stated, by the document."""
        said = self.attributes[attribute]
        return self.value(attribute, said.get("default", {"int": 0, "bool": False, "ints": []}.get(said["kind"], "none")))

    def value(self, attribute: str, value: Any) -> Any:
        """An attribute's value in the document's words."""
        if self.attributes.get(attribute, {}).get("kind") == "bool":
            return bool(value)
        if not isinstance(value, str):
            return value
        word = self.theirs(value)
        return {"false": False, "true": True}.get(word, word)


def plain_signature(said: Mapping[str, Any]) -> str:
    """The call of a document that states none: operands and attributes by its words, under the variant's name."""
    words, attributes = said["words"], said["attributes"]
    scatters = said["operator"].startswith(("scatter", "put", "tensor_scatter"))
    operands = [words.get(one, one) for one in ("data", "indices", *(["updates"] if scatters else []))]
    return f"{said['name']}({', '.join([*operands, *(f'{words.get(one, one)}={words.get(one, one)}' for one in attributes)])})"


def document_of(said: Mapping[str, Any]) -> Document:
    call, _, result = (said["signature"] or plain_signature(said)).partition(" -> ")
    at = call.rfind("(")
    return Document(said["name"], call[:at], call[at + 1:-1], result, said["words"], said["attributes"],
                    tuple(said["types"]), tuple(said["index_types"]), said["reduction"], said["title"])


@lru_cache(maxsize=1)
def calls() -> list[Mapping[str, Any]]:
    """The list of variants as the program prints it; a worker of judge() has it in a file."""
    handed = os.environ.get(program.CALLS)
    if not handed:
        return list(program.ask(["list", "calls", "--json"]))
    with open(handed, encoding="utf-8") as text:
        return list(json.load(text))


@lru_cache(maxsize=1)
def documents() -> tuple[Document, ...]:
    """Every variant, with the call that its document states."""
    return tuple(document_of(one) for one in calls())


def hand_over(folder: str) -> dict[str, str]:
    """The environment in which workers need not ask the program again."""
    path = os.path.join(folder, "calls.json")
    with open(path, "w", encoding="utf-8") as text:
        json.dump(calls(), text)
    return {program.CALLS: path}


def newest(found: list[Document]) -> list[Document]:
    """The last of onnx.Gather-1, -11 and -13 for the name onnx.Gather."""
    return [max(found, key=lambda one: [int(n) for n in re.findall("[0-9]+", one.variant)])] if found else []


def letters(name: str) -> str:
    return re.sub("[^a-z0-9]", "", name.lower())


def titled(like: str) -> list[Document]:
    """The document of this title, whatever stands between its words: openvino.Gather-8; without a version the newest."""
    found = [one for one in documents() if letters(like) in (letters(one.title), letters(one.title.partition(",")[0]))]
    return newest(found or [one for one in documents() if letters(like) == letters(re.sub("-[0-9]+$", "", one.title))])


def near(like: str) -> str:
    """What may have been meant: names that are spelled alike, and of another call of a library all that there are."""
    callees = sorted({one.callee for one in documents()})
    library, _, last = like.lower().partition("(")[0].rpartition(".")
    found = difflib.get_close_matches(like, sorted({*callees, *(one.name for one in documents())}), 3, 0.7)
    found += [one for one in callees if len(last) > 3 and last in one.lower() and one not in found]
    own = [one for one in callees if library and one.startswith(library.partition(".")[0] + ".")]
    if difflib.get_close_matches(like, callees, 1, 0.85) or not own:
        own = []
    said = [f"near: {', '.join(found[:4])}"] if found else []
    said += [f"of {library.partition('.')[0]} there are {', '.join(own)}"] if own else []
    return "; ".join(["", *said])


def find(like: str) -> tuple[Document, ...]:
    """The documents of a name: that of a variant, or of what the document calls.  One name may have
    several, as numpy.take with an axis and without; of those whose calls differ by a constant, as
    numpy.take(mode="wrap") does, the ones without any."""
    if not isinstance(like, str):
        raise NotADocument(f'like: the name of a document is due, as "torch.gather", and not {like!r}'[:200])
    known = documents()
    found = [one for one in known if one.name == like]
    if not found:
        found = [one for one in known if one.callee == like]
    if not found:
        found = newest([one for one in known if one.callee.rpartition("-")[0] == like and one.callee.startswith("onnx.")]) or titled(like)
    if not found and like.endswith(")"):
        callee, _, constants = like[:-1].partition("(")
        found = [one for one in known if one.callee == callee and
                 {ast.unparse(k) for k in one.tree().keywords} >= {part.strip().replace('"', "'") for part in constants.split(",")}]
        if found:
            return tuple(found)
    if not found:
        raise NotADocument(f"no document is called '{like}'{near(like)}")
    plain = [one for one in found if one.plain]
    return tuple(plain or found)
