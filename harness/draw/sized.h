/* sized.h - drawn cases of stated sizes: those that a backend's own code treats apart.
 *
 * The name of such a case begins with its sizes and a number, `picks5382-inner257b-3`, and it
 * and the seed suffice to draw the case without the backend.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SIZED_H
#define GAT_SIZED_H

#include "draw/draws.h"

enum { GAT_SIZED_MOST = 2 /* sizes that are stated together */ };
struct gat_sized {
    unsigned n;
    struct {
        unsigned which; /* outer, extent, picks or inner, as in sketch.h */
        bool bytes;     /* so many bytes, not elements */
        int64_t count;
    } size[GAT_SIZED_MOST];
    unsigned number; /* among the cases of these sizes; an odd one follows the one before it, in
                        the same shapes */
};
/* The sizes and the number that a name begins with; false where it states none. */
bool gat_sized_read(const char *name, struct gat_sized *out);
bool gat_sized_same(const struct gat_sized *a, const struct gat_sized *b);
void gat_sized_print(const struct gat_sized *z, char *out, size_t size);
/* Case number k of those for these constants; false: there are none. */
bool gat_sized_list(const struct gat_constants *c, uint64_t seed, unsigned k,
                    struct gat_sized *out);
/* The least size of the case, in bytes. */
int64_t gat_sized_cost(const struct gat_sized *z);
/* As gat_drawn_kind.draw, for d->sized. */
bool gat_sized_draw(struct gat_draws *d, struct gat_prng *prng, struct gat_draft *out);

#endif
