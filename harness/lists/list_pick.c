/* list_pick.c - what the patterns of gatherum list select.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lists/list_pick.h"

#include <stdio.h>

#include "cli/options.h"
#include "spec/spec_json.h"
#include "suite/pattern.h"

bool gat_list_wants(const struct gat_options *o, const char *name)
{
    bool any = o->words.count < 2;
    for (unsigned k = 1; k < o->words.count && !any; k++)
        any = gat_pattern_match_name(o->words.items[k], name);
    return any;
}

int gat_list_nothing(const struct gat_options *o)
{
    return gat_complain(GAT_EXIT_USAGE, "nothing selected by '%s'",
                        o->words.count > 1 ? o->words.items[1] : o->words.items[0]);
}

bool gat_list_wants_spec(const struct gat_options *o, const struct gat_spec *s)
{
    char alias[512];
    if (gat_list_wants(o, s->name))
        return true;
    snprintf(alias, sizeof alias, "%s/%s", s->op, s->alias != NULL ? s->alias : s->variant);
    return gat_list_wants(o, alias);
}

int gat_list_end(const struct gat_options *o, json_t *list, int code, bool any)
{
    if (code == 0 && !any)
        code = gat_list_nothing(o);
    if (code == 0 && o->json)
        return gat_json_print(list);
    json_decref(list);
    return code;
}
