"""slab.py - operands on a device: cut from one poisoned piece of its memory, with canaries around each.

All libraries that know DLPack get arrays over that memory; on the CPU in the same way as on a device.  After a call
the piece comes back whole, and what changed outside of what the function may write to is told.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import gatherum_adapter as protocol

from .dlpack import CPU, CUDA, Exported

CANARY, ALIGNMENT = 1024, 64  # bytes on each side of an operand at least; what operands are aligned to, unless a case says otherwise
PERIOD = 4093


def span(tensor: Any) -> int:
    """Bytes from the first element of an operand to the end of its last."""
    if 0 in tensor.shape:
        return 0
    last = protocol.count(tensor.shape) - 1 if tensor.strides is None else sum(
        (n - 1) * step for n, step in zip(tensor.shape, tensor.strides))
    return int(last + 1) * int(protocol.SIZES[tensor.dtype])


def bytes_(n: int) -> str:
    return f"{n} byte" if n == 1 else f"{n} bytes"


class DeviceFault(SystemExit):
    """The device cannot be used any more, and so the process ends."""


class Host:
    """Memory of the CPU."""

    kind = CPU

    def __init__(self, number: int) -> None:
        self.number = number
        self.pieces: list[Any] = []

    def reserve(self, size: int) -> int:
        self.pieces.append((ctypes.c_char * size)())
        return ctypes.addressof(self.pieces[-1])

    def write(self, address: int, data: bytes) -> None:
        ctypes.memmove(address, data, len(data))

    def read(self, address: int, size: int) -> bytes:
        return ctypes.string_at(address, size)


class Cuda:
    """Memory of a CUDA device, by its driver, in the context that libraries use too."""

    kind = CUDA

    def __init__(self, number: int) -> None:
        self.number = number
        try:
            self.driver = ctypes.CDLL("libcuda.so.1")
        except OSError as why:
            raise protocol.Absent(f"no CUDA device: {why}") from None
        device, context = ctypes.c_int(), ctypes.c_void_p()
        try:
            self.does("cuInit", 0)
            self.does("cuDeviceGet", ctypes.byref(device), number)
            self.does("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
            self.does("cuCtxSetCurrent", context)
        except DeviceFault as why:
            raise protocol.Absent(f"no CUDA device {number}: {why}") from None

    def does(self, name: str, *words: Any) -> None:
        code = getattr(self.driver, name)(*words)
        if code != 0:
            raise DeviceFault(f"{name} of the CUDA driver answers {code}" + (" (an illegal address)" if code == 700 else ""))

    def reserve(self, size: int) -> int:
        address = ctypes.c_uint64()
        self.does("cuMemAlloc_v2", ctypes.byref(address), ctypes.c_size_t(size))
        return address.value

    def write(self, address: int, data: bytes) -> None:
        self.does("cuMemcpyHtoD_v2", ctypes.c_uint64(address), data, ctypes.c_size_t(len(data)))

    def read(self, address: int, size: int) -> bytes:
        """After all that the function started is done."""
        data = ctypes.create_string_buffer(size)
        self.does("cuCtxSynchronize")
        self.does("cuMemcpyDtoH_v2", data, ctypes.c_uint64(address), ctypes.c_size_t(size))
        return data.raw


DEVICES = {"cpu": Host, "cuda": Cuda}


def device_of(said: str) -> Host | Cuda:
    """"cpu", "cuda" or "cuda:1"; ValueError for others."""
    name, _, number = said.partition(":")
    if name not in DEVICES or number and not number.isdigit():
        raise ValueError(f"device={said}: there are {' and '.join(DEVICES)}, and cuda:1 for the second")
    return DEVICES[name](int(number or 0))


class Place:
    """Where an operand lies in the slab."""

    def __init__(self, name: str, at: int, size: int, writable: bool) -> None:
        self.name, self.at, self.size, self.writable = name, at, size, writable

    @property
    def end(self) -> int:
        return self.at + self.size


class Slab:
    """One piece of memory for the operands of one call after another; a larger one where they ask for it, and the
    smaller ones stay, as a function may hold arrays that lie there."""

    def __init__(self, device: Host | Cuda) -> None:
        self.device, self.size, self.base = device, 0, 0
        self.poison, self.n_calls = b"", 0
        self.places: list[Place] = []
        self.given = b""

    def room(self, size: int) -> None:
        if size <= self.size:
            return
        self.size = 2 * size
        self.base = self.device.reserve(self.size + ALIGNMENT)
        self.base += -self.base % ALIGNMENT
        self.poison = hashlib.shake_128(b"gatherum").digest(PERIOD) * ((self.size + PERIOD) // PERIOD + 1)

    def lay(self, call: Any, in_place: str, out: str) -> dict[str, Exported]:
        """The operands of a call by name, and under the name `out` its output, unless that is ""; those and the
        operand in_place may be written to."""
        self.places, at, bits = [], 0, {}
        wanted = [(name, tensor.at % ALIGNMENT, span(tensor)) for name, tensor in call.inputs.items()]
        output = call.output
        wanted += [(out, 0, protocol.count(output["shape"]) * protocol.SIZES[output["dtype"]])] if out else []
        for name, offset, size in wanted:
            at += CANARY - (at + CANARY) % ALIGNMENT + ALIGNMENT + offset
            self.places.append(Place(name, at, size, name in (out, in_place)))
            at += size
        self.room(at + CANARY)
        self.n_calls += 1
        first = self.n_calls * 61 % PERIOD
        image = bytearray(self.poison[first:first + at + CANARY])
        made: dict[str, Exported] = {}
        for place in self.places:
            tensor = call.inputs.get(place.name) if place.name != out else None
            address = self.base + place.at
            if tensor is not None:
                image[place.at:place.end] = call.memory.read[tensor.at:tensor.at + place.size]
                bits = tensor.dtype, tensor.shape, tensor.strides
            else:
                image[place.at:place.end] = call.output_bytes()  # poisoned by who judges, which knows it again
                bits = output["dtype"], output["shape"], None
            made[place.name] = Exported(self.device, address, *bits)
        self.given = bytes(image)
        self.device.write(self.base, self.given)
        return made

    def after(self, named: Callable[[str], str]) -> tuple[Mapping[str, bytes], str]:
        """What may be written to, as it is now; and a sentence on what was written elsewhere, or ''; named(operand) is
        what the document calls it."""
        now, said, at = self.device.read(self.base, len(self.given)), "", 0
        for place in [one for one in self.places if one.writable] + [Place("", len(now), 0, True)]:
            if now[at:place.at] != self.given[at:place.at] and not said:
                said = self.told(now, at, place.at, named)
            at = place.end
        return {one.name: now[one.at:one.end] for one in self.places if one.writable}, said

    def told(self, now: bytes, start: int, end: int, named: Callable[[str], str]) -> str:
        """What is changed between these two."""
        changed = [at for at in range(start, end) if now[at] != self.given[at]]
        at = changed[0]
        inside = next((one for one in self.places if one.at <= at < one.end), None)
        if inside is not None:
            return f"it wrote to its operand {named(inside.name)}"
        near = min(self.places, key=lambda one: one.at - at if at < one.at else at - one.end + 1)
        how = f"{bytes_(near.at - at)} before the start" if at < near.at else f"{bytes_(at - near.end + 1)} past the end"
        return f"it wrote {bytes_(len(changed))} outside of its operands, the first {how} of {named(near.name)}"
