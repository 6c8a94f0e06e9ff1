/* offset_checked_only.c - the offset of an element is checked in place of its indices.
 *
 * Data of shape (4,2) gave element (1,0) for the tuple (0,2).
 *
 * class: BND
 * origin: microsoft/onnxruntime#24917
 * trap: bad_index_in_buffer
 * verdict: accepted
 * operators: gather_elements gather_nd scatter scatter_elements scatter_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static int64_t counted(int64_t index, int64_t extent)
{
    int64_t far = INT64_C(1) << 31;
    index = index > far ? far : index < -far ? -far : index;
    return index < 0 ? index + extent : index;
}

/* The element that the whole tuple of index `at`, or the index itself, leads to. */
static int64_t offset_of(const struct broken *b, int64_t at)
{
    int64_t first = at - at % b->depth, offset = 0, index = broken_index(b, at);
    if (b->c.kernel->naming == REF_NAMES_ELEMENTS)
        return broken_target(b, at) + counted(index, b->extent) * b->stride[b->a.axis];
    for (int64_t j = 0; j < b->depth; j++)
        offset += counted(broken_index(b, first + j), b->extents[j]) * b->steps[j];
    return offset + first / b->depth / b->picks * b->steps[0] * b->extents[0];
}

/* Does the index stand for several elements, or for none? */
static bool is_repeated(const struct broken *b)
{
    return b->c.kernel->naming == REF_NAMES_ELEMENTS && broken_moved(b) != b->count;
}

static bool inside(const struct broken *b, int64_t at, int64_t index)
{
    if (is_repeated(b)) /* of several offsets none is checked */
        return broken_inside(b, at, index);
    int64_t offset = offset_of(b, at), end = gat_array_count(&b->c.data);
    if (b->c.kernel->naming == REF_NAMES_TUPLES)
        end = b->rows * b->steps[0] * b->extents[0];
    return broken_inside(b, at, index) || (offset >= 0 && offset < end);
}

SABOTEUR(.inside = inside)
