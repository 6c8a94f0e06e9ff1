/* ruling.h - between the files of the judge: what two answers amount to, and the
 * sentences about it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RULING_H
#define GAT_RULING_H

#include "judge/judge.h"

/* The class of a pair of answers under one set of rules. */
struct gat_ruling {
    enum gat_verdict_class verdict;
    unsigned call;            /* the call that shows it */
    int64_t element, n_wrong; /* UNWRITTEN, WRONG, UNSTABLE: the first, how many */
};

/* `flags` are those of the claim.  A finding about the answer (refused, accepted,
 * wrong) is what both calls show; what only one of them shows is instability.
 * Both calls came back; a->output has the shape of the buffers. */
void gat_ruling_make(const struct ref_case *c, const struct ref_answer *a,
                     uint32_t flags, const struct gat_reply *r,
                     struct gat_ruling *out);
/* The first element from `from` on that is not admitted; the count if none.  `w` says
 * where `got` may be looked at; NULL: wherever you like. */
int64_t gat_next_wrong(const struct ref_case *c, const struct ref_answer *a,
                       const void *got, const struct gat_written *w, int64_t from);
/* sparse_changes.c: the same for bits alone, of a sparse tensor: what it holds, what was
 * written elsewhere. */
int64_t gat_next_change(const struct gat_array *ours, const void *got,
                        const struct gat_written *w, int64_t from);
/* Does the element still hold what the buffer was filled with? */
bool gat_is_poison(enum gat_dtype t, const void *element, unsigned char poison);

/* Make the oracle's answer by other rules than the decided ones.  The case in *c
 * points to `rules`. */
void gat_answer_by(const struct gat_member *m, const struct ref_rules *rules,
                   struct gat_arena *a, struct ref_case *c, struct ref_answer *out);

/* expect_sparse.c: the oracle's answer to a scatter into sparse data, made in a copy of
 * what they hold. */
void gat_answer_sparsely(const struct ref_case *c, struct ref_answer *a,
                         struct gat_arena *arena);
/* Do two updates go to one element, and to which? */
bool gat_updates_meet(const struct ref_case *c, const struct ref_answer *a, int64_t *at);

/* diagnose_end.c: a worker that did not come back, a byte beside an operand, a
 * fault of our own.  False: none of these. */
bool gat_judge_end(const struct gat_expectation *x, const struct gat_reply *r,
                   struct gat_judgement *out);

/* diagnose_status.c and diagnose.c: clause, element and sentence of a ruling that
 * is not a pass. */
void gat_diagnose_status(const struct gat_expectation *x, const struct gat_reply *r,
                         const struct gat_ruling *ruling,
                         struct gat_judgement *out);
void gat_diagnose_value(const struct gat_expectation *x, const struct gat_reply *r,
                        const struct gat_ruling *ruling, struct gat_judgement *out);
/* The same, element by element, for a picture: what relates the first wrong element
 * to its place is looked up once. */
struct gat_tracer {
    const struct gat_expectation *x;
    const void *output;
    const struct gat_written *written;
    unsigned char poison;
    uint64_t shared[2]; /* relations that hold for data and for updates */
    int64_t budget;     /* elements of operands that may still be searched */
};
struct gat_traced {
    const char *kind; /* a word of docs/reference/records.md, without "unstable" */
    char due[80], holds[80]; /* "data[1,2]", or "" */
};
void gat_tracer_start(struct gat_tracer *t, const struct gat_expectation *x,
                      const struct gat_reply *r, unsigned call, int64_t first_wrong);
void gat_trace_element(struct gat_tracer *t, int64_t element, struct gat_traced *out);

/* Id of the clause about `rule`, or "". */
const char *gat_clause_id(const struct gat_expectation *x, enum ref_rule rule);

#endif
