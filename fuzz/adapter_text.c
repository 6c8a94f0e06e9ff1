/* adapter_text.c - any bytes as what an adapter answers to a call: an answer with a status
 * and a shape, or a sentence about what is wrong with it.
 *
 * The first byte chooses the output of the call.  A line always ends here: a program that
 * falls silent is a matter of time limits.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "dtype.h"
#include "target.h"
#include "worker/adapter.h"
#include "worker/adapter_call.h"

enum { MEMORY = 4096, LONGEST = 16384, ROOM = 256 };

struct letter {
    struct gat_adapter a;
    unsigned char output[ROOM]; /* the bytes beside it may be written to, too */
    int64_t shape[2], indices_shape[1], indices[2];
    struct gat_operand operands[2];
    struct gat_call call;
};

static struct gat_tensor tensor_make(void *data, enum gat_dtype t, int32_t ndim,
                                     const int64_t *shape)
{
    return (struct gat_tensor){
        .data = data, .device = {1, 0}, .ndim = ndim, .type = gat_dtype_code(t), .shape = shape};
}

/* The memory of the line stays: it is large. */
static void letter_make(struct letter *l, unsigned output)
{
    static struct gat_arena arena;
    static unsigned char in[MEMORY], out[MEMORY];
    char *text = l->a.text != NULL ? l->a.text : gat_arena_raw(&arena, GAT_LONGEST_LINE);
    memset(l, 0, sizeof *l);
    l->shape[0] = output % 3;
    l->shape[1] = 2;
    l->indices_shape[0] = 2;
    l->a.path = "adapter";
    l->a.text = text;
    l->a.in = (struct gat_shared){-1, in, MEMORY};
    l->a.out = (struct gat_shared){-1, out, MEMORY};
    l->operands[0] = (struct gat_operand){
        "indices", GAT_IN, GAT_TENSOR, tensor_make(l->indices, GAT_I64, 1, l->indices_shape)};
    l->operands[1] = (struct gat_operand){
        "output", GAT_OUT, GAT_TENSOR,
        tensor_make(l->output + ROOM / 4, output % 2 != 0 ? GAT_STR : GAT_F32, 2, l->shape)};
    l->call = (struct gat_call){.struct_size = sizeof l->call, .op = "gather", .variant = "onnx-13",
                                .profile = "", .operands = l->operands, .n_operands = 2};
}

static void answer_check(const struct letter *l, gat_status status)
{
    const struct gat_inferred *s = gat_adapter_stated(&l->a);
    HOLDS(status >= GAT_OK && status <= GAT_E_FAULT);
    HOLDS(gat_adapter_touched(&l->a)->operand <= l->call.n_operands);
    HOLDS(memchr(l->a.error, '\0', sizeof l->a.error) != NULL);
    if (status != GAT_OK)
        return;
    HOLDS(s->ndim >= -1 && s->ndim <= GAT_MAX_RANK);
    for (int32_t d = 0; d < s->ndim; d++)
        HOLDS(s->shape[d] >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct gat_arena arena;
    static struct letter l;
    int pair[2];
    size_t n = size > LONGEST ? LONGEST : size;
    if (n == 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return 0;
    letter_make(&l, bytes[0]);
    l.a.line = pair[0];
    unsigned char *line = gat_arena_raw(&arena, n);
    memcpy(line, bytes + 1, n - 1);
    line[n - 1] = '\n';
    HOLDS(send(pair[1], line, n, 0) == (ssize_t)n);
    answer_check(&l, gat_adapter_run(&l.a, &l.call));
    close(pair[0]);
    close(pair[1]);
    gat_arena_reset(&arena);
    return 0;
}
