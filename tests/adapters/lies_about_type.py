#!/usr/bin/env python3
"""lies_about_type.py - states another element type.

verdict: wrong-shape
guilty: columns/float32,int32
says: with type code 0, 32 bits, 1 lanes instead of float32
smoke: 0

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest


def twist(said, answer, wire):
    if honest.is_columns(said):
        answer["outputs"]["output"]["dtype"] = "int32"
    return answer


honest.serve(twist)
