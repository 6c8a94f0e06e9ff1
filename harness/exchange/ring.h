/* ring.h - the memory that parent and worker share, and where it lies in each.
 *
 * One sealed memfd holds two seats; a worker sits on one of them while the one
 * before it is still being torn down on the other.  A seat is: what the parent
 * writes (feed, descriptors; read-only in the worker), what the worker writes
 * (back), and the windows that operands lie in.  The parent maps the file once,
 * compactly.  The worker spreads the windows over a reserved span in which
 * everything between them is inaccessible, and maps a window when a case first
 * needs it, so a worker that lives for one case costs one case.
 *
 * Both calls of a case share its windows: one operand lies in the half at the end, the other
 * in the half at the start (placement.h), and they never meet.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RING_H
#define GAT_RING_H

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "exchange/exchange.h"
#include "exchange/sparse_in.h"
#include "layout.h"
#include "sandbox/scratch.h"

#define GAT_GAP ((size_t)16 << 20)          /* fence between two windows */
#define GAT_MARGIN ((size_t)4 << 30)        /* fence at both ends of the span */
#define GAT_SMALL_WINDOW ((size_t)64 << 10) /* at least; whole pages */
#define GAT_LARGE_WINDOW ((size_t)2 << 30)  /* an operand may have half of it */
#define GAT_DESC_SIZE ((size_t)8 << 10)     /* descriptors of both calls of a case */
#define GAT_TEXT_SIZE ((size_t)1 << 20)     /* a manifest as JSON */
#define GAT_DEFAULT_SLOTS 64u
#define GAT_MAX_SLOTS 256u
#define GAT_CANARY 64u         /* bytes on either side of an operand that are watched */
#define GAT_WORKER_FD 3        /* the memfd, inherited */
#define GAT_GIANT_FD 4         /* the one of giants that are written to */
#define GAT_NO_TEXT UINT64_MAX /* size of an output string that is still poison */

/* Windows of one case.  A set of large windows follows the small ones. */
enum gat_window {
    GAT_WINDOW_IN, /* and as many as inputs */
    GAT_WINDOW_OUT = GAT_WINDOW_IN + GAT_MAX_INPUTS,
    GAT_WINDOW_POOL,  /* bytes of the input strings */
    GAT_WINDOW_TEXTS, /* copies of the output strings */
    GAT_WINDOW_COUNT
};
#define GAT_OPERANDS (GAT_MAX_INPUTS + 1)
enum { GAT_WRITABLE_WINDOWS = 2 };
static inline bool gat_window_writable(unsigned window)
{
    return window == GAT_WINDOW_OUT || window == GAT_WINDOW_TEXTS;
}

/* Offsets inside a seat's part of the file and inside the worker's span. */
struct gat_geometry {
    size_t page, small;
    unsigned n_cases;
    size_t desc, back, text, seen, windows, large, seat_size;
    size_t at_feed, at_back, at_windows, at_large, at_giant, span;
};

/* The worker's duties for one call beyond calling run(). */
enum gat_order_kind { GAT_ORDER_RUN, GAT_ORDER_INFER, GAT_ORDER_NONE, GAT_ORDER_QUIT };
struct gat_order {
    uint32_t kind;           /* enum gat_order_kind */
    uint32_t set;            /* whose windows: a position in the ring, or n_cases: large */
    uint32_t windows;        /* those that the call needs */
    uint32_t has_texts;      /* the output is made of strings */
    uint32_t counted;        /* note what its coverage has that is new */
    uint32_t manner;         /* enum gat_manner */
    uint32_t is_second;      /* of the calls of its case */
    uint32_t look;           /* enum gat_look; many: GAT_EQUAL_CALLS */
    uint32_t weight;         /* of the case, as in struct gat_reply */
    uint64_t views, n_views; /* the output's strings: where, how many */
    uint64_t texts;          /* n_views sizes, then n_views times text_limit bytes */
    uint64_t text_limit;     /* longer strings are cut: more than any input has */
    struct gat_string poison;
    uint64_t layout; /* how the output's strings lie, or 0: one after the other */
    /* For memory of a device: bytes of each operand of the call, and the canary. */
    uint64_t size[GAT_OPERANDS];
    uint32_t canary;
    uint32_t right; /* they are flush with the end of their memory, not with its start */
    struct gat_giant giant;
};

struct gat_desc {
    struct gat_order order[2];
    struct gat_call call[2];
    struct gat_operand operands[2][GAT_OPERANDS];
    struct gat_attr attrs[GAT_MAX_ATTRS];
    struct gat_layout output; /* what order.layout points to */
    unsigned char heap[];     /* names, shapes, texts: up to GAT_DESC_SIZE */
};

