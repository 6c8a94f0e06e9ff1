/* diff_expected.c - what is expected of a small case, in one line.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dtype.h"
#include "study/diff_expected.h"

static const char *value_print(const struct ref_answer *x, const void *at, struct gat_arena *a)
{
    char text[64];
    gat_dtype_print(x->output.dtype, at, text, sizeof text);
    return gat_arena_text(a, text, strlen(text));
}

/* One value, "any", or the values that updates offer with "|" between them. */
static const char *element_print(const struct ref_case *c, const struct ref_answer *x,
                                 int64_t e, struct gat_arena *a)
{
    size_t size = gat_dtype_size(x->output.dtype);
    const char *text = value_print(x, (const char *)x->output.data + (size_t)e * size, a);
    if (x->unspecified != NULL && x->unspecified[e] != 0)
        return "any";
    if (x->last_writer == NULL || x->last_writer[e] == 0)
        return text;
    const char *updates = c->updates.data;
    for (int64_t u = x->earlier_writer[x->last_writer[e] - 1]; u > 0;
         u = x->earlier_writer[u - 1]) {
        const char *at = updates + (size_t)ref_update_element(c, x, u - 1) * size;
        text = gat_arena_print(a, "%s|%s", value_print(x, at, a), text);
    }
    return text;
}

static const char *nested_print(const struct ref_case *c, const struct ref_answer *x, int32_t d,
                                int64_t *at, struct gat_arena *a)
{
    const char *text = "[";
    if (d == x->output.ndim)
        return element_print(c, x, (*at)++, a);
    for (int64_t k = 0; k < x->output.shape[d]; k++)
        text = gat_arena_print(a, "%s%s%s", text, k > 0 ? ", " : "",
                               nested_print(c, x, d + 1, at, a));
    return gat_arena_print(a, "%s]", text);
}

static const char *kind_word(gat_status s)
{
    return s == GAT_E_RANGE ? "range" : s == GAT_E_TYPE ? "type" : "invalid";
}

const char *gat_expected_print(const struct ref_case *c, const struct ref_answer *x,
                               struct gat_arena *a)
{
    int64_t at = 0;
    char shape[200];
    const char *answer;
    if (x->demand == REF_FREE)
        return "anything, inside its own buffers";
    if (x->demand == REF_MUST_REPORT)
        return gat_arena_print(a, "an error (%s)", kind_word(x->error));
    if (gat_array_count(&x->output) > 0) {
        answer = nested_print(c, x, 0, &at, a);
    } else {
        gat_shape_print(x->output.ndim, x->output.shape, shape, sizeof shape);
        answer = gat_arena_print(a, "no elements, shape %s", shape);
    }
    return x->demand == REF_MAY_EITHER
               ? gat_arena_print(a, "an error (%s) or %s", kind_word(x->error), answer)
               : answer;
}
