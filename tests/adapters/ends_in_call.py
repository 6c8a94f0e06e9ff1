#!/usr/bin/env python3
"""ends_in_call.py - ends with status 3 in a call.

verdict: exit
guilty: columns/float32,int32
says: ended the process with status 3 in the first call
smoke: 1

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest


def twist(said, answer, wire):
    if honest.is_columns(said):
        os._exit(3)
    return answer


honest.serve(twist)
