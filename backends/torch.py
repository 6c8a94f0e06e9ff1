#!/usr/bin/env python3
"""torch.py - PyTorch: gather, and index_select.

SPDX-License-Identifier: Apache-2.0
"""

import gatherum_adapter as gatherum


def load(options):
    gatherum.peer("torch", "numpy")
    import warnings
    warnings.simplefilter("ignore")  # about inputs that cannot be written to
    import torch
    device = options.get("device", "cpu")
    if device not in ("cpu", "cuda", "npu"):
        raise ValueError(f"device '{device}' is none of cpu cuda npu")
    if device == "npu":
        import torch_npu  # noqa: F401
    if device != "cpu" and not getattr(torch, device).is_available():
        raise gatherum.Absent(f"torch finds no {device} here")
    torch.set_num_threads(1)
    names = {str(getattr(torch, name)): name for name in gatherum.NUMBERS}

    def tensor(call, name):
        given = call.inputs[name]
        dtype = getattr(torch, given.dtype)
        if gatherum.count(given.shape) == 0:
            return torch.empty(given.shape, dtype=dtype, device=device)
        return torch.frombuffer(given.bytes, dtype=dtype).reshape(given.shape).to(device)

    def answer(call, result):
        result = result.contiguous().cpu()
        return call.answer_address(names[str(result.dtype)], list(result.shape), result.data_ptr())

    def gather(call):
        return answer(call, torch.gather(tensor(call, "data"), call.attrs["axis"], tensor(call, "indices"),
                                         sparse_grad=bool(call.attrs.get("sparse_grad", 0))))

    def index_select(call):
        return answer(call, torch.index_select(tensor(call, "data"), call.attrs.get("axis", 0),
                                               tensor(call, "indices")))

    def scatter(call):
        return answer(call, torch.scatter(tensor(call, "data"), call.attrs.get("axis", 0), tensor(call, "indices"),
                                          tensor(call, "updates")))

    return {
        "version": torch.__version__,
        "profile": {"cpu": "cpu", "cuda": "gpu", "npu": "npu"}[device],
        "operators": {"gather": index_select, "gather_elements": gather, "scatter_elements": scatter},
        # It has no exceptions of its own: a sentence tells them apart.
        "kinds": [(RuntimeError, "invalid")],
        "claims": [gatherum.claim("gather", ["torch-index-select-2.x"]),
                   gatherum.claim("gather_elements", ["torch-2.x"])],
    }


gatherum.serve("torch", load, ["device"])
