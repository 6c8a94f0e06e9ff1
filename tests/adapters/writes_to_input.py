#!/usr/bin/env python3
"""writes_to_input.py - writes to its inputs, which it cannot.

verdict: crash
guilty: columns/float32,int32
says: died of signal 11
smoke: 1

SPDX-License-Identifier: Apache-2.0
"""

import ctypes
import mmap
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import gatherum_adapter
import honest

libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]


def twist(said, answer, wire):
    if honest.is_columns(said):
        at = libc.mmap(None, 4096, mmap.PROT_READ, mmap.MAP_SHARED, gatherum_adapter.INPUTS, 0)
        ctypes.memset(at, 7, 64)
    return answer


honest.serve(twist)
