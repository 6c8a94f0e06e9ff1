#!/usr/bin/env python3
"""lies_about_rank.py - states a shape of 99 dimensions.

verdict: wrong-shape
guilty: columns/float32,int32
says: and its answer states a rank that no tensor has
smoke: 0

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest


def twist(said, answer, wire):
    if honest.is_columns(said):
        answer["outputs"]["output"]["shape"] = 99 * [1]
    return answer


honest.serve(twist)
