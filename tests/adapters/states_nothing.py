#!/usr/bin/env python3
"""states_nothing.py - answers ok and states no output.

verdict: broken-protocol
guilty: columns/float32,int32
says: does not state dtype and shape of outputs.output
smoke: 1

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest


def twist(said, answer, wire):
    if honest.is_columns(said):
        del answer["outputs"]
    return answer


honest.serve(twist)
