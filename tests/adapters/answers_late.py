#!/usr/bin/env python3
"""answers_late.py - answers the call before once more, instead of this one.

verdict: broken-protocol
guilty: columns/float32,int32
says: it answers another call than
smoke: 1

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest


def twist(said, answer, wire):
    if honest.is_columns(said):
        answer["call"] -= 1
    return answer


honest.serve(twist)
