#!/usr/bin/env python3
"""unknown_status.py - answers with a status that nobody knows.

verdict: broken-protocol
guilty: columns/float32,int32
says: has no status of ok unsupported invalid
smoke: 1

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest


def twist(said, answer, wire):
    if honest.is_columns(said):
        answer["status"] = "fine"
    return answer


honest.serve(twist)
