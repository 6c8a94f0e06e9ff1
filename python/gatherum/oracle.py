"""oracle.py - what does a document say about one call?  Asked of libgatherum-ref, in this process.

    answer = gatherum.ask("gather/onnx-13", data=[[1, 2], [3, 4]], indices=[1], axis=0)
    answer.status, answer.reason, answer.output.tolist()      # "ok", "", [[3, 4]]
    answer.judge([[1, 2]])          # (False, "output[0,0] must be data[1,0] = 3 by ...", 0)

Nothing but Python is needed.  An operand is a list, anything with a buffer, as arrays of numpy have one, or a Tensor.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import builtins
import ctypes
import functools
import math
import operator
import os
import struct
import sys
import weakref
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from . import documents, program
from .claim import type_name

NAME = "libgatherum-ref.so"
ABI = 1
# name: code and bits of DLPack, the form of a part for struct, and what a buffer calls it
TYPES = {"bool": (6, 8, "?", "?"), "int8": (0, 8, "b", "b"), "int16": (0, 16, "h", "h"), "int32": (0, 32, "i", "i"),
         "int64": (0, 64, "q", "lq"), "uint8": (1, 8, "B", "B"), "uint16": (1, 16, "H", "H"), "uint32": (1, 32, "I", "I"),
         "uint64": (1, 64, "Q", "LQ"), "float16": (2, 16, "e", "e"), "bfloat16": (4, 16, "H", ""), "float32": (2, 32, "f", "f"),
         "float64": (2, 64, "d", "d"), "complex64": (5, 64, "ff", "Zf"), "complex128": (5, 128, "dd", "Zd")}
STATUS = ("ok", "unsupported", "invalid", "type", "range", "no memory")
DEMANDS = ("no question", "must succeed", "must report", "may do either", "free")
KINDS = ("one", "any of", "range", "all")
OPERANDS = ("data", "indices", "updates")
DEEPEST = 64  # lists in lists
NATIVE = "@=" + ("<" if sys.byteorder == "little" else ">")  # how formats of buffers of this machine begin


class Type(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class CTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2), ("ndim", ctypes.c_int32), ("type", Type),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.c_void_p), ("byte_offset", ctypes.c_uint64)]


class COperand(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("role", ctypes.c_int32), ("form", ctypes.c_int32), ("tensor", CTensor)]


class CAttr(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("kind", ctypes.c_int32), ("unused", ctypes.c_int32), ("i", ctypes.c_int64),
                ("f", ctypes.c_double), ("text", ctypes.c_char_p), ("ints", ctypes.POINTER(ctypes.c_int64)), ("n_ints", ctypes.c_uint64)]


class CAdmitted(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int32), ("also", ctypes.c_uint32 * 2), ("n_choices", ctypes.c_uint32),
                ("low", ctypes.c_double * 2), ("high", ctypes.c_double * 2)]


@functools.cache
def library() -> Any:
    """The library: that of the wheel, that of the checkout, or that of the program's installation."""
    folder = os.path.dirname(os.path.realpath(program.path()))
    candidates = [os.path.join(folder, "lib", NAME), os.path.join(os.path.dirname(folder), "lib", NAME)]
    found = next((path for path in candidates if os.path.exists(path)), None)
    if found is None:
        raise FileNotFoundError(f"there is no {NAME}: neither {' nor '.join(candidates)}")
    lib = ctypes.CDLL(found)
    if lib.gat_oracle_abi() != ABI:
        raise OSError(f"{found} has number {lib.gat_oracle_abi()}, and {ABI} is known here")
    handle, number = ctypes.c_void_p, ctypes.c_uint64
    for name, result, given in (("variant", ctypes.c_char_p, [number]), ("new", handle, []), ("free", None, [handle]),
                                ("ask", ctypes.c_int32, [handle, ctypes.c_char_p, ctypes.POINTER(COperand), number,
                                                         ctypes.POINTER(CAttr), number]),
                                ("reason", ctypes.c_char_p, [handle]), ("demand", ctypes.c_int32, [handle]),
                                ("output", ctypes.POINTER(CTensor), [handle]),
                                ("element", ctypes.c_int, [handle, ctypes.c_int64, ctypes.POINTER(CAdmitted)]),
                                ("choice", handle, [handle, ctypes.c_int64, number]),
                                ("judge", ctypes.c_int, [handle, ctypes.c_int32, ctypes.POINTER(CTensor),
                                                         ctypes.POINTER(ctypes.c_int64)])):
        function = getattr(lib, f"gat_oracle_{name}")
        function.restype, function.argtypes = result, given
    return lib


