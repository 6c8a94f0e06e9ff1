/* test_call.c - calls of the plug-in contract as the backends ref and opt take them.
 *
 * The table of variants is the one that the build makes from specs/.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "dtype.h"
#include "ref.h"
#include "tap.h"

/* One call with everything that it points to. */
struct letter {
    struct gat_call call;
    struct gat_operand operands[5];
    struct gat_attr attrs[4];
    int64_t shapes[5][GAT_MAX_RANK];
    float data[12], output[12];
    int64_t indices[4];
};

static struct gat_operand *operand_add(struct letter *m, const char *name, void *data,
                                       enum gat_dtype t, int32_t ndim, int64_t d0,
                                       int64_t d1)
{
    struct gat_operand *o = &m->operands[m->call.n_operands];
    int64_t *shape = m->shapes[m->call.n_operands++];
    shape[0] = d0;
    shape[1] = d1;
    o->name = name;
    o->form = GAT_TENSOR;
    o->tensor = (struct gat_tensor){.data = data, .ndim = ndim, .type = gat_dtype_code(t),
                                    .shape = shape};
    return o;
}

/* Rows 2 and 0 of a 3 x 2 tensor. */
static void letter_write(struct letter *m, const char *op, const char *variant)
{
    memset(m, 0, sizeof *m);
    for (int k = 0; k < 12; k++)
        m->data[k] = (float)k;
    m->indices[0] = 2;
    m->call.struct_size = sizeof m->call;
    m->call.op = op;
    m->call.variant = variant;
    m->call.profile = "";
    m->call.operands = m->operands;
    m->call.attrs = m->attrs;
    operand_add(m, "data", m->data, GAT_F32, 2, 3, 2);
    operand_add(m, "indices", m->indices, GAT_I64, 1, 2, 0);
    operand_add(m, "output", m->output, GAT_F32, 2, 2, 2);
}

static struct gat_attr *attr_add(struct letter *m, const char *name, int64_t value)
{
    struct gat_attr *a = &m->attrs[m->call.n_attrs++];
    a->name = name;
    a->i = value;
    return a;
}

static struct ref_case c;
static struct ref_answer a;

static gat_status read_letter(const struct letter *m)
{
    return ref_case_from_call(&m->call, &c, &a);
}

static void good_calls(void)
{
    struct letter m;
    letter_write(&m, "gather", "onnx-13");
    attr_add(&m, "unheard_of", 1);
    is_int(read_letter(&m), GAT_OK, "a call");
    ok(!c.lists[REF_view_shape].given && !c.lists[REF_tile_shape].given,
       "shapes that it does not state are not stated");
    ok(a.output.data == m.output, "the answer goes into the call's output");
    ref_run(&c, &a, NULL);
    ok(m.output[0] == 4 && m.output[1] == 5 && m.output[2] == 0 && m.output[3] == 1,
       "and is right");
    m.call.n_operands = 2;
    is_int(read_letter(&m), GAT_OK, "a call without an output");
    ok(a.output.data == NULL && a.output.ndim == 2, "has a shape only");
    letter_write(&m, "gather", "onnx-13");
    attr_add(&m, "axis", 1);
    m.shapes[2][0] = 3;
    m.indices[0] = 1;
    is_int(read_letter(&m), GAT_OK, "an axis");
    is_int(c.axis, 1, "is taken from the call");
    letter_write(&m, "gather", "mindspore-2.x");
    attr_add(&m, "batch_dims", 1);
    is_int(read_letter(&m), GAT_E_INVALID, "batch_dims");
    is_int(c.batch_dims, 1, "is taken from the call");
    letter_write(&m, "gather", "mindspore-2.x");
    operand_add(&m, "axis", (int64_t[]){1}, GAT_I64, 0, 0, 0)->form = GAT_SCALAR;
    m.shapes[2][0] = 3;
    is_int(read_letter(&m), GAT_OK, "an axis as an operand");
    is_int(a.axis, 1, "is taken from the call");
    m.operands[3].form = GAT_ABSENT;
    m.shapes[2][0] = 2;
    is_int(read_letter(&m), GAT_OK, "an axis that is absent");
    is_int(a.axis, 0, "is the default");
    letter_write(&m, "scatter_elements", "onnx-11");
    m.call.n_operands = 1;
    operand_add(&m, "indices", m.indices, GAT_I64, 2, 1, 2);
    operand_add(&m, "updates", m.data + 6, GAT_F32, 2, 1, 2);
    operand_add(&m, "output", m.output, GAT_F32, 2, 3, 2);
    is_int(read_letter(&m), GAT_OK, "updates");
    ok(c.updates.data == m.data + 6, "are taken from the call");
}

