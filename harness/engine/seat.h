/* seat.h - the parent's view of one worker and of the cases that it works on.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SEAT_H
#define GAT_SEAT_H

#include <sys/types.h>

#include "exchange/entry.h"

/* Set SIGCHLD and SIGXFSZ to what we need: the parent may have SIGCHLD ignored, and then no
 * child could be waited for; a file that is too large is an error, not the end. */
void gat_signals_tame(void);
/* Rounds of waiting before sleep: none where parent and worker share a processor.
 */
uint32_t gat_spin_rounds(void);
bool gat_seat_start(struct gat_seat *s, const struct gat_start *start, struct gat_error *e);
/* Wait until the backend is loaded.  False and *e when it is not. */
bool gat_seat_ready(struct gat_seat *s, const char *path, double seconds, struct gat_error *e,
                    bool *missing);
/* Kill the worker and all that it started; gat_seat_reap(.., true) waits for the
 * end. */
void gat_seat_kill(struct gat_seat *s);
bool gat_seat_reap(struct gat_seat *s, bool wait);
/* Say goodbye, so that the backend's close() runs; kill when that takes long, and
 * return false. */
bool gat_seat_quit(struct gat_seat *s, double seconds);
/* End the worker, with a sentence when the backend does not end as it should. */
bool gat_seat_bye(struct gat_seat *s, char *why, size_t n);
/* Let the worker have calls up to `head`. */
void gat_seat_publish(struct gat_seat *s, uint32_t head);
/* Wait until `goal` calls are done, or the worker has died or was killed. */
enum gat_progress gat_seat_wait(struct gat_seat *s, uint32_t goal,
                                const struct gat_engine_limits *limits, struct gat_death *d);
/* Has it died by now?  Then *d says of what. */
bool gat_seat_dead(const struct gat_seat *s, struct gat_death *d);
/* Does the worker hold more memory than `limit`, the windows aside? */
bool gat_seat_too_big(const struct gat_seat *s, uint64_t limit);
/* Proportional set size of a process, 0 when unknown; pid 0: this one. */
uint64_t gat_process_memory(pid_t pid);

#endif
