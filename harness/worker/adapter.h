/* adapter.h - a backend that is a program of its own, spoken to in lines of JSON.
 *
 * The worker starts the program and stands between it and the run: a call of the table below
 * becomes one line and one answer, operands are copied into memory that is shared with the
 * program alone, and what it does to its output is done to the real one.  When the program dies,
 * the worker dies in the same way; docs/how-to/adapters.md states the protocol.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ADAPTER_H
#define GAT_ADAPTER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "arena.h"
#include "exchange/exchange.h"
#include "exchange/sparse_in.h"
#include "gatherum/backend.h"
#include "sandbox/watch.h"

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
/* Did the last call write to stdout, as far as the program says? */
bool gat_adapter_printed(const void *context);
/* What it said of itself. */
const struct gat_manifest *gat_adapter_manifest(const void *context);

/* A byte in or beside the adapter's own copy of an operand that the last call touched. */
struct gat_touched {
    uint32_t operand; /* 1 + its number in the call; 0: none was told of */
    bool write;       /* else it was read */
    int64_t byte;     /* from the operand's first one */
};
const struct gat_touched *gat_adapter_touched(const void *context);

/* How long the framework's own part of the last call took, as the adapter says; -1: it does not. */
double gat_adapter_own_us(const void *context);

/* The sparse operand of the next call, whose extents and bytes the program gets; size 0: none. */
void gat_adapter_giant(void *context, const struct gat_giant *giant);

/* A gat_watch_ask of an adapter whose manifest has "looks"; not while calls wait in line. */
void gat_adapter_look(void *context, bool memory, struct gat_process *p);

/* ---- between adapter.c and adapter_call.c ---- */

struct gat_shared {
    int file;
    unsigned char *map;
    size_t size;
};
enum { GAT_LONGEST_LINE = 1 << 20, GAT_LONGEST_WHY = 240 };

/* A call that the program keeps the description of: all of its line from "op" on, and the answer
 * that was last given to it.  It stands for two calls, whose operands lie in regions of their own.
 */
enum { GAT_MOST_KEPT = 256, GAT_LONGEST_KEPT = 1024, GAT_REGION = 16 << 10 };
struct gat_kept {
    size_t used;     /* 0: none */
    uint64_t line;   /* the last line that named it ... */
    unsigned sides;  /* ... and how often, at most twice */
    size_t answered; /* size of an answer that may come again; 0: none */
    struct gat_inferred stated;
    char text[GAT_LONGEST_KEPT], answer[256];
};

/* The calls of one line, whose answers come in the memory of outputs, one after the other. */
enum { GAT_MOST_TOGETHER = 32, GAT_LONGEST_ANSWER = 1024 };
struct gat_together {
    unsigned most;     /* calls that may be asked together now: few while they are slow */
    unsigned n, next;  /* calls of the line; answers that were taken */
    unsigned answered; /* answers that are there, as far as the program can be believed */
    bool open;         /* the line is not answered yet */
    bool waits;        /* for its answer: a fault belongs to the call that has none */
    bool died;         /* the program did, of `status`, and ... */
    bool broke; /* ... or broke the protocol, which is blamed on the call that has no answer */
    int status;
    double start;
    uint64_t lines;
    struct gat_call const *calls[GAT_MOST_TOGETHER];
    unsigned number[GAT_MOST_TOGETHER]; /* 2 * kept, and 1 more for its second region */
    char error[GAT_LONGEST_WHY];
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
    struct gat_manifest said;
    double own_us;
    unsigned keeps; /* how many descriptions the program keeps; 0 unless it says so */
    struct gat_kept *kept;
    struct gat_together together;
    bool printed; /* by the last call, as the program says */
    struct gat_touched touched;
    struct gat_giant giant; /* the sparse operand of the call, as it came; size 0: none */
    char error[GAT_LONGEST_WHY];
    size_t used; /* bytes of `text` */
    char *text;  /* the line that is being put together, or was received */
};

/* Send what is in `text`: one line or several.  False: the program is gone. */
bool gat_adapter_send(struct gat_adapter *a);
/* Wait a moment for more of the answer; the words say what came. */
enum gat_piece { GAT_PIECE_LINE, GAT_PIECE_NONE, GAT_PIECE_END };
enum gat_piece gat_adapter_piece(struct gat_adapter *a);
/* The program has ended, so the worker does too, in the same way. */
bool gat_adapter_end_tell(struct gat_adapter *a, int status);
/* Send the line in `text` and receive the answer there, without its end.  Does not
 * return when the program died or broke the protocol during a call; before that false,
 * and the sentence is in a->error. */
bool gat_adapter_ask(struct gat_adapter *a);
/* The same for a fault that was found in an answer; returns false. */
bool gat_adapter_broken(struct gat_adapter *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* An answer to `to` as an object of JSON; NULL where it is none, which is such a fault. */
json_t *gat_adapter_object(struct gat_adapter *a, const char *to, const char *text, size_t n);
/* Begin a line, and add to it. */
void gat_adapter_say(struct gat_adapter *a, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A text as JSON, quotes included. */
void gat_adapter_say_text(struct gat_adapter *a, const char *text);

#endif
