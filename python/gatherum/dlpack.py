"""dlpack.py - memory at an address as an array that each library with from_dlpack takes: the structures of DLPack 1.0
(https://dmlc.github.io/dlpack/latest/c_api.html).

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Sequence
from typing import Any

import gatherum_adapter as protocol

CPU, CUDA = 1, 2
CODES = {"int": 0, "uint": 1, "float": 2, "bfloat": 4, "complex": 5, "bool": 6}


class Device(ctypes.Structure):
    _fields_ = [("type", ctypes.c_int32), ("number", ctypes.c_int32)]


class Type(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", Device), ("rank", ctypes.c_int32), ("dtype", Type),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("offset", ctypes.c_uint64)]


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Managed(ctypes.Structure):
    _fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", DELETER)]


class Versioned(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("context", ctypes.c_void_p), ("deleter", DELETER),
                ("flags", ctypes.c_uint64), ("tensor", Tensor)]


HELD: dict[int, Any] = {}  # what a library has, by the number that it gives back
NUMBERS = itertools.count(1)
NEW = ctypes.pythonapi.PyCapsule_New
NEW.restype, NEW.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)


def context_of(form: type[ctypes.Structure]) -> Any:
    """The deleter of a structure: it is no longer held."""
    return DELETER(lambda address: HELD.pop(form.from_address(address).context, None) and None)


ENDS = {form: context_of(form) for form in (Managed, Versioned)}


def type_of(dtype: str) -> Type:
    kind = dtype.rstrip("0123456789")
    return Type(CODES[kind], 8 * protocol.SIZES[dtype], 1)


def row_major(shape: Sequence[int]) -> list[int]:
    steps, step = [], 1
    for n in reversed(shape):
        steps.append(step)
        step *= max(n, 1)
    return steps[::-1]


class Exported:
    """An array of another owner, for from_dlpack: dtype by name, strides in elements; None: in C order."""

    def __init__(self, device: Any, address: int, dtype: str, shape: Sequence[int], strides: Sequence[int] | None) -> None:
        self.device, self.address, self.dtype, self.shape = device, address, dtype, list(shape)
        self.strides = row_major(shape) if strides is None else list(strides)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device.kind, self.device.number

    def __dlpack__(self, *, stream: Any = None, max_version: tuple[int, int] | None = None, dl_device: Any = None,
                   copy: bool | None = None) -> Any:
        rank = len(self.shape)
        extents, steps = (ctypes.c_int64 * rank)(*self.shape), (ctypes.c_int64 * rank)(*self.strides)
        form: type[Managed] | type[Versioned] = Versioned if max_version is not None and max_version[0] >= 1 else Managed
        made = form(tensor=Tensor(self.address, Device(self.device.kind, self.device.number), rank, type_of(self.dtype),
                                  extents, steps, 0))
        if isinstance(made, Versioned):
            made.major = 1
        number = next(NUMBERS)
        made.context, made.deleter = number, ENDS[form]
        HELD[number] = made, extents, steps, self.device
        name = b"dltensor_versioned" if form is Versioned else b"dltensor"
        return NEW(ctypes.addressof(made), name, None)
