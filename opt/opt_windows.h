/* opt_windows.h - permute(): panels of a few bytes, each picked from the same way.
 *
 * Included by level_*.c after opt_lanes.h; they define before
 *     REGISTER                        bytes of a register
 *     register_permute(to, from, map, window, stream)
 *
 * What is read next is prefetched a block at a time: memory that is read a line here and
 * a line there between stores past the cache comes at half the speed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_WINDOWS_H
#define GAT_OPT_WINDOWS_H

enum { WINDOWS_BLOCK = 4096 }; /* bytes of input */

LANES_INLINE void sized_permute(const struct opt_permute *job, size_t window, bool stream)
{
    const struct opt_permute mine = *job, *p = &mine; /* what is stored is elsewhere */
    int64_t block = p->in < WINDOWS_BLOCK ? (int64_t)(WINDOWS_BLOCK / p->in) : 1;
    char *to = p->to;
    const char *from = p->from;
    for (int64_t g = 0; g < p->groups; g++, from += p->in) {
        if (g % block == 0)
            hint_prefetch(from + block * (int64_t)p->in, block * (int64_t)p->in);
        for (int64_t v = 0; v < p->vectors; v++, to += REGISTER)
            register_permute(to, from + p->start[v], p->map + v * REGISTER, window, stream);
    }
}

LANES_INLINE void window_permute(const struct opt_permute *p, size_t window)
{
    if (p->stream)
        sized_permute(p, window, true);
    else
        sized_permute(p, window, false);
}

static void lanes_permute(const struct opt_permute *p)
{
    switch (p->window / REGISTER) {
    case 1:
        window_permute(p, REGISTER);
        break;
    case 2:
        window_permute(p, 2 * REGISTER);
        break;
    case 4:
        window_permute(p, 4 * REGISTER);
        break;
    default:
        window_permute(p, 8 * REGISTER);
    }
}

#endif
