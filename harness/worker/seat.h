/* seat.h - the parent's view of one worker and of the cases that it works on.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SEAT_H
#define GAT_SEAT_H

#include <pthread.h>
#include <sys/types.h>

#include "worker/ring.h"

enum gat_seat_state {
    GAT_SEAT_EMPTY,
    GAT_SEAT_STARTED,
    GAT_SEAT_READY,
    GAT_SEAT_DYING
};

struct gat_seat {
    const struct gat_geometry *geo;
    size_t at;          /* where the seat's part of the file begins */
    unsigned char *map; /* the same in the parent */
    struct gat_feed *feed;
    struct gat_back *back;
    enum gat_seat_state state;
    pid_t pid; /* 0: a thread of ours, with --here */
    pid_t adapter; /* the adapter that answers for the worker, or 0 */
    pthread_t thread;
    struct gat_here here;
    int statm;      /* /proc/PID/statm of the backend's process, or -1 */
    bool apart;     /* that is an adapter: no memory of the parent's is in it */
    uint64_t base;  /* the worker's span */
    int file;       /* the shared memfd */
    int giants;     /* the one of giants that are written to: sparse_out.c */
    unsigned char *hollow; /* this seat's part of it, or NULL: not needed so far */
    uint32_t head;  /* calls published */
    uint32_t shift; /* as in the feed */
    uint32_t spin;  /* rounds of waiting before sleep, at the moment */
    bool used;      /* has been given a call */
    uint64_t large; /* bytes that the last case placed may take in the large windows */
};

/* Why a worker is gone. */
struct gat_death {
    enum gat_end end; /* FAULT is decided later, from the address */
    int code;
    bool located, write, write_known;
    uint64_t address;
    uint32_t copying; /* 1 + the output string that was being copied, or 0 */
};

enum gat_progress { GAT_PROGRESS_DONE, GAT_PROGRESS_DEAD };

/* Where an operand was put. */
struct gat_spot {
    unsigned char *here;        /* NULL: absent */
    uint64_t there;             /* the worker's address */
    size_t size, before, after; /* bytes of canary on either side */
};

/* A case that is not finished yet. */
struct gat_entry {
    struct gat_job job;
    size_t size[GAT_OPERANDS];
    uint64_t text_limit, n_views;
    size_t pool_size;
    bool large, hopeless; /* in the large windows; fits nowhere */
    bool hollow; /* data are sparse and the output too: in place, in a file of its own */
    struct gat_spot spots[2][GAT_OPERANDS];
    struct gat_layout layouts[GAT_OPERANDS]; /* when job.presented */
};

/* ---- window.c ---- */
extern const unsigned char gat_poison[2];

/* The layout of an operand, or NULL where it is compact and in its place. */
static inline const struct gat_layout *gat_entry_layout(const struct gat_entry *e,
                                                        unsigned operand)
{
    return e->job.presented ? &e->layouts[operand] : NULL;
}
/* ---- sparse_out.c ---- */

/* ---- views.c ---- */

/* ---- reply.c ---- */
/* Memory that the worker could still change is copied here: views for the strings of
 * both calls, outputs that do not lie compactly, and the error text. */
struct gat_reply_room {
    struct gat_inferred stated[2];
    struct gat_string *views; /* at least 2 * n_views */
    uint64_t n_views;
    unsigned char *bytes; /* at least 2 * n_bytes */
    size_t n_bytes;
    char error[sizeof((struct gat_result *)0)->error];
};

/* ---- seat.c ---- */
/* Whoever started us may have set SIGCHLD to be ignored: then nobody could be
 * waited for.  A file that is too large is an error and no end. */
void gat_signals_tame(void);
/* Rounds of waiting before sleep: none where parent and worker share a processor.
 */
uint32_t gat_spin_rounds(void);
struct gat_start {
    const char *path, *options;
    const char *scratch;         /* the folder that it may write to */
    uint32_t protections, needs; /* sandbox.h */
    int file, giants;            /* the shared memfds */
    struct gat_stderr_pass *errors; /* its stderr; NULL: it has no process of its own */
    bool want_manifest;
    uint32_t spin;
    bool here; /* no process of its own */
};
bool gat_seat_start(struct gat_seat *s, const struct gat_start *start,
                    struct gat_error *e);
/* Wait until the backend is loaded.  False and *e when it is not. */
bool gat_seat_ready(struct gat_seat *s, const char *path, double seconds,
                    struct gat_error *e, bool *missing);
/* Kill the worker and all that it started; gat_seat_reap(.., true) waits for the
 * end. */
void gat_seat_kill(struct gat_seat *s);
bool gat_seat_reap(struct gat_seat *s, bool wait);
/* Say goodbye, so that the backend's close() runs; kill when that takes long, and
 * return false. */
bool gat_seat_quit(struct gat_seat *s, double seconds);
/* End the worker, with a sentence when the backend does not end as it should. */
bool gat_seat_bye(struct gat_seat *s, char *why, size_t n);
/* Position in the ring of the next call, and let the worker have calls up to
 * `head`. */
unsigned gat_seat_position(const struct gat_seat *s);
void gat_seat_publish(struct gat_seat *s, uint32_t head);
/* Wait until `goal` calls are done, or the worker has died or was killed. */
enum gat_progress gat_seat_wait(struct gat_seat *s, uint32_t goal,
                                const struct gat_engine_limits *limits,
                                struct gat_death *d);
/* Has it died by now?  Then *d says of what. */
bool gat_seat_dead(const struct gat_seat *s, struct gat_death *d);
/* Does the worker hold more memory than `limit`, the windows aside? */
bool gat_seat_too_big(const struct gat_seat *s, uint64_t limit);
/* Proportional set size of a process, 0 when unknown; pid 0: this one. */
uint64_t gat_process_memory(pid_t pid);

#endif
