/* feature.c - the names of features, which clauses and reports speak of.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "spec/feature.h"

#include <string.h>

const struct gat_feature_info gat_feature_infos[GAT_FEATURE_COUNT] = {
#define FEATURE(id, words, exists, holds, class, bug, seen) {#id, words, class, bug, seen, false},
#define TRAP(id, words, exists, holds, class, bug, seen) {#id, words, class, bug, seen, true},
#define TRAIT(id, holds) {#id, NULL, NULL, NULL, NULL, false},
#include "spec/features.def"
};

enum gat_feature gat_feature_find(const char *name)
{
    unsigned k = 0;
    while (k < GAT_FEATURE_COUNT && strcmp(gat_feature_infos[k].name, name) != 0)
        k++;
    return (enum gat_feature)k;
}
