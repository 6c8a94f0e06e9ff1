/* verdict.c - names and sentences of the verdicts, and which of them fail.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include <string.h>

#include "diagnose/verdict.h"

static const struct {
    const char *name, *clause, *sentence;
} verdicts[] = {
#define VERDICT(id, name, clause, sentence) {name, clause, sentence},
#include "diagnose/verdicts.def"
#undef VERDICT
};

const char *gat_verdict_name(enum gat_verdict_class v)
{
    assert((unsigned)v < GAT_V_COUNT);
    return verdicts[v].name;
}

const char *gat_verdict_sentence(enum gat_verdict_class v)
{
    assert((unsigned)v < GAT_V_COUNT);
    return verdicts[v].sentence;
}

const char *gat_verdict_clause(enum gat_verdict_class v)
{
    assert((unsigned)v < GAT_V_COUNT);
    return verdicts[v].clause;
}

const char *gat_own_clause(const char *id)
{
    static const char *const clauses[][2] = {
#define CLAUSE(name, demand) {name, demand},
#include "judge/own_clauses.def"
#undef CLAUSE
    };
    for (unsigned k = 0; k < sizeof clauses / sizeof clauses[0]; k++)
        if (strcmp(clauses[k][0], id) == 0)
            return clauses[k][1];
    return "";
}

bool gat_verdict_finds(enum gat_verdict_class v)
{
    return (gat_verdict_fails(v) && v != GAT_V_NOT_RUN && v != GAT_V_SUITE) || v == GAT_V_NOTED;
}

/* Everything but a pass, a pass that proves little, and what nobody asked for.
 * A case that was not run fails: silence is no evidence. */
bool gat_verdict_fails(enum gat_verdict_class v)
{
    return v != GAT_V_PASS && v != GAT_V_WEAK && v != GAT_V_NOTED && v != GAT_V_NOT_CLAIMED;
}

enum { ALONE = 6, ONE_MISTAKE = 4, SEVERAL = 2, BOTH_CALLS = 1 };

unsigned gat_verdict_tells(enum gat_verdict_class v, unsigned mistakes, bool both_calls)
{
    bool value = v == GAT_V_WRONG || v == GAT_V_UNSTABLE;
    unsigned tells = ALONE;
    if (!value || mistakes == 1)
        tells += ONE_MISTAKE;
    else if (mistakes != 0)
        tells += SEVERAL;
    return tells + (both_calls && v != GAT_V_DIRTY_ERROR ? BOTH_CALLS : 0u);
}

unsigned gat_verdict_tells_crowd(unsigned tells)
{
    return tells >= ALONE ? tells - ALONE : tells;
}
