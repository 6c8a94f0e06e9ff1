#!/usr/bin/env python3
"""paddle.py - PaddlePaddle: gather, index_select, gather_nd, take_along_axis, put_along_axis, scatter and scatter_nd_add.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum

CALLS = """
gather/paddle-3.x               paddle.gather(data, indices, axis)
gather/paddle-index-select-3.x  paddle.index_select(data, indices, axis)
gather_elements/paddle-3.x      paddle.take_along_axis(data, indices, axis)
gather_nd/paddle-3.x            paddle.gather_nd(data, indices)
scatter_elements/paddle-3.x     paddle.put_along_axis(data, indices, updates, axis, REDUCE[attrs.get("reduction", "none")], bool(attrs.get("initial", True)), broadcast=False)
scatter_nd/paddle-add-3.x       paddle.scatter_nd_add(data, indices, updates)
scatter_slices/paddle-3.x       paddle.scatter(data, indices, updates)
"""


# ---- alone: from here `gatherum export py` copies
REDUCE = {"none": "assign", "add": "add", "mul": "mul", "mean": "mean", "max": "amax", "min": "amin"}


def start():
    global numpy, paddle
    import warnings
    warnings.simplefilter("ignore")
    import numpy
    import paddle
    paddle.set_device("cpu")
    return [(NotImplementedError, "unsupported"), (AssertionError, "invalid"), (RuntimeError, "invalid")]


def given(array, dtype):
    return paddle.to_tensor(array)  # it takes uint16 for the bits of bfloat16


def taken(result):
    array = result.numpy()
    return (array, "bfloat16") if result.dtype == paddle.bfloat16 else array


# ---- alone: to here

# There is no way in for unsigned numbers of more than 8 bits, and its tensors have nine dimensions at most.
TYPES = [t for t in gatherum.NUMBERS if t not in ("uint16", "uint32", "uint64")]
# What the documents list, and processors have no kernel for: plain calls are asked, which are refused.
LACKING = {"gather/paddle-index-select-3.x": ["float16"], "gather_nd/paddle-3.x": ["float16"],
           "gather_elements/paddle-3.x": ["float16", "bfloat16"], "scatter_elements/paddle-3.x": ["float16", "bfloat16"]}
PLAIN = {"index_types": ["int64"], "attrs": ["axis=0", "reduction"], "min_rank": 1, "max_rank": 1,
         "flags": ["no_negative_index", "no_empty", "no_scalar_index", "no_errors", "no_undefined"]}
NOTES = ["where documents list float16 or bfloat16 and there is no kernel for a processor (index_select, gather_nd, take_along_axis, put_along_axis), plain calls of these types are asked and no others",
         "take_along_axis is claimed for eight dimensions: nine are refused, and the document states no limit"]


def claims():
    made = []
    for row in CALLS.strip().splitlines():
        name = row.split()[0]
        lacking = LACKING.get(name, [])
        made += gatherum.claims(row, [t for t in TYPES if t not in lacking], max_rank=8 if name.startswith("gather_elements/") else 9)
        if lacking:
            made += [{**made[-1], "data_types": lacking, **PLAIN}]
    return made


def load(options):
    gatherum.peer("paddle")
    kinds = start()
    return {"version": paddle.__version__, "kinds": kinds, "call_us": 100, "notes": NOTES, "claims": claims(),
            "operators": gatherum.operators(CALLS, globals(), given, taken)}


gatherum.serve("paddle", load)
