/* standin_kernels.c - stands in for the library of AICPU kernels: for 64-bit Arm, with its one
 * entry, and three kernels over int32 and float32.
 *
 * It reads what it is called with by itself, and refuses what is not as the entry wants it.
 * STANDIN=word in the environment makes it do one thing wrong.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 8, ENTRY_REFUSES = 7, KERNEL_REFUSES = -1, FLOAT = 0, INT32 = 3, INT64 = 9, HEAD_SIZE = 20 };

/* What the real library wants of the program that loads it. */
int snprintf_s(char *to, size_t size, size_t count, const char *format, ...);
int vsnprintf_s(char *to, size_t size, size_t count, const char *format, va_list args);
int vsnprintf_truncated_s(char *to, size_t size, const char *format, va_list args);
uint32_t RunCpuKernel(void *param);

struct tensor {
    int64_t extents[MOST], type;
    unsigned rank;
    char *bytes;
};
struct node {
    char op[32];
    unsigned n_inputs, n_outputs;
    struct tensor inputs[MOST], output;
};

static int fault_is(const char *word)
{
    const char *fault = getenv("STANDIN");
    return fault != NULL && strcmp(fault, word) == 0;
}

/* ---- the message ---- */

struct reader {
    const unsigned char *at, *end;
    int bad;
};

static uint64_t number_read(struct reader *r)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 70 && r->at < r->end; shift += 7) {
        value |= (uint64_t)(*r->at & 127) << (shift < 64 ? shift : 0);
        if (*r->at++ < 128)
            return value;
    }
    r->bad = 1;
    return 0;
}

/* The next field; a field of bytes is what `inside` reads then. 0 at the end. */
static unsigned field_read(struct reader *r, uint64_t *value, struct reader *inside)
{
    if (r->at == r->end || r->bad)
        return 0;
    uint64_t key = number_read(r);
    *value = number_read(r);
    *inside = (struct reader){0};
    if ((key & 7) == 2) {
        if (*value > (uint64_t)(r->end - r->at))
            r->bad = 1;
        *inside = (struct reader){r->at, r->at + (r->bad ? 0 : *value), r->bad};
        r->at = inside->end;
    } else if ((key & 7) != 0) {
        r->bad = 1;
    }
    return (unsigned)(key >> 3);
}

static int tensor_read(struct reader r, struct tensor *t)
{
    uint64_t value;
    struct reader shape, extent, nothing;
    *t = (struct tensor){.type = -1};
    for (unsigned f; (f = field_read(&r, &value, &shape)) != 0;) {
        if (f == 2)
            t->type = (int64_t)value;
        for (unsigned g; f == 1 && (g = field_read(&shape, &value, &extent)) != 0;)
            if (g == 2 && field_read(&extent, &value, &nothing) == 1 && t->rank < MOST)
                t->extents[t->rank++] = (int64_t)value;
    }
    return !r.bad && t->type >= 0;
}

static int node_read(struct reader r, struct node *n)
{
    uint64_t value;
    struct reader inside;
    *n = (struct node){0};
    for (unsigned f; (f = field_read(&r, &value, &inside)) != 0;) {
        if (f == 2 && value < sizeof n->op)
            memcpy(n->op, inside.at, value);
        else if (f == 4 && n->n_inputs < MOST && tensor_read(inside, &n->inputs[n->n_inputs]))
            n->n_inputs++;
        else if (f == 5 && tensor_read(inside, &n->output))
            n->n_outputs++;
        else
            return 0;
    }
    return !r.bad && n->n_outputs == 1;
}

/* ---- the kernels ---- */

static int64_t count(const struct tensor *t, unsigned from, unsigned to)
{
    int64_t n = 1;
    for (unsigned d = from; d < to; d++)
        n *= t->extents[d];
    return n;
}

static int64_t index_at(const struct tensor *t, int64_t k)
{
    int64_t wide = 0;
    int32_t narrow = 0;
    memcpy(t->type == INT64 ? (void *)&wide : (void *)&narrow, t->bytes + k * (t->type == INT64 ? 8 : 4),
           t->type == INT64 ? 8 : 4);
    return wide + narrow;
}

/* The row of `whole` that tuple k names, or -1. */
static int64_t row_of(const struct tensor *whole, const struct tensor *indices, int64_t k)
{
    int64_t depth = indices->extents[indices->rank - 1], row = 0;
    for (int64_t d = 0; d < depth; d++) {
        int64_t index = index_at(indices, k * depth + d), extent = whole->extents[d];
        if (index < 0 || (index >= extent && !fault_is("unchecked")))
            return -1;
        row = row * extent + index;
    }
    return row;
}

