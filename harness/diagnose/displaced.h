/* displaced.h - a wrong value that the operands hold in another place.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DISPLACED_H
#define GAT_DISPLACED_H

#include "base/sentence.h"
#include "diagnose/diagnose_sum.h"
#include "diagnose/subject.h"

/* The operands that may hold the value. */
extern const enum ref_operand gat_searched[2];

/* Where they hold that of a wrong element, and the mistakes that explain it. */
struct gat_displaced {
    struct gat_finds finds[2];
    uint64_t shared[2];
    unsigned n;       /* mistakes */
    bool sure;        /* one is there that is neither a bare fact nor perhaps chance */
    bool perhaps;     /* one is there that may be chance */
    int64_t went;     /* the element that has the update which is missing here, or -1 ... */
    uint64_t went_by; /* ... and the mistakes of relation.h that explain that */
    bool went_perhaps; /* they may be chance */
};

/* Looks the value of a wrong element up in the operands, and an update that it misses in the other
 * wrong elements. */
void gat_displaced_find(const struct gat_expectation *x, const void *output,
                        const struct gat_subject *s, struct gat_displaced *d);
/* Is the mistake known?  That an update is missing tells little unless it is seen where it went. */
bool gat_displaced_is_clear(const struct gat_displaced *d);
/* Says all mistakes that explain where the value lies. */
void gat_related_tell(const struct gat_subject *s, const struct gat_displaced *d,
                      struct gat_blamed *b, struct gat_sentence *t);
/* Says which place holds the value, though no mistake explains it; false: not exactly one does, or
 * it is zero, which comes of much else. */
bool gat_unrelated_tell(const struct gat_subject *s, const struct gat_displaced *d,
                        struct gat_blamed *b, struct gat_sentence *t);
/* ": only its real part is right, the imaginary part is that of data[3]": an element of eight bytes
 * or more that no operand holds, and whose halves are from two.  False: they are not. */
bool gat_torn_tell(const struct gat_subject *s, struct gat_sentence *t);

#endif
