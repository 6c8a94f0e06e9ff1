#!/usr/bin/env python3
"""prints_to_stdout.py - prints to stdout.

verdict: printed
guilty: columns/float32,int32
says: wrote to stdout
smoke: 0

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest


def twist(said, answer, wire):
    if honest.is_columns(said):
        print("columns!", flush=True)
    return answer


honest.serve(twist)
