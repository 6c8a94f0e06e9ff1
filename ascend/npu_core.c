/* npu_core.c - the unified buffer of a core, its pipes, and the flags that they wait for.
 *
 * Every instruction has a number. Flags tell a pipe which instructions of the other pipes
 * are done. A block remembers its last writer and its readers since. So an access that the
 * device may do too early is found when it is issued, whatever the timing of this machine.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "npu.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Buffer: 192 KiB (hardware) less 256 bytes for the system and the 8 KiB that the compiler
 * keeps unless told otherwise (reserved); 950: of 256 KiB 253,952 bytes (platform).  Cores:
 * vector cores of Ascend910B1 and of the largest 950 (platform).  Element sizes of the
 * vector gather: 16 and 32 bits on A2 and A3; 950 has 8 and 64 bits as well (gather). */
const struct npu_product npu_products[] = {
    {"a2a3", 192 * 1024 - 256 - 8 * 1024, 48, 2 + 4},
    {"950", 248 * 1024, 72, 1 + 2 + 4 + 8},
};
const unsigned npu_product_count = sizeof npu_products / sizeof npu_products[0];

static const char *const names[] = {
    "",
#define NPU_RULE(id, name, sentence) name,
#include "npu_rules.def"
#undef NPU_RULE
};
static const char *const pipes[] = {"scalar unit", "vector unit", "copy in", "copy out"};

const char *npu_rule_name(enum npu_rule rule)
{
    return names[rule];
}

void npu_break(struct npu_core *c, enum npu_rule rule, const char *format, ...)
{
    va_list args;
    if (c->broken != NPU_KEPT)
        return;
    c->broken = rule;
    va_start(args, format);
    vsnprintf(c->what, sizeof c->what, format, args);
    va_end(args);
}

struct npu_local npu_take(struct npu_core *c, uint64_t size)
{
    struct npu_local t = {c->taken, 0};
    uint64_t end = c->taken + npu_up(size, NPU_BLOCK);
    if (end > c->product->buffer) {
        npu_break(c, NPU_BUFFER, "%llu bytes are wanted after %u of %u",
                  (unsigned long long)size, c->taken, c->product->buffer);
        return t;
    }
    t.size = (uint32_t)npu_up(size, NPU_BLOCK);
    c->taken = (uint32_t)end;
    return t;
}

bool npu_aligned(struct npu_core *c, struct npu_local t)
{
    if (t.at % NPU_BLOCK != 0)
        npu_break(c, NPU_ALIGNED, "an operand begins at byte %u", t.at);
    return c->broken == NPU_KEPT;
}

/* ---- order ---- */

void npu_begin(struct npu_core *c, enum npu_pipe pipe, uint64_t cycles)
{
    /* The scalar unit hands out all instructions, one per cycle. */
    c->clock[NPU_S]++;
    if (c->clock[pipe] < c->clock[NPU_S])
        c->clock[pipe] = c->clock[NPU_S];
    c->clock[pipe] += cycles;
    c->last[pipe] = c->next++;
}

static bool knows(const struct npu_core *c, enum npu_pipe pipe, enum npu_pipe other,
                  uint64_t number)
{
    return other == pipe || number < c->start || number <= c->seen[pipe][other];
}

static bool inside(struct npu_core *c, struct npu_local t, uint64_t size)
{
    if (size > t.size)
        npu_break(c, NPU_LOCAL, "%llu bytes of a local tensor of %u", (unsigned long long)size,
                  t.size);
    else if (t.at + size > c->product->buffer)
        npu_break(c, NPU_BUFFER, "an instruction reaches byte %llu of %u",
                  (unsigned long long)(t.at + size), c->product->buffer);
    return c->broken == NPU_KEPT;
}

