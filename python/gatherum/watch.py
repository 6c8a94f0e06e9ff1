"""watch.py - who touched memory that must not be touched while a function runs: a handler of the signal answers the call with the
operand and the byte, and does not return.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import ctypes
import platform
import signal
from collections.abc import Callable

import gatherum_adapter as protocol

from .slab import Touched


class Action(ctypes.Structure):
    """struct sigaction of the C library, on 64-bit machines."""

    _fields_ = [("handler", ctypes.c_void_p), ("mask", ctypes.c_ulong * 16), ("flags", ctypes.c_int), ("restorer", ctypes.c_void_p)]


SIGINFO = 4
ADDRESS = 16  # where siginfo_t has the address
ERROR = 40 + 19 * 8  # where ucontext_t has the code of a page fault on x86-64, whose second bit is a write
HANDLER = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


class Watch:
    """The handler of bad memory accesses; near: the operand that an address is of, or None.  It takes Python's lock, so a
    thread that the function waits for while it holds that lock cannot tell; that function hangs."""

    def __init__(self, near: Callable[[int], Touched | None]) -> None:
        self.near = near
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
        found = self.near(address) if code > 0 else None
        if found is None:
            return
        operand, byte, wrote = found
        if platform.machine() == "x86_64":
            wrote = bool(ctypes.c_uint64.from_address(context + ERROR).value & 2)
        protocol.stop(protocol.touched((operand, byte, wrote), protocol.failed("fault", "")))
