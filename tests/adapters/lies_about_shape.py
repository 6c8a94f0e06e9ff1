#!/usr/bin/env python3
"""lies_about_shape.py - states a shape with the extents swapped.

verdict: wrong-shape
guilty: columns/float32,int32
says: the output has shape [3,3] and its answer states [3,4]
smoke: 0

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest


def twist(said, answer, wire):
    if honest.is_columns(said):
        answer["outputs"]["output"]["shape"] = [3, 4]
    return answer


honest.serve(twist)
