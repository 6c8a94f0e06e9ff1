"""drawn.py - a function that has a plug-in answer, through its C interface: drawn faults as functions of Python.

DRAWN in the environment has the plug-in and the fault, as drawn.so takes it: "build/tests/drawn/drawn.so
gather/onnx-13+zero+first+data-ge:12".  The function `answer` is called as the document of that variant says.

SPDX-License-Identifier: Apache-2.0
"""

import ctypes
import inspect
import os

import numpy
from gatherum import documents, program
from gatherum.calling import words_of

C = ctypes
PLUGIN, FAULT = os.environ["DRAWN"].split(" ", 1)
DOCUMENT = documents.find(FAULT.partition("+")[0])[0]
CODES = {"b": 6, "i": 0, "u": 1, "f": 2, "c": 5}  # of DLPack, by numpy's kinds
KINDS = {code: kind for kind, code in CODES.items()}
ERRORS = {1: NotImplementedError, 2: ValueError, 3: TypeError, 4: IndexError, 5: MemoryError}
ABI, IN, OUT, INOUT, TENSOR, MOST_RANK, BESIDE = 1, 0, 1, 2, 2, 16, 4096


class Type(C.Structure):
    _fields_ = [("code", C.c_uint8), ("bits", C.c_uint8), ("lanes", C.c_uint16)]


class Tensor(C.Structure):
    _fields_ = [("data", C.c_void_p), ("device", C.c_int32 * 2), ("ndim", C.c_int32), ("type", Type),
                ("shape", C.POINTER(C.c_int64)), ("strides", C.POINTER(C.c_int64)), ("byte_offset", C.c_uint64)]


class Operand(C.Structure):
    _fields_ = [("name", C.c_char_p), ("role", C.c_int32), ("form", C.c_int32), ("tensor", Tensor)]


class Attribute(C.Structure):
    _fields_ = [("name", C.c_char_p), ("kind", C.c_int32), ("unused", C.c_int32), ("i", C.c_int64), ("f", C.c_double),
                ("text", C.c_char_p), ("ints", C.POINTER(C.c_int64)), ("n_ints", C.c_uint64)]


class Call(C.Structure):
    _fields_ = [("struct_size", C.c_uint32), ("flags", C.c_uint32), ("op", C.c_char_p), ("variant", C.c_char_p),
                ("profile", C.c_char_p), ("attrs", C.POINTER(Attribute)), ("n_attrs", C.c_uint64),
                ("operands", C.POINTER(Operand)), ("n_operands", C.c_uint64)]


class Inferred(C.Structure):
    _fields_ = [("ndim", C.c_int32), ("type", Type), ("shape", C.c_int64 * MOST_RANK)]


RUN = C.CFUNCTYPE(C.c_int32, C.c_void_p, C.POINTER(Call))
OPEN = C.CFUNCTYPE(C.c_int32, C.c_char_p, C.POINTER(C.c_void_p), C.c_char_p, C.c_size_t)
INFER = C.CFUNCTYPE(C.c_int32, C.c_void_p, C.POINTER(Call), C.c_uint32, C.POINTER(Inferred))


class Backend(C.Structure):
    _fields_ = [("abi", C.c_uint32), ("struct_size", C.c_uint32), ("name", C.c_char_p), ("version", C.c_char_p),
                ("profile", C.c_char_p), ("claims", C.c_void_p), ("n_claims", C.c_uint64), ("run", RUN), ("open", OPEN),
                ("close", C.c_void_p), ("last_error", C.c_void_p), ("infer", INFER)]


def backend_open():
    get = C.CDLL(os.path.abspath(PLUGIN)).gat_backend_get
    get.restype, get.argtypes = C.POINTER(Backend), [C.c_uint32]
    table, context, why = get(ABI).contents, C.c_void_p(), C.create_string_buffer(256)
    if table.open(FAULT.encode() if "+" in FAULT else b"", C.byref(context), why, 256) != 0:
        raise ValueError(why.value.decode())
    return table, context


BACKEND, CONTEXT = backend_open()
PROFILES = [one["name"] for one in program.ask(["list", "specs", "--json", DOCUMENT.name])[0]["profiles"]]
PROFILE = b"cpu" if "cpu" in PROFILES else PROFILES[0].encode()


