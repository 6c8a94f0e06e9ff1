/* fuzz_find.h - from a failing case to a small one with a name, on disk.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FUZZ_FIND_H
#define GAT_FUZZ_FIND_H

#include "hunt/fuzz.h"

/* A case that failed in the crowd, as number `number`.  Is it known?  If
 * not: repeat it alone, keep it on disk, shrink it, keep that instead. */
bool gat_fuzz_known(const struct gat_fuzz *f, const struct gat_hunt *h,
                    const struct gat_judgement *j, const struct gat_features *features);
void gat_fuzz_take(struct gat_fuzz *f, const struct gat_hunt *h, const struct gat_candidate *c,
                   const struct gat_judgement *j, unsigned long number);
/* The witnesses of the hunt, whose answers fit no reading together, as one file of cases. */
void gat_fuzz_contradiction(struct gat_fuzz *f, struct gat_hunt *h);
/* The text for the `origin` of a find of this search. */
const char *gat_fuzz_origin(struct gat_fuzz *f, unsigned long number);
/* Seconds that one find may be shrunk. */
double gat_fuzz_patience(const struct gat_fuzz *f);

/* The features of the case of an attempt. */
void gat_attempt_features(struct gat_attempt *x, struct gat_features *out);

#endif
