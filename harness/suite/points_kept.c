/* points_kept.c - points that were opened, kept for who opens them again.
 *
 * A generator's script makes the same members for every backend.  Who judges hundreds of backends
 * in one process runs it once.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "suite/points_kept.h"

#include "suite/point_open.h"

enum { MOST_KEPT = 256 << 20 }; /* bytes: all generators make more */

void gat_points_kept_start(struct gat_points_kept *k, const struct gat_catalog *c, uint64_t seed)
{
    *k = (struct gat_points_kept){.catalog = c, .seed = seed, .most = MOST_KEPT};
    pthread_mutex_init(&k->lock, NULL);
    k->opened = GAT_NEW_N(&k->arena, const struct gat_point *, c->n_points + 1);
}

void gat_points_kept_end(struct gat_points_kept *k)
{
    pthread_mutex_destroy(&k->lock);
    gat_arena_free(&k->arena);
}

const struct gat_point *gat_points_kept_open(struct gat_points_kept *k, const struct gat_point *p)
{
    struct gat_error e;
    if (!gat_point_closed(p) || p->test->drawing != NULL)
        return NULL;
    pthread_mutex_lock(&k->lock);
    const struct gat_point **at = &k->opened[p - k->catalog->points];
    if (*at == NULL && gat_arena_size(&k->arena) < k->most)
        *at = gat_point_open(p, k->seed, &k->arena, &e);
    const struct gat_point *opened = *at;
    pthread_mutex_unlock(&k->lock);
    return opened;
}