static void add(int64_t type, char *to, const char *from)
{
    float f, more;
    uint32_t u, further;
    if (type == FLOAT) {
        memcpy(&f, to, 4);
        memcpy(&more, from, 4);
        f += more;
        memcpy(to, &f, 4);
    } else {
        memcpy(&u, to, 4);
        memcpy(&further, from, 4);
        u += further;
        memcpy(to, &u, 4);
    }
}

static int move(const struct node *n, const struct tensor *whole, const struct tensor *indices,
                const struct tensor *updates, int adds)
{
    int64_t depth = indices->extents[indices->rank - 1];
    if (indices->rank == 0 || depth > whole->rank || (whole->type != FLOAT && whole->type != INT32))
        return KERNEL_REFUSES;
    int64_t row = count(whole, (unsigned)depth, whole->rank), tuples = count(indices, 0, indices->rank - 1);
    if (updates != NULL && (updates->type != whole->type || count(updates, 0, updates->rank) != tuples * row))
        return KERNEL_REFUSES;
    for (int64_t k = 0; k < tuples; k++) {
        int64_t at = row_of(whole, indices, k);
        if (at < 0)
            return KERNEL_REFUSES;
        if (updates == NULL)
            memcpy(n->output.bytes + 4 * k * row, whole->bytes + 4 * at * row, (size_t)(4 * row));
        else if (!adds)
            memcpy(n->output.bytes + 4 * at * row, updates->bytes + 4 * k * row, (size_t)(4 * row));
        for (int64_t e = 0; adds && e < row; e++)
            add(whole->type, n->output.bytes + 4 * (at * row + e), updates->bytes + 4 * (k * row + e));
    }
    return 0;
}

static int kernel_run(struct node *n)
{
    struct tensor *in = n->inputs;
    size_t size = (size_t)(4 * count(&n->output, 0, n->output.rank));
    int64_t extent;
    if (strcmp(n->op, "GatherNd") == 0 && n->n_inputs == 2)
        return move(n, &in[0], &in[1], NULL, 0);
    if (strcmp(n->op, "TensorScatterUpdate") == 0 && n->n_inputs == 3) {
        memcpy(n->output.bytes, in[0].bytes, size);
        return move(n, &in[0], &in[1], &in[2], 0);
    }
    if (strcmp(n->op, "ScatterNd") != 0 || n->n_inputs != 3 || in[2].type != INT64 || in[2].rank != 1 ||
        in[2].extents[0] != n->output.rank)
        return ENTRY_REFUSES;
    for (unsigned d = 0; d < n->output.rank; d++) {
        memcpy(&extent, in[2].bytes + 8 * d, 8);
        if (extent != n->output.extents[d])
            return ENTRY_REFUSES;
    }
    memset(n->output.bytes, 0, size);
    return move(n, &n->output, &in[0], &in[1], 1);
}

static void misbehave(const struct node *n)
{
    size_t size = (size_t)(4 * count(&n->output, 0, n->output.rank));
    if (fault_is("writes-input"))
        n->inputs[0].bytes[0] ^= 1;
    if (fault_is("writes-past"))
        n->output.bytes[size] = 1;
    if (fault_is("writes-before"))
        n->output.bytes[-1] = 1;
    if (fault_is("exits"))
        _exit(3);
    while (fault_is("hangs"))
        usleep(1000);
}

uint32_t RunCpuKernel(void *param)
{
    uint32_t length, n_addresses, extra_length, size;
    uint64_t extra, addresses[MOST];
    const char *at = param;
    struct node n;
    memcpy(&length, at, 4);
    memcpy(&n_addresses, at + 4, 4);
    memcpy(&extra_length, at + 8, 4);
    memcpy(&extra, at + 12, 8);
    if (n_addresses > MOST || extra_length != 0 || extra != 0)
        return ENTRY_REFUSES;
    memcpy(addresses, at + HEAD_SIZE, 8 * n_addresses);
    memcpy(&size, at + HEAD_SIZE + 8 * n_addresses, 4);
    const unsigned char *message = (const unsigned char *)at + HEAD_SIZE + 8 * n_addresses + 4;
    if (length != HEAD_SIZE + 8 * n_addresses + 4 + size || !node_read((struct reader){message, message + size, 0}, &n) ||
        n.n_inputs + 1 != n_addresses)
        return ENTRY_REFUSES;
    for (unsigned k = 0; k < n.n_inputs; k++)
        n.inputs[k].bytes = (char *)(uintptr_t)addresses[k];
    n.output.bytes = (char *)(uintptr_t)addresses[n.n_inputs];
    char text[4];
    if (snprintf_s(text, sizeof text, 3, "%d", 123) != 3 || snprintf_s(text, sizeof text, 3, "%d", 1234) != -1)
        return ENTRY_REFUSES;
    int code = kernel_run(&n);
    misbehave(&n);
    return (uint32_t)code;
}
