/* watched.c - cases that may have left something behind in their process are looked at alone.
 *
 * The worker looks at its process after some cases (sandbox/watch.h), so a look that finds
 * something accuses several.  Each of those is called many times in a fresh worker; what it
 * leaves behind there is its own.  A kind is told a few times in a session; looks that lead to
 * nothing, as those at a cache that fills up, are bounded too.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "run/watched.h"

#include <string.h>

#include "base/without.h"
#include "run/session.h"

/* An adapter starts slowly: a suspicion that leads to nothing costs a start. */
enum { MOST_TOLD = 3, MOST_VAIN = 512, MOST_VAIN_OF_ADAPTER = 64, MOST_AT_END = 8 };

/* Kinds of which more is to be told. */
static uint32_t kinds_open(const struct gat_watched *w)
{
    uint32_t set = 0;
    for (unsigned k = 0; k < GAT_LEFTOVERS; k++)
        set |= w->told[k] < MOST_TOLD ? 1u << k : 0;
    return set;
}

/* Memory alone grows for many reasons: such looks have bounds of their own, and leave those of
 * the others alone. */
static bool is_vague(uint32_t trace)
{
    return trace == 1u << GAT_LEFT_MEMORY;
}

/* The last `n` cases, each once; `trace` is what one of them may have left behind. */
static void suspects_add(struct gat_watched *w, unsigned n, uint32_t trace)
{
    unsigned most = is_vague(trace) ? GAT_WATCHED_SPAN : GAT_WATCHED_MOST;
    for (unsigned k = 0; k < n && k < GAT_WATCHED_SPAN; k++)
        if (w->recent[k].passed && w->n < most) {
            w->suspects[w->n] = w->recent[k];
            w->suspects[w->n++].trace = trace;
            w->recent[k].passed = false;
        }
}

void gat_watch_note(struct gat_session *s, unsigned point, unsigned member, bool passed,
                    const struct gat_reply *reply)
{
    struct gat_watched *w = &s->watched;
    memmove(&w->recent[1], &w->recent[0], sizeof w->recent - sizeof w->recent[0]);
    w->recent[0] = (struct gat_watched_case){point, member, 0, passed};
    w->unseen = reply->span > 0 ? 0 : w->unseen + 1;
    unsigned most_vain = s->manifest->is_copied ? MOST_VAIN_OF_ADAPTER : MOST_VAIN;
    uint32_t trace = reply->trace & kinds_open(w);
    if (reply->end != GAT_END_ANSWERED || reply->span == 0 || trace == 0 ||
        w->vain[is_vague(trace)] >= most_vain || gat_without("leftovers"))
        return;
    suspects_add(w, reply->span, trace);
    w->urgent |= !is_vague(trace);
}

void gat_watch_tell(struct gat_session *s, struct gat_judgement *j)
{
    struct gat_watched *w = &s->watched;
    if (j->verdict != GAT_V_PASS || gat_without("leftovers"))
        return;
    j->left &= s->run->options->strict ? j->left : kinds_open(w);
    for (unsigned k = 0; k < GAT_LEFTOVERS; k++)
        w->told[k] += j->left >> k & 1;
    gat_judge_left(j, s->run->options->strict);
}

void gat_watch_attend(struct gat_session *s)
{
    struct gat_watched *w = &s->watched;
    struct gat_error e;
    if (s->next_point >= s->n_points && !s->manifest->is_copied && !gat_without("leftovers"))
        suspects_add(w, w->unseen < MOST_AT_END ? w->unseen : MOST_AT_END, UINT32_MAX);
    unsigned n = w->n;
    if ((n > 0 || w->urgent) && !gat_engine_fresh(s->backend->engine, &e))
        n = 0; /* whoever runs the next case says so */
    for (unsigned k = 0; k < n && !s->cut && !s->enough; k++) {
        const struct gat_watched_case *c = &w->suspects[k];
        struct gat_finding f = {.member = c->member};
        if ((c->trace & kinds_open(w)) == 0 || !gat_session_one(s, c->point, true, &f))
            continue;
        if (f.judgement.verdict == GAT_V_NOTED || f.judgement.verdict == GAT_V_LEFT) {
            gat_session_reopen(s, c->point, c->member);
            gat_session_settle(s, c->point, &f);
        } else {
            w->vain[is_vague(c->trace)]++;
        }
    }
    w->n = 0;
    w->urgent = false;
    w->unseen = 0;
    memset(w->recent, 0, sizeof w->recent); /* their points may be closed from now on */
}
