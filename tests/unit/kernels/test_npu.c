/* test_npu.c - the model of an Ascend core: each rule.
 *
 * Every kernel below breaks one rule and nothing else, and has a twin in what the
 * kernels of ascend/ do.  test_npu_paths.c asks them for more.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "npu_kernels.h"
#include "tap.h"

static char memory[8192] __attribute__((aligned(64)));
static const struct npu_global global = {memory, sizeof memory, 4};

/* ---- one rule each ---- */

static void plain_of_33(struct npu_core *c, const void *job)
{
    npu_copy_in(c, npu_take(c, 64), job, 0, 36);
}
static void beside_block(struct npu_core *c, const void *job)
{
    npu_copy_in(c, npu_from(npu_take(c, 64), 4), job, 0, 32);
}
static void vector_beside_block(struct npu_core *c, const void *job)
{
    (void)job;
    npu_fill(c, npu_from(npu_take(c, 64), 16), 1, 4);
}
static void past_tensor(struct npu_core *c, const void *job)
{
    npu_copy_in(c, npu_take(c, 32), job, 0, 64);
}
static void past_buffer(struct npu_core *c, const void *job)
{
    (void)job;
    npu_take(c, c->product->buffer);
    npu_take(c, 1);
}
static void past_memory(struct npu_core *c, const void *job)
{
    npu_copy_in(c, npu_take(c, 64), job, sizeof memory - 32, 64);
}
static void half_element(struct npu_core *c, const void *job)
{
    npu_copy_in(c, npu_take(c, 64), job, 2, 32);
}
static void many_parts(struct npu_core *c, const void *job)
{
    const struct npu_parts p = {.count = 4096, .size = 1};
    npu_pad_in(c, npu_take(c, 4096 * 32), job, 0, &p);
}
static void no_part(struct npu_core *c, const void *job)
{
    const struct npu_parts p = {.count = 1, .size = 0};
    npu_pad_in(c, npu_take(c, 32), job, 0, &p);
}
static void wide_padding(struct npu_core *c, const void *job)
{
    const struct npu_parts p = {.count = 1, .size = 4, .right = 33};
    npu_pad_in(c, npu_take(c, 64), job, 0, &p);
}
static void gather_of(struct npu_core *c, int32_t offset, uint64_t esize, bool same)
{
    struct npu_local from = npu_take(c, 64), at = npu_take(c, 32), to = npu_take(c, 64);
    npu_fill(c, from, 7, 16);
    npu_fill(c, at, offset, 8);
    npu_gather(c, same ? from : to, from, at, 0, esize, 8);
}
static void gather_bytes(struct npu_core *c, const void *job)
{
    (void)job;
    gather_of(c, 0, 1, false);
}
static void gather_half(struct npu_core *c, const void *job)
{
    (void)job;
    gather_of(c, 2, 4, false);
}
static void gather_past(struct npu_core *c, const void *job)
{
    (void)job;
    gather_of(c, 64, 4, false);
}
static void gather_same(struct npu_core *c, const void *job)
{
    (void)job;
    gather_of(c, 0, 4, true);
}
static void not_awaited(struct npu_core *c, const void *job)
{
    struct npu_local t = npu_take(c, 32);
    npu_copy_in(c, t, job, 0, 32);
    npu_scalars(c, NPU_ADDS, t, t, 1, 8);
}
static void reader_not_awaited(struct npu_core *c, const void *job)
{
    struct npu_local t = npu_take(c, 32);
    npu_fill(c, t, 1, 8);
    npu_set(c, NPU_V, NPU_OUT, 0);
    npu_wait(c, NPU_V, NPU_OUT, 0);
    npu_copy_out(c, job, 0, t, 32);
    npu_fill(c, t, 2, 8);
}
static void twice_there(struct npu_core *c, const void *job)
{
    struct npu_local t = npu_take(c, 32);
    npu_copy_in(c, t, job, 0, 32);
    npu_copy_in(c, t, job, 32, 32);
}
static void not_written(struct npu_core *c, const void *job)
{
    npu_copy_out(c, job, 0, npu_take(c, 32), 32);
}
static void event_of_8(struct npu_core *c, const void *job)
{
    (void)job;
    npu_set(c, NPU_V, NPU_S, 8);
}
static void set_twice(struct npu_core *c, const void *job)
{
    (void)job;
    npu_set(c, NPU_V, NPU_S, 0);
    npu_set(c, NPU_V, NPU_S, 0);
}
static void never_set(struct npu_core *c, const void *job)
{
    (void)job;
    npu_wait(c, NPU_V, NPU_S, 0);
}
static void left_set(struct npu_core *c, const void *job)
{
    (void)job;
    npu_set(c, NPU_V, NPU_S, 0);
}

