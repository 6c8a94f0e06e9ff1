/* attributes.h - the attributes that a call can state, in the order in which calls name them.
 *
 * ATTRIBUTE(name, form): form is INT, BOOL or REDUCTION (a word of enum ref_reduction).
 * LIST(name, single): a list of integers, or one integer, as REF_LIST_MAP says.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ATTRIBUTES_H
#define GAT_ATTRIBUTES_H

#include "ref.h"

#define GAT_ATTRIBUTE_MAP(ATTRIBUTE, LIST)                                         \
    ATTRIBUTE(axis, INT) ATTRIBUTE(batch_dims, INT) REF_LIST_MAP(LIST)             \
    ATTRIBUTE(sparse_grad, BOOL) ATTRIBUTE(reduction, REDUCTION) ATTRIBUTE(initial, BOOL)
/* Their names, each with a comma after it. */
#define GAT_ATTRIBUTE_NAME(name, kind) #name,
#define GAT_ATTRIBUTE_NAMES GAT_ATTRIBUTE_MAP(GAT_ATTRIBUTE_NAME, GAT_ATTRIBUTE_NAME)

#endif
