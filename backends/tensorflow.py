#!/usr/bin/env python3
"""tensorflow.py - TensorFlow: gather, gather_nd, and tensor_scatter_nd_* and scatter_nd.

settings: jit=no threads=1 jit=yes

SPDX-License-Identifier: Apache-2.0
"""

import os

import gatherum_adapter as gatherum

CALLS = """
gather/tensorflow-2.x           tf.gather(data, indices, axis=axis, batch_dims=attrs.get("batch_dims", 0))
gather_nd/tensorflow-2.x        tf.gather_nd(data, indices, **attrs)
scatter_nd/tensorflow-2.x       tf.tensor_scatter_nd_update(data, indices, updates)
scatter_nd/tensorflow-add-2.x   tf.tensor_scatter_nd_add(data, indices, updates)
scatter_nd/tensorflow-max-2.x   tf.tensor_scatter_nd_max(data, indices, updates)
scatter_nd/tensorflow-min-2.x   tf.tensor_scatter_nd_min(data, indices, updates)
scatter_nd/tensorflow-sub-2.x   tf.tensor_scatter_nd_sub(data, indices, updates)
scatter_nd/tensorflow-zeros-2.x tf.scatter_nd(indices, updates, tf.constant(list(data.shape), indices.dtype))
"""


# ---- alone: from here `gatherum export py` copies
def start():
    global tf, numpy
    import numpy
    import tensorflow as tf
    import ml_dtypes  # noqa: F401
    errors = tf.errors
    return [(errors.InvalidArgumentError, "invalid"), (errors.OutOfRangeError, "range"),
            (errors.NotFoundError, "type"), (errors.UnimplementedError, "unsupported")]


def given(array, dtype):
    return tf.constant(array)


def taken(result):
    array = result.numpy()
    if not isinstance(array, bytes):
        return array
    held = numpy.empty((), object)  # a string alone is no array
    held[()] = array
    return held


def inferred(call, stated):
    kinds = {name: tf.TensorSpec(array.shape, tf.string if dtype == "string" else array.dtype)
             for name, (dtype, array) in stated.items()}
    made = tf.function(lambda values: call(**values), autograph=False).get_concrete_function(kinds).structured_outputs
    if not made.shape.is_fully_defined():
        raise NotImplementedError("the shape is not known before the values are")
    return made.dtype.name, made.shape.as_list()


def compiled(call, operands):
    """What tf.function with jit_compile makes of a call."""
    return tf.function(call, jit_compile=True, autograph=False)(**operands)


def way(options):
    """Sets what options say of threads; what makes a call with them, or None."""
    if "threads" in options:
        tf.config.threading.set_inter_op_parallelism_threads(int(options["threads"]))
        tf.config.threading.set_intra_op_parallelism_threads(int(options["threads"]))
    return compiled if options.get("jit") == "yes" else None


# ---- alone: to here


def load(options):
    gatherum.peer("tensorflow")
    device = options.get("device", "cpu")
    if device not in ("cpu", "cuda"):
        raise ValueError(f"device '{device}' is neither cpu nor cuda")
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    if device == "cpu":
        os.environ["CUDA_VISIBLE_DEVICES"] = ""
    if options.get("jit", "no") not in ("yes", "no"):
        raise ValueError(f"jit '{options['jit']}' is neither yes nor no")
    gatherum.threads_of(options)
    kinds = start()
    if device == "cuda" and not tf.config.list_physical_devices("GPU"):
        raise gatherum.Absent("tensorflow finds no GPU here")
    through = way(options)
    types = gatherum.NUMBERS if through else [*gatherum.NUMBERS, "string"]  # XLA has no strings
    return {"version": tf.__version__, "profile": "cpu" if device == "cpu" else "gpu", "kinds": kinds, "call_us": 500,
            "operators": gatherum.operators(CALLS, globals(), given, taken, through),
            "claims": gatherum.claims(CALLS, types),
            "infer": gatherum.inference(CALLS, globals(), inferred)}


gatherum.serve("tensorflow", load, ["device", "jit", "threads"])
