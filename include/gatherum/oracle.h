/* oracle.h - libgatherum-ref: what does this document say about this call?
 *
 *     struct gat_oracle *o = gat_oracle_new();
 *     gat_status s = gat_oracle_ask(o, "gather/onnx-13", operands, 2, attrs, 1);
 *     ... gat_oracle_demand(o), gat_oracle_reason(o), gat_oracle_output(o) ...
 *     int good = gat_oracle_judge(o, their_status, &their_output, &element);
 *     gat_oracle_free(o);
 *
 * One thread at a time may use an oracle; any number of oracles may exist, and they share
 * nothing.  The library prints nothing, ends no process, and reads no file: it has the
 * variants built in.  What an oracle returns stays valid until its next gat_oracle_ask or
 * gat_oracle_free; texts are never NULL.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GATHERUM_ORACLE_H
#define GATHERUM_ORACLE_H

#include "gatherum/backend.h"

#ifdef __cplusplus
extern "C" {
#endif

#define GAT_ORACLE_ABI 1u /* grows when something below changes place or meaning */

struct gat_oracle;

/* GAT_ORACLE_ABI of the library that runs. */
GAT_EXPORT uint32_t gat_oracle_abi(void);
/* The k-th variant that can be asked, "gather/onnx-13", or with a profile of its document
 * "gather/mindspore-2.x@npu"; NULL after the last one. */
GAT_EXPORT const char *gat_oracle_variant(uint64_t k);

/* NULL: no memory.  Functions that get NULL say so, and do nothing. */
GAT_EXPORT struct gat_oracle *gat_oracle_new(void);
GAT_EXPORT void gat_oracle_free(struct gat_oracle *o); /* NULL is fine */
/* The most bytes of an operand, of an output, and of the notes on an output; else 1 GiB. */
GAT_EXPORT void gat_oracle_limit(struct gat_oracle *o, uint64_t bytes);

/* Ask about a call.  `variant` is a name or an alias; where the document has device profiles
 * "@profile" may follow, and the first profile is meant without it.  Operands and attributes
 * are those of backend.h, views of any strides included; an operand "output" is not part of
 * the question.
 * All is copied but the bytes of strings, which must stay as they are until the next question.
 *
 * GAT_OK: the document has an answer.  GAT_E_RANGE, GAT_E_TYPE, GAT_E_INVALID: it has none;
 * gat_oracle_demand says whether an error must be reported.  GAT_E_UNSUPPORTED: not a question
 * (a variant, operand or attribute does not exist, or one is missing).  GAT_E_NOMEM: the
 * call needs more memory than the limit, or than there is.  gat_oracle_reason says why. */
GAT_EXPORT gat_status gat_oracle_ask(struct gat_oracle *o, const char *variant,
                                     const struct gat_operand *operands, uint64_t n_operands,
                                     const struct gat_attr *attrs, uint64_t n_attrs);

/* Why the last answer was not GAT_OK, or the last gat_oracle_judge not 1; else "". */
GAT_EXPORT const char *gat_oracle_reason(const struct gat_oracle *o);

enum gat_demand {
    GAT_NO_QUESTION,  /* nothing was asked, or it was no question */
    GAT_MUST_SUCCEED, /* with an answer that is admitted */
    GAT_MUST_REPORT,  /* an error */
    GAT_MAY_EITHER,   /* an error, or an answer that is admitted */
    GAT_FREE          /* any status and any value */
};
GAT_EXPORT int32_t gat_oracle_demand(const struct gat_oracle *o);
/* Set of GAT_BIT(status): the kinds of all demands that the call breaks. */
GAT_EXPORT uint32_t gat_oracle_errors(const struct gat_oracle *o);

/* Shape, type and canonical values of the output, compact; NULL where there is none. */
GAT_EXPORT const struct gat_tensor *gat_oracle_output(const struct gat_oracle *o);

/* The values that one element of the output may have. */
enum gat_admits {
    GAT_ADMITS_ONE,    /* the canonical element */
    GAT_ADMITS_ANY_OF, /* it or one of those of gat_oracle_choice */
    GAT_ADMITS_RANGE,  /* it or a number from low to high, or what `also` says */
    GAT_ADMITS_ALL     /* anything */
};
enum {
    GAT_ALSO_NAN = 1, GAT_ALSO_PLUS_INFINITY = 2, GAT_ALSO_MINUS_INFINITY = 4,
    GAT_ALSO_ANY_ZERO = 8,  /* of either sign, if 0 lies in the range */
    GAT_ALSO_ONE_IS_NAN = 16 /* no more, but less: of the parts that say so one has to be a NaN */
};
struct gat_admitted {
    int32_t kind;       /* enum gat_admits */
    uint32_t also[2];   /* per part: complex numbers have two */
    uint32_t n_choices; /* of GAT_ADMITS_ANY_OF */
    double low[2], high[2]; /* low > high: no number */
};
/* 0: there is no such element. */
GAT_EXPORT int gat_oracle_element(const struct gat_oracle *o, int64_t element,
                                  struct gat_admitted *out);
/* Choice number k of an element, the last writer first; NULL: there is none. */
GAT_EXPORT const void *gat_oracle_choice(const struct gat_oracle *o, int64_t element,
                                         uint64_t k);

/* Does the document admit this status, and with GAT_OK this output (else NULL)?  1: yes.
 * 0: no; the reason says what was due and, for a wrong element, where its value came from as
 * far as the operands can tell, and *element is its number in C order, or -1.  -1: nothing
 * was asked, there is no memory, or the output is missing. */
GAT_EXPORT int gat_oracle_judge(struct gat_oracle *o, gat_status status,
                                const struct gat_tensor *output, int64_t *element);

#ifdef __cplusplus
}
#endif
#endif /* GATHERUM_ORACLE_H */
