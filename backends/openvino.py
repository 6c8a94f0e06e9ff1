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
        key = gatherum_onnx.key(call)
        if key not in requests:
            bytes_of = gatherum_onnx.model(call, gatherum_onnx.kind_of).SerializeToString()
            requests[key] = core.compile_model(core.read_model(bytes_of, b""), device.upper(),
                                               exact).create_infer_request()
        names = gatherum_onnx.INPUTS[:gatherum_onnx.NODES[call.op][2]]
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
