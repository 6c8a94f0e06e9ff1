#!/usr/bin/env python3
"""eats_its_memory.py - takes more memory than the limit.

verdict: memory
guilty: columns/float32,int32
says: took more memory than the limit
options: --memory 64
smoke: 0

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
import honest


def twist(said, answer, wire):
    if honest.is_columns(said):
        twist.held = b"x" * (100 << 20)
        time.sleep(0.2)
    return answer


honest.serve(twist)
