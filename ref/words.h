/* words.h - what the specs say in words, row by row beside ref_variants; made by the build.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef REF_WORDS_H
#define REF_WORDS_H

#include "ref.h"

/* The clause that decides a rule: its id, its text in our words, its section; or NULLs. */
struct ref_clause {
    const char *id, *text, *where;
};

struct ref_words {
    const char *name;     /* "gather/onnx-13", or with a profile "gather/mindspore-2.x@npu" */
    const char *alias;    /* second half of the variant's other name; "" if none */
    const char *document; /* its title or address */
    const char *required; /* attributes that a call must state, " axis reduction " */
    struct ref_clause clauses[REF_RULE_COUNT];
};
extern const struct ref_words ref_words[]; /* ref_variant_count of them */

/* One reading of the ambiguous clauses of a row of ref_variants, beside the decided one. */
struct ref_reading {
    size_t row;
    struct ref_rules rules;
};
extern const struct ref_reading ref_readings[]; /* by row */
extern const size_t ref_reading_count;

#endif
