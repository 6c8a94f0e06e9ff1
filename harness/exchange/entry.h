/* entry.h - a worker and the cases that it works on, as the parent sees them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ENTRY_H
#define GAT_ENTRY_H

#include <pthread.h>
#include <sys/types.h>

#include "exchange/ring.h"

/* The arguments that start a worker. */
struct gat_start {
    const char *path, *options;
    const char *scratch;            /* the folder that it may write to */
    const char *cache;              /* and what its compilers may write to, if it asks for that */
    uint32_t protections, needs;    /* sandbox.h */
    int file, giants;               /* the shared memfds */
    struct gat_stderr_pass *errors; /* its stderr; NULL: it has no process of its own */
    bool want_manifest;
    uint32_t spin;
    bool here; /* no process of its own */
};

enum gat_seat_state { GAT_SEAT_EMPTY, GAT_SEAT_STARTED, GAT_SEAT_READY, GAT_SEAT_DYING };

struct gat_seat {
    const struct gat_geometry *geo;
    size_t at;          /* where the seat's part of the file begins */
    unsigned char *map; /* the same in the parent */
    struct gat_feed *feed;
    struct gat_back *back;
    enum gat_seat_state state;
    pid_t pid;     /* 0: a thread of ours, with --here */
    pid_t adapter; /* the adapter that answers for the worker, or 0 */
    pthread_t thread;
    struct gat_here here;
    int statm;                        /* /proc/PID/statm of the backend's process, or -1 */
    bool apart;                       /* that is an adapter: no memory of the parent's is in it */
    uint64_t base;                    /* the worker's span */
    int file;                         /* the shared memfd */
    int giants;                       /* the one of giants that are written to: sparse_out.c */
    unsigned char *sparse_out;        /* this seat's part of it, or NULL: not needed so far */
    uint32_t head;                    /* calls published */
    uint32_t shift;                   /* as in the feed */
    uint32_t spin;                    /* rounds of waiting before sleep, at the moment */
    bool used;                        /* has been given a call */
    uint64_t large[GAT_WINDOW_COUNT]; /* the most bytes that an operand had in a large window */
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
    uint32_t weight;      /* of the reply */
    bool large, hopeless; /* in the large windows; fits nowhere */
    bool sparse_out;      /* data are sparse and the output too: in place, in a file of its own */
    struct gat_spot spots[2][GAT_OPERANDS];
    struct gat_layout layouts[GAT_OPERANDS]; /* when job.presented */
};

/* Of outputs and what lies beside them; of what lies beside inputs, and beside each operand in
 * memory of a device, so that what was read there is not taken for poison. */
extern const unsigned char gat_poison[2], gat_beside[2];

/* The layout of an operand, or NULL where it is compact and in its place. */
static inline const struct gat_layout *gat_entry_layout(const struct gat_entry *e, unsigned operand)
{
    return e->job.presented ? &e->layouts[operand] : NULL;
}

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

#endif
