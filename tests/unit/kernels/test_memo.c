/* test_memo.c - opt remembers a call: the same call with other addresses is not read
 * again, and any other difference makes it another call.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "dtype.h"
#include "opt.h"
#include "tap.h"

struct letter { /* one call with everything that it points to */
    struct gat_call call;
    struct gat_operand operands[4];
    struct gat_attr attrs[3];
    int64_t shapes[4][2];
    float data[6], updates[4], output[6];
    int64_t indices[4];
};

static struct opt *opt;
static struct letter m;

static struct gat_operand *operand_add(const char *name, void *data, enum gat_dtype t,
                                       int64_t d0, int64_t d1)
{
    struct gat_operand *o = &m.operands[m.call.n_operands];
    int64_t *shape = m.shapes[m.call.n_operands++];
    shape[0] = d0;
    shape[1] = d1;
    o->name = name;
    o->form = GAT_TENSOR;
    o->tensor = (struct gat_tensor){
        .data = data, .ndim = 2, .type = gat_dtype_code(t), .shape = shape};
    return o;
}

/* Of 3 x 2 numbers those that 2 x 2 indices name, or that many updates. */
static void letter_write(const char *op, const char *variant)
{
    memset(&m, 0, sizeof m);
    m.call = (struct gat_call){.struct_size = sizeof m.call, .op = op, .variant = variant,
                               .profile = "", .operands = m.operands, .attrs = m.attrs,
                               .n_attrs = 1};
    m.attrs[0] = (struct gat_attr){.name = "axis", .i = 0};
    operand_add("data", m.data, GAT_F32, 3, 2);
    operand_add("indices", m.indices, GAT_I64, 2, 2);
    bool scatters = strncmp(op, "scatter", 7) == 0;
    if (scatters)
        operand_add("updates", m.updates, GAT_F32, 2, 2);
    operand_add("output", m.output, GAT_F32, scatters ? 3 : 2, 2);
}

static const struct ref_case *c;
static const struct ref_answer *a;

static bool again(void)
{
    return opt_call_again(opt, &m.call, &c, &a);
}

static bool is_read(void)
{
    return opt_call_read(opt, &m.call, ref_case_from_call, &c, &a) == GAT_OK;
}

static void test_addresses(void)
{
    static float elsewhere[3][6];
    static int64_t indices[4];
    letter_write("scatter_elements", "onnx-11");
    ok(!again(), "no call was before");
    ok(is_read() && again(), "a call, and the same again");
    ok(c->data.data == m.data && c->indices.data == m.indices && c->updates.data == m.updates &&
           a->output.data == m.output,
       "its addresses");
    m.operands[0].tensor.data = elsewhere[0];
    m.operands[1].tensor.data = indices;
    m.operands[2].tensor.data = elsewhere[1];
    m.operands[3].tensor.data = elsewhere[2];
    ok(again(), "other addresses are the same call");
    ok(c->data.data == elsewhere[0] && c->indices.data == indices &&
           c->updates.data == elsewhere[1] && a->output.data == elsewhere[2],
       "and each is taken over");
    ok(c->data.shape[0] == 3 && a->axis == 0, "what it means stays");
    letter_write("gather_elements", "onnx-11");
    ok(is_read() && again() && a->output.data == m.output, "fewer operands have no others");
}

/* One change at a time makes it another call, and without it all is as before. */
#define IS_OTHER(place, value, name)                                           \
    do {                                                                       \
        __typeof__(place) was = (place);                                       \
        (place) = (value);                                                     \
        ok(!again(), "another call: %s", name);                                \
        (place) = was;                                                         \
        ok(again(), "and back: %s", name);                                     \
    } while (0)

static void test_differences(void)
{
    static const int64_t strides[] = {1, 3};
    letter_write("gather_elements", "onnx-13");
    ok(is_read() && again(), "a call, and the same again");
    struct gat_operand *last = &m.operands[2];
    IS_OTHER(m.call.op, "gather", "operator");
    IS_OTHER(m.call.variant, "onnx-11", "variant");
    IS_OTHER(m.call.profile, "cpu", "profile");
    IS_OTHER(m.call.n_attrs, 0, "no attribute");
    IS_OTHER(m.call.n_operands, 2, "an operand less");
    IS_OTHER(m.attrs[0].i, 1, "value of an attribute");
    IS_OTHER(m.attrs[0].name, "batch_dims", "name of an attribute");
    IS_OTHER(m.attrs[0].kind, GAT_ATTR_FLOAT, "kind of an attribute");
    IS_OTHER(last->name, "updates", "name of an operand");
    IS_OTHER(last->form, GAT_ABSENT, "form of an operand");
    IS_OTHER(last->tensor.ndim, 1, "rank");
    IS_OTHER(last->tensor.strides, strides, "a view");
    IS_OTHER(last->tensor.byte_offset, 1, "an offset");
    IS_OTHER(last->tensor.type.code, 1, "class of the type");
    IS_OTHER(last->tensor.type.bits, 64, "bits of the type");
    IS_OTHER(last->tensor.type.lanes, 2, "lanes of the type");
    IS_OTHER(m.shapes[2][0], 3, "an extent");
    IS_OTHER(m.shapes[2][1], 3, "the last extent");
    IS_OTHER(m.shapes[0][0], 4, "an extent of the first operand");
}

/* A call that cannot be kept whole is not kept at all. */
static void test_not_kept(void)
{
    letter_write("gather_elements", "onnx-13");
    ok(is_read() && again(), "a call, and the same again");
    m.operands[1].tensor.type = gat_dtype_code(GAT_F32);
    ok(!is_read() && !again(), "a call that is refused is forgotten with the one before");
    letter_write("gather_elements", "onnx-13");
    m.call.n_operands = 2;
    ok(!is_read() && !again(), "no call without an output");
    letter_write("gather", "mindspore-2.x");
    m.call.profile = "cpu";
    m.call.n_attrs = 0;
    m.operands[1].tensor.ndim = 1;
    int64_t axis = 0;
    operand_add("axis", &axis, GAT_I64, 1, 1)->tensor.ndim = 0;
    is_int(opt_call_read(opt, &m.call, ref_case_from_call, &c, &a), GAT_OK,
           "an axis that is a tensor");
    ok(!again(), "decides by its value");
}

int main(void)
{
    struct opt_setup setup;
    char why[200];
    if (!opt_setup_read("threads=1", &setup, why, sizeof why))
        return 1;
    size_t size = (opt_size(&setup) + 63) & ~(size_t)63;
    opt = aligned_alloc(64, size);
    if (opt == NULL)
        return 1;
    memset(opt, 0, size);
    opt_start(opt, &setup);
    test_addresses();
    test_differences();
    test_not_kept();
    opt_stop(opt);
    free(opt);
    return done();
}
