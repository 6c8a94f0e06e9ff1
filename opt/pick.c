/* pick.c - the optimised kernel, or ref's.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "opt.h"

#include <string.h>

/* Made by the linker around the section that OPT_KERNEL fills. */
#define OWN __attribute__((visibility("hidden")))
extern const struct opt_kernel *const __start_opt_kernels[] OWN;
extern const struct opt_kernel *const __stop_opt_kernels[] OWN;

void opt_run(const struct ref_case *c, struct ref_answer *a, void *scratch)
{
    bool due = a->demand == REF_MUST_SUCCEED || a->demand == REF_MAY_EITHER;
    for (const struct opt_kernel *const *k = __start_opt_kernels;
         due && k < __stop_opt_kernels; k++)
        if (strcmp((*k)->name, c->kernel->name) == 0 && (*k)->run(c, a))
            return;
    ref_run(c, a, scratch);
}

bool opt_indices_plain(const struct ref_case *c, int64_t extent)
{
    int64_t count = gat_array_count(&c->indices);
    int64_t least = c->rules->value[REF_index_domain] == REF_WRAPS ? -extent : 0;
    const char *at = c->indices.data;
    bool good = true;
    /* No early way out: the loop then has no branch on data, and errors are rare. */
    if (c->indices.dtype == GAT_I32)
        for (int64_t k = 0; k < count; k++) {
            int32_t index;
            memcpy(&index, at + k * 4, sizeof index);
            good &= index >= least && index < extent;
        }
    else if (c->indices.dtype == GAT_I64)
        for (int64_t k = 0; k < count; k++) {
            int64_t index;
            memcpy(&index, at + k * 8, sizeof index);
            good &= index >= least && index < extent;
        }
    else
        good = false; /* an index type for ref alone */
    return good;
}
