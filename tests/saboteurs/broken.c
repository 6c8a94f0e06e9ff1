/* broken.c - the honest kernels that every saboteur shares.
 *
 * They take what the document demands from ref/ and move elements in loops of their own, so that a
 * fault can sit at any step.  A saboteur that is replaced nowhere passes every case: honest.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken_had.h"

enum { MOST_CLAIMS = 256, UNREAD = -1, MOST_OPERANDS = 8 };
#define FLAGS                                                                                      \
    (GAT_TAKES_VIEWS | GAT_WORKS_IN_PLACE | GAT_ODD_ADDRESSES | GAT_CLEAN_ERRORS |                 \
     GAT_NAMES_ERRORS | GAT_ANY_CALLER)

int64_t broken_index(const struct broken *b, int64_t at)
{
    return gat_array_index(&b->c.indices, at);
}

bool broken_inside(const struct broken *b, int64_t at, int64_t index)
{
    bool wraps = b->rules.value[REF_index_domain] == REF_WRAPS;
    (void)at;
    return index < b->extent && index >= (wraps ? -b->extent : 0);
}

int64_t broken_position(const struct broken *b, int64_t index)
{
    return index < 0 ? index + b->extent : index;
}

void broken_base(const struct broken *b)
{
    if (broken_size(b) > 0 && !broken_in_place(b))
        memmove(b->to, b->c.data.data, broken_size(b));
}

void broken_put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    if (n > 0)
        memcpy(b->to + to * (int64_t)b->esize, b->source + from * (int64_t)b->esize,
               (size_t)n * b->esize);
}

void broken_join(const struct broken *b, int64_t to, int64_t from)
{
    static const enum gat_arith ops[] = {[REF_NONE] = GAT_ADD, [REF_ADD] = GAT_ADD,
                                         [REF_MUL] = GAT_MUL,  [REF_MIN] = GAT_MIN,
                                         [REF_MAX] = GAT_MAX,  [REF_MEAN] = GAT_ADD,
                                         [REF_SUB] = GAT_SUB};
    if (b->c.without_data && b->had[to] == 0)
        memcpy(broken_at(b, to), broken_update(b, from), b->esize);
    else
        gat_arith_join(b->c.data.dtype, ops[b->how], broken_at(b, to), broken_update(b, from));
}

/* Sums into means. */
void broken_end(const struct broken *b)
{
    unsigned parts;
    enum gat_dtype t = b->c.data.dtype;
    const struct gat_real *f = gat_real_of(t, &parts);
    int64_t n = gat_array_count(&b->a.output);
    for (int64_t k = 0; k < n && b->how == REF_MEAN; k++) {
        int64_t count = b->had[k] + !b->c.without_data;
        char *at = broken_at(b, k);
        if (b->had[k] == 0)
            continue;
        if (f != NULL)
            gat_real_put(f, at, 0, gat_real_get(f, at, 0) / (double)count);
        else
            gat_integer_put(t, at, gat_integer_divide(t, gat_integer_get(t, at), (uint64_t)count));
    }
}

int64_t broken_target(const struct broken *b, int64_t at)
{
    int64_t i[GAT_MAX_RANK], offset = 0;
    gat_shape_unravel(b->c.indices.ndim, b->a.map.partly ? b->c.indices.shape : b->a.map.shape, at,
                      i);
    for (int32_t d = 0; d < b->c.indices.ndim; d++) /* one place of data may be for all */
        offset += d == b->a.axis || b->a.map.in_data[d] == 0 ? 0 : i[d] * b->stride[d];
    return offset;
}

bool broken_in_place(const struct broken *b)
{
    return b->scatters && b->to == (const char *)b->c.data.data;
}

