#!/usr/bin/env python3
"""onnx_reference.py - the reference evaluator of ONNX.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum


def load(options):
    gatherum.peer("onnx")
    import gatherum_onnx
    import onnx
    from onnx.reference import ReferenceEvaluator
    gatherum.bfloat16_is_a_type()
    evaluators = {}

    def run(call):
        key = gatherum_onnx.key(call)
        if key not in evaluators:
            evaluators[key] = ReferenceEvaluator(gatherum_onnx.model(call, gatherum_onnx.kind_of))
        given = {name: call.numpy(name) for name in call.inputs}
        if call.inputs["data"].dtype == "string":  # its strings are Unicode: one character a byte
            for name in given:
                if call.inputs[name].dtype == "string":
                    given[name] = gatherum.latin(given[name])
        result = evaluators[key].run(None, given)[0]
        return call.answer_numpy(gatherum.unlatin(result) if call.inputs["data"].dtype == "string" else result)

    return {
        "version": onnx.__version__,
        "operators": dict.fromkeys(gatherum_onnx.NODES, run),
        "claims": gatherum_onnx.claims([*gatherum.NUMBERS, "string"]),
    }


gatherum.serve("onnx_reference", load)
