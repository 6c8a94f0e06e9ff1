/* damage_shared.c - how the bits of all wrong elements differ from those due.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/damage_shared.h"

#include <string.h>

#include "diagnose/damage.h"
#include "dtype.h"

enum { MOST_WRITERS = 64 }; /* of one element, whose bits may be lost */

/* How the bits of `got` differ from those due in place of the wrong element; several updates may be
 * due.  What is vague is left out where another of them explains more. */
static uint64_t damages_as(const struct gat_subject *s, const void *got)
{
    const struct ref_answer *a = s->a;
    enum gat_dtype type = a->output.dtype;
    uint64_t set = gat_damages(type, got, s->want), plain = 0;
    int64_t u = a->last_writer != NULL ? a->last_writer[s->element] : 0;
    for (unsigned k = 0; k < MOST_WRITERS && u > 0; k++, u = a->earlier_writer[u - 1]) {
        uint64_t one = gat_damages(type, got,
                                   (const char *)s->c->updates.data +
                                       (size_t)ref_update_element(s->c, s->a, u - 1) *
                                           gat_dtype_size(type));
        set |= one;
        plain |= gat_damage_is_vague(one) ? 0 : one;
    }
    return plain != 0 ? plain : set;
}

static uint64_t damages_of(const struct gat_subject *s)
{
    return damages_as(s, s->got);
}

/* How many elements of t are asked. */
static int64_t asked_of(const struct gat_array *t)
{
    int64_t count = t->ndim < 0 || t->sparse != NULL ? 0 : gat_array_count(t);
    return count < GAT_ASKED ? count : GAT_ASKED;
}

/* The place of number k of the elements that are asked. */
static int64_t asked_at(const struct gat_array *t, int64_t k)
{
    int64_t count = gat_array_count(t);
    return count <= GAT_ASKED ? k : gat_spread(k, count);
}

static const void *element_at(const struct gat_array *t, int64_t at)
{
    return (const char *)t->data + (size_t)at * gat_dtype_size(t->dtype);
}

/* The part of an operand's elements that would look damaged so in place of the wrong one; none of
 * another type does. */
static double share_of(const struct gat_subject *s, const struct gat_array *t, unsigned damage)
{
    int64_t asked = t->dtype == s->a->output.dtype ? asked_of(t) : 0, hits = 0;
    for (int64_t k = 0; k < asked; k++)
        hits += (damages_as(s, element_at(t, asked_at(t, k))) >> damage & 1) != 0;
    return asked > 0 ? (double)hits / (double)asked : 0;
}

/* Those that other elements, in place of those that are due, would not look like by chance. */
static uint64_t likely_only(const struct gat_subject *all, unsigned n, uint64_t damages)
{
    for (uint64_t left = damages; left != 0; left &= left - 1) {
        unsigned damage = (unsigned)__builtin_ctzll(left);
        double chance = 1;
        for (unsigned k = 0; k < n && chance > 1.0 / GAT_RARE; k++) {
            double data = share_of(&all[k], &all[k].c->data, damage);
            double updates = share_of(&all[k], &all[k].c->updates, damage);
            chance *= data > updates ? data : updates;
        }
        damages &= chance > 1.0 / GAT_RARE ? ~(left & -left) : ~UINT64_C(0);
    }
    return damages;
}

/* Those that n zeros, were they anywhere in the output, would not look like by chance. */
static uint64_t telling_only(const struct gat_subject *s, unsigned n, uint64_t damages)
{
    const struct gat_array *due = &s->a->output;
    for (uint64_t left = damages & gat_damages_of_zero; left != 0; left &= left - 1) {
        int64_t asked = asked_of(due), hits = 0;
        double chance = 1;
        for (int64_t k = 0; k < asked; k++)
            hits += (gat_damages(due->dtype, s->got, element_at(due, asked_at(due, k))) & left &
                     -left) != 0;
        for (int64_t k = 0; k < n && chance > 1.0 / GAT_RARE; k++)
            chance *= hits > k ? (double)(hits - k) / (double)(asked - k) : 0;
        damages &= chance > 1.0 / GAT_RARE ? ~(left & -left) : ~UINT64_C(0);
    }
    return damages;
}

bool gat_damage_spares(const void *output, const struct gat_subject *s, uint64_t damages)
{
    const struct gat_array *due = &s->a->output;
    size_t size = gat_dtype_size(due->dtype);
    for (int64_t k = 0; k < asked_of(due); k++) {
        int64_t at = asked_at(due, k);
        const void *element = element_at(due, at);
        if ((gat_damages(due->dtype, s->got, element) & damages) != 0 &&
            memcmp((const char *)output + (size_t)at * size, element, size) == 0)
            return true;
    }
    return false;
}

bool gat_damage_numbers_come(const void *output, const struct gat_subject *s)
{
    const struct gat_array *due = &s->a->output;
    size_t size = gat_dtype_size(due->dtype);
    enum ref_operand from = ref_source_of(s->c, s->a, s->element).operand;
    for (int64_t k = 0; k < asked_of(due); k++) {
        int64_t at = asked_at(due, k);
        const void *element = element_at(due, at);
        if (memcmp(element, s->got, size) != 0 && gat_damages(due->dtype, s->got, element) == 0 &&
            memcmp((const char *)output + (size_t)at * size, element, size) == 0 &&
            ref_source_of(s->c, s->a, at).operand == from)
            return true;
    }
    return false;
}

uint64_t gat_damages_shared(const struct gat_expectation *x, const void *output,
                            const struct gat_subject *s, bool held)
{
    struct gat_subject all[GAT_SAMPLES] = {*s};
    uint64_t sets[GAT_SAMPLES] = {damages_of(s)};
    struct gat_samples samples;
    if (sets[0] == 0)
        return 0;
    gat_samples_take(x, output, s->written, s->element, GAT_SAMPLES, &samples);
    bool zeros = gat_damage_is_zero(s->a->output.dtype, s->got);
    for (unsigned k = 1; k < samples.n; k++) {
        all[k] = gat_subject_make(x, output, s->written, samples.at[k]);
        zeros &= gat_damage_is_zero(s->a->output.dtype, all[k].got);
        sets[k] = damages_of(&all[k]);
    }
    uint64_t shared = gat_explanations_shared(sets, samples.n, samples.n / 8);
    shared = zeros ? telling_only(s, samples.n, shared) : shared;
    return held ? likely_only(all, samples.n, shared) : shared;
}