bool broken_format_of(enum gat_dtype t, struct broken_format *out)
{
    static const struct broken_format half = {2, 1, 0x8000, 0x7c00, 0x200},
                                      brain = {2, 1, 0x8000, 0x7f80, 0x40},
                                      single = {4, 1, 0x80000000, 0x7f800000,
                                                0x400000},
                                      wide = {8, 1, UINT64_C(1) << 63,
                                              UINT64_C(0x7ff) << 52,
                                              UINT64_C(1) << 51};
    *out = t == GAT_F16                    ? half
           : t == GAT_BF16                 ? brain
           : t == GAT_F32 || t == GAT_C64  ? single
           : t == GAT_F64 || t == GAT_C128 ? wide
                                           : (struct broken_format){0};
    out->parts = t == GAT_C64 || t == GAT_C128 ? 2 : 1;
    return out->size > 0;
}

void broken_put_bits(const struct broken *b, int64_t to, int64_t from, int64_t n,
                     uint64_t (*mend)(const struct broken_format *f, uint64_t bits))
{
    struct broken_format f;
    broken_put(b, to, from, n);
    if (!broken_format_of(b->c.data.dtype, &f))
        return;
    char *at = b->to + to * (int64_t)b->esize;
    for (int64_t k = 0; k < n * f.parts; k++, at += f.size) {
        uint64_t bits = 0;
        memcpy(&bits, at, f.size);
        bits = mend(&f, bits);
        memcpy(at, &bits, f.size);
    }
}

/* ---- one call ---- */

static int64_t product(const int64_t *shape, int64_t from, int64_t end)
{
    int64_t n = 1;
    for (int64_t d = from; d < end; d++)
        n *= shape[d];
    return n;
}

static bool is_elements(const struct ref_kernel *k)
{
    return k->naming == REF_NAMES_ELEMENTS;
}

static bool is_tuples(const struct ref_kernel *k)
{
    return k->naming == REF_NAMES_TUPLES;
}

static bool is_served(const char *kernel)
{
    return strcmp(kernel, "gather") == 0 || strcmp(kernel, "gather_elements") == 0 ||
           strcmp(kernel, "gather_nd") == 0 || strcmp(kernel, "scatter_elements") == 0 ||
           strcmp(kernel, "scatter_nd") == 0 || strcmp(kernel, "scatter_slices") == 0 ||
           strcmp(kernel, "take") == 0 || strcmp(kernel, "put") == 0 ||
           strcmp(kernel, "tensor_scatter") == 0;
}

/* The question; GAT_OK when it is to be answered. */
static gat_status question_read(struct broken *b)
{
    b->a.demand = (enum ref_demand)UNREAD;
    gat_status status = ref_case_from_call(b->call, &b->c, &b->a);
    if ((int)b->a.demand == UNREAD)
        return status;
    b->rules = *b->c.rules;
    b->c.rules = &b->rules;
    b->scatters = b->c.updates.ndim >= 0;
    b->esize = gat_dtype_size(b->c.data.dtype);
    b->count = gat_array_count(&b->c.indices);
    if (b->faults->ask != NULL)
        b->faults->ask(b);
    ref_check(&b->c, &b->a);
    if (b->refusal != GAT_OK)
        return b->refusal;
    bool due = b->a.demand == REF_MUST_REPORT || b->a.demand == REF_FREE;
    return due && !b->trusting ? b->a.error : GAT_OK;
}

/* The dimensions that a tuple indexes are one axis, whose places have numbers. */
static void tuples_make(struct broken *b)
{
    const struct gat_array *data = &b->c.data, *indices = &b->c.indices;
    int64_t batch = b->a.batch_dims, end = batch + b->a.depth, step = 1;
    b->depth = b->a.depth;
    b->extent = product(data->shape, batch, end);
    b->rows = b->batches = product(data->shape, 0, batch);
    b->inner = product(data->shape, end, data->ndim);
    b->picks = product(indices->shape, batch, indices->ndim - 1);
    for (int64_t j = b->depth - 1; j >= 0; j--) {
        b->extents[j] = data->shape[batch + j];
        b->steps[j] = step;
        step *= b->extents[j];
    }
}

