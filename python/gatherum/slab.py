"""slab.py - operands on a device: cut from one poisoned piece of its memory, with canaries around each.

All libraries that know DLPack get arrays over that memory; on the CPU in the same way as on a device.  After a call
all of it comes back, and what changed outside of what the function may write to is told.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Sequence
from typing import Any

import gatherum_adapter as protocol

from .devices import Cuda, Host
from .dlpack import Exported

CANARY, ALIGNMENT = 1024, 64  # bytes on each side of an operand at least; what operands are aligned to, unless a case says otherwise
PERIOD = 4093
OUTPUT = "output"  # what the contract calls it
Touched = tuple[str, int, bool]  # an operand by the contract's name, a byte from its first one, and whether it was written


def span(tensor: Any) -> int:
    """Bytes from the first element of an operand to the end of its last."""
    if 0 in tensor.shape:
        return 0
    last = protocol.count(tensor.shape) - 1 if tensor.strides is None else sum(
        (n - 1) * step for n, step in zip(tensor.shape, tensor.strides))
    return int(last + 1) * int(protocol.SIZES[tensor.dtype])


class Place:
    """Where an operand lies in a piece; told: its name in the contract."""

    def __init__(self, name: str, told: str, at: int, size: int, writable: bool) -> None:
        self.name, self.told, self.at, self.size, self.writable = name, told, at, size, writable

    @property
    def end(self) -> int:
        return self.at + self.size


class Piece:
    """Bytes of a device that are written before a call and looked at after it, with these operands among them."""

    def __init__(self, device: Host | Cuda, base: int, places: Sequence[Place], image: bytearray) -> None:
        self.device, self.base, self.places, self.image = device, base, places, image

    def lay(self, call: Any) -> dict[str, Exported]:
        """The operands of a call, each by its name, as arrays over this memory."""
        made: dict[str, Exported] = {}
        for place in self.places:
            if place.told != OUTPUT:
                tensor = call.inputs[place.name]
                data, bits = call.memory.read[tensor.at:tensor.at + place.size], (tensor.dtype, tensor.shape, tensor.strides)
            else:  # poisoned by who judges, which knows it again
                data, bits = call.output_bytes(), (call.output["dtype"], call.output["shape"], None)
            self.image[place.at:place.end] = data
            made[place.name] = Exported(self.device, self.base + place.at, *bits)
        self.device.write(self.base, bytes(self.image))
        return made

    def after(self) -> tuple[dict[str, bytes], Touched | None]:
        """The operands that may be written to, as they are now; and the first byte elsewhere that was written."""
        now, at, touched = self.device.read(self.base, len(self.image)), 0, None
        end = Place("", "", len(now), 0, True)
        for place in [one for one in self.places if one.writable] + [end]:
            if touched is None and now[at:place.at] != self.image[at:place.at]:
                touched = self.beside(next(k for k in range(at, place.at) if now[k] != self.image[k]), True)
            at = place.end
        return {one.name: now[one.at:one.end] for one in self.places if one.writable}, touched

    def beside(self, at: int, wrote: bool) -> Touched:
        """The operand that a byte lies in, or is nearest to."""
        near = min(self.places, key=lambda one: max(one.at - at, at - one.end + 1, 0))
        return near.told, at - near.at, wrote


class Form:
    """How the operands of a call lie; one of them after another gets the same call."""

    between = False  # addresses that are not mapped?

    def __init__(self, device: Host | Cuda) -> None:
        self.device, self.n_calls = device, 0
        self.poison = b""
        self.pieces: list[Piece] = []

    def image(self, size: int) -> bytearray:
        """Poison, which begins elsewhere in each call."""
        if len(self.poison) < size + PERIOD:
            self.poison = hashlib.shake_128(b"gatherum").digest(PERIOD) * (2 * size // PERIOD + 2)
        first = self.n_calls * 61 % PERIOD
        return bytearray(self.poison[first:first + size])

    def made(self, wanted: Sequence[tuple[str, str, int, int, bool]]) -> list[Piece]:
        """Pieces for operands of which are wanted: name, the contract's name, distance from a multiple of ALIGNMENT, size,
        and whether it may be written to."""
        raise NotImplementedError

    def lay(self, call: Any, in_place: str, out: str) -> dict[str, Exported]:
        """The operands of a call by name, and under the name `out` its output, unless that is ""; those and the
        operand in_place may be written to."""
        wanted = [(name, name, tensor.at % ALIGNMENT, span(tensor), name == in_place) for name, tensor in call.inputs.items()]
        if out:
            wanted.append((out, OUTPUT, 0, protocol.count(call.output["shape"]) * protocol.SIZES[call.output["dtype"]], True))
        self.n_calls += 1
        self.device.between = self.between
        self.pieces, made = self.made(wanted), {}
        for piece in self.pieces:
            made.update(piece.lay(call))
        return made

    def watched(self) -> contextlib.AbstractContextManager[None]:
        """While the function runs, and its result is read."""
        return contextlib.nullcontext()

    def after(self) -> tuple[dict[str, bytes], Touched | None]:
        """The operands that may be written to, as they are now; and a byte elsewhere that was written."""
        made, found = {}, None
        for piece in self.pieces:
            now, touched = piece.after()
            made.update(now)
            found = found or touched
        return made, found


class Slab(Form):
    """One piece of memory for the operands of one call after another; a larger one where they ask for it, and the
    smaller ones stay, as a function may hold arrays that lie there."""

    def __init__(self, device: Host | Cuda) -> None:
        super().__init__(device)
        self.size = self.base = 0

    def made(self, wanted: Sequence[tuple[str, str, int, int, bool]]) -> list[Piece]:
        places, at = [], 0
        for name, told, offset, size, writable in wanted:
            at += CANARY - (at + CANARY) % ALIGNMENT + ALIGNMENT + offset
            places.append(Place(name, told, at, size, writable))
            at += size
        if at + CANARY > self.size:
            self.size = 2 * (at + CANARY)
            self.base = self.device.reserve(self.size + ALIGNMENT)
            self.base += -self.base % ALIGNMENT
        return [Piece(self.device, self.base, places, self.image(at + CANARY))]
