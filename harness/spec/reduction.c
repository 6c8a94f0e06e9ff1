/* reduction.c - reductions by name, and which of them a variant offers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "spec/reduction.h"

#include <string.h>

#include "files/word_lists.h"

static const char *const words[] = {
    [REF_NONE] = "none", [REF_ADD] = "add", [REF_MUL] = "mul", [REF_MIN] = "min",
    [REF_MAX] = "max", [REF_MEAN] = "mean", [REF_SUB] = "sub", NULL};

const char *gat_reduction_name(int64_t reduction)
{
    return words[reduction];
}

bool gat_reduction_read(const struct gat_node *n, int64_t *out, struct gat_error *e)
{
    const char *text;
    if (!gat_node_text(n, &text, e))
        return false;
    for (*out = 0; words[*out] != NULL; ++*out)
        if (strcmp(words[*out], text) == 0)
            return true;
    *out = 0;
    return gat_unknown_fail(e, n, "reduction", words);
}

bool gat_reductions_read(const struct gat_node *list, uint32_t *out, struct gat_error *e)
{
    if (list->kind != GAT_NODE_LIST)
        return gat_node_fail(e, list, "a list of reductions is due here");
    *out = 0;
    for (size_t k = 0; k < list->count; k++) {
        int64_t one;
        if (!gat_reduction_read(list->items[k], &one, e))
            return false;
        *out |= GAT_BIT(one);
    }
    return true;
}

uint32_t gat_reductions_of(const struct gat_spec *s)
{
    const struct gat_attr_spec *a = gat_attr_find(s, "reduction");
    return (a != NULL ? a->values : 0) | GAT_BIT(s->profiles[0].rules.value[REF_reduction]);
}
