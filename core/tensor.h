/* tensor.h - a logical tensor: shape, element type and compact data in C order.
 *
 * Strides, offsets and odd addresses are a matter of presentation, not of the
 * mathematics: they never get this far.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_TENSOR_H
#define GAT_TENSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "checked.h"
#include "gatherum/backend.h"
#include "sparse.h"

struct gat_array {
    enum gat_dtype dtype;
    int32_t ndim;
    int64_t shape[GAT_MAX_RANK];
    void *data; /* count * element size bytes; not owned */
    const struct gat_sparse *sparse; /* NULL: all elements may hold something */
};

/* Number of elements; false when an extent is negative or the product of the
 * extents does not fit into int64_t even where another extent is zero. */
GAT_MUST_USE bool gat_shape_count(int32_t ndim, const int64_t *shape, int64_t *count);
/* Number of elements of a tensor; its shape was checked when the tensor was made. */
/*@ axiomatic Elements { logic integer elements_of(struct gat_array *t); } */
/*@ requires \valid_read(t);
    terminates \true;
    assigns \nothing;
    ensures \result == elements_of(t) && 0 <= \result;
*/
int64_t gat_array_count(const struct gat_array *t);
/* Bytes of all elements; the product was checked when the tensor was made. */
size_t gat_array_size(const struct gat_array *t);
/* The first element from `at` on that may be other than zeros; the number of elements
 * when there is none.  Loops over a tensor step by this function, because a sparse
 * tensor is mostly holes and too large to be read whole. */
int64_t gat_array_filled(const struct gat_array *t, int64_t at);
/* Coordinates of element `ordinal`, C order. */
void gat_shape_unravel(int32_t ndim, const int64_t *shape, int64_t ordinal,
                       int64_t *coordinates);
/* "[2,3]" for people; at most `size` bytes with the terminator. */
void gat_shape_print(int32_t ndim, const int64_t *shape, char *out, size_t size);
/* Can the elements of a tensor of this type be indices at all? */
bool gat_dtype_is_index(enum gat_dtype t);
/* Element `at` of a tensor of such a type, widened, at any address; a value above
 * int64_t becomes INT64_MAX. */
int64_t gat_array_index_any(const struct gat_array *t, int64_t at);
/*@ axiomatic Indices { // for `make proof`: no operator writes into its indices
      logic integer index_named(struct gat_array *t, integer at);
    } */
/*@ requires \valid_read(t);
    terminates \true;
    assigns \nothing;
    ensures \result == index_named(t, at);
*/
static inline int64_t gat_array_index(const struct gat_array *t, int64_t at)
{
    int32_t narrow;
    int64_t wide;
    if (t->dtype == GAT_I64) {
        memcpy(&wide, (const char *)t->data + at * 8, sizeof wide);
        return wide;
    }
    if (t->dtype == GAT_I32) {
        memcpy(&narrow, (const char *)t->data + at * 4, sizeof narrow);
        return narrow;
    }
    return gat_array_index_any(t, at);
}

#endif
