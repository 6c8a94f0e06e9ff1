/* test_compact.c - a call with views, and what a kernel and its caller see of it.
 *
 * The kernel here looks at what it gets and doubles it; the memory comes from a table,
 * so that every byte beside the copies can be looked at.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "dtype.h"
#include "ref.h"
#include "tap.h"

enum { ROOM = 1024, CANARY = 0x5A };

static _Alignas(64) unsigned char room[ROOM];
static size_t taken;
static unsigned takes, gives, runs;
static bool refuse;

static void *take(size_t size)
{
    takes++;
    taken = size;
    memset(room, CANARY, sizeof room);
    return refuse || size > sizeof room ? NULL : room;
}

static void give(void *memory)
{
    gives += memory == room;
}

static struct gat_call call;
static struct gat_operand operands[9];
static float data[12], output[12];
static int16_t indices[12];
static int64_t shape[] = {2, 3}, two_apart[] = {6, 2}, turned[] = {1, 4}, compact[] = {3, 1};

static void call_write(void)
{
    memset(&call, 0, sizeof call);
    memset(operands, 0, sizeof operands);
    for (int k = 0; k < 12; k++) {
        data[k] = (float)k;
        output[k] = (float)(100 + k);
        indices[k] = (int16_t)(20 + k);
    }
    for (int k = 0; k < 9; k++) {
        operands[k].role = GAT_IN;
        operands[k].form = GAT_TENSOR;
        operands[k].tensor = (struct gat_tensor){
            .data = data, .ndim = 2, .shape = shape, .type = gat_dtype_code(GAT_F32)};
    }
    operands[0].tensor.strides = two_apart;
    operands[0].tensor.byte_offset = 4;
    operands[1].tensor.data = indices;
    operands[1].tensor.type = gat_dtype_code(GAT_I16);
    operands[2].role = GAT_OUT;
    operands[2].tensor.data = output;
    operands[2].tensor.strides = turned;
    call.operands = operands;
    call.n_operands = 3;
    takes = gives = runs = 0;
    taken = 0;
    refuse = false;
}

static bool is_plain(const struct gat_tensor *t)
{
    return t->strides == NULL && t->byte_offset == 0 && t->shape == shape && t->ndim == 2;
}

/* The five first elements: the sixth stays open. */
static gat_status doubled(void *context, const struct gat_call *seen)
{
    static const float due[] = {1, 3, 5, 7, 9, 11}, before[] = {100, 104, 108, 101, 105, 109};
    const struct gat_tensor *in = &seen->operands[0].tensor, *out = &seen->operands[2].tensor;
    runs++;
    ok(is_plain(in) && in->data == room && memcmp(in->data, due, sizeof due) == 0,
       "the kernel sees a compact copy of data");
    ok(seen->operands[1].tensor.data == indices, "what is no view, it sees itself");
    ok(is_plain(out) && out->data == room + 64 && memcmp(out->data, before, sizeof before) == 0,
       "and a compact copy of the output as it was");
    for (int k = 0; k < 5; k++)
        ((float *)out->data)[k] = 2 * due[k];
    return *(gat_status *)context;
}

static bool output_is(const float *due)
{
    return memcmp(output, due, sizeof output) == 0;
}

static void views(void)
{
    static const float answer[] = {2, 14, 102, 103, 6, 18, 106, 107, 10, 109, 110, 111};
    static const float untouched[] = {100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111};
    gat_status status = GAT_OK;
    call_write();
    is_int(ref_call_compact(&status, &call, doubled, take, give), GAT_OK, "a call with views");
    ok(output_is(answer), "the answer lies where the caller's strides say, and nowhere else");
    is_int((int64_t)taken, 128, "room for two copies");
    ok(takes == 1 && gives == 1 && runs == 1, "taken once, given back once");
    ok(data[1] == 1 && data[11] == 11, "data stay as they were");
    call_write();
    status = GAT_E_RANGE;
    is_int(ref_call_compact(&status, &call, doubled, take, give), GAT_E_RANGE,
           "an error is passed on");
    ok(output_is(untouched), "and leaves the caller's output alone");
    is_int(gives, 1, "the room is given back");
    call_write();
    refuse = true;
    is_int(ref_call_compact(&status, &call, doubled, take, give), GAT_E_NOMEM, "no room");
    ok(runs == 0 && gives == 0, "no kernel runs, nothing is given back");
}

