/* opt_pool.h - threads that wait for work, and the context that owns them.
 *
 * Work is a number of tasks that do not touch each other's output, so it does not
 * matter which thread does which, and the answer is the same for any number of
 * threads.  Threads start when work is first shared and live until opt_stop().
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_POOL_H
#define GAT_OPT_POOL_H

#include <pthread.h>
#include <stdatomic.h>

#include "opt.h"
#include "opt_level.h"
#include "opt_memo.h"

enum {
    OPT_MOST_THREADS = 256,
    OPT_MOST_KERNELS = 16,
    OPT_MOST_FEW = 32,
    /* Positions at once where a table is near: few enough for the first cache to keep the lines
     * of indices at power-of-two pitches, and for the core to check the next ones early. */
    OPT_NEAR = 512,
    /* Scratch of a thread: positions and a stage, then room for one tile. */
    OPT_POSITIONS = 2048,
    OPT_STAGE_SIZE = 16 << 10,
    OPT_TILE_SIZE = 992 << 10,
};

struct opt_scratch {
    _Alignas(64) int32_t at[OPT_POSITIONS];
    _Alignas(64) char stage[OPT_STAGE_SIZE];
    _Alignas(64) char tile[OPT_TILE_SIZE];
};
_Static_assert(sizeof(struct opt_scratch) <= 1 << 20, "at most 1 MiB per thread");

struct opt_work {
    void (*task)(const struct opt_work *w, int64_t number, struct opt_scratch *s);
    const void *job; /* memory that the tasks read */
    int64_t tasks;
    bool stream;     /* tasks write past the cache */
    _Atomic int64_t next;
    atomic_bool outside; /* a task met an index outside its axis */
};

struct opt_thread {
    struct opt *owner;
    struct opt_scratch *scratch;
    pthread_t id;
};

struct opt {
    struct opt_setup is;
    struct opt_memo memo;
    const struct ref_kernel *stands_for[OPT_MOST_KERNELS];
    void *room; /* of the caller's, for one call; or NULL */
    struct opt_scratch *scratch; /* one per thread, the caller's first */
    /* the pool */
    pthread_mutex_t lock;
    pthread_cond_t called, finished;
    struct opt_work *work; /* open to be joined */
    unsigned long calls;   /* how often work was opened */
    unsigned started, joined;
    bool stopping;
    pid_t process; /* that the threads live in */
    struct opt_thread thread[];
};

/* Do tasks 0 .. tasks-1; with other threads if `size` bytes of output are worth it.
 * False when one of them met an index outside. */
bool opt_share(struct opt *o, struct opt_work *w, size_t size);
#endif