const void *npu_reads(struct npu_core *c, enum npu_pipe pipe, struct npu_local t,
                      uint64_t size)
{
    if (c->broken != NPU_KEPT || !inside(c, t, size))
        return NULL;
    uint32_t last = t.at + (size == 0 ? 0 : (uint32_t)size - 1);
    for (uint32_t b = t.at / NPU_BLOCK; b <= last / NPU_BLOCK && size > 0; b++) {
        struct npu_block *k = &c->blocks[b];
        enum npu_pipe writer = (enum npu_pipe)(k->wrote & 3);
        if (k->wrote >> 2 < c->start) {
            npu_break(c, NPU_STALE, "the %s reads block %u, which nothing wrote", pipes[pipe], b);
            return NULL;
        }
        if (!knows(c, pipe, writer, k->wrote >> 2)) {
            npu_break(c, NPU_WAIT, "the %s reads block %u, which the %s may not have written",
                      pipes[pipe], b, pipes[writer]);
            return NULL;
        }
        k->read[pipe] = c->last[pipe];
    }
    return c->buffer + t.at;
}

void *npu_writes(struct npu_core *c, enum npu_pipe pipe, struct npu_local t, uint64_t size)
{
    if (c->broken != NPU_KEPT || !inside(c, t, size))
        return NULL;
    uint32_t last = t.at + (size == 0 ? 0 : (uint32_t)size - 1);
    for (uint32_t b = t.at / NPU_BLOCK; b <= last / NPU_BLOCK && size > 0; b++) {
        struct npu_block *k = &c->blocks[b];
        uint64_t number = k->wrote >> 2;
        enum npu_pipe writer = (enum npu_pipe)(k->wrote & 3);
        bool late = knows(c, pipe, writer, number);
        enum npu_pipe reader = NPU_PIPES;
        for (int r = 0; r < NPU_PIPES; r++)
            if (!knows(c, pipe, (enum npu_pipe)r, k->read[r]))
                reader = (enum npu_pipe)r;
        if (!late || reader != NPU_PIPES) {
            npu_break(c, NPU_WAIT, "the %s writes block %u, which the %s may still %s",
                      pipes[pipe], b, pipes[late ? reader : writer], late ? "read" : "write");
            return NULL;
        }
        if (pipe == NPU_IN && writer == NPU_IN && number >= c->start &&
            number != c->last[pipe] && number > c->seen[pipe][pipe]) {
            npu_break(c, NPU_BARRIER, "two copies to block %u with no barrier between", b);
            return NULL;
        }
        k->wrote = c->last[pipe] << 2 | (uint64_t)pipe;
    }
    return c->buffer + t.at;
}

static struct npu_flag *flag_of(struct npu_core *c, enum npu_pipe from, enum npu_pipe to,
                                unsigned event)
{
    if (event >= NPU_EVENTS)
        npu_break(c, NPU_EVENT, "event %u of 0 to 7", event);
    return c->broken != NPU_KEPT ? NULL : &c->flags[from][to][event];
}

void npu_set(struct npu_core *c, enum npu_pipe from, enum npu_pipe to, unsigned event)
{
    struct npu_flag *f = flag_of(c, from, to, event);
    if (f == NULL)
        return;
    if (f->set) {
        npu_break(c, NPU_FLAG_TWICE, "event %u from the %s to the %s is set already", event,
                  pipes[from], pipes[to]);
        return;
    }
    f->set = true;
    f->clock = c->clock[from];
    memcpy(f->seen, c->seen[from], sizeof f->seen);
    f->seen[from] = c->last[from];
}

void npu_wait(struct npu_core *c, enum npu_pipe from, enum npu_pipe to, unsigned event)
{
    struct npu_flag *f = flag_of(c, from, to, event);
    if (f == NULL)
        return;
    if (!f->set) {
        npu_break(c, NPU_FLAG_NEVER, "event %u from the %s to the %s is waited for, which hangs",
                  event, pipes[from], pipes[to]);
        return;
    }
    f->set = false;
    if (c->clock[to] < f->clock)
        c->clock[to] = f->clock;
    for (int p = 0; p < NPU_PIPES; p++)
        if (c->seen[to][p] < f->seen[p])
            c->seen[to][p] = f->seen[p];
}

void npu_barrier(struct npu_core *c, enum npu_pipe pipe)
{
    c->seen[pipe][pipe] = c->last[pipe];
    if (pipe == NPU_OUT)
        c->sents = 0;
}
