"""row.py - a function that is the document's own, as torch.gather is: it is judged as its row of the board is, by what the
adapter of its library claims and by the waivers of that library's version.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import gatherum_adapter as protocol

from . import reference
from .documents import Document


@dataclass(frozen=True)
class Row:
    """The adapter of a library, and what it claims of each variant."""

    name: str
    version: str
    claims: Mapping[str, Mapping[str, Any]]

    def types(self, document: Document, key: str, listed: tuple[str, ...]) -> tuple[str, ...]:
        """Those of these types that the row claims for a document that it has."""
        claim = self.claims.get(document.name)
        return listed if claim is None else tuple(one for one in listed if one in claim[key])

    def flags(self, document: Document) -> list[str]:
        return list(self.claims.get(document.name, {}).get("flags", ()))


def is_own(function: Callable[..., Any], documents: Iterable[Document]) -> bool:
    """Is it the very function that a document is of?"""
    for document in documents:
        module, _, name = document.reference.partition(":")
        try:
            if name and reference.dug(sys.modules.get(module), name) is function:
                return True
        except AttributeError:
            continue
    return False


def row_of(library: Any, function: Callable[..., Any], documents: Iterable[Document], device: str) -> Row | None:
    """The row that the function belongs to, or None: it is no document's own, or its library has no adapter."""
    if library.adapter is None or not is_own(function, documents):
        return None
    try:
        said = library.adapter.load({"device": device.partition(":")[0]} if device else {})
    except (protocol.Absent, ValueError):  # a device that the adapter does not know
        return None
    claims = {f"{one['op']}/{variant}": one for one in said["claims"] for variant in one["variants"]}
    return Row(library.name, said["version"], claims)