/* A pick is a window, and each batch has one. */
static void windows_make(struct broken *b)
{
    const struct gat_array *data = &b->c.data;
    b->extent = b->a.places[0];
    b->batches = data->shape[0];
    b->picks = 1;
    b->block = b->c.updates.shape[b->a.axis] * b->inner;
    b->data_row = data->shape[b->a.axis] * b->inner;
}

int64_t broken_moved(const struct broken *b)
{
    return b->a.map.partly ? b->count : product(b->a.map.shape, 0, b->a.map.rank);
}

static void numbers_make(struct broken *b)
{
    const struct gat_array *data = &b->c.data, *indices = &b->c.indices;
    const struct gat_tensor *output = gat_operand_get(b->call, "output");
    int64_t axis = b->a.axis, batch = b->a.batch_dims, stride = 1;
    b->to = output == NULL ? NULL : gat_tensor_data(output);
    b->how = b->scatters ? ref_reduction_of(&b->c) : REF_NONE;
    b->source = b->scatters ? b->c.updates.data : data->data;
    b->count = gat_array_count(indices);
    b->extent = data->ndim == 0 ? 1 : data->shape[axis];
    b->batches = product(data->shape, 0, batch);
    b->rows = product(data->shape, 0, axis);
    b->inner = product(data->shape, axis + 1, data->ndim);
    b->picks = product(indices->shape, batch, indices->ndim);
    b->depth = 1;
    if (b->c.kernel->naming == REF_NAMES_PLACES) { /* one row of all elements */
        b->extent = gat_array_count(data);
        b->rows = b->inner = 1;
    }
    if (is_tuples(b->c.kernel))
        tuples_make(b);
    b->block = b->inner;
    b->data_row = b->extent * b->inner;
    if (ref_names_windows(b->c.kernel->naming))
        windows_make(b);
    b->stop = is_elements(b->c.kernel) ? broken_moved(b) : b->picks;
    b->stride[0] = 1;
    for (int32_t d = data->ndim - 1; d >= 0; d--) {
        b->stride[d] = stride;
        stride *= data->shape[d];
    }
    if (b->faults->plan != NULL)
        b->faults->plan(b);
}

static int64_t index_read(const struct broken *b, int64_t at)
{
    return b->faults->index != NULL ? b->faults->index(b, at) : broken_index(b, at);
}

/* Windows that lie as lists say, or go around: the oracle tells where each element goes. */
static bool is_told(const struct ref_kernel *k, const struct ref_rules *r)
{
    return k->naming == REF_NAMES_BOXES ||
           (k->naming == REF_NAMES_WINDOWS && r->value[REF_out_of_range] == REF_OOR_WRAP);
}

static gat_status indices_check(const struct broken *b)
{
    struct broken one = *b;
    bool (*inside)(const struct broken *, int64_t, int64_t) =
        b->faults->inside != NULL ? b->faults->inside : broken_inside;
    for (int64_t at = 0; at < b->count && !is_told(b->c.kernel, b->c.rules); at++) {
        if (is_tuples(b->c.kernel))
            one.extent = b->extents[at % b->depth];
        if (!inside(&one, at, index_read(b, at)))
            return GAT_E_RANGE;
    }
    return GAT_OK;
}

static int64_t position(const struct broken *b, int64_t at)
{
    int64_t index = index_read(b, at);
    return b->faults->position != NULL ? b->faults->position(b, index)
                                       : broken_position(b, index);
}

static void join(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    void (*one)(const struct broken *, int64_t, int64_t) =
        b->faults->join != NULL ? b->faults->join : broken_join;
    for (int64_t k = 0; k < n && b->had != NULL; k++) { /* NULL: all has been combined */
        one(b, to + k, from + k);
        b->had[to + k]++;
    }
}

static void put(const struct broken *b, int64_t to, int64_t from, int64_t n)
{
    if (b->how != REF_NONE)
        join(b, to, from, n);
    else if (b->faults->put != NULL)
        b->faults->put(b, to, from, n);
    else
        broken_put(b, to, from, n);
}