static void combining_calls(void)
{
    struct letter m;
    letter_write(&m, "scatter_elements", "torch-scatter_reduce-2.x");
    m.call.n_operands = 1;
    m.indices[0] = m.indices[1] = 0;
    operand_add(&m, "indices", m.indices, GAT_I64, 2, 1, 2);
    operand_add(&m, "updates", m.data + 4, GAT_F32, 2, 1, 2);
    operand_add(&m, "output", m.output, GAT_F32, 2, 3, 2);
    attr_add(&m, "axis", 0);
    struct gat_attr *how = attr_add(&m, "reduction", 0), *initial = attr_add(&m, "initial", 1);
    how->kind = GAT_ATTR_TEXT;
    how->text = "mul";
    is_int(read_letter(&m), GAT_OK, "a reduction");
    ok(c.reduction == REF_MUL + 1 && !c.without_data, "is taken from the call");
    initial->i = 0;
    is_int(read_letter(&m), GAT_OK, "initial of 0");
    ok(c.without_data, "leaves data out");
    how->text = "average";
    is_int(read_letter(&m), GAT_E_INVALID, "a reduction that there is not");
    how->kind = GAT_ATTR_INT;
    is_int(read_letter(&m), GAT_E_INVALID, "a reduction that is a number");
    how->kind = GAT_ATTR_TEXT;
    how->text = "add";
    initial->kind = GAT_ATTR_TEXT;
    is_int(read_letter(&m), GAT_E_INVALID, "initial that is text");
}

/* torch.Tensor.index_reduce_ supports floating-point tensors alone. */
static void unsupported_calls(void)
{
    struct letter m;
    letter_write(&m, "scatter_slices", "torch-index-reduce-2.x");
    m.call.n_operands = 2;
    operand_add(&m, "updates", m.data + 6, GAT_F32, 2, 2, 2);
    operand_add(&m, "output", m.output, GAT_F32, 2, 3, 2);
    attr_add(&m, "axis", 0);
    struct gat_attr *how = attr_add(&m, "reduction", 0);
    how->kind = GAT_ATTR_TEXT;
    how->text = "mean";
    (void)read_letter(&m);
    is_int(a.demand, REF_MUST_SUCCEED, "a mean of floating-point numbers has an answer");
    for (int k = 0; k < 4; k += k == 0 ? 2 : 1)
        m.operands[k].tensor.type = gat_dtype_code(GAT_I32);
    (void)read_letter(&m);
    is_int(a.demand, REF_MAY_EITHER, "one of integers may be refused");
}

static void tiled_calls(void)
{
    struct letter m;
    int64_t shape[GAT_MAX_RANK + 1] = {3, 3};
    letter_write(&m, "gather_elements", "pypto-2026.02");
    m.call.n_operands = 1;
    operand_add(&m, "indices", m.indices, GAT_I64, 2, 1, 2);
    operand_add(&m, "output", m.output, GAT_F32, 2, 1, 2);
    struct gat_attr *view = attr_add(&m, "view_shape", 0);
    struct gat_attr *tile = attr_add(&m, "tile_shape", 0);
    attr_add(&m, "sparse_grad", 1);
    view->kind = tile->kind = GAT_ATTR_INTS;
    view->ints = tile->ints = shape;
    view->n_ints = tile->n_ints = 2;
    is_int(read_letter(&m), GAT_OK, "view and tile shapes");
    ok(c.lists[REF_view_shape].count == 2 && c.lists[REF_tile_shape].count == 2 &&
           c.lists[REF_tile_shape].value[0] == 3 && c.lists[REF_tile_shape].value[1] == 3,
       "are taken from the call");
    m.shapes[1][1] = m.shapes[2][1] = 3; /* more than data have there */
    ok(read_letter(&m) != GAT_OK && a.demand == REF_FREE, "undefined sizes are refused");
    m.shapes[1][1] = m.shapes[2][1] = 2;
    tile->n_ints = GAT_MAX_RANK;
    ok(read_letter(&m) != GAT_E_INVALID || a.demand == REF_MUST_REPORT,
       "a tile shape of rank 16 is read");
    is_int(c.lists[REF_tile_shape].count, GAT_MAX_RANK, "as it is");
    tile->n_ints = GAT_MAX_RANK + 1;
    is_int(read_letter(&m), GAT_E_INVALID, "a tile shape of rank 17");
    tile->n_ints = 2;
    tile->kind = GAT_ATTR_INT;
    is_int(read_letter(&m), GAT_E_INVALID, "a tile shape that is a number");
    tile->kind = GAT_ATTR_INTS;
    view->kind = GAT_ATTR_INT;
    is_int(read_letter(&m), GAT_E_INVALID, "a view shape that is a number");
    view->kind = GAT_ATTR_INTS;
    struct gat_attr *number = attr_add(&m, "index_vector_dim", 1);
    ok(read_letter(&m) != GAT_E_INVALID || a.demand == REF_MUST_REPORT, "a list that is a number");
    is_int(c.lists[REF_index_vector_dim].value[0], 1, "as it is");
    number->kind = GAT_ATTR_INTS;
    number->ints = shape;
    number->n_ints = 1;
    is_int(read_letter(&m), GAT_E_INVALID, "a number that is a list");
    c.lists[REF_index_vector_dim].value[0] = 7;
    m.call.n_attrs--;
    ok(read_letter(&m) != GAT_E_INVALID, "without it");
    is_int(c.lists[REF_index_vector_dim].value[0], 0, "it is 0, whatever the call before said");
}

