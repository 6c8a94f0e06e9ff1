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
    struct gat_answers seen;
    struct gat_case_slot *next, *older; /* the next free one; the one made before it */
};

/* A free slot without a case. */
struct gat_case_slot *gat_slot_take(struct gat_session *s);
/* Member `k` of a point that is open, with what is expected of it: in a slot of its own. */
struct gat_case_slot *gat_slot_made(struct gat_session *s, unsigned point, unsigned k);
/* Bytes of the operands of its case. */
size_t gat_slot_size(const struct gat_case_slot *slot);
void gat_slot_return(struct gat_session *s, struct gat_case_slot *slot);
void gat_slots_free(struct gat_session *s);

#endif
