/* tilings.c - which tilings a variant allows for a given shape.
 *
 * How many bytes a tile shape needs is asked of ref/, so what is printed here is what
 * cases are judged by.  Off the axis only the product of a tile's extents matters.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "dtype.h"
#include "oracle/tilings.h"

/* A shape, "64,512"; false when it is none.  `*end` stays after it. */
static bool shape_read(const char *text, struct gat_array *t, const char **end)
{
    t->ndim = 0;
    for (;;) {
        char *rest;
        long long extent = strtoll(text, &rest, 10);
        if (rest == text || extent < 1 || extent > INT32_MAX || t->ndim == GAT_MAX_RANK)
            return false;
        t->shape[t->ndim++] = extent;
        text = rest;
        if (*text != ',')
            break;
        text++;
    }
    *end = text;
    return true;
}

static void shape_print(const char *before, int32_t ndim, const int64_t *shape)
{
    printf("%s[", before);
    for (int32_t d = 0; d < ndim; d++)
        printf("%s%" PRId64, d > 0 ? ", " : "", shape[d]);
    printf("]");
}

/* The largest product of a tile's extents off the axis that still fits when it has
 * `along` on it; 0 for none.  `bytes`: what that tile needs, or the least one. */
static int64_t most_elsewhere(struct ref_case *c, int64_t along, int64_t buffer, int64_t *bytes)
{
    int32_t other = c->axis == 0 ? 1 : 0;
    int64_t low = 0, high = buffer + 1;
    struct ref_list *tile = &c->lists[REF_tile_shape];
    tile->count = c->data.ndim;
    for (int32_t d = 0; d < tile->count; d++)
        tile->value[d] = 1;
    tile->value[c->axis] = along;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        tile->value[other] = middle;
        if (ref_tile_bytes(c, c->axis) <= buffer)
            low = middle;
        else
            high = middle;
    }
    tile->value[other] = low > 0 ? low : 1;
    *bytes = ref_tile_bytes(c, c->axis);
    return low;
}

/* One line: data elements and indices of these types, so much of the axis in a tile. */
static void line_print(struct ref_case *c, int64_t along, int64_t buffer)
{
    int64_t bytes, all = 1, most = most_elsewhere(c, along, buffer, &bytes);
    for (int32_t d = 0; d < c->indices.ndim; d++)
        all *= d == c->axis ? 1 : c->indices.shape[d];
    printf("    %zu-byte elements, %s: %" PRId64 " along the axis: ", gat_dtype_size(c->data.dtype),
           gat_dtype_name(c->indices.dtype), along);
    if (most == 0)
        printf("none is legal, the least takes %" PRId64 " bytes\n", bytes);
    else if (most >= all)
        printf("any, %" PRId64 " elsewhere fit and there are %" PRId64 "\n", most, all);
    else
        printf("at most %" PRId64 " elsewhere (%" PRId64 " bytes)\n", most, bytes);
}

/* Is there a listed type of the same size before `t`? */
static bool size_told(const struct gat_profile *p, int t)
{
    for (int k = 0; k < t; k++)
        if ((p->data_types & GAT_BIT(k)) != 0 &&
            gat_dtype_size((enum gat_dtype)k) == gat_dtype_size((enum gat_dtype)t))
            return true;
    return false;
}

static void profile_print(const struct gat_profile *p, struct ref_case *c)
{
    int64_t buffer = p->rules.value[REF_buffer_size];
    printf("  @%s: %" PRId64 " bytes for the tiles of one step\n", p->name, buffer);
    for (int t = 0; t < GAT_DTYPE_COUNT; t++)
        for (int i = 0; i < GAT_DTYPE_COUNT; i++) {
            if ((p->data_types & GAT_BIT(t)) == 0 || (p->index_types & GAT_BIT(i)) == 0 ||
                size_told(p, t))
                continue;
            c->data.dtype = (enum gat_dtype)t;
            c->indices.dtype = (enum gat_dtype)i;
            line_print(c, c->indices.shape[c->axis], buffer);
            if (c->indices.shape[c->axis] > 1)
                line_print(c, 1, buffer);
        }
}

static int shapes_read(const struct gat_spec *s, const struct gat_options *o, struct ref_case *c)
{
    const char *end = "?";
    bool good = shape_read(o->shape, &c->data, &end);
    c->indices = c->data;
    if (good && *end == '/')
        good = shape_read(end + 1, &c->indices, &end);
    if (!good || *end != '\0' || c->data.ndim < 2 || c->indices.ndim != c->data.ndim)
        return gat_complain(GAT_EXIT_USAGE,
                            "--shape takes DATA[/INDICES] of one rank from 2, such as "
                            "64,512/16,512, and no '%s'",
                            o->shape);
    c->axis = (int64_t)o->axis;
    if (c->axis >= c->data.ndim)
        return gat_complain(GAT_EXIT_USAGE, "--axis takes a dimension of --shape, from 0 to %d",
                            c->data.ndim - 1);
    if (s->profiles[0].rules.value[REF_tiling] != REF_TILING_WHOLE_AXIS)
        return gat_complain(GAT_EXIT_USAGE, "%s says nothing of view and tile shapes", s->name);
    return 0;
}

int gat_tilings_explain(const struct gat_spec *s, const struct gat_options *o)
{
    struct ref_case c = {0};
    int code = shapes_read(s, o, &c);
    if (code != 0)
        return code;
    int64_t data = c.data.shape[c.axis], indices = c.indices.shape[c.axis];
    printf("%s", s->name);
    shape_print(", data ", c.data.ndim, c.data.shape);
    shape_print(", indices ", c.indices.ndim, c.indices.shape);
    printf(", axis %" PRId64 "\n  view shape: at least %" PRId64 " along the axis, elsewhere any\n",
           c.axis, data > indices ? data : indices);
    printf("  tile shape: %d extents; those off the axis count by their product, and the tile of "
           "data\n"
           "    has all %" PRId64 " of the axis\n",
           c.data.ndim, data);
    for (unsigned k = 0; k < s->n_profiles; k++)
        profile_print(&s->profiles[k], &c);
    return 0;
}
