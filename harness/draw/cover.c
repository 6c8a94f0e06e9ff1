/* cover.c - which triples of properties of a case have been seen.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "draw/cover.h"

enum {
    TRIPLES = GAT_COVER_FACTORS * (GAT_COVER_FACTORS - 1) * (GAT_COVER_FACTORS - 2) / 6,
    LEVELS = GAT_COVER_LEVELS
};

void gat_cover_start(struct gat_cover *c, struct gat_arena *a)
{
    c->seen = GAT_NEW_N(a, uint32_t, TRIPLES * LEVELS * LEVELS);
}

/* For each two properties and their levels the words of all properties after them lie side by side:
 * they share a line of the cache. */
unsigned gat_cover_new(struct gat_cover *c, const unsigned char *levels, bool mark)
{
    unsigned fresh = 0;
    uint32_t *pair = c->seen;
    for (unsigned i = 0; i < GAT_COVER_FACTORS; i++)
        for (unsigned j = i + 1; j < GAT_COVER_FACTORS; j++) {
            unsigned after = GAT_COVER_FACTORS - 1 - j;
            uint32_t *row = pair + (levels[i] * (unsigned)LEVELS + levels[j]) * after;
            for (unsigned k = 0; k < after; k++) {
                uint32_t bit = UINT32_C(1) << levels[j + 1 + k];
                fresh += (row[k] & bit) == 0;
                row[k] |= mark ? bit : 0;
            }
            pair += (size_t)LEVELS * LEVELS * after;
        }
    return fresh;
}
