/* watch.h - what calls into a backend leave behind, seen from inside its process.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WATCH_H
#define GAT_WATCH_H

#include "sandbox/leftovers.h"

enum { GAT_EQUAL_CALLS = 64 };

/* Add what an adapter says of its process; its memory only where that is wanted. */
typedef void gat_watch_ask(void *context, bool memory, struct gat_process *p);

struct gat_watch {
    struct gat_floats floats; /* as open() left them: what each call is to leave */
    struct gat_process state; /* at the last look */
    struct gat_process most;  /* amounts */
    unsigned naps; /* that may still be taken in vain while threads do not end */
    bool warm; /* calls have been looked at before: pools and caches stand, libraries are loaded */
    pid_t pid; /* of an adapter, or 0: this process */
    gat_watch_ask *ask; /* what an adapter sees itself, or NULL; ... */
    void *context;      /* ... it is its own */
};
/* Once the backend is open. */
void gat_watch_start(struct gat_watch *w, pid_t pid, gat_watch_ask *ask, void *context);
/* After each call, in its thread: a set of leftovers.  The next call finds what open() left. */
static inline uint32_t gat_watch_call(const struct gat_watch *w)
{
    return gat_floats_restore(&w->floats);
}
/* After some calls: the leftovers of any of them since the last look; an adapter is asked for its
 * memory only where that is wanted, as it takes long. */
uint32_t gat_watch_look(struct gat_watch *w, bool memory);
/* Make so many equal calls. */
typedef void gat_watch_calls(void *user, unsigned n);
/* Make the same call GAT_EQUAL_CALLS times more; the leaks that this shows, and the states that an
 * adapter puts back and that are left again.  None where the calls take so long that they are cut
 * short. */
uint32_t gat_watch_equal(const struct gat_watch *w, gat_watch_calls *calls, void *user);

#endif
