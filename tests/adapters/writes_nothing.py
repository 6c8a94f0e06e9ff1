#!/usr/bin/env python3
"""writes_nothing.py - answers ok and leaves the output as it was.

verdict: unwritten
guilty: columns/float32,int32
smoke: 0

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
import honest


def gather(call):
    if not honest.is_columns(call.said):
        return right(call)
    data, indices = call.inputs["data"], call.inputs["indices"]
    return data.dtype, [data.shape[0], indices.shape[0]]


right, honest.gather = honest.gather, gather
honest.serve()
