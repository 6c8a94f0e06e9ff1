/* sketch.h - the sizes and the content of a case, whatever its operator calls them.
 *
 * Every gather and scatter goes through `outer` blocks of data, each of which has `extent`
 * places of `inner` elements, and names `picks` of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SKETCH_H
#define GAT_SKETCH_H

#include "draw/draft.h"
#include "prng.h"

enum {
    GAT_SKETCH_SIZES = 4, /* outer, extent, picks, inner: in this order */
    GAT_SKETCH_FEW = 3    /* lines of picks where indices are short beside the axis */
};
struct gat_sketch {
    int64_t size[GAT_SKETCH_SIZES];
    int32_t rank;    /* of data, more where the sizes need it */
    int32_t batches; /* dimensions, as far as the operator has any */
    int32_t depth;   /* of tuples */
    bool tight;      /* windows have one place along each dimension that a tuple names */
    bool few;        /* indices of elements are short in all dimensions beside the axis */
    uint64_t shape;  /* draws how sizes become shapes: the same sizes and number, the same shapes */
    enum gat_dtype dtype, index_dtype;
    unsigned pattern, sign; /* of indices: gat_draft_index */
    enum gat_fill fill;
    unsigned presentation;
    struct gat_attribute_value reduction;
};

/* The cost of a case: bytes of its largest operand, where an index counts for at least 16. */
int64_t gat_sketch_cost(const struct gat_breed *b, const struct gat_sketch *s);
/* `n` elements in `parts` dimensions at the end of `t`; a few less where n does not divide. */
void gat_sketch_split(struct gat_prng *prng, int64_t n, int32_t parts, struct gat_array *t);
/* A draft of a sketch, as near as its operator can come; `content` draws what its shapes leave
 * open. */
void gat_sketch_lay(const struct gat_breed *b, const struct gat_sketch *s, uint64_t content,
                    struct gat_draft *out);

#endif