/* Two copies out to one place. */
static void sent_twice(struct npu_core *c, const void *job, enum npu_reduction first,
                       enum npu_reduction second, bool barrier)
{
    struct npu_local t = npu_take(c, 32);
    npu_fill(c, t, 1, 8);
    npu_set(c, NPU_V, NPU_OUT, 0);
    npu_wait(c, NPU_V, NPU_OUT, 0);
    npu_atomic(c, first, GAT_I32);
    npu_copy_out(c, job, 0, t, 32);
    if (barrier)
        npu_barrier(c, NPU_OUT);
    npu_atomic(c, second, GAT_I32);
    npu_copy_out(c, job, 16, t, 32);
    npu_atomic(c, NPU_NONE, GAT_I32);
}
static void out_twice(struct npu_core *c, const void *job)
{
    sent_twice(c, job, NPU_NONE, NPU_NONE, false);
}
static void out_and_added(struct npu_core *c, const void *job)
{
    sent_twice(c, job, NPU_NONE, NPU_SUM, false);
}
static void part_out_twice(struct npu_core *c, const void *job)
{
    struct npu_local t = npu_take(c, 64);
    const struct npu_parts p = {.count = 2, .size = 4};
    npu_fill(c, t, 1, 16);
    npu_set(c, NPU_V, NPU_OUT, 0);
    npu_wait(c, NPU_V, NPU_OUT, 0);
    npu_pad_out(c, job, 0, t, &p);
    npu_pad_out(c, job, 4, t, &p);
}
static void adds_int64(struct npu_core *c, const void *job)
{
    npu_atomic(c, job != NULL ? NPU_SUM : NPU_NONE, GAT_I64);
}
static void multiplies(struct npu_core *c, const void *job)
{
    npu_atomic(c, job != NULL ? NPU_PRODUCT : NPU_NONE, GAT_F32);
}
static void adds_on(struct npu_core *c, const void *job)
{
    npu_atomic(c, job != NULL ? NPU_SUM : NPU_NONE, GAT_F32);
}

static const struct {
    npu_kernel *kernel;
    const char *rule;
} breaks[] = {
    {plain_of_33, "whole-blocks"},      {beside_block, "block-aligned"},
    {vector_beside_block, "block-aligned"}, {past_tensor, "local-range"},
    {past_buffer, "buffer-size"},       {past_memory, "global-range"},
    {half_element, "element-aligned"},  {many_parts, "pad-limits"},
    {no_part, "pad-limits"},            {wide_padding, "pad-limits"},
    {gather_bytes, "gather-type"},      {gather_half, "gather-offset"},
    {gather_past, "gather-range"},      {gather_same, "gather-overlap"},
    {not_awaited, "pipe-wait"},         {reader_not_awaited, "pipe-wait"},
    {twice_there, "pipe-barrier"},      {not_written, "stale-read"},
    {event_of_8, "event-id"},           {set_twice, "flag-set-twice"},
    {never_set, "flag-never-set"},      {left_set, "flag-left-set"},
    {out_twice, "pipe-barrier"},        {out_and_added, "pipe-barrier"},
    {part_out_twice, "pipe-barrier"},   {adds_int64, "atomic-type"},
    {multiplies, "atomic-type"},        {adds_on, "atomic-left-set"},
};

