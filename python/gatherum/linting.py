"""linting.py - what is wrong with inputs of a test that somebody has: lint(), one sentence for each finding.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

from .calling import words_of
from .documents import Document, NotADocument, find

ALONG_AXIS = ("gather", "gather_elements", "scatter", "scatter_elements", "scatter_slices")
FLAT, TUPLES = ("take", "put"), ("gather_nd", "scatter_nd")
COMBINES = ("add", "sub", "mul", "max", "min", "reduce")


def shape_of(value: Any) -> tuple[int, ...]:
    if hasattr(value, "shape"):
        return tuple(int(n) for n in value.shape)
    return (len(value), *shape_of(value[0])) if isinstance(value, (list, tuple)) and value else (
        (0,) if isinstance(value, (list, tuple)) else ())


def listed(value: Any) -> Any:
    """The elements of an array of any library, as nested lists."""
    return value.tolist() if hasattr(value, "tolist") else value


def flat(value: Any) -> list[Any]:
    if isinstance(value, (list, tuple)):
        return [one for part in value for one in flat(part)]
    return [value]


def places(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return product(*map(range, shape))


class Look:
    """Inputs of one document: indices as (index, extent), and where each update goes."""

    def __init__(self, document: Document, inputs: Mapping[str, Any]) -> None:
        def given(ours: str, default: Any = None) -> Any:
            return inputs.get(document.theirs(ours), default)
        self.operator = document.operator
        self.data, self.shape = given("data"), shape_of(given("data"))
        self.index_shape, self.indices = shape_of(given("indices")), flat(listed(given("indices")))
        self.scatters = given("updates") is not None
        words = f"{document.variant} {given('reduction', 'none')}"
        self.combines = any(word in words for word in COMBINES) or given("reduction") in (True, "sum", "prod", "amax", "amin")
        self.batch = int(given("batch_dims", 0))
        rank = len(self.shape)
        self.given_axis = int(given("axis", 0))
        self.axis = int(given("axis", 0)) % rank if rank else 0
        extents = self.extents()
        self.pairs = [(index, extents[k % len(extents)]) for k, index in enumerate(self.indices)] if extents else []

    def extents(self) -> list[int]:
        """The extents that indices are about, in turn."""
        if self.operator in FLAT:
            count = 1
            for n in self.shape:
                count *= n
            return [count]
        if self.operator in TUPLES:
            return list(self.shape[self.batch:self.batch + (self.index_shape or (0,))[-1]])
        return [self.shape[self.axis]] if self.shape else []

    def targets(self) -> list[tuple[int, ...]]:
        """Where updates go; those that count from the end as they count from the start."""
        plain = [index + n if index < 0 else index for index, n in self.pairs]
        if self.operator in TUPLES:
            width = self.index_shape[-1]
            batches = [place[:self.batch] for place in places(self.index_shape[:-1])]
            return [(*batches[k], *plain[k * width:(k + 1) * width]) for k in range(len(batches))] if width else []
        if self.operator in ("scatter", "scatter_elements"):
            return [(*place[:self.axis], index, *place[self.axis + 1:]) for place, index in zip(places(self.index_shape), plain)]
        return [(index,) for index in plain]

    def valid(self) -> Iterator[str]:
        """What is an error of the document's before any element is looked at."""
        odd = next((index for index in self.indices if type(index) is not int), None)
        if odd is not None:
            yield f"an index is {odd!r}, which is no integer: an error is due"
        if self.shape and not -len(self.shape) <= self.given_axis < len(self.shape):
            yield f"the axis is {self.given_axis}, and data have a rank of {len(self.shape)}: an error is due"

    def unique(self) -> Iterator[str]:
        if not self.scatters:
            return
        met = [(place, n) for place, n in Counter(self.targets()).items() if n > 1]
        if met and self.combines:
            yield (f"{met[0][1]} updates meet at {list(met[0][0])}: sums and products of floating-point numbers depend on their order, "
                   "so that the answer need not be unique")
        elif met:
            yield (f"{met[0][1]} updates go to {list(met[0][0])}: the answer is not unique unless the document says which stays")
        elif self.combines and self.pairs:
            yield "no two updates meet, so that how they combine is hardly seen"

    def reach(self) -> Iterator[str]:
        if not self.pairs:
            return
        for what, there in (("the first element of an axis", any(i in (0, -n) for i, n in self.pairs)),
                            ("the last element of an axis", any(i in (n - 1, -1) for i, n in self.pairs))):
            if not there:
                yield f"no index reaches {what}"
        if all(index >= 0 for index, _ in self.pairs):
            yield "no index is negative"
        outside = [(index, n) for index, n in self.pairs if not -n <= index < n]
        if outside:
            yield f"index {outside[0][0]} is outside an axis of {outside[0][1]}: a result is due only if the document says which"
        else:
            yield "no index is outside its axis, so that no check of bounds is seen"

    def vacuous(self) -> Iterator[str]:
        if not self.pairs:
            yield "there is no index: a function that does nothing passes"
            return
        if len(self.pairs) > 1 and len(set(self.indices)) == 1:
            yield f"all indices are {self.indices[0]}: a function that reads only the first passes"
        elif len(self.pairs) > 1 and self.operator not in TUPLES and self.indices == list(range(self.pairs[0][1])):
            yield "the indices count from 0 to the end: a function that copies passes"
        values = flat(listed(self.data))
        if len(values) > 1 and all(one == values[0] for one in values[1:]):
            yield "all elements of the data are equal: a wrong place is not seen"


def missing(document: Document, inputs: Mapping[str, Any]) -> list[str]:
    """What the document's call needs and the test does not give."""
    optional = {ours for ours, said in document.attributes.items() if not said["required"]}
    return [f"{word.name} is missing: {document.callee}({document.arguments}) has no default for it, so nothing else was looked at"
            for word in words_of(document) if word.ours and word.ours not in optional and word.name not in inputs]


def lint(inputs: Mapping[str, Any], *, like: str, reference: Callable[..., Any] | None = None) -> list[str]:
    """What a test with these inputs, by the document's names, cannot see, or asks that has no single answer: one
    sentence each.  reference: the function that the test compares with; it is called with the inputs, to see
    whether it changes them.  Arrays may be of any library, or nested lists."""
    for document in find(like):
        wanted = {document.theirs(ours) for ours in ("data", "indices")}
        if wanted <= set(inputs) and (document.operator in FLAT) == (document.theirs("axis") not in inputs):
            break
    else:
        document = find(like)[0]
    wanted = {document.theirs(ours) for ours in ("data", "indices")}
    if document.operator not in (*ALONG_AXIS, *FLAT, *TUPLES) or not wanted <= set(inputs):
        raise NotADocument(f"{document.callee}({document.arguments}): these inputs are not named so, or lint does not know the operator")
    lacking = missing(document, inputs)
    if lacking:
        return lacking
    look = Look(document, inputs)
    found = [*look.valid(), *look.unique(), *look.reach(), *look.vacuous()]
    if reference is not None:
        before = {name: flat(listed(value)) for name, value in inputs.items()}
        reference(**inputs)
        found += [f"the reference changed its input {name}" for name, value in inputs.items()
                  if repr(flat(listed(value))) != repr(before[name])]
    return found
