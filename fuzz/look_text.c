/* look_text.c - any bytes as what an adapter answers to `look`: states that were put back and
 * amounts, or nothing that is taken.
 *
 * The first byte says whether memory was asked for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "arena.h"
#include "sandbox/look_read.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct gat_arena arena = {0};
    struct gat_process p = {0};
    if (size == 0)
        return 0;
    char *text = GAT_NEW_N(&arena, char, size);
    memcpy(text, bytes + 1, size - 1);
    bool good = gat_look_read(text, size - 1, bytes[0] % 2 != 0, &p);
    HOLDS((p.put_back & ~GAT_PUT_BACK) == 0);
    HOLDS(!good || (p.memory <= INT64_MAX && p.mapped <= INT64_MAX));
    HOLDS(p.files == 0 && p.threads == 0 && p.children == 0 && p.blocked == 0);
    gat_arena_free(&arena);
    return 0;
}
