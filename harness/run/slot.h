/* slot.h - a case of a session from when it is made until it is judged.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SLOT_H
#define GAT_SLOT_H

#include "run/run.h"
#include "run/determinism.h"
#include "suite/member.h"
#include "oracle/expect.h"

struct gat_case_slot {
    struct gat_arena arena;
    struct gat_session *session;
    struct gat_member member;
    struct gat_expectation expectation;
    const struct gat_claim *claim;
    unsigned point, k;
    unsigned left, out; /* times that it is still to be given; given and not answered */
    bool settled;       /* one answer was no pass: no other counts */
    bool told;          /* `telling`, set of enum gat_telling, is known */
    uint64_t telling;
    struct gat_answers seen;
    struct gat_case_slot *next, *older; /* the next free one; the one made before it */
};

/* A free slot without a case. */
struct gat_case_slot *gat_slot_take(struct gat_session *s);
/* Member `k` of a point that is open into the slot of a session, with what is expected of it. */
void gat_slot_make(struct gat_case_slot *slot, const struct gat_point *opened, unsigned k);
/* What its case has to tell, found once. */
uint64_t gat_slot_telling(struct gat_case_slot *slot);
/* The case of `other` into the slot, and the memory of the slot to `other`. */
void gat_slot_exchange(struct gat_case_slot *slot, struct gat_case_slot *other);
/* Member `k` of a point that is open, in a slot of its own, with the claim that covers it. */
struct gat_case_slot *gat_slot_made(struct gat_session *s, unsigned point, unsigned k);
/* What the case itself says, into its finding: hash, size, and what it has to tell. */
void gat_slot_describe(struct gat_case_slot *slot, struct gat_finding *f);
/* Bytes of the operands of its case. */
size_t gat_slot_size(const struct gat_case_slot *slot);
void gat_slot_return(struct gat_session *s, struct gat_case_slot *slot);
void gat_slots_free(struct gat_session *s);

#endif
