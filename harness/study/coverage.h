/* coverage.h - which cases a clause needs, and which it has.
 *
 * A clause is covered when another value of its rule would change what some case of
 * the variant expects, for every other value that any case could tell apart; when
 * each reading of an ambiguous clause is told from the decision; and when the cases
 * lie on both sides of the bound (edges.def).  A clause about values or shapes is
 * covered by an answer that has the features of its `reached-by`.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_COVERAGE_H
#define GAT_COVERAGE_H

#include "cli/command.h"
#include "oracle/expectation.h"
#include "spec/feature.h"
#include "suite/catalog.h"

struct gat_cover_work;

struct gat_cover {
    const struct gat_clause *clause;
    bool covered; /* false also for one that cannot be tested */
    struct gat_list passing, failing, other; /* cases; other: may fail, or undefined */
    struct gat_list missing; /* what no case tells, and a case that would */
    struct gat_list untold;  /* what no case could tell, as far as a search shows */
    struct gat_list confused; /* "RULE: VALUE is not told from VALUE", of what is missing */
};

/* Which points count: all without `wants`. */
struct gat_cover_those {
    bool (*wants)(const void *by, const struct gat_point *p);
    const void *by;
};

/* The clauses of a variant, in their order.  Texts live in `a`.  False and *e when
 * the script of a generator fails. */
bool gat_coverage_make(const struct gat_catalog *c, const struct gat_spec *s, uint64_t seed,
                       struct gat_arena *a, struct gat_cover *out, struct gat_error *e);
/* The same by some of the points. */
bool gat_coverage_of(const struct gat_catalog *c, const struct gat_spec *s,
                     struct gat_cover_those those, uint64_t seed, struct gat_arena *a,
                     struct gat_cover *out, struct gat_error *e);

/* Is there another value in this slot?  0 .. n-1: the values of a RULE but `own`;
 * 0 and 1: the neighbours of a NUMBER. */
bool gat_cover_slot(enum ref_rule rule, int64_t own, unsigned slot, int64_t *value);
/* Does this reading change the rules of the profile? */
bool gat_cover_reading(const struct gat_reading *r, struct ref_rules *rules);
/* Would the expectation be another by these rules? */
bool gat_cover_turns(struct gat_cover_work *w, const struct gat_expectation *x,
                     const struct ref_rules *rules);

#endif
