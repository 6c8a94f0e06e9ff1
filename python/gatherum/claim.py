"""claim.py - what a function promises: what it does not is counted as not claimed, and never judged.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Union

Value = Union[int, bool, str]
NO = {"negative_indices": "no_negative_index", "empties": "no_empty", "scalar_indices": "no_scalar_index",
      "errors": "no_errors"}
YES = {"error_kinds": "names_errors", "clean_errors": "clean_errors", "strided": "takes_views"}


def type_name(dtype: Any) -> str:
    """An element type, which may be the object that numpy or another library has for it."""
    if isinstance(dtype, str):
        return dtype
    name = str(getattr(dtype, "name", getattr(dtype, "__name__", dtype)))
    return name.rpartition(".")[2].removesuffix("_")


@dataclass(frozen=True)
class Claim:
    """What is claimed; without arguments all that the document has, in operands as they come compact.

    dtypes, index_dtypes: names of element types, as "float16"; None: all that the document lists.
    ranks: least and greatest rank of every operand.
    attrs: for an attribute, by the document's name, the values that are taken.
    negative_indices, empties, scalar_indices: are cases with such operands taken?
    errors: are inputs that break the document answered by an exception?
    error_kinds: does the kind of exception tell which rule was broken (IndexError, TypeError, ValueError)?
    strided: are operands taken that are strided, broadcast, or lie inside others?"""

    dtypes: Iterable[str] | None = None
    index_dtypes: Iterable[str] | None = None
    ranks: tuple[int, int] = (0, 16)
    attrs: Mapping[str, Iterable[Value]] = field(default_factory=dict)
    negative_indices: bool = True
    empties: bool = True
    scalar_indices: bool = True
    errors: bool = True
    error_kinds: bool = False
    clean_errors: bool = False
    strided: bool = False

    def __post_init__(self) -> None:
        """TypeError or ValueError, in a sentence, for what states no claim."""
        for name in ("dtypes", "index_dtypes"):
            types = getattr(self, name)
            names = [types] if isinstance(types, str) else list(types) if isinstance(types, Iterable) else []
            if types is not None and not (names and all(isinstance(one, str) or hasattr(one, "itemsize") for one in names)):
                raise TypeError(f'{name}: a list of names of element types is due, as ["float32"], and not {types!r}')
            if types is not None:
                object.__setattr__(self, name, tuple(map(type_name, names)))
        ranks = self.ranks if isinstance(self.ranks, (tuple, list)) else ()
        if len(ranks) != 2 or not all(type(one) is int for one in ranks) or not 0 <= ranks[0] <= ranks[1]:
            raise ValueError(f"ranks: the least and the greatest rank are due, as (1, 3), and not {self.ranks!r}")
        if not isinstance(self.attrs, Mapping):
            raise TypeError(f'attrs: values for attributes are due, as {{"axis": [0, -1]}}, and not {self.attrs!r}')
        for name, values in self.attrs.items():
            if isinstance(values, str) or not isinstance(values, Iterable) or not list(values):
                raise TypeError(f"attrs: a list of values is due for {name}, as [0, -1], and not {values!r}")
        for name in (*NO, *YES):
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"{name}: True or False is due, and not {getattr(self, name)!r}")

    def options(self) -> dict[str, str]:
        """As options of a backend: gatherum run --backend kernels.py:f:dtypes=float16+float32,ranks=1-3."""
        said: dict[str, str] = {}
        for name in ("dtypes", "index_dtypes"):
            types = getattr(self, name)
            if types is not None:
                said[name] = "+".join(types)
        if tuple(self.ranks) != (0, 16):
            said["ranks"] = f"{self.ranks[0]}-{self.ranks[1]}"
        for name in (*NO, *YES):
            if getattr(self, name) != (name in NO):
                said[name] = "no" if name in NO else "yes"
        for name, values in self.attrs.items():
            said[name] = "+".join(str(value).lower() if isinstance(value, bool) else str(value) for value in values)
        return said


def truth(name: str, word: str) -> bool:
    if word not in ("yes", "no"):
        raise ValueError(f"{name}={word}: it is yes or no")
    return word == "yes"


def claim_read(options: Mapping[str, str], attributes: Iterable[str]) -> Claim:
    """The claim that options state; ValueError for what is none."""
    said: dict[str, Any] = {"attrs": {}}
    for name, text in options.items():
        if name in ("dtypes", "index_dtypes"):
            said[name] = tuple(text.split("+"))
        elif name == "ranks":
            least, _, most = text.partition("-")
            if not least.isdigit() or not (most or least).isdigit():
                raise ValueError(f"ranks={text}: a number is due, or two with '-' between")
            said[name] = int(least), int(most or least)
        elif name in NO or name in YES:
            said[name] = truth(name, text)
        elif name in attributes:
            said["attrs"][name] = tuple(text.split("+"))
        else:
            known = ["dtypes", "index_dtypes", "ranks", *NO, *YES, "arrays", "out", "device", *attributes]
            raise ValueError(f"option '{name}' is not known; there are: {' '.join(known)}")
    return Claim(**said)


def flags(claim: Claim) -> list[str]:
    """The flags of a claim in the protocol of adapters."""
    return [flag for name, flag in NO.items() if not getattr(claim, name)] + [
        flag for name, flag in YES.items() if getattr(claim, name)]
