"""leftovers.py - what calls leave in this process: how numbers are rounded, the locale, the environment, and memory.

States are put back, so that one which a first call sets for good, as a library does that it loads, is told from one that
each call leaves: how numbers are computed after each call, as the next result would be another, all else at each look.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import ctypes
import gc
import os
import platform
import sys
from typing import Any

LC_ALL = 6  # of Linux
# Where fenv_t has words that decide how numbers are computed: offset, size, bits of the rounding mode, bits by which
# denormal numbers are flushed, and bits that only tell of results.
WORDS = {"x86_64": ((28, 4, 0x6000, 0x8040, 0x3F), (0, 2, 0x0C00, 0, 0xF0C0)), "aarch64": ((0, 4, 3 << 22, 1 << 24 | 1 << 19 | 3, 0),)}


class Heap(ctypes.Structure):
    """struct mallinfo2 of the GNU C library."""

    _fields_ = [(name, ctypes.c_size_t) for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks",
                                                     "uordblks", "fordblks", "keepcost")]


class Floats:
    """The state of the processor by which numbers are computed in this thread, as it was at the beginning."""

    def __init__(self) -> None:
        words = WORDS.get(platform.machine(), ())
        self.libm = ctypes.CDLL("libm.so.6")
        self.kept, self.now = ctypes.create_string_buffer(64), ctypes.create_string_buffer(64)
        self.libm.fegetenv(self.kept)
        self.words = []
        for at, size, rounding, flush, told in words:
            word = ctypes.c_uint32 if size == 4 else ctypes.c_uint16
            was, counts = word.from_buffer(self.kept, at).value, ~told & (1 << 8 * size) - 1
            self.words.append((word.from_buffer(self.now, at), was & counts, counts, {"rounding": rounding, "denormals": flush,
                                                                                      "floats": ~(rounding | flush)}))
        self.left: set[str] = set()  # by calls since the last look

    def put_back(self) -> None:
        """After a call."""
        self.libm.fegetenv(self.now)
        for word, was, counts, names in self.words:
            differs = word.value & counts ^ was
            if differs:
                self.left.update(name for name, bits in names.items() if differs & bits)
                self.libm.fesetenv(self.kept)

    def changed(self) -> list[str]:
        """What calls left since this was asked the last time."""
        found = sorted(self.left)
        self.left.clear()
        return found


class Looks:
    """Looks at this process: answers to `look` of the protocol of adapters."""

    def __init__(self, floats: Floats) -> None:
        self.libc = ctypes.CDLL(None)
        self.libc.setlocale.restype = ctypes.c_char_p
        self.floats = floats
        self.locale, self.environment = self.libc.setlocale(LC_ALL, None), dict(os.environ)
        if hasattr(self.libc, "mallinfo2"):
            self.libc.mallinfo2.restype = Heap
        gc.collect()
        gc.freeze()  # what is here now stays, and need not be looked through again

    def states(self) -> list[str]:
        """The states that differed from those at the beginning after a call, or do, and are put back."""
        found = self.floats.changed()
        if self.libc.setlocale(LC_ALL, None) != self.locale:
            self.libc.setlocale(LC_ALL, self.locale)
            found.append("locale")
        if os.environ != self.environment:
            for name in {*os.environ} - {*self.environment}:
                del os.environ[name]
            os.environ.update(self.environment)
            found.append("environment")
        return found

    def memory(self) -> tuple[int, int]:
        """Bytes of the C library's heap, and objects of Python, that are in use."""
        gc.collect()
        heap = self.libc.mallinfo2() if hasattr(self.libc, "mallinfo2") else Heap()
        return heap.uordblks + heap.hblkhd, sys.getallocatedblocks()

    def look(self, memory: bool) -> dict[str, Any]:
        said: dict[str, Any] = {"changed": self.states()}
        if memory:
            said["memory"], said["objects"] = self.memory()
        return said
