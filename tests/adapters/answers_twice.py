#!/usr/bin/env python3
"""answers_twice.py - answers a call twice.

verdict: broken-protocol
guilty: columns/float32,int32
says: behind the line that answers
smoke: 1

SPDX-License-Identifier: Apache-2.0
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest


def twist(said, answer, wire):
    if honest.is_columns(said):
        return wire.raw(2 * (json.dumps(answer).encode() + b"\n"))
    return answer


honest.serve(twist)
