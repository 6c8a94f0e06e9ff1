/* attribute.c - what a test states of the attributes: read, printed and compared by one table.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "parts/attribute.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "parts/operand_text.h"
#include "spec/reduction.h"

#define OTHER "another value of attribute "
#define ATTRIBUTE(name, form) \
    {#name, "attribute " #name, OTHER #name, GAT_FORM_##form, GAT_SINGLE_##name},
#define LIST(name, single) {#name, "attribute " #name, OTHER #name, GAT_FORM_LIST, REF_##name},
const struct gat_attribute gat_attribute_table[GAT_ATTRIBUTES] = {
    GAT_ATTRIBUTE_MAP(ATTRIBUTE, LIST)};

unsigned gat_attribute_find(const char *name)
{
    unsigned k = 0;
    while (k < GAT_ATTRIBUTES && strcmp(gat_attribute_table[k].name, name) != 0)
        k++;
    return k;
}

bool gat_attribute_given(const struct gat_test *t, unsigned k)
{
    const struct gat_attribute *a = &gat_attribute_table[k];
    if (k == GAT_A_axis && t->axis_tensor.present)
        return true;
    return a->form == GAT_FORM_LIST ? t->lists[a->at].given : t->single[a->at].given;
}

static bool list_read(const struct gat_node *n, unsigned at, struct ref_list *out,
                      struct gat_error *e)
{
    *out = (struct ref_list){.given = n != NULL, .count = n != NULL && ref_list_infos[at].single};
    if (n == NULL)
        return true;
    return ref_list_infos[at].single ? gat_node_int(n, &out->value[0], e)
                                     : gat_shape_read(n, &out->count, out->value, e);
}

bool gat_attribute_read(const struct gat_node *map, unsigned k, struct gat_test *t,
                        struct gat_error *e)
{
    const struct gat_attribute *a = &gat_attribute_table[k];
    const struct gat_node *n = gat_node_get(map, a->name);
    if (a->form == GAT_FORM_LIST)
        return list_read(n, a->at, &t->lists[a->at], e);
    struct gat_attribute_value *out = &t->single[a->at];
    *out = (struct gat_attribute_value){.given = n != NULL};
    if (n == NULL)
        return true;
    if (a->form == GAT_FORM_REDUCTION)
        return gat_reduction_read(n, &out->value, e);
    bool truth;
    if (a->form == GAT_FORM_INT)
        return gat_node_int(n, &out->value, e);
    if (!gat_node_bool(n, &truth, e))
        return false;
    out->value = truth;
    return true;
}

static void list_print(const struct ref_list *l, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "[");
    for (int32_t d = 0; d < l->count && used < size; d++)
        used += (size_t)snprintf(text + used, size - used, "%s%" PRId64, d > 0 ? ", " : "",
                                 l->value[d]);
    if (used < size)
        snprintf(text + used, size - used, "]");
}

void gat_attribute_print(const struct gat_test *t, unsigned k, char *text, size_t size)
{
    const struct gat_attribute *a = &gat_attribute_table[k];
    if (a->form == GAT_FORM_LIST && !ref_list_infos[a->at].single) {
        list_print(&t->lists[a->at], text, size);
        return;
    }
    int64_t value = a->form == GAT_FORM_LIST ? t->lists[a->at].value[0] : t->single[a->at].value;
    if (a->form == GAT_FORM_REDUCTION || a->form == GAT_FORM_BOOL)
        snprintf(text, size, "%s",
                 a->form == GAT_FORM_REDUCTION ? gat_reduction_name(value)
                 : value != 0               ? "true"
                                            : "false");
    else
        snprintf(text, size, "%" PRId64, value);
}
