/* opt_permute.h - panels of a few bytes, each picked from the same way, by permutes of registers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_PERMUTE_H
#define GAT_OPT_PERMUTE_H

#include "opt_level.h"

enum { OPT_WINDOWS_MOST = 8 << 10 }; /* bytes of output that a group may have */

struct opt_windows {
    const struct opt_level *level; /* that has permute() */
    char *to;
    const char *from;
    const int32_t *at; /* picks of a panel */
    int64_t panels, picks;
    size_t in, row;    /* bytes of a panel's input, and of what moves together */
    bool stream;
};
/* False: the level's windows are too small for this, or the panels too few.  `room` has as many
 * bytes as two groups of output may have. */
bool opt_windows_permute(const struct opt_windows *w, char *room);

#endif
