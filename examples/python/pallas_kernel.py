"""pallas_kernel.py - rows of a table in Pallas, and the bug that people make.

An index outside is clamped where Pallas reads with it; jax.numpy.take answers NaN there, as its document says.

    build/gatherum run --backend examples/python/pallas_kernel.py:first_try:dtypes=float32,index_dtypes=int32,axis=0,ranks=1-2,empties=no --like jax.numpy.take 'gather/jax-take-fill-0.x/negative/*' 'gather/jax-take-fill-0.x/outside/*'
        says: must be nan by indices[1] = 2 and is 13.0
    build/gatherum run --backend examples/python/pallas_kernel.py:repaired:dtypes=float32,index_dtypes=int32,axis=0,ranks=1-2,empties=no --like jax.numpy.take 'gather/jax-take-fill-0.x/negative/*' 'gather/jax-take-fill-0.x/outside/*'
        says: 0 fail

SPDX-License-Identifier: Apache-2.0
"""
# needs: jax

import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas


def clamped(index, data, out):
    k = pallas.program_id(0)
    out[k] = data[index[k]]


def filled(index, data, out):
    k, n = pallas.program_id(0), data.shape[0]
    at = index[k]
    inside = (at >= -n) & (at < n)
    out[k] = jnp.where(inside, data[jnp.where(inside, at % n, 0)], jnp.nan)


@functools.partial(jax.jit, static_argnames="kernel")
def launch(kernel, data, indices):
    flat = indices.reshape(-1)
    shape = (flat.size, *data.shape[1:])
    out = pallas.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(shape, data.dtype), grid=(flat.size,), interpret=True)(flat, data)
    return out.reshape(*indices.shape, *data.shape[1:])


def first_try(a, indices, axis=0):
    return launch(clamped, a, indices)


def repaired(a, indices, axis=0):
    return launch(filled, a, indices)