def size_of(dtype: str) -> int:
    return TYPES[dtype][1] // 8


def elements(data: bytes, dtype: str) -> Iterator[Any]:
    """Elements as values of Python."""
    form = TYPES[dtype][2]
    for parts in struct.iter_unpack("=" + form, data):
        if dtype == "bfloat16":
            yield struct.unpack("=f", struct.pack("=I", parts[0] << 16))[0]
        else:
            yield complex(*parts) if len(form) == 2 else parts[0]


def packed(value: Any, dtype: str) -> bytes:
    """The bytes of one number."""
    form = TYPES[dtype][2]
    try:
        if dtype == "bfloat16":
            data = struct.pack("=f", value)
            upper, lower = (data[2:], data[:2]) if sys.byteorder == "little" else (data[:2], data[2:])
            if not any(lower):
                return upper
        else:
            return struct.pack("=" + form, value.real, value.imag) if len(form) == 2 else struct.pack("=" + form, value)
    except (struct.error, OverflowError):
        pass
    raise ValueError(f"{shown(value)} is no {dtype}")


def shown(value: Any) -> str:
    """Any object in a sentence, whatever its own class makes of that."""
    try:
        said = " ".join(repr(value).split())
    except Exception:
        said = object.__repr__(value)
    return said if len(said) <= 80 else f"{said[:60]}...{said[-10:]}"


def plain(value: Any) -> Any:
    """Scalars and arrays of numpy, and of libraries like it, as numbers and lists of Python."""
    return value.tolist() if callable(getattr(value, "tolist", None)) and not isinstance(value, type) else value


def flat(values: Any, depth: int = 0) -> tuple[list[int], list[Any]]:
    """The shape of nested lists, and their elements in C order."""
    values = plain(values)
    if not isinstance(values, (list, tuple)):
        if not isinstance(values, (bool, int, float, complex)):
            raise TypeError(f"elements are numbers, and not {shown(values)}")
        return [], [values]
    if depth == DEEPEST:
        raise ValueError(f"the lists of an operand lie more than {DEEPEST} deep in each other")
    parts = [flat(one, depth + 1) for one in values]
    if any(shape != parts[0][0] for shape, _ in parts):
        raise ValueError("the lists of an operand have different lengths")
    return [len(values), *(parts[0][0] if parts else [])], [element for _, inside in parts for element in inside]


def type_of(values: list[Any]) -> str:
    """Numbers of lists: int64 and float32, as most documents have them, or what all are."""
    kinds = {type(one) for one in values}
    return "bool" if kinds == {bool} else "complex64" if complex in kinds else "float32" if float in kinds else "int64"


def type_named(dtype: Any) -> str:
    """The name of an element type that is known here."""
    name = type_name(dtype)
    if name not in TYPES:
        raise ValueError(f"there is no element type {shown(dtype)} here; there are {', '.join(TYPES)}")
    return name


def type_in(view: memoryview, dtype: str | None) -> str:
    """The type of a buffer's elements; bytes without a type have the one that is asked for."""
    form = view.format[1:] if view.format[0] in NATIVE else view.format
    own = next((name for name, (*_, forms) in TYPES.items()
                if forms and (form == forms or len(form) == 1 and form in forms) and view.itemsize == size_of(name)), None)
    raw = form in ("B", "b", "c") or form.strip("0123456789") == "x" or (form, dtype) == ("H", "bfloat16")
    if dtype is not None and raw and size_of(dtype) == view.itemsize:
        own = dtype
    if own is None or dtype not in (None, own):
        raise TypeError(f"elements of the buffer are '{view.format}', which is no {dtype or 'type of a document'}")
    return own


