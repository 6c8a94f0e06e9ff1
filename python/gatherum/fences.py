"""fences.py - operands on a device that lie flush with addresses that are not mapped, all at their end or all at their start.

So a function that reads beside them is stopped.  A CUDA device answers that to whatever is asked next.  On the CPU a
handler of the signal answers the call with the byte that was touched, and does not return.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from .devices import FENCE, Cuda, Host, rounded
from .slab import ALIGNMENT, CANARY, Form, Piece, Place, Touched
from .watch import Watch


class Range:
    """Mapped addresses of a device between others that are not."""

    def __init__(self, start: int, size: int) -> None:
        self.start, self.size = start, size


class Fences(Form):
    """at_end: operands end where the mapped memory does; else they begin there.  alignment: of what their addresses are
    multiples, unless a case says otherwise."""

    between = True

    def __init__(self, device: Host | Cuda, at_end: bool, alignment: int) -> None:
        super().__init__(device)
        self.at_end, self.alignment = at_end, alignment
        self.watch = Watch(self.near) if isinstance(device, Host) else contextlib.nullcontext()
        self.ranges: list[Range] = []  # by the number of the operand; smaller ones stay, as a function may hold arrays there

    def range(self, k: int, size: int) -> Range:
        while k >= len(self.ranges):
            self.ranges.append(Range(0, 0))
        if self.ranges[k].size < size:
            size = rounded(size, self.device.grain)
            self.ranges[k] = Range(self.device.fenced(size), size)
        return self.ranges[k]

    def made(self, wanted: Sequence[tuple[str, str, int, int, bool]]) -> list[Piece]:
        pieces = []
        for k, (name, told, offset, size, writable) in enumerate(wanted):
            offset %= self.alignment
            mapped = self.range(k, size + CANARY + 2 * ALIGNMENT)
            slack = (mapped.size - size - offset) % self.alignment if self.at_end else offset
            image = self.image(slack + size + CANARY)
            at, base = (CANARY, mapped.start + mapped.size - len(image)) if self.at_end else (slack, mapped.start)
            pieces.append(Piece(self.device, base, [Place(name, told, at, size, writable)], image))
        return pieces

    def near(self, address: int) -> Touched | None:
        """The operand that an address belongs to, between the fences of its range."""
        for mapped, piece in zip(self.ranges, self.pieces):
            if mapped.start - FENCE <= address < mapped.start + mapped.size + FENCE:
                return piece.beside(address - piece.base, False)
        return None

    def watched(self) -> contextlib.AbstractContextManager[None]:
        return self.watch
