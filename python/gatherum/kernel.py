"""kernel.py - a function as a backend: what it claims, and what becomes of a call.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import os
import re
import sys
from collections.abc import Callable, Mapping
from typing import Any

import gatherum_adapter as protocol

from . import arrays, reference
from .calling import Call, Uncallable, call_of, fixed_by, takes
from .claim import Claim, claim_read, flags
from .constants import constants_of
from .documents import Document, find
from .devices import device_of
from .fences import Fences
from .leftovers import Floats, Looks
from .row import row_of
from .slips import is_slip
from .slab import ALIGNMENT, CANARY, Form, Slab
from .watch import Watch
from .written import Memory, call_copied, changed, refused

OWN = ("function", "like", "arrays", "out", "bound", "device")
LOST = ("not isolated: a crash, an exit or a hang of the function is one of this process, what it prints and leaves "
        "behind is not seen, and its memory is not limited")
M_PERTURB = -6  # of mallopt(): what malloc() returns is filled


def memory_poisoner() -> Callable[[int], None]:
    """Fills the memory that malloc() gives, with another byte in each call, so that unwritten parts of a result show."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return lambda number: None
    return lambda number: mallopt(M_PERTURB, 0x5A + 2 * (number & 31)) and None


def is_number(name: str, tensor: Any, document: Document) -> bool:
    """Is this an attribute that the document has as a tensor, here of one integer?"""
    return name in document.attributes and "int" in tensor.dtype and protocol.count(tensor.shape) == 1


def number(tensor: Any) -> int:
    return int.from_bytes(tensor.bytes, sys.byteorder, signed=tensor.dtype[0] == "i")


