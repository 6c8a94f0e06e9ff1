/* onnx_tensor.c - a TensorProto as one of our arrays.
 *
 * Elements come as raw little-endian bytes or, field by field, in one of the
 * typed lists; strings only in a list.  Exactly one of these may hold data, and
 * it must hold as many elements as the dimensions say.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "dtype.h"
#include "onnx.pb-c.h"
#include "onnx/onnx_print.h"
#include "onnx/onnx_tensor.h"
#include "onnx/onnx_wire.h"

#define MAX_BYTES ((size_t)16 << 20) /* no more than a file can hold */

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "raw_data is little-endian and copied as it is");

/* The list of a TensorProto in which elements of a type travel when not raw. */
enum list { FLOATS, INT32S, INT64S, UINT64S, DOUBLES, STRINGS };
static const struct onnx_type {
    enum gat_dtype dtype;
    enum list list;
    unsigned per_element; /* list entries of one element */
} onnx_types[] = {
    /* ORDER TensorProto.DataType, from 1 */
    {GAT_F32, FLOATS, 1},  {GAT_U8, INT32S, 1},  {GAT_I8, INT32S, 1},    {GAT_U16, INT32S, 1},
    {GAT_I16, INT32S, 1},  {GAT_I32, INT32S, 1}, {GAT_I64, INT64S, 1},   {GAT_STR, STRINGS, 1},
    {GAT_BOOL, INT32S, 1}, {GAT_F16, INT32S, 1}, {GAT_F64, DOUBLES, 1},  {GAT_U32, UINT64S, 1},
    {GAT_U64, UINT64S, 1}, {GAT_C64, FLOATS, 2}, {GAT_C128, DOUBLES, 2}, {GAT_BF16, INT32S, 1},
};

int32_t gat_onnx_type_number(enum gat_dtype t)
{
    for (size_t k = 0; k < sizeof onnx_types / sizeof *onnx_types; k++)
        if (onnx_types[k].dtype == t)
            return (int32_t)k + 1;
    return 0;
}

static bool shape_read(const Onnx__TensorProto *t, const char *path, struct gat_array *out,
                       struct gat_error *e)
{
    int64_t count;
    size_t size;
    if (t->n_dims > GAT_MAX_RANK)
        return gat_fail(e, path, 0, 0, "has %zu dimensions; at most %d are known", t->n_dims,
                        GAT_MAX_RANK);
    out->ndim = (int32_t)t->n_dims;
    for (size_t d = 0; d < t->n_dims; d++) {
        out->shape[d] = t->dims[d];
        if (t->dims[d] < 0)
            return gat_fail(e, path, 0, 0, "has dimension %" PRId64 "; a size is not negative",
                            t->dims[d]);
    }
    if (!gat_shape_count(out->ndim, out->shape, &count) ||
        !gat_size_mul((size_t)count, gat_dtype_size(out->dtype), &size) || size > MAX_BYTES)
        return gat_fail(e, path, 0, 0, "has dimensions of more than 16 MiB in all");
    return true;
}

/* One list entry into the element at `to`; false when it does not fit there. */
static bool entry_read(const Onnx__TensorProto *t, enum gat_dtype dtype, enum list list, size_t k,
                       void *to)
{
    static const struct {
        int64_t least, most;
    } range[GAT_DTYPE_COUNT] = {
        [GAT_BOOL] = {0, 1},          [GAT_I8] = {INT8_MIN, INT8_MAX},
        [GAT_U8] = {0, UINT8_MAX},    [GAT_I16] = {INT16_MIN, INT16_MAX},
        [GAT_U16] = {0, UINT16_MAX},  [GAT_F16] = {0, UINT16_MAX},
        [GAT_BF16] = {0, UINT16_MAX}, [GAT_I32] = {INT32_MIN, INT32_MAX},
        [GAT_U32] = {0, UINT32_MAX},
    };
    size_t size = gat_dtype_size(dtype);
    switch (list) {
    case FLOATS:
        memcpy(to, &t->float_data[k], 4);
        return true;
    case DOUBLES:
        memcpy(to, &t->double_data[k], 8);
        return true;
    case INT64S:
        memcpy(to, &t->int64_data[k], 8);
        return true;
    case UINT64S:
        memcpy(to, &t->uint64_data[k], size);
        return size == 8 || t->uint64_data[k] <= UINT32_MAX;
    case INT32S:
        memcpy(to, &t->int32_data[k], size);
        return t->int32_data[k] >= range[dtype].least && t->int32_data[k] <= range[dtype].most;
    case STRINGS: {
        struct gat_string view = {(const char *)t->string_data[k].data, t->string_data[k].len};
        memcpy(to, &view, sizeof view);
        return gat_onnx_is_utf8(&view);
    }
    }
    return false;
}

