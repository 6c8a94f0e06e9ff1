#!/usr/bin/env python3
"""torch.py - PyTorch: gather, index_select, take_along_dim, take, put, scatter, index_copy, and those that combine.

settings: compile=no threads=1 compile=inductor

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum

CALLS = """
gather/torch-index-select-2.x               torch.index_select(data, axis, indices)
gather_elements/torch-2.x                   torch.gather(data, axis, indices, sparse_grad=bool(attrs.get("sparse_grad", False)))
gather_elements/torch-take-along-dim-2.x    torch.take_along_dim(data, indices, axis)
take/torch-2.x                              torch.take(data, indices)
put/torch-2.x                               torch.put(data, indices, updates, accumulate=attrs.get("reduction") == "add")
scatter_nd/torch-index-put-2.x              data.clone().index_put_(indices.unbind(-1), updates, accumulate=attrs.get("reduction") == "add")
scatter_slices/torch-index-copy-2.x         torch.index_copy(data, axis, indices, updates)
scatter_slices/torch-index-add-2.x          torch.index_add(data, axis, indices, updates)
scatter_slices/torch-index-reduce-2.x       torch.index_reduce(data, axis, indices, updates, REDUCE[reduction], include_self=bool(attrs.get("initial", True)))
scatter_elements/torch-2.x                  torch.scatter(data, axis, indices, updates)
scatter_elements/torch-scatter_add-2.x      data.clone().scatter_add_(axis, indices, updates)
scatter_elements/torch-scatter_reduce-2.x   data.clone().scatter_reduce_(axis, indices, updates, REDUCE[reduction], include_self=bool(attrs.get("initial", True)))
"""
DEVICES = {"cpu": "cpu", "cuda": "gpu", "npu": "npu"}


# ---- alone: from here `gatherum export py` copies
DEVICE = "cpu"
REDUCE = {"add": "sum", "mul": "prod", "mean": "mean", "max": "amax", "min": "amin"}


def start():
    global torch
    import torch
    return [(NotImplementedError, "unsupported"), (RuntimeError, "invalid")]


def given(array, dtype):
    if dtype == "bfloat16":  # numpy has its bits
        return torch.from_numpy(array.view("int16")).view(torch.bfloat16).to(DEVICE)
    return torch.from_numpy(array).to(DEVICE)


def taken(result):
    result = result.detach().resolve_conj().resolve_neg().contiguous().cpu()
    if result.dtype == torch.bfloat16:
        return result.view(torch.int16).numpy().view("uint16"), "bfloat16"
    return result.numpy()


def inferred(call, stated):
    result = call(**{name: given(array, dtype).to("meta") for name, (dtype, array) in stated.items()})
    return str(result.dtype).split(".")[1], result.shape


def compiled(call, operands):
    """What torch.compile makes of a call, for these operands alone."""
    torch._dynamo.reset()
    return torch.compile(call, backend=COMPILE, fullgraph=True, dynamic=False)(**operands)


def way(options):
    """Sets what options say of threads and the compiler; what makes a call with them, or None."""
    global COMPILE
    COMPILE = options.get("compile", "no")
    if "threads" in options:
        torch.set_num_threads(int(options["threads"]))
    return None if COMPILE == "no" else compiled


# ---- alone: to here


UNSIGNED = ("uint16", "uint32", "uint64")
COMPLEX = ("complex64", "complex128")
LACKING = {"scatter_elements/torch-scatter_reduce": UNSIGNED, "scatter_slices/torch-index-reduce": UNSIGNED + COMPLEX,
           "scatter_nd/": UNSIGNED, "scatter_slices/": UNSIGNED, "take/": UNSIGNED, "put/": UNSIGNED}


def claims():
    """All numbers, but for the calls that lack kernels for some."""
    rest, made = CALLS.strip().splitlines(), []
    for calls, types in LACKING.items():
        these = [row for row in rest if row.startswith(calls)]
        rest = [row for row in rest if row not in these]
        made += gatherum.claims("\n".join(these), [t for t in gatherum.NUMBERS if t not in types])
    return gatherum.claims("\n".join(rest)) + made


def load(options):
    global DEVICE
    gatherum.peer("torch", "numpy")
    import warnings
    warnings.simplefilter("ignore")  # about inputs that cannot be written to
    DEVICE = options.get("device", "cpu")
    if DEVICE not in DEVICES:
        raise ValueError(f"device '{DEVICE}' is none of {' '.join(DEVICES)}")
    kinds = start()
    gatherum.threads_of(options)
    through = way(options)
    if COMPILE not in ("no", *torch.compiler.list_backends(())):
        raise ValueError(f"compile '{COMPILE}' is neither no nor one of {' '.join(torch.compiler.list_backends(()))}")
    if COMPILE != "no":
        import logging
        logging.disable()  # what the compiler says of a call that is refused, is in the exception too
    if DEVICE == "npu":
        import torch_npu  # noqa: F401
    if DEVICE != "cpu" and not getattr(torch, DEVICE).is_available():
        raise gatherum.Absent(f"torch finds no {DEVICE} here")
    return {"version": torch.__version__, "profile": DEVICES[DEVICE], "kinds": kinds, "call_us": 20, "giants": True,
            "operators": gatherum.operators(CALLS, globals(), given, taken, through), "claims": claims(),
            "infer": gatherum.inference(CALLS, globals(), inferred)}


gatherum.serve("torch", load, ["compile", "device", "threads"])