class Tensor:
    """Compact elements of a type of the documents; values: nested lists, or anything with a buffer."""

    dtype: str
    shape: tuple[int, ...]
    bytes: builtins.bytes

    def __init__(self, values: Any, dtype: Any = None) -> None:
        dtype = None if dtype is None else type_named(dtype)
        if isinstance(values, Tensor):
            values = values.tolist() if dtype not in (None, values.dtype) else values
        if isinstance(values, Tensor):
            self.dtype, self.shape, self.bytes = values.dtype, values.shape, values.bytes
            return
        if isinstance(values, (list, tuple, bool, int, float, complex)):
            shape, inside = flat(values)
            self.dtype = dtype or type_of(inside)
            self.bytes = b"".join(packed(one, self.dtype) for one in inside)
            self.shape = tuple(shape)
            return
        try:
            view = memoryview(values)
        except (TypeError, ValueError, BufferError):
            raise TypeError(f"an operand is a number, a list, a Tensor or what has a buffer, and not {shown(values)}") from None
        own = type_in(view, dtype)
        self.dtype, self.shape, self.bytes = own, tuple(view.shape or ()), view.tobytes()

    @classmethod
    def of(cls, dtype: str, shape: tuple[int, ...], data: builtins.bytes) -> Tensor:
        made = cls.__new__(cls)
        made.dtype, made.shape, made.bytes = dtype, shape, data
        return made

    def tolist(self) -> Any:
        values: Any = list(elements(self.bytes, self.dtype))
        if not self.shape:
            return values[0]
        for at in range(len(self.shape) - 1, 0, -1):
            extent, outer = self.shape[at], math.prod(self.shape[:at])
            values = [values[k * extent:(k + 1) * extent] for k in range(outer)]
        return values

    def numpy(self) -> Any:
        """An array of numpy; bfloat16 as uint16."""
        import numpy
        return numpy.frombuffer(self.bytes, "uint16" if self.dtype == "bfloat16" else self.dtype).reshape(self.shape)

    def __repr__(self) -> str:
        return f"Tensor({self.tolist()}, {self.dtype!r}), shape {list(self.shape)}"


def lent(tensor: Tensor, kept: list[Any]) -> CTensor:
    """The structure of the library; what it points to is kept in the list."""
    data = ctypes.create_string_buffer(tensor.bytes, max(len(tensor.bytes), 1))
    shape = (ctypes.c_int64 * max(len(tensor.shape), 1))(*tensor.shape)
    kept += [data, shape]
    code, bits = TYPES[tensor.dtype][:2]
    return CTensor(ctypes.addressof(data), (1, 0), len(tensor.shape), Type(code, bits, 1), shape, None, 0)


def named(name: Any) -> bytes:
    """A name or text for the library."""
    if "\0" in name:
        raise ValueError(f"no name holds a NUL, and {shown(name)} does")
    return bytes(name.encode(errors="replace"))