class Kernel:
    """The function, and the documents that it is called by."""

    def __init__(self, options: Mapping[str, str], function: Callable[..., Any] | None = None) -> None:
        """The function that the options name; or this one, which runs in the process that asks for it."""
        if "like" not in options:
            raise ValueError("the document is missing that the function is judged by: --like torch.gather, for one")
        self.documents = {(one.operator, one.variant): one for one in find(options["like"])}
        first = next(iter(self.documents.values()))
        name = options.get("arrays", arrays.library_of(first.callee))
        protocol.peer(name, "numpy", at=len(sys.path))
        self.here = function is not None
        if function is not None:
            self.file = str(getattr(getattr(function, "__code__", None), "co_filename", ""))
        else:
            named, self.file = reference.load(options["function"])
            function = reference.bind(named, reference.bound_read(options.get("bound", "")))
        self.library = arrays.library(name)
        self.device = options.get("device", "")
        if self.device and isinstance(self.library, arrays.Memoryviews):
            raise ValueError(f"device={self.device}: arrays={name} know no devices")
        self.forms = self.forms_of(options) if self.device else [None]
        self.function, self.out = function, options.get("out", "")
        self.row = row_of(self.library, function, self.documents.values(), self.device)
        self.scope = {"function": function}
        self.words = {document.theirs(name) for document in self.documents.values() for name in document.attributes}
        self.codes: dict[tuple[str, tuple[str, ...]], Any] = {}
        self.poison, self.n_calls, self.turned = memory_poisoner(), 0, True
        self.floats, self.memory = Floats(), None
        if not self.here and not isinstance(self.library, arrays.Memoryviews):  # Python refuses to write there
            self.memory = Memory(self.library.numpy)
            self.watch = Watch(self.memory.near)
            self.watch.__enter__()
        self.bind()

    def forms_of(self, options: Mapping[str, str]) -> list[Form | None]:
        """Each call is made in all of them.  Between canaries first, so that what is stopped between fences is a read; what
        is stopped would end the process of who asks for isolated=False."""
        device = device_of(self.device)
        alignment = 1 if options.get("strided") == "yes" else ALIGNMENT
        fenced = [] if self.here or device.grain == 0 else [Fences(device, at_end, alignment) for at_end in (True, False)]
        self.unfenced = device.unfenced or ("this process would not outlive it" if self.here else "")
        return [Slab(device), *fenced]

    def bind(self) -> None:
        """A document whose call the function cannot take is not claimed; one at least must remain."""
        bound = getattr(self.function, "keywords", {}) if isinstance(self.function, functools.partial) else {}
        taken = [*bound, *([self.out] if self.out else [])]
        if self.out and not takes(self.function, self.out):
            raise ValueError(f"out={self.out}: the function has no parameter {self.out}")
        self.unbound: list[str] = []
        self.calls: dict[tuple[str, str], Call] = {}
        self.fixed = {key: fixed_by(bound, one) for key, one in self.documents.items()}
        most = {name for fixed in self.fixed.values() for name in fixed}
        self.defaults: dict[tuple[str, str], dict[str, Any]] = {}
        for key, one in self.documents.items():
            try:
                if most - set(self.fixed[key]):
                    raise Uncallable(f"it has no {one.theirs(min(most - set(self.fixed[key])))}, which is bound")
                self.calls[key] = call_of(one, self.function, taken, len(self.documents) == 1, self.fixed[key])
                self.defaults[key] = {one.theirs(name): one.default(name) for name in one.attributes}
            except Uncallable as why:
                self.unbound.append(f"{one.callee}({one.arguments}): {why}")
        if not self.calls:
            raise ValueError(f"the function cannot be called as the document calls it, {self.unbound[0]}")
        self.documents = {key: one for key, one in self.documents.items() if key in self.calls}

    def code(self, document: Document, given: dict[str, Any]) -> Any:
        key = document.name, tuple(given)
        if key not in self.codes:
            call = self.calls[document.operator, document.variant]
            self.codes[key] = call.code([one for one in document.attributes if one not in given], document.name)
        return self.codes[key]

    def values(self, document: Document, call: Any, form: Form | None = None) -> dict[str, Any]:
        """Operands and attributes by the document's names; what is changed in place is a copy."""
        stated, operands, _ = call.prepared or self.prepared(document, call)
        values: dict[str, Any] = dict(stated)
        if form is not None:
            lent = form.lay(call, document.ours(document.result), self.out)
            numbers = {word: made(call.inputs[name]) for word, made, name in operands if made is number}
            return {**values, **{document.theirs(name): self.library.lent(one) for name, one in lent.items()}, **numbers}
        for word, made, name in operands:
            values[word] = made(call.inputs[name])
        if self.out:
            values[self.out] = self.library.output(call)
        return values

    def prepared(self, document: Document, call: Any) -> Any:
        """What calls of one description have in common: attributes by the document's words, operands with what makes
        them, and the code of the call."""
        stated = dict(self.defaults[call.op, call.variant])
        for name, value in call.attrs.items():
            stated[document.theirs(name)] = document.value(name, value)
        operands = []
        for name, tensor in call.inputs.items():
            word, library = document.theirs(name), self.library
            made = library.writable if word == document.result else number if is_number(name, tensor, document) else library.operand
            operands.append((word, made, name))
        call.prepared = stated, operands, self.code(document, {**call.attrs, **call.inputs})
        return call.prepared

    def called(self, call: Any, values: dict[str, Any]) -> Any:
        """What the function returns; what ends an interpreter ends a worker, but not the tests, and is told there."""
        scope = {"function": functools.partial(self.function, **{self.out: values[self.out]})} if self.out else self.scope
        try:
            return eval(call.prepared[2], scope, values)
        except Exception as why:
            if not is_slip(why, self.file, values.values()):
                raise
            raise protocol.Failure("internal", f"{type(why).__name__}: {protocol.text_of(why)}") from None
        except BaseException as why:
            if isinstance(why, KeyboardInterrupt if self.here else SystemExit):
                raise
            raise protocol.Failure("internal", f"{type(why).__name__}: {protocol.text_of(why)}") from None

    def run(self, call: Any) -> Any:
        """Its answer, or what it touched that it must not."""
        document = self.documents[call.op, call.variant]
        call.touched = None
        if len(self.forms) == 1:
            return self.run_once(self.forms[0], document, call)
        return self.run_in_all(document, call)

    def run_in_all(self, document: Document, call: Any) -> Any:
        """The answer is that of the last form.  Those between fences take turns to be the last, so that the two calls of a case
        have an answer from each; where it raises an exception in one form and in another not, one of the calls tells each."""
        poison = bytes(call.output_bytes())
        returned: tuple[Any, bytes] | None = None
        raised: tuple[Exception, bytes] | None = None
        first, *fenced = self.forms
        self.turned = not self.turned
        for form in (first, *(reversed(fenced) if self.turned else fenced)):
            call.output_bytes()[:] = poison
            try:
                returned = self.run_once(form, document, call), bytes(call.output_bytes())
            except protocol.Failure:
                raise
            except Exception as why:
                raised = raised or (why, bytes(call.output_bytes()))
            if call.touched is not None:
                break
        if raised is not None and (returned is None or self.turned):
            call.output_bytes()[:] = raised[1]
            raise raised[0]
        assert returned is not None
        call.output_bytes()[:] = returned[1]
        return returned[0]

    def run_once(self, form: Form | None, document: Document, call: Any) -> Any:
        self.n_calls += 1
        if self.here:
            call.memory.fresh(call.inputs)
        else:
            self.poison(self.n_calls)
            if self.library.caches and call.output is not None:
                self.library.cache_poison(call, 0x5A + 2 * (self.n_calls & 31))
        if self.memory is not None:
            self.memory.holds(call)
        try:
            return self.run_in(form, document, call)
        except Exception as why:
            if self.here or not refused(why):
                raise
            return self.run_on_copies(document, call)
        finally:
            if not self.here:
                self.floats.put_back()

    def run_on_copies(self, document: Document, call: Any) -> Any:
        """Who asks for operands that can be written to gets them, and may not write to them."""
        copies = call_copied(call)
        try:
            return self.run_in(None, document, copies)
        finally:
            call.touched = changed(call, copies)

    def run_in(self, form: Form | None, document: Document, call: Any) -> Any:
        try:
            values = self.values(document, call, form)
        except protocol.Failure:
            raise
        except Exception as why:  # no answer of the function, so it must not pass for the error that is due
            raise protocol.Failure("internal", f"its operands could not be made: {type(why).__name__}: {protocol.text_of(why)}") from None
        if form is None and not self.here:
            return self.result_of(document, call, values, self.called(call, values))
        with form.watched() if form is not None else contextlib.nullcontext():
            try:
                result = self.called(call, values)
            finally:
                self.looked_at(form, document, call)
            return self.result_of(document, call, values, result)

    def result_of(self, document: Document, call: Any, values: dict[str, Any], result: Any) -> Any:
        """The answer: what was returned, what the document says holds the result, or what lies in the output already."""
        if self.out:
            return call.output["dtype"], call.output["shape"]
        return self.read(call, values[document.result] if document.result else result)

    def read(self, call: Any, result: Any) -> Any:
        """The answer.  An exception on the way is one of the library that computes it only now, or no answer at all."""
        try:
            return self.library.answer(call, result)
        except protocol.Failure:
            raise
        except Exception as why:
            if self.library.owns(result):
                raise
            raise protocol.Failure("internal", f"the function returned {arrays.a(result)} that cannot be read: "
                                   f"{type(why).__name__}: {protocol.text_of(why)}") from None

    def looked_at(self, form: Form | None, document: Document, call: Any) -> None:
        """Only operands that may be written to were written, even where the function raised an exception; what it left in
        its output then is a part of the answer too."""
        if form is not None:
            made, call.touched = form.after()
            if self.out:
                call.output_bytes()[:] = made[self.out]
        written = call.memory.written(call.inputs) if self.here else ""
        if written:
            raise protocol.Failure("internal", f"it wrote to its operand {document.theirs(written)}")


