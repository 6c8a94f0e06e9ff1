"""triton_kernel.py - rows of a table in Triton, and the bug that people make.

The last block of a row is seldom full: without its mask the kernel writes past the end of the output.  Nothing is
seen of that in the values; device= puts the operands in one piece of memory and looks beside them.

    TRITON_INTERPRET=1 build/gatherum run --backend examples/python/triton_kernel.py:first_try:device=cpu,out=out,dtypes=float32,index_dtypes=int64,dim=0,ranks=1-2,errors=no,negative_indices=no,empties=no --like torch.index_select 'gather/torch-index-select-2.x/rows/*'
        says: changed right after the end of output
    TRITON_INTERPRET=1 build/gatherum run --backend examples/python/triton_kernel.py:repaired:device=cpu,out=out,dtypes=float32,index_dtypes=int64,dim=0,ranks=1-2,errors=no,negative_indices=no,empties=no --like torch.index_select 'gather/torch-index-select-2.x/rows/*'
        says: 0 fail

SPDX-License-Identifier: Apache-2.0
"""
# needs: torch triton

import torch
import triton
import triton.language as tl


@triton.jit
def rows_unmasked(input, index, out, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    at = tl.load(index + row)
    tl.store(out + row * width + column, tl.load(input + at * width + column, mask=column < width))


@triton.jit
def rows(input, index, out, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    at = tl.load(index + row)
    tl.store(out + row * width + column, tl.load(input + at * width + column, mask=column < width), mask=column < width)


def launch(kernel, input, index, out):
    width = input[0].numel()
    kernel[index.numel(), triton.cdiv(width, 16)](input, index, out, width, BLOCK=16)


def first_try(input, dim, index, *, out):
    launch(rows_unmasked, input, index, out)


def repaired(input, dim, index, *, out):
    launch(rows, input, index, out)