/* The rules allow the same instructions in the order that they need. */
static void in_order(struct npu_core *c, const void *job)
{
    struct npu_local t = npu_take(c, 64), u = npu_take(c, 32);
    const struct npu_parts p = {.count = 1, .size = 5};
    npu_copy_in(c, t, job, 0, 64);
    npu_set(c, NPU_IN, NPU_V, 0);
    npu_wait(c, NPU_IN, NPU_V, 0);
    npu_scalars(c, NPU_ADDS, t, t, 1, 16);
    npu_set(c, NPU_V, NPU_IN, 7);
    npu_wait(c, NPU_V, NPU_IN, 7);
    npu_pad_in(c, t, job, 0, &p);
    npu_barrier(c, NPU_IN);
    npu_pad_in(c, t, job, 0, &p);
    npu_fill(c, u, 9, 8);
    npu_set(c, NPU_V, NPU_OUT, 1);
    npu_wait(c, NPU_V, NPU_OUT, 1);
    npu_copy_out(c, job, 96, u, 32);
}

static void added_twice(struct npu_core *c, const void *job)
{
    sent_twice(c, job, NPU_NONE, NPU_SUM, true);
    sent_twice(c, job, NPU_SUM, NPU_SUM, true);
}

/* Two elements and their combination, each as bits, low half first. */
static void numbers(void)
{
    static const struct {
        enum gat_dtype type;
        enum npu_reduction how;
        uint64_t a, b, want;
    } joins[] = {
        {GAT_I8, NPU_SUM, 0x7f, 0x01, 0x80},
        {GAT_U8, NPU_PRODUCT, 0x10, 0x11, 0x10},
        {GAT_I16, NPU_LEAST, 0xffff, 0x0001, 0xffff},
        {GAT_U16, NPU_LEAST, 0xffff, 0x0001, 0x0001},
        {GAT_I32, NPU_MOST, 0x80000000, 0x7f, 0x7f},
        {GAT_U64, NPU_MOST, UINT64_MAX, 1, UINT64_MAX},
        {GAT_I64, NPU_PRODUCT, UINT64_MAX, 7, (uint64_t)-7},
        {GAT_F16, NPU_SUM, 0x3c00, 0x1000, 0x3c00},     /* 1 + 2^-11: to even, 1 */
        {GAT_F16, NPU_SUM, 0x3c01, 0x1000, 0x3c02},     /* 1.0009765625 + 2^-11: to even, up */
        {GAT_F16, NPU_SUM, 0x7bff, 0x7bff, 0x7c00},     /* 65504 twice: infinity */
        {GAT_F16, NPU_PRODUCT, 0x0001, 0x3800, 0x0000}, /* half of the least: to even, 0 */
        {GAT_F16, NPU_PRODUCT, 0x0003, 0x3800, 0x0002},
        {GAT_F16, NPU_SUM, 0x03ff, 0x0001, 0x0400},      /* the greatest denormal and the least */
        {GAT_F16, NPU_LEAST, 0x3c00, 0x7e01, 0x7e00},    /* NaN stays */
        {GAT_BF16, NPU_PRODUCT, 0x4040, 0xc000, 0xc0c0}, /* 3 * -2 */
        {GAT_BF16, NPU_MOST, 0x7fc0, 0x3f80, 0x7fc0},
        {GAT_F32, NPU_SUM, 0x4b800000, 0x3f800000, 0x4b800000}, /* 2^24 + 1: to even */
        {GAT_F32, NPU_MOST, 0xbf800000, 0xff800000, 0xbf800000}};
    for (size_t k = 0; k < sizeof joins / sizeof joins[0]; k++) {
        uint64_t a = joins[k].a;
        npu_join(joins[k].type, joins[k].how, &a, &joins[k].b);
        ok(a == joins[k].want, "two elements made one, number %zu: %llx", k, (unsigned long long)a);
    }
    ok(npu_joins(GAT_F64) == 0 && npu_joins(GAT_BF16) == 2, "bfloat16 has two bytes; no doubles");
}

