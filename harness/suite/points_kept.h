/* points_kept.h - points that were opened, kept for who opens them again.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_POINTS_KEPT_H
#define GAT_POINTS_KEPT_H

#include <pthread.h>
#include <stdint.h>

#include "parts/suite.h"

/* Of one catalogue and one seed; threads share it. */
struct gat_points_kept {
    pthread_mutex_t lock;
    const struct gat_catalog *catalog;
    uint64_t seed;
    size_t most;                     /* bytes, after which no more are kept */
    const struct gat_point **opened; /* of each point of the catalogue, or NULL */
    struct gat_arena arena;
};

void gat_points_kept_start(struct gat_points_kept *k, const struct gat_catalog *c, uint64_t seed);
void gat_points_kept_end(struct gat_points_kept *k);
/* A generator's point of the catalogue with its members, good until the end.  NULL where it is none
 * that is kept, and the caller opens it: a point that was written, one of drawn cases, one whose
 * script fails, or one more than there is room for. */
const struct gat_point *gat_points_kept_open(struct gat_points_kept *k, const struct gat_point *p);

#endif
