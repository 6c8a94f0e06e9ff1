/* adapter.h - a backend that is a program of its own, spoken to in lines of JSON.
 *
 * The worker starts the program and stands between it and the run: a call of the table
 * below becomes one line and one answer, operands are copied into memory that is shared
 * with the program alone, and what it did to its output is done to the real one.  When
 * the program dies, the worker dies of the same; docs/how-to/adapters.md states the protocol.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ADAPTER_H
#define GAT_ADAPTER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "arena.h"
#include "gatherum/backend.h"
#include "worker/engine.h"

#define GAT_PROTOCOL 1     /* version of what goes over the line */
#define GAT_ADAPTER_LINE 3 /* descriptors in the program: the line, both ways, ... */
#define GAT_ADAPTER_IN 4   /* ... the memory of inputs, which it can only read, ... */
#define GAT_ADAPTER_OUT 5  /* ... and that of outputs */

/* May this file be executed, and is it no shared object? */
bool gat_is_adapter(const char *path);
/* The table that stands for the program; its open() starts it, and says in *pid which process
 * it is as soon as there is one. */
const struct gat_backend *gat_adapter_get(const char *path, _Atomic int32_t *pid);
/* Shape and type that the last answer stated for the output. */
const struct gat_inferred *gat_adapter_stated(const void *context);
/* What its manifest has to say to who reads the verdicts; NULL ends. */
const char *const *gat_adapter_notes(const void *context);

/* How long the framework's own part of the last call took, as the adapter says; -1: it does not. */
double gat_adapter_own_us(const void *context);

/* adapter_time.c: many calls of one job; medians.  False when it does not answer. */
struct gat_adapter_time {
    unsigned calls;
    double round_us; /* of a call without the framework's own part */
    double own_us;
};

/* ---- between adapter.c and adapter_call.c ---- */

struct gat_shared {
    int file;
    unsigned char *map;
    size_t size;
};
enum { GAT_LONGEST_LINE = 1 << 20, GAT_LONGEST_WHY = 240 };

/* A call that the program keeps the description of: all of its line from "op" on. */
enum { GAT_MOST_KEPT = 256, GAT_LONGEST_KEPT = 1024 };
struct gat_kept {
    size_t used; /* 0: none */
    char text[GAT_LONGEST_KEPT];
};

struct gat_adapter {
    const char *path;
    struct gat_arena arena;
    pid_t pid;
    int line;
    struct gat_shared in, out;
    uint64_t calls;
    bool open; /* it has said what it claims: from now on a broken protocol is fatal */
    struct gat_inferred stated;
    const char *const *notes;
    double own_us;
    unsigned keeps; /* how many descriptions the program keeps; 0 unless it says so */
    struct gat_kept *kept;
    char error[GAT_LONGEST_WHY];
    size_t used; /* bytes of `text` */
    char *text;  /* the line that is being put together, or was received */
};

/* Send the line in `text` and receive the answer there, without its end.  Does not
 * return when the program died or broke the protocol during a call; before that false,
 * and the sentence is in a->error. */
bool gat_adapter_ask(struct gat_adapter *a);
/* The same for a fault that was found in an answer; returns false. */
bool gat_adapter_broken(struct gat_adapter *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Begin a line, and add to it. */
void gat_adapter_say(struct gat_adapter *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A text as JSON, quotes included. */
void gat_adapter_say_text(struct gat_adapter *a, const char *text);

#endif
