/* stars.h - how many signs `*` a glob may have.
 *
 * It is tried on some million names, and each of them may multiply what that takes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_STARS_H
#define GAT_STARS_H

enum { GAT_MOST_STARS = 16 };

static inline unsigned gat_stars(const char *glob)
{
    unsigned n = 0;
    for (; *glob != '\0'; glob++)
        n += *glob == '*';
    return n;
}

#endif