def integers(values):
    return (C.c_int64 * len(values))(*values)


def operand(name, role, array):
    compact = array.flags.c_contiguous or array.size == 0
    steps = None if compact else integers([step // array.itemsize for step in array.strides])
    kind = Type(CODES[array.dtype.kind], array.itemsize * 8, 1)
    return Operand(name.encode(), role, TENSOR, Tensor(array.ctypes.data, (1, 0), array.ndim, kind, integers(array.shape), steps, 0))


def attribute(name, value):
    """As the contract has it: a truth value is a number, unless it stands for one of the contract's words."""
    if isinstance(value, bool) and DOCUMENT.attributes[name]["kind"] == "text":
        value = str(value).lower()
    if isinstance(value, str):
        return Attribute(name.encode(), 2, 0, 0, 0.0, DOCUMENT.ours(value).encode(), None, 0)
    if isinstance(value, (list, tuple)):
        return Attribute(name.encode(), 3, 0, 0, 0.0, None, integers(value), len(value))
    if isinstance(value, float):
        return Attribute(name.encode(), 1, 0, 0, value, None, None, 0)
    return Attribute(name.encode(), 0, 0, int(value), 0.0, None, None, 0)


def call_of(attributes, operands):
    listed = (Attribute * len(attributes))(*attributes)
    given = (Operand * len(operands))(*operands)
    op, variant = DOCUMENT.name.encode().split(b"/")
    return Call(C.sizeof(Call), 0, op, variant, PROFILE, listed, len(attributes), given, len(operands))


def room(shape, dtype):
    """An array with memory on both sides that nobody else has, for faults that write there; poisoned, and at another
    address in each call, as a plug-in is given."""
    size, at = int(numpy.prod(shape)) * dtype.itemsize, BESIDE + BACKEND_CALLS[0] * 5 % 64 * dtype.itemsize
    held = numpy.full(size + 2 * at, 0xA5 + BACKEND_CALLS[0] % 2, numpy.uint8)
    return numpy.frombuffer(held, dtype, int(numpy.prod(shape)), at).reshape(shape)


BACKEND_CALLS = [0]


def answer(**words):
    """The plug-in's output lies in out= where that is given, else in the operand that the document changes in place; it is an
    array of this function's own where there is neither."""
    BACKEND_CALLS[0] += 1
    out = words.pop("out", None)
    given = {WORDS[name]: value for name, value in words.items()}
    if isinstance(given.get("data"), tuple):  # a shape alone
        given["data"] = numpy.zeros(given["data"], given["updates"].dtype)
    arrays = {name: given[name] for name in ("data", "indices", "updates") if isinstance(given.get(name), numpy.ndarray)}
    attributes = [attribute(name, given[name]) for name in DOCUMENT.attributes if name in given]
    changed = arrays.get(WORDS.get(DOCUMENT.result)) if out is None else None
    inputs = [operand(name, INOUT if array is changed else IN, array) for name, array in arrays.items()]
    stated = Inferred()
    known = BACKEND.infer(CONTEXT, C.byref(call_of(attributes, inputs)), 0, C.byref(stated)) == 0
    kind = numpy.dtype(f"{KINDS[stated.type.code]}{stated.type.bits // 8}") if known else arrays["updates" if "data" not in arrays else "data"].dtype
    output = out if out is not None else changed if changed is not None else room(stated.shape[:stated.ndim] if known else (1,), kind)
    status = BACKEND.run(CONTEXT, C.byref(call_of(attributes, [*inputs, operand("output", OUT, output)])))
    if status != 0:
        raise ERRORS.get(status, RuntimeError)(f"status {status}")
    return output


ABSENT = object()
WORDS = {word.name: word.ours for word in words_of(DOCUMENT) if word.ours}
answer.__signature__ = inspect.Signature([
    inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=ABSENT if ours in DOCUMENT.attributes else inspect.Parameter.empty)
    for name, ours in WORDS.items()] + [inspect.Parameter("out", inspect.Parameter.KEYWORD_ONLY, default=None)])
