/* cover.c - which triples of properties of a case have been seen.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "draw/cover.h"

enum {
    TRIPLES = GAT_COVER_FACTORS * (GAT_COVER_FACTORS - 1) * (GAT_COVER_FACTORS - 2) / 6,
    EACH = GAT_COVER_LEVELS * GAT_COVER_LEVELS * GAT_COVER_LEVELS
};

void gat_cover_start(struct gat_cover *c, struct gat_arena *a)
{
    c->seen = GAT_NEW_N(a, unsigned char, TRIPLES * (EACH / 8));
}

unsigned gat_cover_new(struct gat_cover *c, const unsigned char *levels, bool mark)
{
    unsigned fresh = 0, triple = 0;
    for (unsigned i = 0; i < GAT_COVER_FACTORS; i++)
        for (unsigned j = i + 1; j < GAT_COVER_FACTORS; j++)
            for (unsigned k = j + 1; k < GAT_COVER_FACTORS; k++, triple++) {
                unsigned at = (unsigned)((levels[i] * GAT_COVER_LEVELS + levels[j]) *
                                         GAT_COVER_LEVELS + levels[k]);
                unsigned char *byte = &c->seen[triple * (unsigned)(EACH / 8) + at / 8];
                unsigned char bit = (unsigned char)(1u << at % 8);
                fresh += (*byte & bit) == 0;
                *byte |= mark ? bit : 0;
            }
    return fresh;
}
