#!/usr/bin/env python3
"""mindspore.py - MindSpore: ops.gather, gather_d, gather_nd, TensorScatterUpdate and tensor_scatter_*.

SPDX-License-Identifier: Apache-2.0
"""

import os

import gatherum_adapter as gatherum

CALLS = """
gather/mindspore-2.x            mindspore.ops.gather(data, indices, axis, attrs.get("batch_dims", 0))
gather_elements/mindspore-2.x   mindspore.ops.gather_d(data, axis, indices)
gather_nd/mindspore-2.x         mindspore.ops.gather_nd(data, indices)
scatter_elements/mindspore-2.x  mindspore.ops.tensor_scatter_elements(data, indices, updates, axis, attrs.get("reduction", "none"))
scatter_nd/mindspore-2.x        mindspore.ops.TensorScatterUpdate()(data, indices, updates)
scatter_nd/mindspore-add-2.x    mindspore.ops.tensor_scatter_add(data, indices, updates)
scatter_nd/mindspore-max-2.x    mindspore.ops.tensor_scatter_max(data, indices, updates)
scatter_nd/mindspore-min-2.x    mindspore.ops.tensor_scatter_min(data, indices, updates)
scatter_nd/mindspore-sub-2.x    mindspore.ops.tensor_scatter_sub(data, indices, updates)
scatter_nd/mindspore-zeros-2.x  mindspore.ops.scatter_nd(indices, updates, data.shape)
scatter_nd/mindspore-mul-2.x    mindspore.ops.tensor_scatter_mul(data, indices, updates)
"""
DEVICES = {"cpu": ("CPU", "cpu"), "cuda": ("GPU", "gpu"), "npu": ("Ascend", "npu")}


# ---- alone: from here `gatherum export py` copies
def start():
    global mindspore, numpy
    import mindspore
    import numpy
    return [(IndexError, "range"), (RuntimeError, "invalid")]


def given(array, dtype):
    return mindspore.Tensor(numpy.array(array))


def taken(result):
    return result.asnumpy()


# ---- alone: to here

def load(options):
    gatherum.peer("mindspore")
    device = options.get("device", "cpu")
    if device not in DEVICES:
        raise ValueError(f"device '{device}' is none of {' '.join(DEVICES)}")
    os.environ.setdefault("GLOG_v", "4")
    kinds = start()
    try:
        mindspore.set_device(DEVICES[device][0])
    except (RuntimeError, ValueError) as why:
        raise gatherum.Absent(f"mindspore has no {device} here: {str(why)[:60]}") from why
    types = [t for t in gatherum.NUMBERS if t != "bfloat16"]  # there is no way in and out by bits
    return {"version": mindspore.__version__, "profile": DEVICES[device][1], "kinds": kinds, "call_us": 1000,
            "operators": gatherum.operators(CALLS, globals(), given, taken), "claims": gatherum.claims(CALLS, types)}


gatherum.serve("mindspore", load, ["device"])
