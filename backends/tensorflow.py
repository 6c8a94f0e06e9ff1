#!/usr/bin/env python3
"""tensorflow.py - TensorFlow: tf.gather.

SPDX-License-Identifier: Apache-2.0
"""

import os

import gatherum_adapter as gatherum


def load(options):
    gatherum.peer("tensorflow")
    device = options.get("device", "cpu")
    if device not in ("cpu", "cuda"):
        raise ValueError(f"device '{device}' is neither cpu nor cuda")
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
    if device == "cpu":
        os.environ["CUDA_VISIBLE_DEVICES"] = ""
    import tensorflow as tf
    if device == "cuda" and not tf.config.list_physical_devices("GPU"):
        raise gatherum.Absent("tensorflow finds no GPU here")
    tf.config.threading.set_inter_op_parallelism_threads(1)
    tf.config.threading.set_intra_op_parallelism_threads(1)
    gatherum.bfloat16_is_a_type()

    def tensor(call, name):
        return tf.constant(call.numpy(name)) if name in call.inputs else None

    def gather(call):
        axis = tensor(call, "axis")
        if axis is None:
            axis = call.attrs.get("axis")
        result = tf.gather(tensor(call, "data"), tensor(call, "indices"), axis=axis,
                           batch_dims=call.attrs.get("batch_dims", 0))
        return call.answer_numpy(result.numpy())

    errors = tf.errors
    return {
        "version": tf.__version__,
        "profile": "cpu" if device == "cpu" else "gpu",
        "operators": {"gather": gather},
        "kinds": [(errors.InvalidArgumentError, "invalid"), (errors.OutOfRangeError, "range"),
                  (errors.NotFoundError, "type"), (errors.UnimplementedError, "unsupported")],
        "claims": [gatherum.claim("gather", ["tensorflow-2.x"], [*gatherum.NUMBERS, "string"])],
    }


gatherum.serve("tensorflow", load, ["device"])