static void rules(void)
{
    struct npu_ran ran;
    struct npu_device *d = npu_device_new(&npu_products[0], 1, false);
    for (size_t k = 0; k < sizeof breaks / sizeof breaks[0]; k++) {
        char start[40];
        snprintf(start, sizeof start, "%s: ", breaks[k].rule);
        bool kept = npu_launch(d, breaks[k].kernel, &global, 1, true, &ran);
        ok(!kept && strncmp(ran.why, start, strlen(start)) == 0, "%s", breaks[k].rule);
        if (strncmp(ran.why, start, strlen(start)) != 0)
            printf("#   %s\n", ran.why);
    }
    ok(npu_launch(d, in_order, &global, 1, true, &ran), "what keeps the rules: %s", ran.why);
    memset(memory, 0, 64);
    ok(npu_launch(d, added_twice, &global, 1, true, &ran), "copies that add: %s", ran.why);
    const int32_t *sums = (const int32_t *)(const void *)memory;
    ok(sums[0] == 2 && sums[4] == 4 && sums[8] == 2, "and have added: %d %d %d", sums[0], sums[4],
       sums[8]);
    npu_launch(d, in_order, &global, 1, true, &ran);
    is_int((int64_t)ran.counters.padding, 54, "two parts of 5 bytes are padded by 27 each");
    ok(npu_device_new(&npu_products[0], 49, false) == NULL, "core-count");
    npu_device_free(d);
    d = npu_device_new(&npu_products[1], 1, false);
    ok(npu_launch(d, gather_bytes, &global, 1, true, &ran), "950 gathers bytes: %s", ran.why);
    npu_device_free(d);
}

/* Work that overlaps takes less time than the same in turn. */
static void copies(struct npu_core *c, const struct npu_global *g, bool in_turn)
{
    struct npu_local t[2] = {npu_take(c, 4096), npu_take(c, 4096)};
    npu_slots_open(c, NPU_OUT, NPU_IN, 0);
    for (unsigned k = 0; k < 16; k++) {
        unsigned slot = in_turn ? 0 : k & 1;
        npu_wait(c, NPU_OUT, NPU_IN, slot);
        npu_copy_in(c, t[slot], g, 0, 4096);
        npu_set(c, NPU_IN, NPU_OUT, slot);
        npu_wait(c, NPU_IN, NPU_OUT, slot);
        npu_copy_out(c, g, 4096, t[slot], 4096);
        npu_barrier(c, NPU_OUT); /* the same bytes each time */
        npu_set(c, NPU_OUT, NPU_IN, slot);
    }
    npu_slots_close(c, NPU_OUT, NPU_IN, 0);
}
static void turns(struct npu_core *c, const void *job)
{
    copies(c, job, true);
}
static void overlaps(struct npu_core *c, const void *job)
{
    copies(c, job, false);
}
static void cycles(void)
{
    struct npu_ran one, two;
    struct npu_device *d = npu_device_new(&npu_products[0], 1, false);
    bool kept = npu_launch(d, turns, &global, 1, true, &one) &&
                npu_launch(d, overlaps, &global, 1, true, &two);
    ok(kept && two.counters.cycles * 3 < one.counters.cycles * 2,
       "ping and pong overlap: %llu cycles, in turn %llu", (unsigned long long)two.counters.cycles,
       (unsigned long long)one.counters.cycles);
    npu_device_free(d);
}

int main(void)
{
    rules();
    numbers();
    cycles();
    return done();
}
