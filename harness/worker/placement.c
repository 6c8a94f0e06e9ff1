/* placement.c - where in their windows the operands of the two calls of a case lie.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "worker/placement.h"

#include "worker/ring.h"

enum { MOST_LEAD = 1 << 13 };

bool gat_placed_right(uint64_t placed, unsigned call)
{
    return (call ^ (unsigned)(placed & GAT_PLACED_SWAPPED)) == 0;
}

static bool is_free(uint64_t placed, unsigned call)
{
    return (placed & GAT_PLACED_FREE) != 0 && (placed >> 2 & 1) == call;
}

size_t gat_placed_inside(uint64_t placed, unsigned call, unsigned window, size_t room,
                         size_t align)
{
    if (!is_free(placed, call))
        return 0;
    uint64_t z = (placed + window) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 31) * UINT64_C(0xBF58476D1CE4E5B9);
    size_t used = 2 * GAT_CANARY + align;
    if (z >> 63 == 0 || room < used)
        return 0;
    size_t most = room - used < MOST_LEAD ? room - used : MOST_LEAD;
    return GAT_CANARY + (size_t)(z >> 20 & UINT32_MAX) % (most / align + 1) * align;
}

const char *gat_placed_words(uint64_t placed, unsigned call)
{
    static const char *const words[2][3] = {
        {"the first call, operands at the end of their memory",
         "the first call, operands at the start of their memory",
         "the first call, some operands away from both ends of their memory"},
        {"the second call, operands at the end of their memory",
         "the second call, operands at the start of their memory",
         "the second call, some operands away from both ends of their memory"}};
    return words[call != 0][is_free(placed, call) ? 2 : !gat_placed_right(placed, call)];
}