static void bad_calls(void)
{
    struct letter m;
    int64_t strides[] = {2, 1};
    letter_write(&m, "gather", "onnx-99");
    is_int(read_letter(&m), GAT_E_UNSUPPORTED, "no such variant");
    letter_write(&m, "gathers", "onnx-13");
    is_int(read_letter(&m), GAT_E_UNSUPPORTED, "no such operator");
    letter_write(&m, "gather", "onnx-13");
    m.operands[0].tensor.strides = strides;
    is_int(read_letter(&m), GAT_E_UNSUPPORTED, "strides");
    letter_write(&m, "gather", "onnx-13");
    m.operands[0].tensor.byte_offset = 4;
    is_int(read_letter(&m), GAT_OK, "an offset");
    ok(c.data.data == (char *)m.operands[0].tensor.data + 4, "the data begin after it");
    letter_write(&m, "gather", "onnx-13");
    m.operands[0].tensor.type.lanes = 2;
    is_int(read_letter(&m), GAT_E_TYPE, "a type of no name");
    letter_write(&m, "gather", "onnx-13");
    m.operands[0].tensor.ndim = GAT_MAX_RANK + 1;
    is_int(read_letter(&m), GAT_E_INVALID, "rank 17");
    m.operands[0].tensor.ndim = -1;
    is_int(read_letter(&m), GAT_E_INVALID, "rank -1");
    letter_write(&m, "gather", "onnx-13");
    m.shapes[0][0] = -3;
    is_int(read_letter(&m), GAT_E_INVALID, "a negative extent");
    m.shapes[0][0] = INT64_MAX;
    is_int(read_letter(&m), GAT_E_INVALID, "a product that overflows");
    letter_write(&m, "gather", "onnx-13");
    m.operands[1].name = "index";
    is_int(read_letter(&m), GAT_E_INVALID, "no indices");
    letter_write(&m, "gather", "mindspore-2.x");
    operand_add(&m, "axis", NULL, GAT_I64, -1, 0, 0);
    is_int(read_letter(&m), GAT_E_INVALID, "an axis of rank -1");
    letter_write(&m, "gather", "onnx-13");
    attr_add(&m, "axis", 0)->kind = GAT_ATTR_TEXT;
    is_int(read_letter(&m), GAT_E_INVALID, "an axis that is text");
    letter_write(&m, "gather", "onnx-13");
    attr_add(&m, "axis", 2);
    is_int(read_letter(&m), GAT_E_INVALID, "an axis that does not exist");
    letter_write(&m, "gather", "onnx-11");
    m.operands[0].tensor.type = gat_dtype_code(GAT_BF16);
    ok(read_letter(&m) != GAT_OK || a.demand == REF_MAY_EITHER, "a type outside the list");
    ok(!c.type_allowed, "is known to be");
    letter_write(&m, "gather", "mindspore-2.x");
    m.operands[1].tensor.type = gat_dtype_code(GAT_F64);
    is_int(read_letter(&m), GAT_E_TYPE, "indices that are no integers");
    ok(!c.type_allowed, "are not in the list");
}

static void largest_rank(void)
{
    struct letter m;
    letter_write(&m, "gather", "onnx-13");
    m.operands[0].tensor.ndim = GAT_MAX_RANK;
    m.operands[2].tensor.ndim = GAT_MAX_RANK;
    for (int d = 0; d < GAT_MAX_RANK; d++)
        m.shapes[0][d] = m.shapes[2][d] = 1;
    m.shapes[0][0] = 3;
    m.shapes[2][0] = 2;
    is_int(read_letter(&m), GAT_OK, "rank 16");
}

