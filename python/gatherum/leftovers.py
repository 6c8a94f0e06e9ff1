"""leftovers.py - what calls leave in this process: how numbers are rounded, the locale, the environment, and memory.

States are put back after each look, so that one which a first call sets for good, as a library does that it loads, is
told from one that each call leaves.

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
    """The state of the processor by which numbers are computed in this thread."""

    def __init__(self) -> None:
        self.words = WORDS.get(platform.machine(), ())
        self.libm = ctypes.CDLL("libm.so.6") if self.words else None
        self.kept, self.now = ctypes.create_string_buffer(64), ctypes.create_string_buffer(64)
        if self.libm is not None:
            self.libm.fegetenv(self.kept)

    def changed(self) -> list[str]:
        """What differs from the state at the beginning, which is put back."""
        found: list[str] = []
        if self.libm is None:
            return found
        self.libm.fegetenv(self.now)
        for at, size, rounding, flush, told in self.words:
            was, now = (int.from_bytes(one.raw[at:at + size], sys.byteorder) for one in (self.kept, self.now))
            differs = (was ^ now) & ~told
            for name, bits in (("rounding", rounding), ("denormals", flush), ("floats", ~(rounding | flush))):
                found += [name] if differs & bits and name not in found else []
        if found:
            self.libm.fesetenv(self.kept)
        return found


class Looks:
    """Looks at this process: answers to `look` of the protocol of adapters."""

    def __init__(self) -> None:
        self.libc = ctypes.CDLL(None)
        self.libc.setlocale.restype = ctypes.c_char_p
        self.floats = Floats()
        self.locale, self.environment = self.libc.setlocale(LC_ALL, None), dict(os.environ)
        if hasattr(self.libc, "mallinfo2"):
            self.libc.mallinfo2.restype = Heap
        gc.collect()
        gc.freeze()  # what is here now stays, and need not be looked through again

    def states(self) -> list[str]:
        """The states that differ from those at the beginning, which are put back."""
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
