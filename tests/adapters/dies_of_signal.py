#!/usr/bin/env python3
"""dies_of_signal.py - dies of SIGSEGV in a call, as a library with a bug does.

verdict: crash
guilty: columns/float32,int32
says: died of signal 11 (SIGSEGV: bad memory access) in the first call
smoke: 1

SPDX-License-Identifier: Apache-2.0
"""

import os
import signal
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest


def twist(said, answer, wire):
    if honest.is_columns(said):
        os.kill(os.getpid(), signal.SIGSEGV)
    return answer


honest.serve(twist)
