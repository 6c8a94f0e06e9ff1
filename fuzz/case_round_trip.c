/* case_round_trip.c - a case that was printed reads back as the same case.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "draw/draft.h"
#include "draw/draft_case.h"
#include "parts/presentation.h"
#include "suite/candidate_member.h"
#include "target.h"
#include "target_case.h"

enum { MOST_ELEMENTS = 60, MOST_PRINTED = 1000 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct gat_arena arena;
    struct gat_breed breed;
    struct gat_draft d;
    struct gat_candidate c;
    const struct gat_spec *s = target_spec(size > 0 ? bytes[0] : 0);
    gat_breed_make(s, &s->profiles[0], MOST_ELEMENTS, &breed);
    gat_draft_make(&breed, size > 0 ? bytes + 1 : bytes, size > 0 ? size - 1 : 0, &d);
    gat_draft_candidate(&d, s, &s->profiles[0], &arena, &c);
    const struct gat_member *m = gat_candidate_member(&c, s, &s->profiles[0], &arena);
    if (c.presentation != 0 && gat_presentation_misfit(m) != NULL) {
        c.presentation = 0;
        m = gat_candidate_member(&c, s, &s->profiles[0], &arena);
    }
    /* Updates hold slices of data again and again.  Where they are too many for literals a
     * fill stands in their place, and what it holds depends on the name of the case. */
    if (m->question.updates.ndim < 0 || gat_array_count(&m->question.updates) <= MOST_PRINTED)
        target_round_trip(&arena, m);
    gat_arena_reset(&arena);
    return 0;
}
