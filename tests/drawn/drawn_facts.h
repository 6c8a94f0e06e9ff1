/* drawn_facts.h - what a call is like, and whether it meets the conditions of a fault.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef DRAWN_FACTS_H
#define DRAWN_FACTS_H

#include "fault.h"
#include "ref.h"

/* One call: as it came, and as a question with compact operands. */
struct drawn_call {
    const struct gat_call *came, *call;
    struct ref_case c;
    struct ref_answer a;
    bool scatters;
    int64_t rows, extent, picks, inner, moved; /* the words of distribution.def */
    const struct gat_array *values;            /* what is moved: the output, or updates */
};

/* What the plug-in remembers of the call before. */
struct drawn_memory {
    uint64_t calls; /* with this one */
    bool any, failed;
    struct gat_array output, indices, data; /* shapes and types; of the first two data too */
    int64_t moved;
};

/* Numbers of a question that ref has checked. */
void drawn_measure(struct drawn_call *d);
/* Does the call meet all conditions?  Those about what is moved need it to be there. */
bool drawn_holds(const struct drawn_fault *f, const struct drawn_call *d,
                 const struct drawn_memory *m);
/* Where the first index out of range stands, or -1. */
int64_t drawn_bad_at(const struct drawn_call *d);

/* Bytes that an operand of a call spans, from its first element to its last; 0 for none. */
uint64_t drawn_span(const struct gat_tensor *t);

#endif
