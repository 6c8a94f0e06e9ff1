#!/usr/bin/env python3
"""leaves_child_behind.py - dies and leaves a child that holds the line open.

verdict: crash
guilty: columns/float32,int32
says: died of signal 6
smoke: 1

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys
import time

sys.path.insert(0, os.path.dirname(__file__))
import honest


def twist(said, answer, wire):
    if honest.is_columns(said):
        if os.fork() == 0:
            time.sleep(60)
        os.abort()
    return answer


honest.serve(twist)
