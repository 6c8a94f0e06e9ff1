#!/usr/bin/env python3
"""answers_garbage.py - answers a call with a line that is no JSON.

verdict: broken-protocol
guilty: columns/float32,int32
says: is no JSON object
smoke: 1

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest


def twist(said, answer, wire):
    if honest.is_columns(said):
        return wire.raw(b"\xff\x00{oops\n")
    return answer


honest.serve(twist)
