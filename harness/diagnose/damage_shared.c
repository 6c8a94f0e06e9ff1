/* damage_shared.c - how the bits of all wrong elements differ from those due.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/damage_shared.h"

#include <string.h>

#include "diagnose/damage.h"
#include "dtype.h"

enum { MOST_WRITERS = 64 }; /* of one element, whose bits may be lost */

bool gat_damage_is_zero(enum gat_dtype t, const void *element)
{
    static const unsigned char none[16];
    return t != GAT_STR && memcmp(element, none, gat_dtype_size(t)) == 0;
}

/* How the bits of one wrong element differ from those due; several updates may be due. */
static uint64_t damages_of(const struct gat_subject *s)
{
    const struct ref_answer *a = s->a;
    enum gat_dtype type = a->output.dtype;
    uint64_t set = gat_damages(type, s->got, s->want);
    if (a->last_writer == NULL)
        return set;
    int64_t u = a->last_writer[s->element];
    for (unsigned k = 0; k < MOST_WRITERS && u > 0; k++, u = a->earlier_writer[u - 1])
        set |= gat_damages(type, s->got,
                           (const char *)s->c->updates.data +
                               (size_t)ref_update_element(s->c, u - 1) * gat_dtype_size(type));
    return set;
}

uint64_t gat_damages_shared(const struct gat_expectation *x, const void *output,
                            const struct gat_subject *s)
{
    uint64_t sets[GAT_SAMPLES] = {damages_of(s)};
    struct gat_samples samples;
    if (sets[0] == 0)
        return 0;
    gat_samples_take(x, output, s->written, s->element, GAT_SAMPLES, &samples);
    bool zeros = gat_damage_is_zero(s->a->output.dtype, s->got);
    for (unsigned k = 1; k < samples.n; k++) {
        struct gat_subject other = gat_subject_make(x, output, s->written, samples.at[k]);
        zeros &= gat_damage_is_zero(s->a->output.dtype, other.got);
        sets[k] = damages_of(&other);
    }
    uint64_t shared = gat_explanations_shared(sets, samples.n);
    return zeros ? gat_damages_of_zero(shared, samples.n) : shared;
}
