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

#endif
