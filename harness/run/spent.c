/* spent.c - how often a backend may die and hang: in all, and in the cases that one
 * file makes of a variant.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "run/spent.h"
#include "run/run.h"

enum { MOST_DEATHS = 1000, MOST_OF_ADAPTER = 100 /* which may take seconds to start */ };

static unsigned long most_deaths(const struct gat_session *s)
{
    if (s->run->death_budget > 0)
        return s->run->death_budget;
    return s->manifest->is_copied ? MOST_OF_ADAPTER : MOST_DEATHS;
}

void gat_spent_note(struct gat_session *s, unsigned point, enum gat_end end)
{
    bool late = end == GAT_END_TIMEOUT;
    if (end == GAT_END_ANSWERED)
        return;
    s->timeouts += late;
    s->deaths += !late;
    s->points[point].timeouts += late;
    s->points[point].deaths += !late;
    if (s->deaths >= most_deaths(s) || s->timeouts >= s->run->timeout_budget) {
        s->cut = true;
        s->cut_why = s->timeouts >= s->run->timeout_budget
                         ? "the budget of time-outs was spent (--timeouts)"
                         : "the budget of deaths was spent (--deaths)";
    }
}

static bool is_over(unsigned long n, unsigned long most)
{
    return most > 0 && n >= most;
}

/* Cases of one file ask one thing in many ways, and often one fault ends them all. */
static bool is_akin(const struct gat_point *a, const struct gat_point *b)
{
    return a->spec == b->spec && a->profile == b->profile &&
           strcmp(a->test->file, b->test->file) == 0;
}

const char *gat_spent_why(const struct gat_session *s, const struct gat_point_state *state)
{
    const struct gat_run *r = s->run;
    unsigned long deaths = 0, timeouts = 0;
    if (!is_over(s->deaths, r->deaths_each) && !is_over(s->timeouts, r->timeouts_each))
        return NULL;
    for (unsigned k = 0; k < s->n_points; k++) {
        if (s->points[k].deaths + s->points[k].timeouts == 0 ||
            !is_akin(s->points[k].point, state->point))
            continue;
        deaths += s->points[k].deaths;
        timeouts += s->points[k].timeouts;
    }
    if (is_over(timeouts, r->timeouts_each))
        return "the budget of time-outs in such cases was spent (--timeouts-each)";
    if (is_over(deaths, r->deaths_each))
        return "the budget of deaths in such cases was spent (--deaths-each)";
    return NULL;
}
