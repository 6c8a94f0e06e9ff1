/* ruling.h - between the files of the judge: what two answers amount to, and the
 * sentences about it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RULING_H
#define GAT_RULING_H

#include "diagnose/judgement.h"
#include "engine/engine.h"
#include "oracle/expectation.h"

/* The class of a pair of answers under one set of rules. */
struct gat_ruling {
    enum gat_verdict_class verdict;
    unsigned call;            /* the call that shows it */
    int64_t element, n_wrong; /* UNWRITTEN, WRONG, UNSTABLE: the first, how many */
};

/* `flags` are those of the claim.  One call suffices for refused and accepted; a wrong value is
 * what both calls show, and what only one shows is instability.  Both calls came back; a->output
 * has the shape of the buffers. */
void gat_ruling_make(const struct ref_case *c, const struct ref_answer *a,
                     uint32_t flags, const struct gat_reply *r,
                     struct gat_ruling *out);
/* Does the element still hold what the buffer was filled with? */
bool gat_is_poison(enum gat_dtype t, const void *element, unsigned char poison);
/* The same for one of two calls, which have different poison: bytes that both hold are a value. */
bool gat_is_left(const struct gat_reply *r, unsigned call, enum gat_dtype t, int64_t element);
/* What lies beside inputs, or in their gaps, which are filled with the poison of the other call:
 * the words for which of these it holds in both calls, or NULL. */
const char *gat_beside_words(const struct gat_reply *r, enum gat_dtype t, int64_t element);

/* The same, element by element, for a picture: what relates the first wrong element
 * to its place is looked up once. */
struct gat_tracer {
    const struct gat_expectation *x;
    const struct gat_reply *r;
    unsigned call;
    const void *output; /* of that call */
    const struct gat_written *written;
    uint64_t shared[2]; /* relations that hold for data and for updates */
    int64_t budget;     /* elements of operands that may still be searched */
};
struct gat_traced {
    const char *kind; /* a word of docs/reference/records.md, without "unstable" */
    char due[80], holds[80]; /* "data[1,2]", or "" */
};

#endif