def integer(name: str, value: Any) -> int:
    """A number that the library takes for an attribute."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: an attribute is an integer, a list of integers or a text, and not {shown(value)}") from None
    if not -2**63 <= number < 2**63:
        raise ValueError(f"{name}: {shown(number)} is beyond 64 bits")
    return number


def attr(name: str, value: Any, kept: list[Any]) -> CAttr:
    value = plain(value)
    if isinstance(value, str):
        return CAttr(named(name), 2, text=named(value))
    if isinstance(value, float):
        return CAttr(named(name), 1, f=value)
    if isinstance(value, (list, tuple)):
        ints = (ctypes.c_int64 * max(len(value), 1))(*(integer(name, one) for one in value))
        kept.append(ints)
        return CAttr(named(name), 3, ints=ints, n_ints=len(value))
    return CAttr(named(name), 0, i=integer(name, value))


def meant(variant: str) -> str:
    """What may be said of a name that no variant has: the variants of the document that is called so."""
    try:
        found = documents.find(variant)
    except documents.NotADocument:
        return ""
    return f"; {variant} is the document of {' and '.join(one.name for one in found)}"


class Judgement(NamedTuple):
    admitted: bool
    reason: str
    element: int | None  # the first wrong one, in C order


@dataclass(frozen=True)
class Admitted:
    """What one element may be: one value; one of several, the last writer first; a range; or anything."""
    kind: str
    values: tuple[Any, ...] = ()
    low: Any = None
    high: Any = None


class Answer:
    """What the document says.  status: "ok", or which error fits; demand: what an implementation must do."""

    def __init__(self, variant: str, operands: dict[str, Any], attrs: dict[str, Any]) -> None:
        if not isinstance(variant, str):
            raise TypeError(f'the name of a variant is due, as "gather/onnx-13", and not {shown(variant)}')
        self.lib = library()
        self.handle = self.lib.gat_oracle_new()
        if not self.handle:
            raise MemoryError("gat_oracle_new")
        weakref.finalize(self, self.lib.gat_oracle_free, self.handle)
        kept: list[Any] = []
        tensors = [COperand(named(name), 0, 1 if name == "axis" else 2, lent(Tensor(one), kept)) for name, one in operands.items()]
        stated = [attr(name, value, kept) for name, value in attrs.items()]
        status = self.lib.gat_oracle_ask(self.handle, named(variant), (COperand * len(tensors))(*tensors), len(tensors),
                                         (CAttr * len(stated))(*stated), len(stated))
        self.status = STATUS[status]
        self.reason = self.said()
        if self.reason.startswith("there is no variant"):
            self.reason += meant(variant)
        self.demand = DEMANDS[self.lib.gat_oracle_demand(self.handle)]
        output = self.lib.gat_oracle_output(self.handle)
        self.output = self.taken(output.contents) if output else None

    def said(self) -> str:
        return str(self.lib.gat_oracle_reason(self.handle).decode(errors="replace"))

    @staticmethod
    def taken(c: CTensor) -> Tensor:
        dtype = next(name for name, (code, bits, *_) in TYPES.items() if (code, bits) == (c.type.code, c.type.bits))
        shape = tuple(c.shape[k] for k in range(c.ndim))
        size = math.prod(shape) * size_of(dtype)
        return Tensor.of(dtype, shape, ctypes.string_at(c.data, size) if size else b"")

    def element(self, k: int) -> Admitted:
        """What element k of the output, in C order, may be."""
        c = CAdmitted()
        if self.output is None or not 0 <= operator.index(k) < 2**63 or not self.lib.gat_oracle_element(self.handle, k, ctypes.byref(c)):
            raise IndexError(f"the output has no element {k}")
        kind, dtype = KINDS[c.kind], self.output.dtype
        size = size_of(dtype)
        own = next(elements(self.output.bytes[k * size:(k + 1) * size], dtype))
        if kind == "any of":
            chosen = (ctypes.string_at(self.lib.gat_oracle_choice(self.handle, k, n), size) for n in range(c.n_choices))
            return Admitted(kind, tuple(dict.fromkeys([own, *(next(elements(one, dtype)) for one in chosen)])))
        if kind == "range":
            both = dtype.startswith("complex")
            low, high = ((complex(*ends) if both else ends[0]) for ends in (c.low, c.high))
            return Admitted(kind, (own,), low, high)
        return Admitted(kind, (own,) if kind == "one" else ())

    def like_output(self, output: Any) -> Tensor:
        """Numbers of lists as the output's type, where that holds them."""
        if self.output is None or not isinstance(output, (list, tuple, int, float, complex)):
            return Tensor(output)
        try:
            return Tensor(output, self.output.dtype)
        except ValueError:
            return Tensor(output)

    def judge(self, output: Any = None, status: str = "ok") -> Judgement:
        """Is this output admitted, or this error in its place?  If not: why, and where its value came from."""
        kept: list[Any] = []
        theirs, wrong = None, ctypes.c_int64(-1)
        if status not in STATUS:
            raise ValueError(f"there is no status {shown(status)}; there are {', '.join(STATUS)}")
        if output is not None:
            theirs = ctypes.byref(lent(self.like_output(output), kept))
        admitted = self.lib.gat_oracle_judge(self.handle, STATUS.index(status), theirs, ctypes.byref(wrong))
        if admitted < 0:
            raise ValueError(self.said() or "nothing was asked, or there is no output")
        return Judgement(admitted == 1, self.said() if admitted == 0 else "", wrong.value if wrong.value >= 0 else None)


def ask(variant: str, **call: Any) -> Answer:
    """What the document of a variant, as "gather/onnx-13", says about a call.  data, indices and updates are operands, and
    so is an axis that is a Tensor; all else are attributes."""
    operands = {name: value for name, value in call.items() if name in OPERANDS or isinstance(value, Tensor)}
    return Answer(variant, operands, {name: value for name, value in call.items() if name not in operands})


def variants() -> list[str]:
    """All that can be asked."""
    found: list[str] = []
    while (name := library().gat_oracle_variant(len(found))) is not None:
        found.append(name.decode())
    return found
