/* npu_kernels.h - gathers and scatters as jobs for the cores, and how they are cut.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_NPU_KERNELS_H
#define GAT_NPU_KERNELS_H

#include "npu.h"
#include "npu_question.h"

/* How a question is answered. */
enum npu_path {
    NPU_PATH_ROWS,     /* gather: a copy per row */
    NPU_PATH_SLAB,     /* gather of elements: the axis in the buffer, vector gather */
    NPU_PATH_VECTOR,   /* gather_elements: tiles with the whole axis, vector gather */
    NPU_PATH_SCALAR,   /* gather_elements one by one: the type has no vector gather */
    NPU_PATH_GLOBAL,   /* gather_elements: the axis does not fit, elements from memory */
    NPU_PATH_WINDOWS,  /* scatter: windows of the output, updates by the scalar unit */
    NPU_PATH_COPIES,   /* scatter: a copy per update, atomic where it combines */
};

struct npu_job {
    const struct npu_question *q;
    enum npu_path path;
    struct npu_global data, indices, updates, output;
    int64_t units;           /* of work; a core takes every cores-th */
    int64_t picks, each;     /* gather: places of a batch; slices that share them */
    int64_t row;             /* bytes that one place has */
    int64_t entry;           /* bytes of the indices that name one */
    int64_t tile;            /* places of a step */
    int64_t piece;           /* bytes of a stage (rows, copies), of a window */
    int64_t share;           /* copies: places of the output that a unit owns */
    /* gather_elements: extents of a tile of indices; of data along the axis */
    int64_t cut[GAT_MAX_RANK], whole;
};

/* A tile of a tensor in the buffer: rows of the last dimension, each at a pitch. */
struct npu_tile {
    int32_t ndim;
    int64_t extent[GAT_MAX_RANK], stride[GAT_MAX_RANK]; /* bytes in the buffer */
    int64_t rows, pitch, esize, right;
};

/* npu_plan.c */
void npu_job_plan(struct npu_job *j, const struct npu_question *q,
                  const struct npu_product *p);
void npu_tile_make(struct npu_tile *t, int32_t ndim, const int64_t *extent, int64_t esize,
                   int64_t align);
const char *npu_path_name(enum npu_path path);

/* npu_steps.c: what kernels share */
struct npu_lanes {
    struct npu_local index, other, bad; /* int32; `bad`: one repeat */
};
void npu_lanes_take(struct npu_core *c, struct npu_lanes *l, uint64_t count);
/* From indices as they came to places on the axis, in l->index; those outside become
 * the nearest, and are noted. */
void npu_lanes_make(struct npu_core *c, const struct npu_question *q,
                    const struct npu_lanes *l, struct npu_local raw, uint64_t count);
void npu_lanes_end(struct npu_core *c, const struct npu_lanes *l);
/* npu_lanes_make() for one index, or tuple, at byte `at`, by the scalar unit; *good is
 * false if the index names no element. */
int64_t npu_names(struct npu_core *c, const struct npu_question *q, struct npu_local raw,
                  uint64_t at, bool *good);
/* The element of data that element `k` of indices points to, where that is `index`. */
int64_t npu_element(const struct npu_question *q, int64_t index, int64_t k);
/* Flags of two slots, set before the first use and waited for after the last. */
void npu_slots_open(struct npu_core *c, enum npu_pipe from, enum npu_pipe to, unsigned first);
void npu_slots_close(struct npu_core *c, enum npu_pipe from, enum npu_pipe to, unsigned first);
/* `size` bytes, plainly where they are whole blocks. */
void npu_bring(struct npu_core *c, struct npu_local to, const struct npu_global *from,
               uint64_t at, uint64_t size);
void npu_send(struct npu_core *c, const struct npu_global *to, uint64_t at,
              struct npu_local from, uint64_t size);
/* A tile that begins at `start` of a tensor of `shape`. */
void npu_tile_bring(struct npu_core *c, struct npu_local to, const struct npu_tile *t,
                    const struct npu_global *from, const int64_t *shape, const int64_t *start);
void npu_tile_send(struct npu_core *c, const struct npu_global *to, const struct npu_tile *t,
                   struct npu_local from, const int64_t *shape, const int64_t *start);

npu_kernel npu_rows_kernel, npu_slab_kernel, npu_tiles_kernel, npu_global_kernel,
    npu_windows_kernel, npu_copies_kernel;

#endif
