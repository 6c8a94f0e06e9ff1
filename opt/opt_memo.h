/* opt_memo.h - the last call and its meaning, kept for the next one.
 *
 * Reading and checking a call costs more than a small gather. A call that differs from
 * the last one only in its addresses has the same meaning; then only the addresses are
 * replaced.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_MEMO_H
#define GAT_OPT_MEMO_H

#include "ref.h"

enum { OPT_MEMO_TEXT = 32, OPT_MEMO_ATTRS = 2, OPT_MEMO_OPERANDS = 4 };

struct opt_memo_operand {
    char name[OPT_MEMO_TEXT];
    struct gat_scalar_type type;
    int32_t form, ndim;
    int64_t shape[GAT_MAX_RANK];
};
struct opt_memo {
    bool kept;
    char op[OPT_MEMO_TEXT], variant[OPT_MEMO_TEXT], profile[OPT_MEMO_TEXT];
    uint64_t n_attrs, n_operands;
    struct opt_memo_attr {
        char name[OPT_MEMO_TEXT];
        int64_t i;
    } attrs[OPT_MEMO_ATTRS];
    struct opt_memo_operand operands[OPT_MEMO_OPERANDS];
    void **address[OPT_MEMO_OPERANDS]; /* where each one's goes, in c or a */
    struct ref_case c;
    struct ref_answer a; /* as checked; nothing was run on it */
};

#endif
