/* slot.c - cases of a session in memory that is used again.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "run/slot.h"

#include "export/picture.h"
#include "judge/claims.h"
#include "study/telling.h"

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

void gat_slot_make(struct gat_case_slot *slot, const struct gat_point *opened, unsigned k)
{
    gat_arena_reset(&slot->arena);
    gat_member_make(opened, k, slot->session->run->seed, &slot->arena, &slot->member);
    gat_expect(&slot->member, &slot->arena, &slot->expectation);
    slot->told = false;
}

uint64_t gat_slot_telling(struct gat_case_slot *slot)
{
    if (!slot->told)
        slot->telling = gat_telling_find(&slot->expectation, &slot->arena);
    slot->told = true;
    return slot->telling;
}

void gat_slot_exchange(struct gat_case_slot *slot, struct gat_case_slot *other)
{
    struct gat_arena arena = slot->arena;
    slot->arena = other->arena;
    other->arena = arena;
    slot->member = other->member;
    slot->expectation = other->expectation;
    slot->expectation.member = &slot->member;
    slot->told = other->told;
    slot->telling = other->telling;
}

struct gat_case_slot *gat_slot_made(struct gat_session *s, unsigned point, unsigned k)
{
    struct gat_case_slot *slot = gat_slot_take(s);
    slot->point = point;
    slot->k = k;
    gat_slot_make(slot, s->points[point].opened, k);
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

void gat_slot_describe(struct gat_case_slot *slot, struct gat_finding *f)
{
    f->content = gat_content_hash(&slot->expectation);
    f->size = gat_case_size(&slot->expectation);
    f->telling = gat_slot_telling(slot);
}