static bool lists_read(const Onnx__TensorProto *t, const struct onnx_type *type, const char *path,
                       struct gat_array *out, struct gat_error *e)
{
    const size_t have[] = {
        [FLOATS] = t->n_float_data,   [INT32S] = t->n_int32_data,   [INT64S] = t->n_int64_data,
        [UINT64S] = t->n_uint64_data, [DOUBLES] = t->n_double_data, [STRINGS] = t->n_string_data,
    };
    size_t want = (size_t)gat_array_count(out) * type->per_element;
    for (enum list l = FLOATS; l <= STRINGS; l++)
        if (have[l] != (l == type->list ? want : 0))
            return gat_fail(e, path, 0, 0,
                            "holds %zu list entries where its dimensions and type demand %zu",
                            have[l], l == type->list ? want : 0);
    size_t step = gat_dtype_size(type->dtype) / type->per_element;
    for (size_t k = 0; k < want; k++)
        if (!entry_read(t, type->dtype, type->list, k, (char *)out->data + k * step))
            return gat_fail(e, path, 0, 0, "holds a value that is no %s",
                            gat_dtype_name(type->dtype));
    return true;
}

static bool raw_read(const Onnx__TensorProto *t, const char *path, struct gat_array *out,
                     struct gat_error *e)
{
    size_t size = gat_array_size(out);
    if (out->dtype == GAT_STR)
        return gat_fail(e, path, 0, 0, "holds strings as raw_data, which ONNX excludes");
    if (t->n_float_data + t->n_int32_data + t->n_int64_data + t->n_uint64_data + t->n_double_data +
            t->n_string_data !=
        0)
        return gat_fail(e, path, 0, 0, "holds raw_data and lists at once");
    if (t->raw_data.len != size)
        return gat_fail(e, path, 0, 0,
                        "holds %zu bytes of raw_data where its dimensions demand %zu",
                        t->raw_data.len, size);
    if (size != 0)
        memcpy(out->data, t->raw_data.data, size);
    if (out->dtype == GAT_BOOL)
        for (size_t k = 0; k < size; k++)
            if (((const unsigned char *)out->data)[k] > 1)
                return gat_fail(e, path, 0, 0, "holds a value that is no bool");
    return true;
}

bool gat_onnx_tensor_read(struct gat_arena *a, const char *path, struct gat_array *out,
                          struct gat_error *e)
{
    const Onnx__TensorProto *t = gat_onnx_message_read(a, path, &onnx__tensor_proto__descriptor, e);
    if (t == NULL)
        return false;
    if (t->n_external_data != 0 ||
        (t->has_data_location && t->data_location == ONNX__TENSOR_PROTO__DATA_LOCATION__EXTERNAL))
        return gat_fail(e, path, 0, 0, "keeps its data in another file; that is not read");
    if (t->segment != NULL)
        return gat_fail(e, path, 0, 0, "is a segment of a tensor; only whole ones are read");
    const int32_t n_types = (int32_t)(sizeof onnx_types / sizeof *onnx_types);
    if (!t->has_data_type || t->data_type < 1 || t->data_type > n_types)
        return gat_fail(e, path, 0, 0, "has element type %d, which is not known here",
                        t->has_data_type ? t->data_type : 0);
    const struct onnx_type *type = &onnx_types[t->data_type - 1];
    memset(out, 0, sizeof *out);
    out->dtype = type->dtype;
    if (!shape_read(t, path, out, e))
        return false;
    out->data = gat_arena_alloc(a, gat_array_size(out) + 1);
    return t->has_raw_data ? raw_read(t, path, out, e) : lists_read(t, type, path, out, e);
}
