"""compiled_kernel.py - a kernel for torch.compile, and the bug that people make.

A graph has no branch that hangs on the value of an index, so the check is left out and the index wrapped.

    build/gatherum run --backend examples/python/compiled_kernel.py:first_try:arrays=torch,dtypes=float32,index_dtypes=int64 --timeout 120 --draw 0 --like onnx.Gather-13 gather/onnx-13/index-edges
        says: reported success where a range error is due
    build/gatherum run --backend examples/python/compiled_kernel.py:repaired:arrays=torch,dtypes=float32,index_dtypes=int64 --timeout 120 --draw 0 --like onnx.Gather-13 gather/onnx-13/index-edges
        says: 0 fail

SPDX-License-Identifier: Apache-2.0
"""
# needs: torch

import torch


@torch.compile(backend="aot_eager", dynamic=True)  # "inductor" makes C++ of it, and takes 20 seconds for the first call
def first_try(data, indices, axis=0):
    axis = axis % data.dim()
    rows = torch.index_select(data, axis, indices.view(-1) % data.shape[axis])
    return rows.view(data.shape[:axis] + indices.shape + data.shape[axis + 1:])


def repaired(data, indices, axis=0):
    extent = data.shape[axis]
    if torch.any((indices < -extent) | (indices >= extent)):  # before the graph, where a branch breaks nothing
        raise IndexError(f"an index is outside of {extent}")
    return first_try(data, indices, axis)
