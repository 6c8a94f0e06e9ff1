/* slot.c - cases of a session in memory that is used again.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "run/slot.h"

#include "judge/claims.h"

enum { LARGE_CASE = 1 << 16 /* bytes */ };

struct gat_case_slot *gat_slot_take(struct gat_session *s)
{
    struct gat_case_slot *slot = s->free_slots;
    if (slot == NULL) {
        slot = GAT_NEW(&s->run->arena, struct gat_case_slot);
        slot->session = s;
        slot->older = s->slots;
        s->slots = slot;
    } else {
        s->free_slots = slot->next;
    }
    gat_arena_reset(&slot->arena);
    return slot;
}

struct gat_case_slot *gat_slot_made(struct gat_session *s, unsigned point, unsigned k)
{
    struct gat_case_slot *slot = gat_slot_take(s);
    slot->point = point;
    slot->k = k;
    gat_member_make(s->points[point].opened, k, s->run->seed, &slot->arena, &slot->member);
    gat_expect(&slot->member, &slot->arena, &slot->expectation);
    (void)gat_claim_gap(s->manifest, &slot->expectation, &slot->claim);
    return slot;
}

size_t gat_slot_size(const struct gat_case_slot *slot)
{
    const struct ref_case *q = &slot->member.question;
    return gat_array_size(&q->data) + gat_array_size(&q->indices) +
           (q->updates.ndim >= 0 ? gat_array_size(&q->updates) : 0);
}

/* Slots are kept for the next cases, but not the memory of a large one: sooner or later every
 * slot has held one. */
void gat_slot_return(struct gat_session *s, struct gat_case_slot *slot)
{
    if (slot->member.point != NULL && gat_slot_size(slot) > LARGE_CASE)
        gat_arena_free(&slot->arena);
    if (s->again == slot)
        s->again = NULL;
    slot->next = s->free_slots;
    s->free_slots = slot;
}

void gat_slots_free(struct gat_session *s)
{
    for (struct gat_case_slot *slot = s->free_slots; slot != NULL; slot = slot->next)
        gat_arena_free(&slot->arena);
    s->free_slots = NULL;
}
