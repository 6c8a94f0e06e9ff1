/* adapter_together.c - several calls in one line to the program, of descriptions that it keeps.
 *
 * A call that is asked alone costs two changes of process.  A program that keeps descriptions
 * gets up to GAT_MOST_TOGETHER calls in a line.  Each has a region of both memories to itself,
 * and its answer comes in memory, with the number of answers so far.  So it is known which call
 * has no answer when the program dies, hangs or talks nonsense.  The worker fails when it takes
 * that call; the others have their answers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "worker/adapter_together.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/clock.h"
#include "exchange/ring.h"
#include "tensor.h"
#include "worker/adapter_call.h"
#include "worker/last_words.h"

/* A line should take no longer than this, so that time and memory of each call are seen. */
#define QUICK 2e-3
#define SLOW 8e-3

enum { PLACES = 8 }; /* where a description may be kept */

static size_t in_region(const struct gat_adapter *a, unsigned number)
{
    return a->in.size - GAT_TOGETHER_IN + (size_t)number * GAT_REGION;
}

static size_t out_region(const struct gat_adapter *a, unsigned number)
{
    return a->out.size - GAT_TOGETHER_OUT + (size_t)number * GAT_REGION;
}

/* The count of answers, and 64 bytes after it the first of them. */
static size_t answers(const struct gat_adapter *a)
{
    return out_region(a, 2 * GAT_MOST_KEPT) + GAT_REGION - 64;
}

void gat_together_say(struct gat_adapter *a)
{
    gat_adapter_say(a, ",\"regions\":{\"inputs\":%zu,\"outputs\":%zu,\"step\":%d,\"answers\":%zu}",
                    in_region(a, 0), out_region(a, 0), GAT_REGION, answers(a));
}

/* ---- ask ---- */

unsigned gat_together_room(const void *context)
{
    const struct gat_adapter *a = context;
    return a->keeps == 0 || gat_together_waits(a) ? 0 : a->together.most;
}

bool gat_together_waits(const struct gat_adapter *a)
{
    return a->together.next < a->together.n;
}

static bool is_busy(const struct gat_adapter *a, const struct gat_kept *k)
{
    return k->line == a->together.lines;
}

/* Where a description is kept, with a region free in this line, or may be kept: of the first places
 * for it that which was named the longest ago. */
static unsigned place_find(const struct gat_adapter *a, const char *text, size_t n, bool *known)
{
    unsigned first = (unsigned)(XXH3_64bits(text, n) % a->keeps), best = first;
    for (unsigned k = 0; k < PLACES; k++) {
        unsigned place = (first + k) % a->keeps;
        const struct gat_kept *kept = &a->kept[place];
        *known = kept->used == n && memcmp(kept->text, text, n) == 0 &&
                 !(is_busy(a, kept) && kept->sides == 2);
        if (*known)
            return place;
        if (kept->line < a->kept[best].line)
            best = place;
    }
    return best;
}

/* Keep the description that ends the text as number `place`.  False: this line uses all numbers for
 * it. */
static bool description_keep(struct gat_adapter *a, size_t begin, unsigned *place)
{
    const char *text = strstr(a->text + begin, ",\"op\":");
    size_t n = a->used - (size_t)(text - a->text);
    bool known;
    if (n > GAT_LONGEST_KEPT)
        return false;
    *place = place_find(a, text, n, &known);
    struct gat_kept *k = &a->kept[*place];
    if (is_busy(a, k) && !known)
        return false;
    if (!is_busy(a, k))
        k->sides = 0;
    k->line = a->together.lines;
    k->sides++;
    if (known) {
        a->used = begin;
        return true;
    }
    memcpy(k->text, text, k->used = n);
    k->answered = 0;
    gat_adapter_say(a, ",\"kept\":%u}\n", *place);
    return true;
}

/* One more call for the line; false: it cannot be one of it. */
static bool call_add(struct gat_adapter *a, const struct gat_call *call)
{
    struct gat_together *t = &a->together;
    const struct gat_tensor *out = gat_operand_get(call, "output");
    size_t begin = a->used;
    unsigned place;
    if (gat_call_has_text(call))
        return false;
    gat_adapter_say(a, "{\"do\":\"keep\"");
    size_t in = gat_call_say(a, call), text = gat_call_say_output(a, out);
    if (in > GAT_REGION || text > GAT_REGION || !description_keep(a, begin, &place)) {
        a->used = begin;
        return false;
    }
    unsigned number = 2 * place + a->kept[place].sides - 1;
    t->number[t->n] = number;
    t->calls[t->n++] = call;
    gat_call_inputs_put(a, call, in_region(a, number));
    gat_call_output_put(a, out, out_region(a, number));
    return true;
}

static _Atomic uint64_t *answered_count(const struct gat_adapter *a)
{
    return (_Atomic uint64_t *)(void *)(a->out.map + answers(a));
}

