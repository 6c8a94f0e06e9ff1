/* watch.h - what calls into a backend leave behind, seen from inside its process.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WATCH_H
#define GAT_WATCH_H

#include "sandbox/leftovers.h"

enum { GAT_EQUAL_CALLS = 64 };

struct gat_watch {
    struct gat_floats floats; /* as open() left them: what each call is to leave */
    struct gat_process state; /* at the last look */
    struct gat_process most;  /* amounts */
    bool warm;                /* calls have been looked at before: pools and caches stand */
    pid_t pid;                /* of an adapter, or 0: this process */
};
/* Once the backend is open. */
void gat_watch_start(struct gat_watch *w, pid_t pid);
/* After each call, in its thread: a set of leftovers.  The next call finds what open() left. */
static inline uint32_t gat_watch_call(const struct gat_watch *w)
{
    return gat_floats_restore(&w->floats);
}
/* After some calls: the leftovers of any of them since the last look. */
uint32_t gat_watch_look(struct gat_watch *w);
/* Make the same call GAT_EQUAL_CALLS times more; the leaks that shows.  None where they take
 * so long that they are cut short. */
uint32_t gat_watch_equal(const struct gat_watch *w, void (*call)(void *user), void *user);

#endif
