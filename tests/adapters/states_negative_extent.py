#!/usr/bin/env python3
"""states_negative_extent.py - states a shape with a negative extent.

verdict: broken-protocol
guilty: columns/float32,int32
says: states a shape that is no list of extents
smoke: 1

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest


def twist(said, answer, wire):
    if honest.is_columns(said):
        answer["outputs"]["output"]["shape"] = [3, -3]
    return answer


honest.serve(twist)
