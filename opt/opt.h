/* opt.h - optimised kernels for the CPU.
 *
 * A file of opt/ that has a kernel says OPT_KERNEL(gather) = { ... }.  A kernel
 * computes the cases that it is made for and leaves every other one to ref; so what
 * has no kernel here works all the same.  Rules, demands and shapes are ref's.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_H
#define GAT_OPT_H

#include "ref.h"

struct opt_kernel {
    const char *name; /* of the ref kernel that it stands in for */
    /* Compute a checked case whose answer is still due; false, with nothing
     * written, for a case that ref shall compute. */
    bool (*run)(const struct ref_case *c, const struct ref_answer *a);
};

#define OPT_KERNEL(id)                                                         \
    static const struct opt_kernel opt_kernel_##id;                            \
    __attribute__((used, section("opt_kernels")))                              \
    static const struct opt_kernel *const opt_kernel_entry_##id = &opt_kernel_##id; \
    static const struct opt_kernel opt_kernel_##id

/* As ref_run, with the same answer. */
void opt_run(const struct ref_case *c, struct ref_answer *a, void *scratch);

/* Are all indices inside the axis by the rules, so that each is a position after at
 * most one addition of `extent`? */
bool opt_indices_plain(const struct ref_case *c, int64_t extent);
/* Such an index, folded. */
static inline int64_t opt_fold(int64_t index, int64_t extent)
{
    return index < 0 ? index + extent : index;
}

#endif
