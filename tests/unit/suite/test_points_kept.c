/* test_points_kept.c - a generator's point that is kept is the one that its script makes, and is
 * made once.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "catalog_case.h"
#include "cli/options.h"
#include "draw/draws.h"
#include "suite/member.h"
#include "suite/point_open.h"
#include "suite/points_kept.h"

/* Have both the same members, by their names, which tell test, types and presentation, and by the
 * extents, which the script draws? */
static bool alike(const struct gat_point *a, const struct gat_point *b)
{
    bool same = a->n_members == b->n_members;
    for (unsigned k = 0; same && k < a->n_members; k++) {
        struct gat_arena scratch = {0};
        struct gat_member *x = GAT_NEW(&scratch, struct gat_member);
        struct gat_member *y = GAT_NEW(&scratch, struct gat_member);
        gat_member_name(a, k, &scratch, x);
        gat_member_name(b, k, &scratch, y);
        gat_member_ask(a, k, x);
        gat_member_ask(b, k, y);
        const struct gat_array *one = &x->question.data, *two = &y->question.data;
        same = strcmp(x->name, y->name) == 0 && one->ndim == two->ndim &&
               memcmp(one->shape, two->shape, (size_t)one->ndim * sizeof one->shape[0]) == 0;
        gat_arena_free(&scratch);
    }
    return same;
}

int main(void)
{
    struct gat_options o = {.home = "."};
    struct gat_points_kept kept;
    struct gat_error e = {0};
    struct gat_arena arena = {0};
    if (gat_catalog_open(&home, &o) != 0)
        return 1;
    const struct gat_point *shapes = point_of(&home, "gather/onnx-13/shapes");
    const struct gat_point *views = point_of(&home, "gather/onnx-13/views");
    gat_points_kept_start(&kept, &home, 7);
    const struct gat_point *first = gat_points_kept_open(&kept, shapes);
    const struct gat_point *own = gat_point_open(shapes, 7, &arena, &e);
    ok(first != NULL && own != NULL && first->n_members > 9 && alike(first, own),
       "what is kept has the members that the script makes");
    ok(gat_points_kept_open(&kept, shapes) == first, "it is made once");
    ok(gat_points_kept_open(&kept, point_of(&home, "gather/onnx-13/document/rows")) == NULL &&
           gat_points_kept_open(&kept, point_of(&home, "gather/onnx-13/drawn/sizes")) == NULL,
       "points that were written, or are drawn, are opened by the caller");
    kept.most = gat_arena_size(&kept.arena);
    ok(kept.most > 0 && gat_points_kept_open(&kept, views) == NULL,
       "where there is no more room nothing more is kept");
    ok(gat_points_kept_open(&kept, shapes) == first, "... and what is there stays");
    kept.most++;
    const struct gat_point *other = gat_points_kept_open(&kept, views);
    ok(other != NULL && other != first, "with room another point is kept");
    gat_points_kept_end(&kept);
    gat_arena_free(&arena);
    gat_catalog_free(&home);
    return done();
}
