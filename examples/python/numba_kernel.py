"""numba_kernel.py - a compiled loop of numba, and the bug that people make.

numba checks no bounds: an index outside reads whatever lies there, where numpy raises IndexError.

    build/gatherum run --backend examples/python/numba_kernel.py:first_try:dtypes=float32,index_dtypes=int64,axis=0 --timeout 120 --like numpy.take 'gather/numpy-take-raise-2.x/errors/*'
        says: reported success where a range error is due
    build/gatherum run --backend examples/python/numba_kernel.py:repaired:dtypes=float32,index_dtypes=int64,axis=0 --timeout 120 --like numpy.take 'gather/numpy-take-raise-2.x/errors/*'
        says: 0 fail

SPDX-License-Identifier: Apache-2.0
"""
# needs: numba

import numba
import numpy


@numba.njit
def copied(a, indices, out):
    for k in range(indices.size):
        out[k] = a[indices[k]]


def rows_of(a, indices):
    """The operands as a matrix and a vector, and the result in both of its shapes."""
    if a.ndim == 0:
        raise IndexError("a scalar has no axis 0")
    out = numpy.empty((*indices.shape, *a.shape[1:]), a.dtype)
    width = a[:1].size
    return a.reshape(len(a), width), indices.reshape(-1), out.reshape(indices.size, width), out


def first_try(a, indices, axis=0):
    table, places, rows, out = rows_of(a, indices)
    copied(table, places, rows)
    return out


def repaired(a, indices, axis=0):
    table, places, rows, out = rows_of(a, indices)
    if numpy.any((places < -len(table)) | (places >= len(table))):
        raise IndexError(f"an index is outside of {len(table)}")
    copied(table, places, rows)
    return out
