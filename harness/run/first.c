/* first.c - cases that a worker is asked before any other.
 *
 * They come in a row, so that those after them share a process which lasts: looks at what
 * calls leave behind (watched.c) come every so many cases of one process.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "run/first.h"

/* One of so many drawn cases; fewer for an adapter, which starts slowly. */
enum { EACH = 256, FIRSTS = 6, FIRSTS_OF_ADAPTER = 1, MOST_US = 100 };

bool gat_comes_first(const struct gat_session *s, unsigned point, unsigned k)
{
    const struct gat_point_state *state = &s->points[point];
    unsigned firsts = s->manifest->is_copied ? FIRSTS_OF_ADAPTER : FIRSTS;
    return state->opened->test->drawing != NULL && state->times > 1 && k % EACH < firsts &&
           !s->manifest->on_device && s->manifest->call_us <= MOST_US;
}