def kinds_of(library: Any, claim: Claim) -> list[tuple[type[BaseException], str]]:
    """Any exception is an error answer but a slip (slips.py).  What its kind says of the rule counts where the claim has
    error_kinds: a TypeError of a function that does not is seldom about element types."""
    vague = [] if claim.error_kinds else [(TypeError, "invalid")]
    return [(NameError, "internal"), *vague, *library.kinds, *protocol.KINDS, (Exception, "invalid")]


def claims_of(kernel: Kernel, claim: Claim) -> list[dict[str, Any]]:
    made = []
    for document in kernel.documents.values():
        row = kernel.row
        types, index_types = claim.dtypes, claim.index_dtypes
        if row is not None:
            types = types or row.types(document, "data_types", document.types)
            index_types = index_types or row.types(document, "index_types", document.index_types)
        held = kernel.library.held(tuple(types)) if types else kernel.library.types(document.types)
        if not held:
            continue
        more: dict[str, Any] = {"min_rank": claim.ranks[0], "max_rank": claim.ranks[1]}
        limited = {document.ours(name): values for name, values in claim.attrs.items() if document.ours(name) in document.attributes}
        limited.update({name: [value] for name, value in kernel.fixed[document.operator, document.variant].items()})
        lacking = kernel.calls[document.operator, document.variant].lacking
        if limited or lacking:
            more["attrs"] = [name for name in document.attributes if name not in limited and name not in lacking] + [
                f"{name}={document.ours(str(value))}" for name, values in limited.items() for value in values]
        made.append({**protocol.claim(document.operator, [document.variant],
                                      held,
                                      index_types or document.index_types,
                                      [*flags(claim), *kernel.library.flags, *(row.flags(document) if row is not None else [])]), **more})
    return made


