/* checked.h - arithmetic on numbers that came from outside, and the index rule.
 *
 * Every size, product of extents and offset that comes from a case, a spec or a message
 * is computed by these functions. Loop counters are not.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CHECKED_H
#define GAT_CHECKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GAT_MUST_USE __attribute__((warn_unused_result))

GAT_MUST_USE static inline bool gat_size_mul(size_t a, size_t b, size_t *out)
{
    return !__builtin_mul_overflow(a, b, out);
}

GAT_MUST_USE static inline bool gat_size_add(size_t a, size_t b, size_t *out)
{
    return !__builtin_add_overflow(a, b, out);
}

/* The position of an index: a negative one counts from the end where the variant says
 * so. True, and the position in *out, if it lies in [0, extent). */
GAT_MUST_USE static inline bool gat_index_fold(int64_t index, int64_t extent,
                                               bool wraps, int64_t *out)
{
    if (index < 0 && wraps && index >= -extent)
        index += extent;
    *out = index;
    return index >= 0 && index < extent;
}

#endif
