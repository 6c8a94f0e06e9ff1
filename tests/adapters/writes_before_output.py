#!/usr/bin/env python3
"""writes_before_output.py - writes one byte before the output.

verdict: out-of-bounds-write
guilty: columns/float32,int32
says: 1 byte before output
smoke: 1

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest


def twist(said, answer, wire):
    if honest.is_columns(said):
        wire.memory.write[said["outputs"]["output"]["at"] - 1] = 7
    return answer


honest.serve(twist)
