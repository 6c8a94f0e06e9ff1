/* opt_permute.c - panels of a few bytes, each picked from the same way, by permutes of registers.
 *
 * So many panels make a group that their output fills whole registers. Each of these comes
 * out of a window of the group's input: as many registers, a power of two, as reach from
 * the first unit that it wants to the last. Panels that no whole group is left for are
 * done again with those before them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "opt_permute.h"

#include <string.h>

static size_t common(size_t a, size_t b)
{
    while (b != 0) {
        size_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Where in a group's input a byte of its output comes from. */
static size_t source(const struct opt_windows *w, size_t byte)
{
    size_t out = (size_t)w->picks * w->row, in_panel = byte % out;
    return byte / out * w->in + (size_t)w->at[in_panel / w->row] * w->row + in_panel % w->row;
}

/* The units that a register of a group's output wants: from *low to before the result. */
static size_t reach(const struct opt_windows *w, size_t v, size_t *low)
{
    size_t unit = w->level->permute_unit, size = w->level->permute_size;
    size_t high = *low = source(w, v * size);
    for (size_t b = v * size + unit; b < (v + 1) * size; b += unit) {
        size_t at = source(w, b);
        *low = at < *low ? at : *low;
        high = at > high ? at : high;
    }
    return high + unit;
}

/* Bytes of a window that serves all registers of a group of `n` panels; 0: none does. */
static size_t window_size(const struct opt_windows *w, size_t n)
{
    size_t size = w->level->permute_size, window = size, low;
    for (size_t v = 0; v < n * (size_t)w->picks * w->row / size; v++) {
        size_t high = reach(w, v, &low);
        while (window < high - low)
            window *= 2;
        if (window > w->level->permute_most)
            return 0;
    }
    return window;
}

bool opt_windows_permute(const struct opt_windows *w, char *room)
{
    size_t size = w->level->permute_size, unit = w->level->permute_unit;
    size_t out = (size_t)w->picks * w->row, n = size / common(size, out);
    size_t window = n * out <= OPT_WINDOWS_MOST ? window_size(w, n) : 0;
    while (n * w->in < window) /* nothing outside a group is read */
        n *= 2;
    if (window == 0 || n * out > OPT_WINDOWS_MOST || (int64_t)n > w->panels)
        return false;
    size_t vectors = n * out / size;
    unsigned char *map = (unsigned char *)room;
    int32_t *start = (int32_t *)(void *)(room + OPT_WINDOWS_MOST);
    memset(map, 0, n * out);
    for (size_t v = 0; v < vectors; v++) {
        size_t low, last = n * w->in - window;
        reach(w, v, &low);
        low = low < last ? low : last;
        start[v] = (int32_t)low;
        for (size_t b = v * size; b < (v + 1) * size; b += unit)
            map[b] = (unsigned char)((source(w, b) - low) / unit);
    }
    int64_t groups = w->panels / (int64_t)n, rest = w->panels % (int64_t)n;
    struct opt_permute p = {
        .to = w->to,
        .from = w->from,
        .start = start,
        .map = map,
        .groups = groups,
        .vectors = (int64_t)vectors,
        .in = n * w->in,
        .window = window,
        .stream = w->stream && ((uintptr_t)w->to & 63) == 0,
    };
    w->level->permute(&p);
    if (rest == 0)
        return true;
    p.groups = 1;
    p.to += (size_t)(w->panels - (int64_t)n) * out;
    p.from += (size_t)(w->panels - (int64_t)n) * w->in;
    p.stream = false;
    w->level->permute(&p);
    return true;
}
