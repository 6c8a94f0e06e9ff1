"""torch_kernel.py - a custom operator of torch that walks its memory by itself, and the bug that people make.

A tensor that was transposed, expanded or cut from another has strides: the same memory is not walked row by row.

    build/gatherum run --backend examples/python/torch_kernel.py:first_try:strided=yes,dtypes=float32,index_dtypes=int64 --timeout 120 --like torch.index_select 'gather/torch-index-select-2.x/laid-out/*'
        says: operands that are not laid out plainly
    build/gatherum run --backend examples/python/torch_kernel.py:repaired:strided=yes,dtypes=float32,index_dtypes=int64 --timeout 120 --like torch.index_select 'gather/torch-index-select-2.x/laid-out/*'
        says: 0 fail

SPDX-License-Identifier: Apache-2.0
"""
# needs: torch

import torch


def columns(input, dim, index):
    """For each element of the result the offset of its source in compact memory."""
    if index.dim() > 1 or not -max(input.dim(), 1) <= dim < max(input.dim(), 1):
        raise IndexError(f"index of rank {index.dim()}, dim {dim} of {input.dim()}")
    extent = input.shape[dim] if input.dim() else 1
    if torch.any((index < 0) | (index >= extent)):
        raise IndexError(f"an index is outside of {extent}")
    offsets = torch.arange(input.numel()).view(input.shape or (1,))
    chosen = offsets.movedim(dim, 0)[index.view(-1)].movedim(0, dim)
    return chosen if input.dim() else chosen.view(())


@torch.library.custom_op("gatherum_example::index_select", mutates_args=())
def first_try(input: torch.Tensor, dim: int, index: torch.Tensor) -> torch.Tensor:
    flat = input.as_strided((input.numel(),), (1,), input.storage_offset())
    return flat[columns(input, dim, index)]


@torch.library.custom_op("gatherum_example::index_select_repaired", mutates_args=())
def repaired(input: torch.Tensor, dim: int, index: torch.Tensor) -> torch.Tensor:
    flat = input.contiguous().view(-1)
    return flat[columns(input, dim, index)]
