/* opt_level.h - the loops that are compiled once for each instruction set.
 *
 * A level is a file level_NAME.c, which the Makefile compiles with the flags of that
 * instruction set, and which says OPT_LEVEL(NAME) = { ... }.  The loops themselves
 * are written once, in opt_lanes.h.
 *
 * Positions are element or row numbers below 2^31 that were checked by fold().
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPT_LEVEL_H
#define GAT_OPT_LEVEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "arith.h"

/* Check indices and turn them into positions:
 *     to[r][j] = scale * folded(from[r][j]) + r * step + j * lane */
struct opt_fold {
    int32_t *to;                /* rows x width, dense */
    const char *from;           /* int64 when `wide`, else int32; at any address */
    int64_t rows, width, pitch; /* pitch: indices from row to row */
    int64_t extent, scale, step, lane;
    bool wide, wraps;
};

/* Memory to prefetch while positions are used: `step` bytes for each position, `pitch`
 * bytes from panel to panel. Any address is safe; step 0 prefetches nothing. */
struct opt_hint {
    const char *from;
    int64_t step, pitch;
};

/* Copy rows from a table: to[p][k] = (table of panel p)[at[p][k]]. */
struct opt_take {
    char *to;
    const char *from;
    const int32_t *at;
    int64_t panels, count;
    int64_t to_pitch, from_pitch, at_pitch; /* from panel to panel: bytes, bytes, positions */
    size_t row;                             /* bytes */
    bool far;                               /* the table is not in the cache: prefetch */
    int64_t beyond;                         /* further positions after `count`, to prefetch */
    struct opt_hint hint;
    bool stream; /* past the cache; needs opt_take_streams() */
};

/* fold() and take() at once, for short elements. An index out of range reads nothing. */
struct opt_pick {
    struct opt_fold fold; /* its `to` is not used */
    char *to;
    const char *from;
    int64_t to_pitch;     /* bytes, from row to row */
    size_t row;           /* bytes: opt_pick_fits() */
    bool far;             /* the table is not in the cache: prefetch */
    int64_t beyond;       /* where far: further indices after a row's, which are read to prefetch */
    struct opt_hint hint; /* `pitch` from row to row */
    struct opt_hint next; /* of the table that follows; `pitch` from row to row */
    bool stream;          /* past the cache; whole lines of words_stream only */
};

/* The other way round: to[at[r][j]] = from[r][j], later ones win. */
struct opt_place {
    char *to;
    const char *from;
    const int32_t *at;          /* rows x width, dense */
    int64_t rows, width, pitch; /* pitch: bytes of `from` from row to row */
    size_t esize;
    bool far;             /* the target is not in the first cache: prefetch it */
    struct opt_hint hint; /* `pitch` from row to row */
};

/* Check indices, and join rows of numbers with those of a table, in order:
 *     to[position[r][j]] = to[position[r][j]] and from[r][j] */
struct opt_combine {
    struct opt_fold fold; /* its `to` is room for all positions, or for 512 where direct */
    char *to;
    const char *from;
    int64_t pitch; /* bytes of `from` from row to row */
    size_t row;    /* bytes of what a position names */
    enum gat_dtype dtype;
    enum gat_arith how;
    int64_t first, end;   /* positions before and after are left out */
    bool direct;          /* a row of one row, scale 1 and no lane: all positions, single numbers */
    int64_t ahead;        /* so many updates ahead targets are prefetched; 0: they are near */
    struct opt_hint hint; /* `pitch` from row to row */
};

/* Rows of a few elements picked the same way from each of many small panels: a group of
 * panels makes `vectors` whole registers, and each of these comes out of one window of the
 * group's input. */
struct opt_permute {
    char *to;
    const char *from;
    const int32_t *start;     /* of each register: where its window begins, in bytes */
    const unsigned char *map; /* of each register: per unit, whose number in the window */
    int64_t groups, vectors;
    size_t in, window; /* bytes of a group's input, and of a window */
    bool stream;
};

struct opt_level {
    const char *name;
    int rank; /* the best available level is the default */
    bool (*available)(void);
    bool (*fold)(const struct opt_fold *f); /* false: an index is outside */
    void (*take)(const struct opt_take *t);
    bool (*pick)(const struct opt_pick *p);
    void (*place)(const struct opt_place *p);
    /* As gat_arith_join(), for what it has; false: an index is outside. */
    bool (*combine)(const struct opt_combine *c);
    /* Is one of these elements, of 4 or 8 bytes, `mark`? */
    bool (*holds)(const char *from, int64_t pitch, int64_t rows, int64_t width, size_t esize,
                  uint64_t mark);
    /* Copy `rows` pieces of `size` bytes; past the cache when `stream`. */
    void (*copy)(char *to, int64_t to_pitch, const char *from, int64_t from_pitch, int64_t rows,
                 size_t size, bool stream);
    void (*streams_end)(void); /* later loads see the streamed stores */
    bool words_stream;         /* take() and pick() can stream elements of 4 bytes, take() of 8 */
    size_t permute_most;       /* bytes that a window may have; 0: no permute() */
    size_t permute_size;       /* bytes of a register; a window is a power of two of them */
    size_t permute_unit;       /* elements must be multiples of this many bytes */
    void (*permute)(const struct opt_permute *p);
    /* The same, but elements of near tables are gathered by the instruction for that, which
     * is fast on some CPUs and slow on others; NULL: it has none. */
    const struct opt_level *gathering;
};

/* Can this call of take() stream?  Lines must be met whole. */
static inline bool opt_take_streams(const struct opt_level *l, const struct opt_take *t)
{
    bool lines = ((uintptr_t)t->to & 63) == 0 && (t->panels == 1 || t->to_pitch % 64 == 0);
    if (t->row >= 1024)
        return true;
    if (t->row % 64 == 0 || t->row == 16 || t->row == 32)
        return lines;
    return l->words_stream && (t->row == 4 || t->row == 8) && lines;
}

/* The last position that indices inside can name. */
static inline int64_t opt_pick_last(const struct opt_fold *f)
{
    return (f->extent - 1) * f->scale + (f->rows - 1) * f->step + (f->width - 1) * f->lane;
}

static inline bool opt_pick_fits(size_t row)
{
    return row == 1 || row == 2 || row == 4 || row == 8;
}

/* For loop bodies that are compiled once per constant argument.  Without optimisation, and under
 * sanitizers, a body is compiled once for all arguments: minutes are saved, and speed is not
 * wanted. */
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define LANES_INLINE static inline __attribute__((always_inline))
#else
#define LANES_INLINE static inline
#endif

/* Index k of a row, of eight bytes where they are wide, else of four. */
LANES_INLINE int64_t index_load(const char *from, int64_t k, bool wide)
{
    int64_t x;
    int32_t narrow;
    if (wide) {
        memcpy(&x, from + k * 8, 8);
        return x;
    }
    memcpy(&narrow, from + k * 4, 4);
    return narrow;
}

#define OPT_LEVEL(id)                                                                              \
    static const struct opt_level opt_level_##id;                                                  \
    __attribute__((                                                                                \
        used, section("opt_levels"))) static const struct opt_level *const opt_level_entry_##id =  \
        &opt_level_##id;                                                                           \
    static const struct opt_level opt_level_##id

#endif
