#!/usr/bin/env python3
"""onnx_cases.py LIST KNOWN - run exported node tests in ONNX Runtime and in the reference evaluator.

LIST has a line "case<TAB>folder" for each; KNOWN a JSON list [backend, case] for each deviation that the board tells of.

SPDX-License-Identifier: Apache-2.0
"""

import json
import os
import sys

import numpy
import onnx
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator
from onnx.reference.op_run import RuntimeImplementationError


class Unclaimed(Exception):
    """The library has no kernel for it, and the board does not claim it."""


def by_reference(model, inputs):
    try:
        evaluator = ReferenceEvaluator(model)
    except RuntimeImplementationError as why:
        raise Unclaimed from why
    return evaluator.run(None, inputs)[0]


def by_runtime():
    """A function, or None where it is not installed."""
    try:
        import onnxruntime
    except ImportError:
        return None
    onnxruntime.set_default_logger_severity(4)
    none = onnxruntime.capi.onnxruntime_pybind11_state.NotImplemented

    def run(model, inputs):
        kinds = {one.dtype.name for one in inputs.values()}
        if kinds & {"complex64", "complex128", "bfloat16"}:
            raise Unclaimed
        try:
            session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
        except none as why:
            raise Unclaimed from why
        try:
            return session.run(None, inputs)[0]
        except Exception as why:
            if "data type is not supported with" in str(why):
                raise Unclaimed from why
            raise

    return run


def tensor(path):
    with open(path, "rb") as file:
        read = onnx.TensorProto.FromString(file.read())
    return read.name, numpy_helper.to_array(read)


def same(got, due):
    got = numpy.asarray(got)
    if got.shape != due.shape:
        return False
    if due.dtype == object or got.dtype == object or got.dtype.kind in "US":
        return [str(a) for a in got.reshape(-1)] == [a.decode() if isinstance(a, bytes) else str(a) for a in due.reshape(-1)]
    return got.dtype == due.dtype and got.tobytes() == due.tobytes()


def verdict(run, folder):
    """pass, unclaimed, or what is wrong."""
    model, data = onnx.load(f"{folder}/model.onnx"), f"{folder}/test_data_set_0"
    inputs = dict(tensor(f"{data}/input_{k}.pb") for k in range(len(model.graph.input)))
    try:
        got = run(model, inputs)
    except Unclaimed:
        return "unclaimed"
    except Exception as why:  # whatever a library raises
        return f"{type(why).__name__}: {str(why)[:160]}"
    return "pass" if same(got, tensor(f"{data}/output_0.pb")[1]) else "another answer"


def test_of(case):
    """Operator, topic and name, without variant and types: the board judges a test in all that a framework claims,
    and a variant that is like another has the test in some types only, which may be others."""
    operator, _, topic, *name = case.split("/")
    return (operator, topic, *name[:-1])


def main():
    with open(sys.argv[1]) as file:
        cases = [line.rstrip("\n").split("\t") for line in file]
    with open(sys.argv[2]) as file:
        known = {(backend, test_of(case)) for backend, case in map(json.loads, file)}
    numpy.seterr(all="ignore")
    bad = 0
    for backend, run in ("onnx_reference", by_reference), ("onnxruntime", by_runtime()):
        if run is None:
            print(f"node tests: {backend}: left out, it is not installed")
            continue
        counts = {"pass": 0, "unclaimed": 0, "told by the board": 0, "fail": 0}
        for case, folder in cases:
            found = verdict(run, folder)
            if found not in counts:
                told = (backend, test_of(case)) in known or (backend == "onnxruntime" and case.startswith("scatter/onnx-11/"))
                if not told:
                    print(f"node tests: {backend}: {case}: {found}")
                found = "told by the board" if told else "fail"
            counts[found] += 1
        bad += counts["fail"]
        print(f"node tests: {backend}: " + ", ".join(f"{n} {word}" for word, n in counts.items()))
    sys.stdout.flush()
    os._exit(1 if bad else 0)


main()
