/* lint_rules.c - which values of its rules the cases of a variant cannot tell from others.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "command/lint_rules.h"

static bool has(const struct gat_list *list, const char *text)
{
    unsigned k = 0;
    while (k < list->count && strcmp(list->items[k], text) != 0)
        k++;
    return k < list->count;
}

bool gat_lint_rules(const struct gat_catalog *c, const struct gat_spec *s,
                    struct gat_cover_those those, uint64_t seed, struct gat_arena *a,
                    struct gat_list *out, struct gat_error *e)
{
    struct gat_cover *covers = GAT_NEW_N(a, struct gat_cover, s->n_clauses + 1);
    bool good = gat_coverage_of(c, s, those, seed, a, covers, e);
    for (unsigned k = 0; good && k < s->n_clauses; k++)
        for (unsigned i = 0; i < covers[k].confused.count; i++)
            if (!has(out, covers[k].confused.items[i]))
                gat_list_add(a, out, covers[k].confused.items[i]);
    return good;
}

void gat_lint_rules_print(const char *variant, const struct gat_list *list)
{
    static const char between[] = " is not told from ";
    const char *last = "";
    size_t length = 0;
    printf("%s: no case tells ", variant);
    for (unsigned k = 0; k < list->count; k++) {
        const char *text = list->items[k], *other = strstr(text, between);
        size_t own = (size_t)(other - text);
        if (own == length && strncmp(last, text, own) == 0)
            printf(", %s", other + strlen(between));
        else
            printf("%s%.*s from %s", k > 0 ? "; " : "", (int)own, text, other + strlen(between));
        last = text;
        length = own;
    }
    printf("\n");
}