def notes_of(kernel: Kernel, claim: Claim) -> list[str]:
    unseen = "not observed" if kernel.here or kernel.device.startswith("cuda") else (
        f"seen where malloc{' or numpy' if kernel.library.caches else ''} gave the memory of the result, else not observed")
    notes = [] if kernel.out else [f"unwritten: {unseen}"]
    notes += [LOST] if kernel.here else []
    if kernel.device:
        fenced = f"; nothing beside them is unmapped: {kernel.unfenced}"[:90] if kernel.unfenced else ", then flush with unmapped memory at either end"
        notes.append(f"operands lie in memory of {kernel.device}, with {CANARY} bytes around each that must not change{fenced}")
    unheld = [one for one in claim.dtypes or () if one not in kernel.library.held((one,))]
    notes += [f"not claimed: elements of {', '.join(unheld)}, which arrays of {kernel.library.name} have not"[:200]] if unheld else []
    notes += [note[:200] for call in kernel.calls.values() for note in call.notes]
    return notes + [f"not claimed, as the function cannot be called so: {why}"[:200] for why in kernel.unbound]


def digest(file: str) -> str:
    try:
        with open(file, "rb") as text:
            return f"{os.path.basename(file)} {hashlib.sha256(text.read()).hexdigest()[:12]}"
    except OSError:
        return "no file"


def said(kernel: Kernel, options: Mapping[str, str]) -> dict[str, Any]:
    """The description of the adapter (gatherum_adapter.serve)."""
    claim = claim_read({name: text for name, text in options.items() if name not in OWN}, sorted(kernel.words))
    if claim.strided and kernel.library.name == "memoryview":
        raise ValueError("strided=yes: a memoryview is compact; arrays=numpy has strides")
    name = re.sub("[^a-z0-9_]", "_", options["function"].rpartition(":")[2].lower())
    return {"name": name, "version": f"{digest(kernel.file)}, {kernel.library.version}",
            "kinds": kinds_of(kernel.library, claim), "profile": "gpu" if kernel.device.startswith("cuda") else "cpu", "claims": claims_of(kernel, claim), "notes": notes_of(kernel, claim),
            "constants": constants_of(kernel.file), "call_us": kernel.library.call_us,
            **({} if kernel.here else {"look": Looks(kernel.floats).look}),
            **({"row": {"name": kernel.row.name, "version": kernel.row.version}} if kernel.row is not None else {}),
            "operators": {document.operator: kernel.run for document in kernel.documents.values()}}
