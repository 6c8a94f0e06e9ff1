/* window_lists.h - the lists that say which dimensions windows have; private to ref.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WINDOW_LISTS_H
#define GAT_WINDOW_LISTS_H

#include "ref.h"

static inline bool ref_list_holds(const struct ref_list *l, int64_t value)
{
    bool found = false;
    for (int32_t k = 0; k < l->count; k++)
        found |= l->value[k] == value;
    return found;
}
/* Does every dimension of data, of indices and of a window have its place? */
bool ref_lists_agree(const struct ref_case *c);

#endif
