/* test_trace.c - what a picture says of single elements: where a value is from, and what was due.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/diagnose.h"
#include "diagnose/ruling.h"
#include "judge_case.h"
#include "tap.h"

static struct judge_case t;
static struct gat_tracer tracer;

static void traced(int64_t element, const char *kind, const char *due, const char *holds)
{
    struct gat_traced got;
    gat_trace_element(&tracer, element, &got);
    is_text(got.kind, kind, kind);
    is_text(got.due, due, "what is due");
    is_text(got.holds, holds, "what it holds");
}

/* gather of data [7,3] by [5,1,3], and one element of the answer changed after the other. */
static void gathers(void)
{
    static const int64_t some[] = {5, 1, 3};
    const int32_t zero = 0, other = 0x12345678;
    case_start(&t, "gather");
    case_data(&t, GAT_I32, SHAPE(7, 3));
    case_indices(&t, SHAPE(3), some);
    case_expect(&t);
    int32_t *data = t.member.question.data.data;
    data[20] = 0x01020304; /* nobody asks for it */
    case_put_data(&t, 0, 18);
    case_put(&t, 1, &other);
    case_put(&t, 2, &zero);
    memset(case_output(&t, 0, 3), t.reply.poison[0], 4);
    int32_t swapped = (int32_t)__builtin_bswap32((uint32_t)data[4]);
    case_put(&t, 4, &swapped);
    gat_tracer_start(&tracer, &t.x, &t.reply, 0, 0);
    traced(0, "displaced", "data[5,0]", "data[6,0]");
    traced(1, "wrong", "data[5,1]", "");
    traced(3, "unwritten", "data[1,0]", "");
    data[0] = 0x55667788;
    traced(2, "wrong", "data[5,2]", "");
    data[10] = data[19] = 0x0badcafe;
    case_put_data(&t, 5, 19);
    traced(5, "wrong", "data[1,2]", "");
    case_end(&t);
}

/* Bits that were lost are said before places that hold the same by chance. */
static void damages(void)
{
    static const int64_t some[] = {1};
    const uint32_t signalling = 0x7f800001, quiet = 0x7fc00001, cut = 0x00003344,
                   whole = 0x11223344;
    case_start(&t, "gather");
    case_data(&t, GAT_F32, SHAPE(4));
    uint32_t *data = t.member.question.data.data;
    data[1] = signalling;
    data[3] = quiet;
    case_indices(&t, SHAPE(1), some);
    case_expect(&t);
    case_put(&t, 0, &quiet);
    gat_tracer_start(&tracer, &t.x, &t.reply, 0, 0);
    traced(0, "damaged", "data[1]", "");
    data[1] = whole;
    case_expect(&t);
    case_put(&t, 0, &cut);
    gat_tracer_start(&tracer, &t.x, &t.reply, 0, 0);
    traced(0, "damaged", "data[1]", "");
    memcpy(&data[2], &cut, sizeof cut);
    traced(0, "displaced", "data[1]", "data[2]");
    case_end(&t);
}

/* A scatter: what was due from updates, and what data held before. */
static void scatters(void)
{
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_I32, SHAPE(6));
    case_indices(&t, SHAPE(2), (const int64_t[]){4, 2});
    case_updates(&t, SHAPE(2));
    case_expect(&t);
    case_put_data(&t, 4, 4);
    case_put(&t, 1, case_element(&t.member.question.updates, 1));
    gat_tracer_start(&tracer, &t.x, &t.reply, 0, 1);
    traced(4, "stale", "updates[0]", "data[4]");
    traced(1, "displaced", "data[1]", "updates[1]");
    case_end(&t);
}

