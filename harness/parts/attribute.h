/* attribute.h - what a test states of the attributes: read, printed and compared by one table.
 *
 * The table is spec/attributes.h.  A caller that treats all attributes alike counts k from 0
 * to GAT_ATTRIBUTES; one that means a single attribute names the member of struct gat_test.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ATTRIBUTE_H
#define GAT_ATTRIBUTE_H

#include "files/yaml_tree.h"
#include "parts/suite.h"

enum gat_attribute_form { GAT_FORM_INT, GAT_FORM_BOOL, GAT_FORM_REDUCTION, GAT_FORM_LIST };
struct gat_attribute {
    const char *name;
    const char *words; /* "attribute axis" */
    const char *other; /* "another value of attribute axis" */
    enum gat_attribute_form form;
    unsigned at; /* which of gat_test.single, or which of gat_test.lists */
};
#define GAT_ATTRIBUTE_NUMBER(name, kind) GAT_A_##name,
enum { GAT_ATTRIBUTE_MAP(GAT_ATTRIBUTE_NUMBER, GAT_ATTRIBUTE_NUMBER) GAT_ATTRIBUTES };
extern const struct gat_attribute gat_attribute_table[GAT_ATTRIBUTES];

/* The number of an attribute; GAT_ATTRIBUTES for an unknown name. */
unsigned gat_attribute_find(const char *name);
/* Does the test state attribute k?  An axis that is an operand is one that is stated. */
bool gat_attribute_given(const struct gat_test *t, unsigned k);
/* Read attribute k from the map of a test; without an entry it is not stated. */
bool gat_attribute_read(const struct gat_node *map, unsigned k, struct gat_test *t,
                        struct gat_error *e);
/* The value of a stated attribute k as case files write it: 1, true, add or [0, 2]; `size`
 * bytes at most, of which GAT_ATTRIBUTE_TEXT are always enough. */
enum { GAT_ATTRIBUTE_TEXT = 24 * GAT_MAX_RANK };
void gat_attribute_print(const struct gat_test *t, unsigned k, char *text, size_t size);

#endif
