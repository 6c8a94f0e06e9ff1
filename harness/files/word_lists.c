/* word_lists.c - lists of element types and plain words, as specs and cases write them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "base/sentence.h"
#include "dtype.h"
#include "files/word_lists.h"

/* "; one of: a, b, c" where there are few enough to list. */
static const char *few_words(const char *const *known, char *out, size_t size)
{
    size_t used = 0, n = 0;
    out[0] = '\0';
    while (known[n] != NULL)
        n++;
    for (size_t k = 0; k < n && n <= 8 && used < size; k++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", k > 0 ? ", " : "; one of: ",
                                 known[k]);
    return out;
}

bool gat_unknown_fail(struct gat_error *e, const struct gat_node *n, const char *what,
                      const char *const *known)
{
    char few[160];
    const char *meant = gat_meant(n->text, known);
    return gat_node_fail(e, n, "unknown %s '%.60s'%s", what, n->text,
                         meant != NULL ? gat_meant_words(meant)
                                       : few_words(known, few, sizeof few));
}

static bool type_read(const struct gat_node *n, uint32_t *out, struct gat_error *e)
{
    const char *text = "";
    const char *known[GAT_DTYPE_COUNT + 1] = {NULL};
    if (!gat_node_text(n, &text, e))
        return false;
    enum gat_dtype t = gat_dtype_find(text);
    if (t != GAT_DTYPE_COUNT) {
        *out |= GAT_BIT(t);
        return true;
    }
    for (int k = 0; k < GAT_DTYPE_COUNT; k++)
        known[k] = gat_dtype_name((enum gat_dtype)k);
    return gat_unknown_fail(e, n, "element type", known);
}

bool gat_types_read(const struct gat_node *n, uint32_t all, uint32_t *out,
                    struct gat_error *e)
{
    *out = 0;
    if (n->kind == GAT_NODE_TEXT && strcmp(n->text, "all") == 0) {
        *out = all;
        return true;
    }
    if (n->kind == GAT_NODE_TEXT)
        return type_read(n, out, e);
    if (n->kind != GAT_NODE_LIST || n->count == 0)
        return gat_node_fail(e, n, "'all' or a list of element types is due here");
    for (size_t k = 0; k < n->count; k++)
        if (!type_read(n->items[k], out, e))
            return false;
    return true;
}

bool gat_words_read(struct gat_arena *a, const struct gat_node *n, const char ***out,
                    unsigned *count, struct gat_error *e)
{
    bool one = n->kind == GAT_NODE_TEXT;
    size_t all = one ? 1 : n->count;
    if (n->kind == GAT_NODE_MAP || all == 0)
        return gat_node_fail(e, n, "a list of words is due here");
    *out = GAT_NEW_N(a, const char *, all + 1);
    for (size_t k = 0; k < all; k++)
        if (!gat_node_text(one ? n : n->items[k], &(*out)[k], e))
            return false;
    *count = (unsigned)all;
    return true;
}

bool gat_name_valid(const char *text)
{
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789._-");
    return n > 0 && n <= 100 && text[n] == '\0' && strchr("._-", text[0]) == NULL;
}
