#!/usr/bin/env python3
"""openvino.py - OpenVINO, through its reader of ONNX models.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum

DEVICES = {"cpu": "cpu", "gpu": "gpu", "npu": "npu"}


def load(options):
    gatherum.peer("openvino", "onnx")
    device = options.get("device", "cpu")
    if device not in DEVICES:
        raise ValueError(f"device '{device}' is none of {' '.join(DEVICES)}")
    import gatherum_onnx
    import numpy
    import openvino
    core = openvino.Core()
    if device.upper() not in core.available_devices:
        raise gatherum.Absent(f"openvino finds no {device} here")
    exact = {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": 1} if device == "cpu" else {}
    requests = {}

    def run(call):
        names = gatherum_onnx.INPUTS[:gatherum_onnx.NODES[call.op][2]]
        ranks = {name: len(call.inputs[name].shape) for name in names}  # its plug-ins want to know them
        key = gatherum_onnx.key(call), *ranks.values()
        if key not in requests:
            read = core.read_model(gatherum_onnx.model(call, gatherum_onnx.kind_of).SerializeToString(), b"")
            read.reshape({name: openvino.PartialShape([-1] * rank) for name, rank in ranks.items()})
            requests[key] = core.compile_model(read, device.upper(), exact).create_infer_request()
        given = [openvino.Tensor(numpy.array(call.numpy(name))) for name in names]
        return call.answer_numpy(numpy.array(requests[key].infer(given)[0]))

    unknown = ("bfloat16", "complex64", "complex128")
    return {
        "version": openvino.__version__.partition("-")[0],
        "profile": DEVICES[device],
        "operators": dict.fromkeys(gatherum_onnx.NODES, run),
        "kinds": [(RuntimeError, "invalid")],
        "claims": gatherum_onnx.claims([t for t in gatherum.NUMBERS if t not in unknown]),
    }


gatherum.serve("openvino", load, ["device"])
