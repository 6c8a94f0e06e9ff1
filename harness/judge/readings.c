/* readings.c - how a backend reads its document, in the words of the clauses.
 *
 * A run knows which combinations of readings fit all answers.  A person wants to know, clause by
 * clause, which readings are left.  A clause that keeps all its readings was never put to the
 * test, or makes no difference.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/sentence.h"
#include "judge/readings.h"

static bool reading_holds(const struct gat_reading *r, const struct ref_rules *rules)
{
    for (unsigned k = 0; k < r->n_rules; k++)
        if (rules->value[r->rule[k]] != r->value[k])
            return false;
    return true;
}

static bool reading_is_left(const struct gat_reading *r, const struct gat_profile *p,
                            gat_reading_set combinations)
{
    for (unsigned k = 0; k < p->n_combinations; k++)
        if ((combinations >> k & 1) != 0 && reading_holds(r, &p->combinations[k]))
            return true;
    return false;
}

void gat_readings_print(const struct gat_spec *s, const struct gat_profile *p,
                        gat_reading_set combinations, char *out, size_t size)
{
    struct gat_sentence t;
    gat_sentence_start(&t, out, size);
    for (unsigned k = 0; k < s->n_clauses; k++) {
        const struct gat_clause *c = &s->clauses[k];
        unsigned left = 0, possible = 0, told = 0;
        for (unsigned r = 0; r < c->n_readings; r++) {
            left += reading_is_left(&c->readings[r], p, combinations);
            possible += reading_is_left(&c->readings[r], p, GAT_EVERY_READING);
        }
        if (left == 0 || left == possible)
            continue;
        gat_sentence_add(&t, "%s%s: ", t.used > 0 ? ", " : "", c->id);
        for (unsigned r = 0; r < c->n_readings; r++)
            if (reading_is_left(&c->readings[r], p, combinations))
                gat_sentence_add(&t, "%s%s", told++ > 0 ? " or " : "",
                                 c->readings[r].name);
    }
}
