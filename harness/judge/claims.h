/* claims.h - does a backend's manifest cover a case, and if not, why not.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CLAIMS_H
#define GAT_CLAIMS_H

#include "judge/judge.h"

/* Why a backend's manifest does not cover a member; NULL when it does, then
 * *claim is the claim that does. */
const char *gat_claim_gap(const struct gat_manifest *manifest,
                          const struct gat_expectation *x,
                          const struct gat_claim **claim);
/* The same where variant and types alone decide it, of a member of which only these and its test
 * are known; NULL too where more has to be known. */
const char *gat_claim_early_gap(const struct gat_manifest *manifest, const struct gat_spec *s,
                                const struct gat_member *m);
/* "the operator" or "the variant" if no claim of the manifest names it; NULL when one names both.
 */
const char *gat_claim_unnamed(const struct gat_manifest *manifest, const struct gat_spec *s);
bool gat_claim_names(const struct gat_manifest *manifest, const struct gat_spec *s);
/* Does a claim cover the types and the presentation of a member, whatever its data? */
bool gat_claim_takes(const struct gat_manifest *manifest, const struct gat_spec *s,
                     const struct gat_member *m);

/* Is this a reason why a claim does not cover a presentation?  Nobody has to claim more than the
 * plain one. */
bool gat_presentation_is_gap(const char *gap);

/* --strict: the manifest as if each of its claims made the promises about errors. */
const struct gat_manifest *gat_manifest_strict(struct gat_arena *a, const struct gat_manifest *m);

#endif
