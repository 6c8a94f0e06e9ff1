"""numpy_kernel.py - numpy: adding rows at places that may repeat, and the bug that people make.

a[indices] += b reads, adds and writes back once: of the updates of one row the last alone stays.

    build/gatherum run --backend examples/python/numpy_kernel.py:first_try --like numpy.add.at 'scatter_slices/numpy-add-at-2.x/first-dimension/*'
        says: updates = N is lost
    build/gatherum run --backend examples/python/numpy_kernel.py:repaired --like numpy.add.at 'scatter_slices/numpy-add-at-2.x/first-dimension/*'
        says: 0 fail

SPDX-License-Identifier: Apache-2.0
"""
# needs: numpy

import numpy


def first_try(a, indices, b):
    a[indices] += b


def repaired(a, indices, b):
    """One update after another."""
    if indices.ndim == 0:
        a[indices] += b
        return
    if numpy.any((indices < -len(a)) | (indices >= len(a))):
        raise IndexError(f"an index is outside of {len(a)}")
    for place, update in zip(indices.reshape(-1), b.reshape(-1, *a.shape[1:])):
        a[place] += update
