/* kill.h - backends with one seeded bug each, and what catches them.
 *
 * A saboteur is judged operator by operator with the cases that everybody is judged
 * by: a bug that shows in gather says nothing about the cases of scatter.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_KILL_H
#define GAT_KILL_H

#include <jansson.h>
#include <stdio.h>

#include "run/run.h"
#include "suite/points_kept.h"

#define GAT_MAX_KILL_OPS 16
#define GAT_KILL_ROUNDS 3
#define GAT_KILL_ENOUGH 10 /* cases that kill: more are not looked for, with -x only 1 */
_Static_assert(GAT_V_COUNT <= 32, "sets of verdicts are 32-bit masks");

/* The fate of a saboteur in one operator. */
struct gat_kill {
    const char *op;
    unsigned long judged;  /* cases, until it was enough */
    unsigned cases, named; /* that killed it; with a verdict that it names */
    bool enough;           /* counting ended before the cases did */
    enum gat_verdict_class verdict; /* of the first case, one with a named verdict */
    const struct gat_point *point;  /* of the first case */
    const char *first, *diagnosis;  /* NULL: it survived */
    const char *stray;              /* a case that kills it without its trap; NULL: none */
    double ms, all_ms;              /* from the start to that one, and to the end */
    unsigned long suite_errors;     /* our own fault: no kill counts then */
};

struct gat_saboteur {
    const char *name, *path;
    /* from the first comment of its source */
    const char *title, *bug_class, *origin;
    uint32_t verdicts; /* set by which it must be caught; 0: any that fails */
    bool honest;       /* `verdict: pass`: nothing may kill it */
    const char *trap;  /* the feature of all cases that kill it; NULL: not said */
    unsigned n_ops, n_kills, n_beside;
    const char *ops[GAT_MAX_KILL_OPS]; /* where it can show; none: everywhere but */
    const char *beside[GAT_MAX_KILL_OPS];
    struct gat_kill kills[GAT_MAX_KILL_OPS];
    char error[256]; /* it could not be judged at all */
};

struct gat_kills {
    const struct gat_options *options;
    struct gat_catalog catalog;
    struct gat_arena arena;
    uint64_t seed;
    struct gat_engine_limits limits;
    unsigned n_saboteurs;
    struct gat_saboteur *saboteurs;
    struct gat_points_kept kept; /* all saboteurs meet the same cases */
    bool *guilty; /* of the points of the catalog: a case of it killed first */
    double seconds;
};

/* Was the saboteur caught in this operator, for a reason that it names, and by its trap alone? */
static inline bool gat_kill_good(const struct gat_saboteur *s, const struct gat_kill *x)
{
    return s->honest ? x->cases == 0 && x->judged > 0 : x->named > 0 && x->stray == NULL;
}

#endif
