/* question.h - one question to the oracle, with all that belongs to it; private to lib.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_QUESTION_H
#define GAT_QUESTION_H

#include "gatherum/oracle.h"
#include "ref.h"
#include "words.h"

enum { MOST_INPUTS = 4, MOST_ATTRS = 32, MOST_SHOWN = 40 };

struct gat_oracle {
    uint64_t limit;
    int32_t demand; /* enum gat_demand */
    char due[2048];    /* what the document demands, in words */
    char reason[2048]; /* the last answer's, of a question or of a judgement */
    const struct ref_variant *variant;
    const struct ref_words *words;
    struct gat_operand operands[MOST_INPUTS]; /* compact copies, in `copies` */
    int64_t shapes[MOST_INPUTS][GAT_MAX_RANK];
    void *copies[MOST_INPUTS];
    uint32_t n_operands;
    struct ref_case c;
    struct ref_answer a;
    void *values, *scratch;
    struct gat_tensor output;
};

/* Note a reason, and return the status: `return gat_refuse(o, GAT_E_..., ...)`. */
gat_status gat_refuse(struct gat_oracle *o, gat_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A compact copy of a tensor in new memory, *copy; it is NULL where there are no elements.
 * `name` is for the reason. */
gat_status gat_question_copy(struct gat_oracle *o, const char *name, const struct gat_tensor *t,
                             void **copy);
/* Find the variant, take operands, look at attributes: GAT_OK, or the reason is noted. */
gat_status gat_question_read(struct gat_oracle *o, const char *variant,
                             const struct gat_operand *operands, uint64_t n_operands,
                             const struct gat_attr *attrs, uint64_t n_attrs);
/* Let go of the last question. */
void gat_question_drop(struct gat_oracle *o);

#endif
