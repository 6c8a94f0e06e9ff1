#!/usr/bin/env python3
"""answers_without_end.py - answers a call with two megabytes and no end of a line.

verdict: broken-protocol
guilty: columns/float32,int32
says: its answer has no end within 1048576 bytes
smoke: 1

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest


def twist(said, answer, wire):
    if honest.is_columns(said):
        return wire.raw(b"{" * (2 << 20))
    return answer


honest.serve(twist)