/* Where in its row tuple number n points, or BROKEN_NOWHERE.  `b` is the caller's copy: its extent
 * is that of the dimension that is looked at. */
static int64_t tuple(struct broken *b, int64_t n)
{
    int64_t place = 0;
    for (int64_t j = 0; j < b->depth; j++) {
        b->extent = b->extents[j];
        int64_t p = position(b, n * b->depth + j);
        if (p == BROKEN_NOWHERE)
            return p;
        place += p * b->steps[j];
    }
    return place;
}

/* Slices that are gathered, or placed, element by element where updates are broadcast. */
static void slices(const struct broken *b)
{
    struct broken copy = *b;
    for (int64_t o = 0; o < b->rows; o++)
        for (int64_t k = b->start; k < b->stop; k++) {
            int64_t at = o / (b->rows / b->batches) * b->picks + k;
            int64_t p = is_tuples(b->c.kernel) ? tuple(&copy, at) : position(b, at);
            int64_t picked = (o * b->picks + k) * b->block, named = o * b->data_row + p * b->inner;
            int64_t n = b->a.map.spread ? 1 : b->block;
            for (int64_t e = 0; e < b->block && p != BROKEN_NOWHERE; e += n)
                if (b->scatters)
                    put(b, named + e, ref_update_element(&b->c, &b->a, picked + e), n);
                else
                    put(b, picked + e, named + e, n);
        }
}

/* The update that comes with element `at` of indices: updates may be larger. */
static int64_t update_of(const struct broken *b, int64_t at)
{
    int64_t i[GAT_MAX_RANK], u = 0;
    if (!b->a.map.partly)
        return ref_update_element(&b->c, &b->a, at);
    gat_shape_unravel(b->c.indices.ndim, b->c.indices.shape, at, i);
    for (int32_t d = 0; d < b->c.indices.ndim; d++)
        u = u * b->c.updates.shape[d] + i[d];
    return u;
}

static void elements(const struct broken *b)
{
    bool repeats = broken_moved(b) != b->count;
    for (int64_t at = b->start; at < b->stop; at++) {
        int64_t p = position(b, repeats ? ref_first_index(&b->c, &b->a, at) : at);
        if (p == BROKEN_NOWHERE)
            continue;
        p = broken_target(b, at) + p * b->stride[b->a.axis];
        put(b, b->scatters ? p : at, b->scatters ? update_of(b, at) : p, 1);
    }
}

static void told(const struct broken *b)
{
    int64_t n = gat_array_count(b->scatters ? &b->c.updates : &b->a.output);
    for (int64_t k = 0; k < n; k++) {
        struct ref_source from =
            b->scatters ? (struct ref_source){0} : ref_source_of(&b->c, &b->a, k);
        int64_t to = b->scatters ? ref_target_of(&b->c, &b->a, k) : k;
        if (b->scatters ? to >= 0 : from.operand == REF_FROM_DATA)
            put(b, to, b->scatters ? k : from.element, 1);
    }
}

void broken_move(const struct broken *b)
{
    if (is_told(b->c.kernel, b->c.rules))
        told(b);
    else if (is_elements(b->c.kernel))
        elements(b);
    else
        slices(b);
}

static gat_status answer(struct broken *b)
{
    gat_status status = question_read(b);
    if (status != GAT_OK)
        return status;
    numbers_make(b);
    status = indices_check(b);
    if (status != GAT_OK)
        return status;
    if (b->scatters && b->faults->base != NULL && !broken_is_giant(b))
        b->faults->base(b);
    else if (b->scatters)
        broken_base(b);
    if (b->how == REF_NONE) {
        broken_move(b);
        return GAT_OK;
    }
    b->had = broken_had_open(b);
    if (b->had == NULL)
        return GAT_E_NOMEM;
    broken_move(b);
    (b->faults->end != NULL ? b->faults->end : broken_end)(b);
    broken_had_close(b);
    b->had = NULL;
    return GAT_OK;
}