/* A call that goes to the kernel as it is. */
static gat_status as_it_is(void *context, const struct gat_call *seen)
{
    (void)context;
    runs++;
    return seen == &call ? GAT_OK : GAT_E_INTERNAL;
}

static void passes(const char *name)
{
    gat_status status = ref_call_compact(NULL, &call, as_it_is, take, give);
    ok(status == GAT_OK && runs == 1 && takes == 0, "as it is: %s", name);
    call_write();
}

static void no_copies(void)
{
    call_write();
    operands[0].tensor.strides = operands[2].tensor.strides = NULL;
    passes("no views");
    operands[0].form = operands[2].form = GAT_ABSENT;
    passes("operands that are absent");
    call.n_operands = 9;
    passes("nine operands");
    operands[2].tensor.ndim = -1;
    passes("rank -1");
    operands[2].tensor.ndim = GAT_MAX_RANK + 1;
    passes("rank 17");
    operands[2].tensor.type.lanes = 3;
    passes("a type of no name");
    operands[2].tensor.shape = (const int64_t[]){INT64_C(1) << 40, INT64_C(1) << 40};
    passes("a size that overflows");
    operands[2].tensor.shape = (const int64_t[]){INT64_C(1) << 31, INT64_C(1) << 31};
    passes("bytes that overflow");
    operands[2].tensor.ndim = 1;
    operands[2].tensor.shape = (const int64_t[]){INT64_MAX};
    operands[2].tensor.type = gat_dtype_code(GAT_I16);
    passes("bytes that overflow when they are rounded up");
    operands[0].tensor.shape = operands[2].tensor.shape =
        (const int64_t[]){INT64_C(1) << 31, INT64_C(1) << 30};
    passes("bytes of two that overflow");
}

static gat_status counted(void *context, const struct gat_call *seen)
{
    runs++;
    *(uint64_t *)context = seen->n_operands;
    return GAT_OK;
}

static void sizes(void)
{
    static double scalar = 5;
    uint64_t n = 0;
    call_write();
    call.n_operands = 8;
    for (int k = 0; k < 8; k++)
        operands[k].tensor.strides = compact;
    operands[1].tensor.data = data;
    operands[0].tensor.byte_offset = 0;
    is_int(ref_call_compact(&n, &call, counted, take, give), GAT_OK, "eight views");
    ok(n == 8 && runs == 1 && taken == 512, "are copied");
    call_write();
    call.n_operands = 1;
    operands[0].tensor = (struct gat_tensor){
        .data = &scalar, .shape = shape, .strides = shape, .type = gat_dtype_code(GAT_F64)};
    is_int(ref_call_compact(&n, &call, counted, take, give), GAT_OK, "a scalar with strides");
    ok(taken == 64 && memcmp(room, &scalar, 8) == 0 && room[8] == CANARY, "is copied");
    call_write();
    call.n_operands = 1;
    operands[0].tensor.shape = (const int64_t[]){0, 3};
    is_int(ref_call_compact(&n, &call, counted, take, give), GAT_OK, "an empty view");
    ok(takes == 1 && gives == 1 && room[0] == CANARY, "has a copy of no bytes");
    static int8_t row[128];
    operands[0].tensor = (struct gat_tensor){.data = row,
                                             .ndim = 1,
                                             .shape = (const int64_t[]){64},
                                             .strides = (const int64_t[]){2},
                                             .type = gat_dtype_code(GAT_I8)};
    is_int(ref_call_compact(&n, &call, counted, take, give), GAT_OK, "64 bytes");
    ok(taken >= 64 && taken % 64 == 0 && room[63] == 0 && room[64] == CANARY, "fit their copy");
}

int main(void)
{
    views();
    no_copies();
    sizes();
    return done();
}
