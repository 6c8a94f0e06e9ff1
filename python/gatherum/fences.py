"""fences.py - operands on a device that lie flush with addresses that are not mapped, all at their end or all at their start.

So a function that reads beside them is stopped.  A CUDA device answers that to whatever is asked next.  On the CPU a
handler of the signal answers the call with the byte that was touched, and does not return.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import contextlib
import ctypes
import platform
import signal
from collections.abc import Sequence

import gatherum_adapter as protocol

from .devices import FENCE, Cuda, Host, rounded
from .slab import ALIGNMENT, CANARY, Form, Piece, Place


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
        self.watch = Watch(self) if isinstance(device, Host) else contextlib.nullcontext()
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

    def near(self, address: int) -> tuple[Piece, int] | None:
        """The piece to which an address belongs that lies between the fences of its range, and how far into it."""
        for mapped, piece in zip(self.ranges, self.pieces):
            if mapped.start - FENCE <= address < mapped.start + mapped.size + FENCE:
                return piece, address - piece.base
        return None

    def watched(self) -> contextlib.AbstractContextManager[None]:
        return self.watch


class Action(ctypes.Structure):
    """struct sigaction of the C library, on 64-bit machines."""

    _fields_ = [("handler", ctypes.c_void_p), ("mask", ctypes.c_ulong * 16), ("flags", ctypes.c_int), ("restorer", ctypes.c_void_p)]


SIGINFO = 4
ADDRESS = 16  # where siginfo_t has the address
ERROR = 40 + 19 * 8  # where ucontext_t has the code of a page fault on x86-64, whose second bit is a write
HANDLER = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


class Watch:
    """The handler of bad memory accesses while a function runs.  It takes Python's lock, so a thread that the function waits
    for while it holds that lock cannot tell; that function hangs."""

    def __init__(self, fences: Fences) -> None:
        self.fences = fences
        self.libc = ctypes.CDLL(None)
        self.call = HANDLER(self.on_signal)
        self.action = Action(handler=ctypes.cast(self.call, ctypes.c_void_p).value, flags=SIGINFO)
        self.before = {number: Action() for number in (signal.SIGSEGV, signal.SIGBUS)}

    def __enter__(self) -> None:
        for number, before in self.before.items():
            self.libc.sigaction(number, ctypes.byref(self.action), ctypes.byref(before))

    def __exit__(self, *why: object) -> None:
        for number, before in self.before.items():
            self.libc.sigaction(number, ctypes.byref(before), None)

    def on_signal(self, number: int, info: int, context: int) -> None:
        """Where the address is near no operand, the thread goes on to meet the handler that was there before."""
        self.__exit__()
        code, address = ctypes.c_int.from_address(info + 8).value, ctypes.c_uint64.from_address(info + ADDRESS).value
        found = self.fences.near(address) if code > 0 else None
        if found is None:
            return
        piece, at = found
        operand, byte, wrote = piece.beside(at, False)
        if platform.machine() == "x86_64":
            wrote = bool(ctypes.c_uint64.from_address(context + ERROR).value & 2)
        protocol.stop(protocol.touched((operand, byte, wrote), protocol.failed("fault", "")))
