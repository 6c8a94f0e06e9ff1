/* feature.h - what a case has in it, computed from the case and nothing else.
 *
 * Clause coverage and `gatherum lint` speak in features; nobody types them.  The
 * table is features.def.  (The name features.h belongs to the C library.)
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FEATURE_H
#define GAT_FEATURE_H

#include <stdbool.h>
#include <stdint.h>

enum gat_feature {
#define FEATURE(id, words, exists, holds, class, bug, seen) GAT_F_##id,
#define TRAIT(id, holds) GAT_F_##id,
#include "spec/features.def"
    GAT_FEATURE_COUNT
};

/* A set of features. */
struct gat_features {
    uint64_t word[3];
};
_Static_assert(GAT_FEATURE_COUNT <= 192, "sets of features have three words");

static inline bool gat_features_have(const struct gat_features *s, unsigned feature)
{
    return (s->word[feature / 64] >> feature % 64 & 1) != 0;
}
static inline void gat_features_add(struct gat_features *s, unsigned feature)
{
    s->word[feature / 64] |= UINT64_C(1) << feature % 64;
}
static inline void gat_features_unite(struct gat_features *s, const struct gat_features *more)
{
    for (int k = 0; k < 3; k++)
        s->word[k] |= more->word[k];
}
static inline void gat_features_remove(struct gat_features *s, const struct gat_features *less)
{
    for (int k = 0; k < 3; k++)
        s->word[k] &= ~less->word[k];
}
static inline void gat_features_keep(struct gat_features *s, const struct gat_features *only)
{
    for (int k = 0; k < 3; k++)
        s->word[k] &= only->word[k];
}
/* Is every feature of `part` in `s`? */
static inline bool gat_features_hold(const struct gat_features *s,
                                     const struct gat_features *part)
{
    for (int k = 0; k < 3; k++)
        if ((part->word[k] & ~s->word[k]) != 0)
            return false;
    return true;
}

struct gat_feature_info {
    const char *name;  /* "index_negative" */
    const char *words; /* "index in [-s, -1]"; NULL: only clauses speak of it */
    const char *bug_class, *bug, *seen;
    bool trap; /* wanted of each variant */
};
extern const struct gat_feature_info gat_feature_infos[GAT_FEATURE_COUNT];

/* GAT_FEATURE_COUNT for an unknown name. */
enum gat_feature gat_feature_find(const char *name);

#endif