void gat_adapter_together(void *context, const struct gat_call *const *calls, unsigned n)
{
    struct gat_adapter *a = context;
    struct gat_together *t = &a->together;
    if (a->keeps == 0)
        return;
    a->used = 0;
    t->lines++;
    t->n = t->next = t->answered = 0;
    for (unsigned k = 0; k < n && t->n < GAT_MOST_TOGETHER && call_add(a, calls[k]);)
        k++;
    if (t->n == 0)
        return;
    gat_adapter_say(a, "{\"do\":\"calls\",\"kept\":[");
    for (unsigned k = 0; k < t->n; k++)
        gat_adapter_say(a, k == 0 ? "%u" : ",%u", t->number[k]);
    gat_adapter_say(a, "]}\n");
    atomic_store(answered_count(a), 0);
    t->start = gat_seconds_now();
    t->waits = true;
    t->open = gat_adapter_send(a);
    t->waits = false;
    a->used = 0;
}

/* ---- answers ---- */

bool gat_together_died(struct gat_adapter *a, int status)
{
    struct gat_together *t = &a->together;
    if (!t->waits)
        return false;
    t->died = true;
    t->status = status;
    a->pid = 0;
    return true;
}

bool gat_together_broken(struct gat_adapter *a)
{
    struct gat_together *t = &a->together;
    if (!t->waits)
        return false;
    t->broke = true;
    memcpy(t->error, a->error, sizeof t->error);
    return true;
}

/* How many answers the program says are there; the last one counts only after the answer to the
 * line. */
static void answers_count(struct gat_adapter *a)
{
    struct gat_together *t = &a->together;
    uint64_t n = atomic_load(answered_count(a));
    unsigned most = t->n - (t->open || t->died || t->broke ? 1 : 0);
    unsigned seen = n < most ? (unsigned)n : most;
    t->answered = seen > t->answered ? seen : t->answered;
}

static void line_take(struct gat_adapter *a)
{
    struct gat_together *t = &a->together;
    char due[40];
    double took = gat_seconds_now() - t->start;
    snprintf(due, sizeof due, "{\"done\":%u}", t->n);
    if (strcmp(a->text, due) != 0 || atomic_load(answered_count(a)) != t->n)
        gat_adapter_broken(a, "its answer to %u calls is not '%s', or answers are missing: '%.60s'",
                           t->n, due, a->text);
    t->open = false;
    if (took < QUICK && t->n == t->most)
        t->most = t->most < GAT_MOST_TOGETHER ? 2 * t->most : t->most;
    else if (took > SLOW)
        t->most = t->most > 1 ? t->most / 2 : 1;
}

/* Wait for the answer to the next call; a fault that ends the worker ends it here. */
static void answer_wait(struct gat_adapter *a)
{
    struct gat_together *t = &a->together;
    t->waits = true;
    while (t->open && t->next >= t->answered) {
        enum gat_piece piece = gat_adapter_piece(a);
        if (piece == GAT_PIECE_LINE)
            line_take(a);
        t->open = t->open && piece != GAT_PIECE_END;
        answers_count(a);
    }
    t->waits = false;
    if (t->next < t->answered)
        return;
    if (t->died)
        gat_adapter_end_tell(a, t->status);
    gat_last_words_protocol(t->error);
}

/* The same answer to the same description need not be read again. */
static bool answer_read(struct gat_adapter *a, const struct gat_call *call, unsigned k,
                        gat_status *status)
{
    struct gat_kept *kept = &a->kept[a->together.number[k] / 2];
    char text[GAT_LONGEST_ANSWER];
    memcpy(text, a->out.map + answers(a) + 64 + (size_t)k * GAT_LONGEST_ANSWER, sizeof text);
    const char *end = memchr(text, '\n', sizeof text);
    size_t n = end == NULL ? 0 : (size_t)(end - text);
    if (end == NULL)
        return gat_adapter_broken(a, "its answer to call %" PRIu64 " has no end within %d bytes",
                                  a->calls, GAT_LONGEST_ANSWER);
    if (n != 0 && n == kept->answered && memcmp(text, kept->answer, n) == 0) {
        *status = GAT_OK;
        a->stated = kept->stated;
        a->error[0] = '\0';
        a->own_us = -1;
        a->printed = false;
        a->touched = (struct gat_touched){0};
        return true;
    }
    if (!gat_call_answer_read(a, call, text, n, false, status))
        return false;
    kept->answered = 0;
    bool plain = !a->printed && a->own_us < 0 && a->touched.operand == 0;
    if (*status == GAT_OK && plain && n <= sizeof kept->answer) {
        memcpy(kept->answer, text, kept->answered = n);
        kept->stated = a->stated;
    }
    return true;
}

gat_status gat_together_take(struct gat_adapter *a, const struct gat_call *call)
{
    struct gat_together *t = &a->together;
    gat_status status = GAT_E_INTERNAL;
    unsigned k = t->next;
    if (t->calls[k] != call) /* unreached: calls are taken in the order in which they were asked */
        return GAT_E_INTERNAL;
    a->calls++;
    answer_wait(a);
    t->next++;
    if (answer_read(a, call, k, &status))
        (void)gat_call_output_take(a, gat_operand_get(call, "output"), status,
                                   out_region(a, t->number[k]));
    return status;
}