/* What a call left that alone succeeded is not held against the other. */
static void alone(void)
{
    case_start(&t, "gather");
    case_data(&t, GAT_I32, SHAPE(6));
    case_indices(&t, SHAPE(2), (const int64_t[]){4, 2});
    case_expect(&t);
    for (unsigned k = 0; k < 2; k++)
        memset(case_output(&t, k, 0), t.reply.poison[0], 4);
    gat_tracer_start(&tracer, &t.x, &t.reply, 0, 0);
    traced(0, "wrong", "data[4]", "");
    t.reply.status[1] = GAT_E_INTERNAL;
    traced(0, "unwritten", "data[4]", "");
    case_end(&t);
}

/* What lies beside the operands differs from call to call, and so does what was read there. */
static void beside(void)
{
    case_start(&t, "gather");
    case_data(&t, GAT_I32, SHAPE(6));
    case_indices(&t, SHAPE(2), (const int64_t[]){4, 2});
    case_expect(&t);
    for (unsigned k = 0; k < 2; k++) {
        t.reply.outside[k] = k == 0 ? 0x11 : 0x22;
        memset(case_output(&t, k, 1), t.reply.outside[k], 4);
    }
    is_verdict(&t, GAT_V_WRONG, "bytes from beside");
    has_text(t.j.diagnosis, "what lies beside the operands, in either call: it was read there",
             "are told as such");
    ok(gat_beside_words(&t.reply, GAT_STR, 1) == NULL, "a text has no bytes of its own");
    for (unsigned k = 0; k < 2; k++) {
        t.reply.status[k] = GAT_E_INTERNAL;
        ok(gat_beside_words(&t.reply, GAT_I32, 1) == NULL, "a call that fails has none");
        t.reply.status[k] = GAT_OK;
        memset(case_output(&t, k, 1), 0x33, 1);
        ok(gat_beside_words(&t.reply, GAT_I32, 1) == NULL, "another byte is from elsewhere");
        memset(case_output(&t, k, 1), t.reply.outside[k], 1);
    }
    ok(gat_beside_words(&t.reply, GAT_I32, 1) != NULL, "as it was");
    t.reply.outside[0] = t.reply.outside[1];
    memset(case_output(&t, 0, 1), t.reply.outside[0], 4);
    ok(gat_beside_words(&t.reply, GAT_I32, 1) == NULL, "the same in both calls may be a value");
    is_verdict(&t, GAT_V_WRONG, "the same bytes");
    ok(strstr(t.j.diagnosis, "beside") == NULL, "are a value: %s", t.j.diagnosis);
    case_end(&t);
}

/* Gaps of an input hold the poison of the other call. */
static void between(void)
{
    case_start(&t, "gather");
    case_data(&t, GAT_I32, SHAPE(6));
    case_indices(&t, SHAPE(2), (const int64_t[]){4, 2});
    case_expect(&t);
    for (unsigned k = 0; k < 2; k++)
        memset(case_output(&t, k, 1), t.reply.poison[!k], 4);
    is_verdict(&t, GAT_V_WRONG, "bytes from a gap");
    has_text(t.j.diagnosis,
             "what lies between the elements of an operand, in either call: it was read there",
             "are told as such");
    case_end(&t);
}

/* Only so much is searched for one picture: 2^23 elements. */
static void searches(int64_t count, const char *kind, const char *holds)
{
    static const int64_t some[] = {9};
    const char seven = 7;
    case_start(&t, "gather");
    case_data(&t, GAT_I8, SHAPE(1));
    struct gat_array *data = &t.member.question.data;
    data->shape[0] = count;
    data->data = gat_arena_alloc(&t.arena, (size_t)count);
    ((char *)data->data)[5] = seven;
    case_indices(&t, SHAPE(1), some);
    case_expect(&t);
    case_put(&t, 0, &seven);
    gat_tracer_start(&tracer, &t.x, &t.reply, 0, 0);
    traced(0, kind, "data[9]", holds);
    case_end(&t);
}

int main(void)
{
    gathers();
    damages();
    scatters();
    alone();
    beside();
    between();
    searches(1 << 23, "displaced", "data[5]");
    searches((1 << 23) + 1, "wrong", "");
    return done();
}
