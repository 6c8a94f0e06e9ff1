/* cover.h - which triples of properties of a case have been seen.
 *
 * A case has GAT_COVER_FACTORS properties, each with a level below GAT_COVER_LEVELS.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_COVER_H
#define GAT_COVER_H

#include <stdbool.h>
#include <stdint.h>

#include "arena.h"

enum { GAT_COVER_FACTORS = 11, GAT_COVER_LEVELS = 32 };
struct gat_cover {
    uint32_t *seen; /* a bit for each triple */
};
void gat_cover_start(struct gat_cover *c, struct gat_arena *a);
/* How many triples of these levels have not been seen; with `mark` they are from now on. */
unsigned gat_cover_new(struct gat_cover *c, const unsigned char *levels, bool mark);

#endif
