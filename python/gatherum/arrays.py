"""arrays.py - operands as arrays of a library, and results back.

How tensors go in and out of a framework stands in its adapter, and is taken from there.  A library without an adapter is served by DLPack, and `memoryview` by Python.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable
from typing import Any

import gatherum_adapter as protocol

from . import reference

LACKING = {"numpy": ("bfloat16", "string"), "torch": ("string",), "jax": ("string",), "mindspore": ("string",)}
OF_CALLEE = {"torch": "torch", "jax": "jax", "tf": "tensorflow", "mindspore": "mindspore"}
CACHED_BELOW = 1024  # bytes of a block in numpy's cache, which has 7 of each size
PLACES = ("from_dlpack", "numpy.from_dlpack", "experimental.dlpack.from_dlpack", "utils.dlpack.from_dlpack")
FORMATS: dict[str, Any] = {"bool": "?", "int8": "b", "int16": "h", "int32": "i", "int64": "q", "uint8": "B", "uint16": "H",
           "uint32": "I", "uint64": "Q", "float32": "f", "float64": "d"}


def a(result: Any) -> str:
    """The kind of an object, in words."""
    name = type.__dict__["__name__"].__get__(type(result))  # whatever its own class makes of that
    return "None" if result is None else f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def no_array(result: Any) -> protocol.Failure:
    """What is said to a result of another kind, and what may be done about it."""
    advice = ""
    if hasattr(result, "__await__"):
        advice = "; a function that returns asyncio.run(it) can be judged"
    elif hasattr(result, "__next__"):
        advice = "; a function that runs it and returns an array can be judged"
    elif isinstance(result, (list, tuple)):
        advice = "; it may make an array of that, or return one element"
    elif result is None:
        advice = "; if it writes to an array that it is given, judge it with out=PARAMETER"
    return protocol.Failure("internal", f"the function returned {a(result)} where an array is due{advice}")


def adapter_of(name: str) -> Any:
    """The adapter of a library as a module that serves nobody, or None."""
    file = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(protocol.__file__))), f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"gatherum.adapter.{name}", file)
    if spec is None or spec.loader is None or not os.path.exists(file):
        return None
    module = importlib.util.module_from_spec(spec)
    serve, protocol.serve = protocol.serve, lambda *_: None
    try:
        spec.loader.exec_module(module)
    finally:
        protocol.serve = serve
    return module


class Memoryviews:
    """Python's own arrays, for functions that take buffers: no library is needed."""

    name = "memoryview"
    adapter: Any = None
    call_us = 0
    kinds: list[tuple[type[BaseException], str]] = []
    version = f"memoryview of Python {sys.version.split()[0]}"
    flags = ["no_empty"]  # a memoryview has no shape with a 0 in it
    caches = False

    def cache_poison(self, call: Any, byte: int) -> None:
        """There is none."""

    def owns(self, result: Any) -> bool:
        """None is computed later."""
        return False

    def operand(self, tensor: Any) -> Any:
        return tensor.bytes.cast(FORMATS[tensor.dtype], tensor.shape)

    def lent(self, exported: Any) -> Any:
        raise ValueError("arrays=memoryview know no devices")

    def writable(self, tensor: Any) -> Any:
        return memoryview(bytearray(tensor.bytes)).cast(FORMATS[tensor.dtype], tensor.shape)

    def output(self, call: Any) -> Any:
        return call.output_bytes().cast(FORMATS[call.output["dtype"]], call.output["shape"])

    def answer(self, call: Any, result: Any) -> Any:
        try:
            view = memoryview(result)
        except TypeError:
            raise no_array(result) from None
        dtype = next((name for name, form in FORMATS.items() if form == view.format), view.format)
        if call.fits(dtype, view.shape):
            call.output_bytes()[:] = view.tobytes()
        return dtype, view.shape

    def types(self, listed: tuple[str, ...]) -> list[str]:
        return [one for one in listed if one in FORMATS]

    def held(self, listed: tuple[str, ...]) -> list[str]:
        """Those that buffers can be made of; a word that is no type is left, to be told as that."""
        return [one for one in listed if one in FORMATS or one not in protocol.SIZES]


