/* diff.h - between the files of `gatherum diff`; private to it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DIFF_H
#define GAT_DIFF_H

#include "suite/candidate.h"
#include "suite/catalog.h"

/* A variant as it is compared: with one profile. */
struct gat_side {
    const struct gat_spec *spec;
    const struct gat_profile *profile;
    const char *name; /* with @profile where there are several */
};

enum gat_difference_kind {
    GAT_DIFF_RULE,      /* decided readings have different values of a rule */
    GAT_DIFF_READING,   /* one of them leaves open what the other decides */
    GAT_DIFF_TYPE, GAT_DIFF_INDEX_TYPE,
    GAT_DIFF_ATTRIBUTE,
    GAT_DIFF_FORMULA    /* the same operands, other values or shapes */
};
struct gat_difference {
    enum gat_difference_kind kind;
    const char *what;          /* "index_domain", "element type string", "axis" */
    const char *text[2];       /* what each side says */
    enum ref_rule rule;        /* RULE, READING */
    const struct ref_rules *rules[2];
    uint32_t types;            /* TYPE, INDEX_TYPE: the set that only one side lists */
    /* a smallest case in which the expectations differ, or NULL */
    const char *sample, *expected[2];
    const char *unasked[2]; /* why that side cannot be asked; NULL: it can */
    bool apart;             /* no better sample is looked for */
};

/* All differences with their samples, in `a`. */
unsigned gat_differences_find(const struct gat_side side[2], struct gat_arena *a,
                              struct gat_difference **out);
/* What is expected of a case, in one line: "answers [[2, 1]]", "error", ... */
const char *gat_expected_print(const struct ref_case *c, const struct ref_answer *x,
                               struct gat_arena *a);

/* All variants side by side as Markdown; false and *e when the oracle does something
 * else than the rules say. */
bool gat_matrix_print(const struct gat_catalog *c, struct gat_error *e);

#endif
