/* telling.c - the features that may explain why cases fail.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "study/telling.h"
#include "oracle/features.h"


static const enum gat_feature features[] = {
#define TELLING(feature, words) GAT_F_##feature,
#include "study/telling.def"
};

const char *gat_telling_words(unsigned k)
{
    static const char *const list[] = {
#define TELLING(feature, words) words,
#include "study/telling.def"
    };
    return list[k];
}

uint64_t gat_telling_find(const struct gat_expectation *x, struct gat_arena *scratch)
{
    struct gat_features wanted = {0};
    struct gat_portrait portrait;
    uint64_t set = 0;
    for (unsigned k = 0; k < GAT_TELLINGS; k++)
        gat_features_add(&wanted, features[k]);
    gat_portrait_make(x, &wanted, scratch, &portrait);
    for (unsigned k = 0; k < GAT_TELLINGS; k++)
        if (gat_features_have(&portrait.features, features[k]))
            set |= UINT64_C(1) << k;
    return set;
}
