/* winner_varies.c - no fault: which of several updates stays differs from call to call.
 *
 * A control of determinism: every answer is one that the documents admit.  The last
 * update stays or the first; by turns in each call, or, by its options, in each case
 * ("cases") or by the number of threads ("threads=N").
 *
 * class: none
 * origin: none
 * verdict: pass
 * operators: scatter scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static unsigned calls, threads, turn = 1;

static gat_status open_(const char *options, void **context, char *why, size_t n)
{
    (void)context;
    (void)why;
    (void)n;
    if (strcmp(options, "cases") == 0)
        turn = 2;
    else if (strncmp(options, "threads=", 8) == 0)
        threads = (unsigned)(options[8] - '0');
    else if (options[0] != '\0')
        return GAT_E_INVALID;
    return GAT_OK;
}

/* Everything has been moved; once more from the end leaves the first updates. */
static gat_status after(struct broken *b, gat_status status)
{
    unsigned which = threads > 0 ? threads : calls++ / turn;
    bool again = b->scatters && b->how == REF_NONE && status == GAT_OK && which % 2 != 0 &&
                 b->rules.value[REF_duplicates] == REF_DUP_ANY;
    for (int64_t at = b->stop; again && at-- > 0;) {
        b->start = at;
        b->stop = at + 1;
        broken_move(b);
    }
    return status;
}

SABOTEUR(.open = open_, .after = after)
