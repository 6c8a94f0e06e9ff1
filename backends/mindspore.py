#!/usr/bin/env python3
"""mindspore.py - MindSpore: ops.gather, and ops.gather_d.

SPDX-License-Identifier: Apache-2.0
"""

import os

import gatherum_adapter as gatherum

DEVICES = {"cpu": ("CPU", "cpu"), "cuda": ("GPU", "gpu"), "npu": ("Ascend", "npu")}


def load(options):
    gatherum.peer("mindspore")
    device = options.get("device", "cpu")
    if device not in DEVICES:
        raise ValueError(f"device '{device}' is none of {' '.join(DEVICES)}")
    os.environ.setdefault("GLOG_v", "4")
    import mindspore
    import numpy
    try:
        mindspore.set_device(DEVICES[device][0])
    except (RuntimeError, ValueError) as why:
        raise gatherum.Absent(f"mindspore has no {device} here: {str(why)[:60]}") from why

    def tensor(call, name):
        given, array = call.inputs[name], call.numpy(name)
        if given.dtype == "bfloat16":  # numpy has its bits
            return mindspore.Tensor(numpy.left_shift(array.astype(numpy.uint32), 16).view(numpy.float32),
                                    mindspore.bfloat16)
        return mindspore.Tensor(numpy.array(array))

    def answer(call, result):
        if result.dtype == mindspore.bfloat16:
            wide = result.astype(mindspore.float32).asnumpy().view(numpy.uint32)
            return call.answer_numpy(numpy.right_shift(wide, 16).astype(numpy.uint16))
        return call.answer_numpy(result.asnumpy())

    def gather(call):
        axis = tensor(call, "axis") if "axis" in call.inputs else call.attrs.get("axis", 0)
        return answer(call, mindspore.ops.gather(tensor(call, "data"), tensor(call, "indices"), axis,
                                                 call.attrs.get("batch_dims", 0)))

    def gather_d(call):
        return answer(call, mindspore.ops.gather_d(tensor(call, "data"), call.attrs["axis"],
                                                   tensor(call, "indices")))

    types = [t for t in gatherum.NUMBERS if t != "bfloat16"]  # there is no way in and out by bits
    return {
        "version": mindspore.__version__,
        "profile": DEVICES[device][1],
        "operators": {"gather": gather, "gather_elements": gather_d},
        "kinds": [(IndexError, "range"), (RuntimeError, "invalid")],
        "claims": [gatherum.claim("gather", ["mindspore-2.x"], types),
                   gatherum.claim("gather_elements", ["mindspore-2.x"], types)],
    }


gatherum.serve("mindspore", load, ["device"])