static void outputs(void)
{
    struct letter m;
    letter_write(&m, "gather", "onnx-13");
    m.shapes[2][1] = 3;
    is_int(read_letter(&m), GAT_E_INVALID, "an output of another shape");
    letter_write(&m, "gather", "onnx-13");
    m.operands[2].tensor.ndim = 1;
    is_int(read_letter(&m), GAT_E_INVALID, "an output of another rank");
    letter_write(&m, "gather", "onnx-13");
    m.operands[2].tensor.type = gat_dtype_code(GAT_I32);
    is_int(read_letter(&m), GAT_E_INVALID, "an output of another type");
    letter_write(&m, "gather", "onnx-13");
    m.operands[2].tensor.strides = m.shapes[2];
    is_int(read_letter(&m), GAT_E_UNSUPPORTED, "an output with strides");
    letter_write(&m, "gather", "onnx-13");
    m.operands[2].tensor.byte_offset = 1;
    is_int(read_letter(&m), GAT_OK, "an output with an offset");
    ok(a.output.data == (char *)m.output + 1, "the answer goes after it");
}

static void profiles(void)
{
    struct letter m;
    const struct ref_rules *cpu, *npu;
    letter_write(&m, "gather", "mindspore-2.x");
    m.call.profile = "cpu";
    is_int(read_letter(&m), GAT_OK, "a profile");
    cpu = c.rules;
    m.call.profile = "npu";
    is_int(read_letter(&m), GAT_OK, "another profile");
    npu = c.rules;
    m.call.profile = "abacus";
    is_int(read_letter(&m), GAT_OK, "a profile that nobody knows");
    ok(cpu != npu, "profiles have rules of their own");
    bool found = true;
    for (size_t k = 0; k < ref_variant_count; k++) {
        struct letter other;
        letter_write(&other, ref_variants[k].op, ref_variants[k].variant);
        other.call.profile = ref_variants[k].profile;
        (void)read_letter(&other);
        found &= c.rules == &ref_variants[k].rules;
    }
    ok(found, "every row of the table is found");
    (void)read_letter(&m);
    ok(c.rules == cpu, "and the first serves where none is known");
}

static void inferring(void)
{
    struct letter m;
    struct gat_inferred out;
    letter_write(&m, "gather", "onnx-13");
    m.call.n_operands = 2;
    memset(&out, 0xEE, sizeof out);
    is_int(ref_call_infer(&m.call, 0, &out), GAT_OK, "infer");
    ok(out.shape[out.ndim] < 0, "an inferred shape has the extents of its rank alone");
    ok(out.ndim == 2 && out.shape[0] == 2 && out.shape[1] == 2 && out.type.bits == 32 &&
           out.type.code == 2 && out.type.lanes == 1,
       "states shape and type");
    is_int(ref_call_infer(&m.call, 1, &out), GAT_E_INVALID, "there is one output only");
    m.operands[0].tensor.strides = (const int64_t[]){4, 2};
    is_int(ref_call_infer(&m.call, 0, &out), GAT_OK, "infer for a view");
    ok(out.ndim == 2 && out.shape[0] == 2 && out.shape[1] == 2, "looks at its shape only");
    m.call.n_operands = 9;
    is_int(ref_call_infer(&m.call, 0, &out), GAT_E_INVALID, "infer with nine operands");
    m.call.n_operands = 2;
    attr_add(&m, "axis", 5);
    is_int(ref_call_infer(&m.call, 0, &out), GAT_E_INVALID, "infer sees a bad axis");
}

static void claiming(void)
{
    static struct gat_claim claims[256];
    static const char *lists[256][2];
    size_t n = ref_claims_make(claims, lists, 256, GAT_CLEAN_ERRORS), mindspore = 0;
    bool good = n > 8;
    for (size_t k = 0; k < n; k++) {
        mindspore += strcmp(claims[k].op, "gather") == 0 &&
                     strncmp(claims[k].variants[0], "mindspore", 9) == 0;
        good &= claims[k].variants[1] == NULL && claims[k].flags == GAT_CLEAN_ERRORS &&
                claims[k].data_types == GAT_ALL_TYPES && claims[k].max_rank == GAT_MAX_RANK;
    }
    ok(good, "every variant is claimed");
    is_int((int64_t)mindspore, 1, "once, however many profiles it has");
    is_int((int64_t)ref_claims_make(claims, lists, 2, 0), 2, "and no more than there is room");
}

int main(void)
{
    good_calls();
    combining_calls();
    unsupported_calls();
    tiled_calls();
    bad_calls();
    largest_rank();
    outputs();
    profiles();
    inferring();
    claiming();
    return done();
}
