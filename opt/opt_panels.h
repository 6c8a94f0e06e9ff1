/* opt_panels.h - elements of 4 and 8 bytes one by one, for levels without a gather of them.
 *
 * Included by level_*.c before opt_lanes.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_PANELS_H
#define GAT_OPT_PANELS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline void words_panel(char *to, const char *from, const int32_t *at,
                               int64_t count, _Bool stream)
{
    for (int64_t k = 0; k < count; k++)
        memcpy(to + k * 4, from + (size_t)at[k] * 4, 4);
    (void)stream;
}

static inline void longs_panel(char *to, const char *from, const int32_t *at,
                               int64_t count, _Bool stream)
{
    for (int64_t k = 0; k < count; k++)
        memcpy(to + k * 8, from + (size_t)at[k] * 8, 8);
    (void)stream;
}

#endif
