/* no_entry.c - a shared object that is no backend: it has no entry symbol.
 *
 * exit: 2
 * says: gat_backend_get
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "gatherum/backend.h"

int something_else(void);

int something_else(void)
{
    return (int)GAT_ABI;
}
