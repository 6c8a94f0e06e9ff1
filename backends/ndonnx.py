#!/usr/bin/env python3
"""ndonnx.py - ndonnx, the array API over ONNX: take and take_along_axis.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum

CALLS = """
gather/array-api-take-2024.12       xp.take(data, indices, axis=axis)
gather_elements/array-api-2024.12   xp.take_along_axis(data, indices, **attrs)
"""


# ---- alone: from here `gatherum export py` copies
def start():
    global numpy, xp
    import numpy
    import ndonnx as xp
    import onnxruntime
    from onnx.shape_inference import InferenceError
    onnxruntime.set_default_logger_severity(4)  # it says on stderr what it raises
    return [(InferenceError, "invalid")]


def given(array, dtype):
    return xp.asarray(array)


def taken(result):
    return result.unwrap_numpy()


# ---- alone: to here

def load(options):
    gatherum.peer("ndonnx")
    kinds = start()
    types = [t for t in gatherum.NUMBERS if t not in ("float16", "bfloat16") and not t.startswith("complex")]
    return {"version": xp.__version__, "kinds": kinds, "operators": gatherum.operators(CALLS, globals(), given, taken), "call_us": 3000,
            "notes": ["complex numbers are not claimed: it has none, and its documents say so"],
            "claims": gatherum.claims(CALLS, types, index_types=gatherum.INTEGERS)}


gatherum.serve("ndonnx", load)
