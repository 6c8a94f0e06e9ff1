/* first.c - cases that a worker is asked before any other.
 *
 * They come in rows, each after twice as many cases as the one before it, so that half of all
 * cases come late in the life of a process: some faults show only then.  Looks at what calls leave
 * behind (watched.c) come every so many cases of one process, too.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "run/first.h"

/* The rows begin at the first case and at EACH times every power of two; they are shorter of an
 * adapter, which starts slowly. */
enum { EACH = 256, FIRSTS = 24, FIRSTS_OF_ADAPTER = 2, MOST_US = 100 };

bool gat_comes_first(const struct gat_session *s, unsigned point, unsigned k)
{
    const struct gat_point_state *state = &s->points[point];
    unsigned firsts = s->manifest->is_copied ? FIRSTS_OF_ADAPTER : FIRSTS, row = EACH;
    while (2 * row <= k)
        row *= 2;
    return state->opened->test->drawing != NULL && state->times > 1 &&
           k - (k < row ? 0 : row) < firsts && !s->manifest->on_device &&
           s->manifest->call_us <= MOST_US;
}

/* Of a backend that looks at its own process one in so many cases of a point is called again. */
enum { EQUAL_EACH = 64 };

enum gat_look gat_look_after(struct gat_session *s, unsigned point, unsigned k)
{
    bool equal = s->manifest->looks && s->points[point].asked++ % EQUAL_EACH == 0;
    return gat_comes_first(s, point, k) ? GAT_LOOK_AFTER : equal ? GAT_LOOK_EQUAL : GAT_LOOK_SELDOM;
}
