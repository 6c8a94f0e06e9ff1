/* reduced.h - which tests of a reduction fit which variants, and data that make it exact.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_REDUCED_H
#define GAT_REDUCED_H

#include "parts/suite.h"
#include "spec/spec.h"

/* Why a test with updates has no sparse data for this variant, "as ..."; NULL: it has, or data that
 * are not sparse.  Nobody writes so many zeros, or keeps terms for so many elements. */
const char *gat_sparse_misfit(const struct gat_test *t, const struct gat_spec *s);
/* The reason why a test with updates does not fit: it states a reduction that the variant
 * does not offer, or it states none and expects the values of another than the variant's.
 * NULL when it fits. */
const char *gat_reduction_misfit(const struct gat_test *t, const struct gat_spec *s);
/* The reduction of a test for this variant into the question; true when the call states
 * it, as an attribute: one that is required is the variant's own where the test has none. */
bool gat_reduction_ask(const struct gat_test *t, const struct gat_spec *s, struct ref_case *q);

/* Fill t, an operand of `q`, so that every partial sum or product of the updates of one
 * element has a value in the type, in any order, and the loss of one shows: small
 * numbers.  False where nothing is added or multiplied. */
bool gat_fill_terms(const struct ref_case *q, uint64_t ordinal, struct gat_array *t);

/* Fill it with the neutral value of the reduction, so that a single update comes out unchanged:
 * a sum starts at -0, a product at 1, a minimum at the greatest value.  False, and nothing
 * filled, where nothing is reduced. */
bool gat_fill_neutral(const struct ref_case *q, struct gat_array *t);

#endif