/* ---- the table ---- */

static const struct faults *faults;

static gat_status compact_run(void *context, const struct gat_call *call)
{
    struct broken b = {.faults = faults, .call = call};
    (void)context;
    gat_status status = answer(&b);
    return faults->after != NULL ? faults->after(&b, status) : status;
}

static gat_status run(void *context, const struct gat_call *call)
{
    struct gat_operand operands[MOST_OPERANDS];
    struct gat_call bent = *call;
    if (call->n_operands > MOST_OPERANDS)
        return GAT_E_INVALID;
    for (uint64_t k = 0; k < call->n_operands; k++) {
        operands[k] = call->operands[k];
        if (faults->view != NULL && operands[k].form != GAT_ABSENT)
            faults->view(&operands[k]);
    }
    bent.operands = operands;
    return ref_call_compact(context, &bent, compact_run, malloc, free);
}

static gat_status infer(void *context, const struct gat_call *call, uint32_t k,
                        struct gat_inferred *out)
{
    (void)context;
    gat_status status = (faults->infer != NULL ? faults->infer : ref_call_infer)(call, k, out);
    if (status == GAT_OK && faults->state != NULL)
        faults->state(call, out);
    return status;
}

/* Does the variant leave it at an error, or open, when an index is outside, and keep data? */
static bool asks_for_no_policy(const struct ref_rules *r)
{
    int64_t what = r->value[REF_out_of_range];
    if (r->value[REF_base] != REF_BASE_DATA)
        return false;
    return what == REF_OOR_ERROR || what == REF_OOR_EITHER || what == REF_OOR_UNDEFINED;
}

/* Windows whose elements are told where to go have none of the other steps. */
static bool moves_elements(const struct faults *f)
{
    return f->index == NULL && f->inside == NULL && f->plan == NULL && f->position == NULL &&
           f->out_of_range == NULL;
}

/* An operator whose kernel is not here is not claimed, nor what is made of an index
 * outside: no kernel here makes anything of it. */
static bool claim_served(const struct gat_claim *claim)
{
    bool served = false;
    for (size_t k = 0; k < ref_variant_count; k++)
        if (strcmp(ref_variants[k].op, claim->op) == 0 &&
            strcmp(ref_variants[k].variant, claim->variants[0]) == 0) {
            const struct ref_rules *r = &ref_variants[k].rules;
            bool told = is_told(ref_kernel_find(ref_variants[k].kernel), r);
            served = told ? moves_elements(faults) : is_served(ref_variants[k].kernel);
            bool ours =
                ref_variants[k].profile[0] == '\0' || strcmp(ref_variants[k].profile, "cpu") == 0;
            if (!served || (ours && !told && !asks_for_no_policy(r)))
                return false;
        }
    return served;
}

const struct gat_backend *broken_backend(uint32_t host_abi, const struct faults *f)
{
    static struct gat_claim claims[MOST_CLAIMS];
    static const char *lists[MOST_CLAIMS][2];
    static struct gat_backend backend = {
        .abi = GAT_ABI,
        .struct_size = sizeof backend,
        .name = "saboteur",
        .version = GAT_VERSION,
        .profile = "cpu",
        .claims = claims,
        .run = run,
        .infer = infer,
    };
    faults = f;
    backend.open = f->open;
    backend.close = f->close;
    backend.n_claims = 0;
    size_t n = ref_claims_make(claims, lists, MOST_CLAIMS, FLAGS);
    for (size_t k = 0; k < n; k++) {
        claims[k].min_align = f->min_align;
        claims[k].out_of_range = f->out_of_range;
        claims[k].flags &= ~f->unclaimed;
        if (claim_served(&claims[k]))
            claims[backend.n_claims++] = claims[k];
    }
    return host_abi == GAT_ABI ? &backend : NULL;
}