/* The parent writes, the worker reads. */
struct gat_feed {
    _Atomic uint32_t head;    /* calls published so far; a futex */
    _Atomic uint32_t wake_at; /* wake the parent when so many calls are done ... */
    _Atomic uint32_t waits;   /* ... if it waits at all */
    uint32_t shift;           /* call n has slot (n + shift) % (2 * n_cases) */
    uint32_t spin;            /* most rounds before sleeping; 0 on a single processor */
    uint32_t want_manifest;
    int32_t parent;              /* its process: a worker that is no child of it any more ends */
    uint32_t protections, needs; /* sandbox.h */
    char scratch[GAT_SCRATCH_SIZE], cache[GAT_SCRATCH_SIZE];
    char path[4096], options[4096];
};

/* What lay beside the operands on a device: canaries or fences?  A call between fences, but for
 * giants, comes after one between canaries that damaged nothing. */
enum gat_fenced { GAT_FENCED_NOT, GAT_FENCED, GAT_FENCED_GIANT };

/* What an adapter says of the byte `damage` of an operand: it was changed or, where the status is
 * GAT_E_FAULT, touched and stopped. */
enum gat_told { GAT_TOLD_NOTHING, GAT_TOLD_READ, GAT_TOLD_WRITE };

struct gat_result {
    int32_t status;
    uint32_t printed;
    uint32_t damaged;     /* on a device: 1 + the operand that has a wrong byte in or beside it */
    uint32_t news;        /* pairs of a coverage counter and a magnitude of it, first seen here */
    int64_t damage;       /* which byte, from its first one */
    uint32_t told;        /* enum gat_told: it is an adapter that says so of its own memory */
    uint32_t fenced;      /* on a device: enum gat_fenced, when the call ended */
    uint32_t left;        /* set of leftovers of this call */
    uint32_t trace, span; /* set of what the last `span` cases may have left behind; 0: no look */
    char error[248];
    uint32_t has_stated; /* the answer of an adapter: shape and type are part of it */
    struct gat_inferred stated;
};

/* The last words of a worker that is about to end. */
struct gat_last_words {
    _Atomic uint32_t spoken;
    int32_t signal; /* 0: exit(), with `code` */
    int32_t code;
    int32_t protocol; /* neither: its adapter broke the protocol, `why` says how */
    int32_t write;    /* 1, 0, or -1 where the machine does not tell */
    int32_t located;  /* `address` is what the instruction touched */
    uint32_t copying; /* 1 + the output string that was being copied, or 0 */
    uint64_t address;
};

enum gat_load { GAT_LOAD_BUSY, GAT_LOAD_READY, GAT_LOAD_MISSING, GAT_LOAD_FOREIGN };
enum gat_stage { GAT_STAGE_START, GAT_STAGE_OBJECT, GAT_STAGE_OPEN, GAT_STAGE_MANIFEST };

/* The worker writes, the parent distrusts. */
struct gat_back {
    _Atomic uint32_t tail;   /* calls done; a futex, rung for every kind of news */
    _Atomic uint32_t sleeps; /* the worker waits on feed->head */
    struct gat_last_words last;
    _Atomic uint32_t load;  /* enum gat_load */
    _Atomic uint32_t stage; /* enum gat_stage, for a death while loading */
    uint64_t base;          /* address of the span */
    uint64_t text_size;     /* of the manifest */
    uint32_t n_counters;    /* of coverage, when it was loaded */
    uint32_t has_infer;
    uint32_t copying;
    _Atomic int32_t adapter; /* process of the adapter that answers for the worker, or 0 */
    char why[512];           /* one sentence when loading failed, or the protocol was broken */
    struct gat_inferred inferred;
    struct gat_result results[]; /* one per call */
};

/* Both processes wait on words of the shared file.  `ns` < 0: no limit. */
static inline void gat_futex_wait(const _Atomic uint32_t *word, uint32_t seen, long ns)
{
    struct timespec limit = {.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
    (void)syscall(SYS_futex, word, FUTEX_WAIT, seen, ns < 0 ? NULL : &limit, NULL, 0);
}

static inline void gat_futex_wake(const _Atomic uint32_t *word)
{
    (void)syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/* How long to spin: longer if it was worth it last time, shorter if not, because then something
 * else wants the processor. */
static inline uint32_t gat_spin_next(uint32_t spin, uint32_t most, bool worth)
{
    uint32_t least = most < 128 ? most : 128;
    uint32_t next = worth ? 2 * spin : spin / 2;
    return next < least ? least : next > most ? most : next;
}

static inline void gat_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Is the process that reports this status beyond use? */
static inline bool gat_is_lost(gat_status status)
{
    return status == GAT_E_LOST || status == GAT_E_FAULT || status == GAT_E_DEVICE;
}

/* A member of a table, NULL when the table is too short to have it. */
#define GAT_HAS(b, member)                                                                         \
    ((b)->struct_size >= offsetof(struct gat_backend, member) + sizeof(b)->member &&               \
     (b)->member != NULL)

/* worker.c: the worker as a thread of the program itself, for a debugger. */
struct gat_here {
    int file, giants;
    size_t seat; /* where its part of the file begins */
    unsigned n_cases;
};

#endif
