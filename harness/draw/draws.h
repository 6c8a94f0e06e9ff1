/* draws.h - cases that nobody wrote: drawn from the seed for each variant.
 *
 * Each kind of drawn case is a closed point of its own, `<variant>/drawn/<kind>`, which is
 * opened as a generator's point is.  Case number k depends on the seed, the point and k alone,
 * never on how many are drawn: its name begins with k, and the name and the seed suffice to draw
 * it again.  The same holds for a case of stated sizes, whose name begins with these.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DRAWS_H
#define GAT_DRAWS_H

#include "cli/command.h"
#include "draw/draft.h"

/* The point that cases are drawn for. */
struct gat_draws {
    const struct gat_point *point;
    struct gat_breed breed;
    uint64_t seed; /* of this point */
    struct gat_arena *arena;
    const struct gat_drawn_kind *kind;
    void *state; /* of its kind */
    const struct gat_sized *sized; /* the sizes that the case is to have, or NULL: see sized.h */
    unsigned tries;   /* of this case before */
    int64_t most_bytes; /* said by `draw`, of one operand: a larger case is drawn again */
    bool must_answer; /* said by `draw`: a case that has no answer is drawn again */
};

/* One kind of drawn case. */
struct gat_drawn_kind {
    struct gat_drawing drawing;
    const char *hunts;
    unsigned share; /* of 1000 drawn cases of a variant */
    bool states_sizes; /* some are of sizes that the backend's constants tell, and named by them */
    /* Before the first case; or NULL. */
    void (*begin)(struct gat_draws *d);
    /* Draw case `k` from `prng`, which belongs to it alone; false: there is no such case. */
    bool (*draw)(struct gat_draws *d, unsigned k, struct gat_prng *prng, struct gat_draft *out);
};
/* All kinds; the one without a name ends them. */
extern const struct gat_drawn_kind gat_drawn_kinds[];

/* Draw as many cases as the one of that name needs, which lives as long as `a`; nothing where `p`
 * is not drawn. */
void gat_draws_reach(struct gat_arena *a, const struct gat_point *p, const char *name);
/* Read the suite for a command: the folders that --path names, and points of drawn cases for
 * each variant and profile, as many cases as --draw says and those that a word names by its
 * number.  An exit code; what is wrong was said. */
int gat_catalog_open(struct gat_catalog *c, const struct gat_options *o);

#endif
