/* fuzz_readings.c - answers that each are right, and together fit no reading.
 *
 * Alone none of their cases fails, so all that are needed are kept.  A case is needed for the
 * readings that the others leave: it may become smaller as long as its answer fits none of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "hunt/fuzz.h"
#include "hunt/fuzz_find.h"
#include "hunt/fuzz_readings.h"
#include "hunt/shrink.h"
#include "hunt/shrink_operand.h"

void gat_witness_note(struct gat_fuzz *f, struct gat_hunt *h, const struct gat_candidate *c,
                      gat_reading_set readings, unsigned long number)
{
    if (h->n_witnesses == GAT_MAX_READINGS)
        return; /* each takes a reading away, so there are no more */
    struct gat_witness *w = GAT_NEW(&f->arena, struct gat_witness);
    gat_candidate_copy(c, &f->arena, &w->candidate);
    w->readings = readings;
    w->candidate.test.origin = gat_fuzz_origin(f, number);
    h->witnesses[h->n_witnesses++] = w;
    w->candidate.test.name = gat_arena_print(&f->arena, "answer-%u", h->n_witnesses);
}

/* The readings that the other finds leave. */
static gat_reading_set left_without(const struct gat_hunt *h, unsigned which)
{
    gat_reading_set left = gat_profile_readings(h->profile);
    for (unsigned k = 0; k < h->n_witnesses; k++)
        if (k != which)
            left &= h->witnesses[k]->readings;
    return left;
}

void gat_witnesses_thin(struct gat_hunt *h)
{
    for (unsigned k = h->n_witnesses; k-- > 0;) {
        if (left_without(h, k) != 0)
            continue;
        h->n_witnesses--;
        for (unsigned i = k; i < h->n_witnesses; i++)
            h->witnesses[i] = h->witnesses[i + 1];
    }
}

static bool witness_shrink(struct gat_fuzz *f, const struct gat_hunt *h, unsigned k)
{
    struct gat_witness *w = h->witnesses[k];
    struct gat_candidate small;
    struct gat_shrink s = {.trial = &f->trial,
                           .spec = h->spec,
                           .profile = h->profile,
                           .verdict = GAT_V_PASS,
                           .clause = "",
                           .excludes = left_without(h, k),
                           .seconds = gat_fuzz_patience(f)};
    if (!gat_shrink_run(&s, &w->candidate, &f->arena, &small))
        return false;
    w->candidate = small;
    w->readings = s.readings;
    return s.minimal;
}

bool gat_witnesses_shrink(struct gat_fuzz *f, struct gat_hunt *h)
{
    bool minimal = true;
    for (unsigned k = 0; k < h->n_witnesses; k++)
        minimal &= witness_shrink(f, h, k);
    gat_witnesses_thin(h); /* what became small may exclude more than before */
    return minimal;
}