class Library:
    """A library whose arrays are made of those of numpy: given(array, dtype) makes one, taken(result) goes
    back; kinds: what its exceptions say."""

    flags: list[str] = []

    def __init__(self, name: str) -> None:
        self.name = name
        self.caches = name == "numpy"
        self.poisons: dict[int, Any] = {}  # by the byte: as many as the longest of those blocks
        import numpy
        self.numpy = numpy
        self.given: Callable[[Any, str], Any]
        self.taken: Callable[[Any], Any]
        self.kinds: list[tuple[type[BaseException], str]] = []
        self.adapter = adapter_of(name)
        self.call_us = getattr(self.adapter, "CALL_US", 0)
        if self.adapter is None:
            self.dlpack(numpy)
        else:
            self.kinds = self.adapter.start()
            self.given, self.taken = self.adapter.given, self.adapter.taken
        module = importlib.import_module(name)
        self.version = f"{name} {getattr(module, '__version__', '')}".strip()

    def dlpack(self, numpy: Any) -> None:
        library = importlib.import_module(self.name)
        if not hasattr(library, "from_dlpack"):
            raise ValueError(f"arrays={self.name}: that module has no from_dlpack, and no adapter of backends/ is for it")
        self.given = lambda array, dtype: library.from_dlpack(numpy.array(array))
        self.taken = numpy.from_dlpack

    def lent(self, exported: Any) -> Any:
        """An array over memory that is not the library's."""
        for place in PLACES:
            try:
                take = reference.dug(importlib.import_module(self.name), place)
            except AttributeError:
                continue
            return take(exported.__dlpack__()) if place == "experimental.dlpack.from_dlpack" else take(exported)
        raise ValueError(f"device=: {self.name} has no from_dlpack")

    def cache_poison(self, call: Any, byte: int) -> None:
        """numpy keeps some blocks of each small size, which malloc does not see again: those of the result's size are
        filled."""
        size = protocol.count(call.output["shape"]) * protocol.SIZES[call.output["dtype"]]
        if 0 < size < CACHED_BELOW:
            poison = self.poisons.get(byte)
            if poison is None:
                poison = self.poisons[byte] = self.numpy.full(CACHED_BELOW, byte, self.numpy.uint8)
            copy = poison[:size].copy
            _ = [copy(), copy(), copy(), copy(), copy(), copy(), copy()]

    def operand(self, tensor: Any) -> Any:
        return self.given(tensor.numpy(), tensor.dtype)

    def writable(self, tensor: Any) -> Any:
        return self.given(tensor.numpy().copy(), tensor.dtype)

    def output(self, call: Any) -> Any:
        return self.given(call.numpy_output(), call.output["dtype"])

    def answer(self, call: Any, result: Any) -> Any:
        """The result of the function, which must be an array of some library."""
        if type(result) is self.numpy.ndarray and result.dtype.kind != "O":
            return call.answer_numpy(result)
        if isinstance(result, (bytes, str)) and call.output["dtype"] == "string":  # what numpy makes of an array without dimensions
            result = self.numpy.array(result, "O")
        if not hasattr(result, "shape") or not hasattr(result, "dtype"):
            raise no_array(result)
        if getattr(result.dtype, "kind", "") == "O" and call.output["dtype"] != "string":
            raise protocol.Failure("internal", "the function returned an array of Python objects")
        if isinstance(result, (self.numpy.ndarray, self.numpy.generic)):
            masked = self.numpy.count_nonzero(getattr(result, "mask", False))
            if masked:
                raise protocol.Failure("internal", f"the function returned {a(result)} that masks {masked} of its elements, which have no value")
            return call.answer_numpy(result)
        taken = self.taken(result)
        array, dtype = taken if isinstance(taken, tuple) else (taken, None)
        array = self.numpy.asarray(array)
        if array.dtype.kind == "O" and call.output["dtype"] != "string":
            raise protocol.Failure("internal", f"the function returned {a(result)}, which is no array that {self.name} can read")
        return call.answer_numpy(array, dtype)

    def owns(self, result: Any) -> bool:
        """Is it an array of this library, which may compute it only now?"""
        return str(type.__getattribute__(type(result), "__module__")).partition(".")[0] in (self.name, f"{self.name}lib")

    def types(self, listed: tuple[str, ...]) -> list[str]:
        return [one for one in listed if one not in LACKING.get(self.name, ("string", "bfloat16"))]

    def held(self, listed: tuple[str, ...]) -> list[str]:
        """Those that its arrays can be made of, if they are claimed: numpy has bfloat16 as bits and strings as objects."""
        named = self.name in LACKING or self.adapter is None
        return list(listed) if self.name == "numpy" or not named else self.types(listed)


def on_device(value: Any, device: str | None) -> Any:
    """An array on a device of its library, by that library's name for it; all else as it is."""
    if device is None or not hasattr(value, "shape"):
        return value
    if hasattr(value, "to") and callable(value.to):
        return value.to(device)
    if type(value).__module__.split(".")[0] in ("jax", "jaxlib"):
        jax = importlib.import_module("jax")
        return jax.device_put(value, jax.devices(device)[0])
    if device == "cpu":
        return value
    raise ValueError(f"arrays of {type(value).__module__} know no device {device}")


def library(name: str) -> Library | Memoryviews:
    if name != "memoryview" and importlib.util.find_spec(name.partition(".")[0]) is None:
        raise ValueError(f"arrays={name}: {sys.executable} has no module {name.partition('.')[0]}")
    return Memoryviews() if name == "memoryview" else Library(name)


def library_of(callee: str) -> str:
    """The library whose arrays a document's operator takes: its own, or numpy."""
    return OF_CALLEE.get(callee.partition(".")[0], "numpy")
