/* bench_limits.c - what the machine can do at best for a row: memcpy, and a stream.
 *
 * memcpy moves as many bytes as the row moves usefully, through two areas that are
 * larger than most caches; of a row that fits into a cache always the same bytes.
 * The stream is the traffic that a row cannot do without, with no random access: it
 * reads the indices, the table once (or as much of it as is picked) and the updates,
 * and writes the output, past the caches or through them, whichever is faster.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <string.h>
#if defined(__x86_64__)
#include <emmintrin.h>
#endif

#include "base/clock.h"
#include "bench/bench.h"
#include "bench/bench_child.h"
#include "bench/bench_limits.h"

enum {
    MOST_THREADS = 64,
    BLOCK = 4096,     /* bytes of output between two looks at the inputs */
    ALONE = 1 << 20,  /* below so many bytes a second thread costs more than it helps */
    CACHED = 4 << 20, /* rows that fit into a cache stay in it */
};
#define AREA ((size_t)128 << 20) /* through which memcpy moves on */

struct span {
    unsigned char *at; /* `size` bytes of an operand are moved in this row */
    size_t size;
};

struct gat_limits {
    unsigned threads;
    bool past_caches;
    size_t useful, area, next;
    unsigned char *from, *to;
    unsigned n_read;
    struct span read[GAT_BENCH_OPERANDS], written;
};

struct share {
    struct gat_limits *l;
    unsigned form, part, parts;
};

/* The compiler must believe that somebody wants the sum. */
static void use(uint64_t value)
{
    __asm__ volatile("" : : "r"(value));
}

/* One loop, compiled for the vectors of every machine and for wide ones; operands
 * begin at lines. */
typedef uint64_t line __attribute__((vector_size(64), may_alias));

static inline __attribute__((always_inline)) uint64_t lines_read(const unsigned char *at,
                                                                 size_t size)
{
    line a = {0}, b = {0};
    const unsigned char *end = at + size;
    for (; at + 128 <= end; at += 128) {
        const line *v = (const line *)(const void *)at;
        a ^= v[0];
        b ^= v[1];
    }
    if (at < end)
        a ^= *(const line *)(const void *)at;
    a ^= b;
    return a[0] ^ a[1] ^ a[2] ^ a[3] ^ a[4] ^ a[5] ^ a[6] ^ a[7];
}

static inline __attribute__((always_inline)) void lines_write(unsigned char *at, size_t size,
                                                              uint64_t value)
{
    line v = {value, value, value, value, value, value, value, value};
    for (unsigned char *end = at + size; at < end; at += 64)
        *(line *)(void *)at = v;
}

#if defined(__x86_64__)
__attribute__((target("avx512f"))) static uint64_t wide_read(const unsigned char *at, size_t size)
{
    return lines_read(at, size);
}

__attribute__((target("avx512f"))) static void wide_write(unsigned char *at, size_t size,
                                                          uint64_t value)
{
    lines_write(at, size, value);
}

static bool is_wide(void)
{
    return __builtin_cpu_supports("avx512f") != 0;
}

static bool past_caches_write(unsigned char *at, size_t size, uint64_t value)
{
    __m128i v = _mm_set1_epi64x((long long)value);
    for (unsigned char *end = at + size; at < end; at += 16)
        _mm_stream_si128((__m128i *)(void *)at, v);
    return true;
}
#else
#define wide_read lines_read
#define wide_write lines_write

static bool is_wide(void)
{
    return false;
}

static bool past_caches_write(unsigned char *at, size_t size, uint64_t value)
{
    (void)at, (void)size, (void)value;
    return false;
}
#endif

static uint64_t bytes_read(const unsigned char *at, size_t size)
{
    return is_wide() ? wide_read(at, size) : lines_read(at, size);
}

/* `at` and `size` are multiples of 64. */
static void bytes_write(unsigned char *at, size_t size, uint64_t value, bool past_caches)
{
    if (past_caches && past_caches_write(at, size, value))
        return;
    if (is_wide())
        wide_write(at, size, value);
    else
        lines_write(at, size, value);
}

/* Byte `k` of `n` of the output stands for this byte of another span, in lines. */
static size_t scaled(const struct span *s, size_t k, size_t n)
{
    return (size_t)((double)s->size * (double)k / (double)n) / 64 * 64;
}

static void stream_part(const struct share *s)
{
    const struct gat_limits *l = s->l;
    size_t n = l->written.size;
    size_t begin = n / s->parts * s->part / BLOCK * BLOCK;
    size_t end = s->part + 1 == s->parts ? n : n / s->parts * (s->part + 1) / BLOCK * BLOCK;
    for (size_t k = begin; k < end; k += BLOCK) {
        size_t next = k + BLOCK < end ? k + BLOCK : end;
        uint64_t sum = 0;
        for (unsigned r = 0; r < l->n_read; r++) {
            size_t from = scaled(&l->read[r], k, n), to = scaled(&l->read[r], next, n);
            sum ^= bytes_read(l->read[r].at + from, to - from);
        }
        use(sum);
        bytes_write(l->written.at + k, next / 64 * 64 - k, sum, l->past_caches);
    }
#if defined(__x86_64__)
    _mm_sfence();
#endif
}

static void copy_part(const struct share *s)
{
    const struct gat_limits *l = s->l;
    size_t begin = l->useful / s->parts * s->part;
    size_t end = s->part + 1 == s->parts ? l->useful : l->useful / s->parts * (s->part + 1);
    memcpy(l->to + l->next + begin, l->from + l->next + begin, end - begin);
}

static void *part_run(void *share)
{
    const struct share *s = share;
    if (s->form == 0)
        copy_part(s);
    else
        stream_part(s);
    return NULL;
}

void gat_limits_run(struct gat_limits *l, unsigned form)
{
    struct share shares[MOST_THREADS];
    pthread_t threads[MOST_THREADS];
    unsigned parts = l->useful < ALONE ? 1 : l->threads, started = 1;
    for (unsigned k = 0; k < parts; k++)
        shares[k] = (struct share){l, form, k, parts};
    while (started < parts &&
           pthread_create(&threads[started], NULL, part_run, &shares[started]) == 0)
        started++;
    part_run(&shares[0]);
    for (unsigned k = 1; k < started; k++)
        pthread_join(threads[k], NULL);
    for (unsigned k = started; k < parts; k++)
        part_run(&shares[k]);
    l->next += l->useful;
    if (l->next + l->useful > l->area)
        l->next = 0;
}

static double stream_time(struct gat_limits *l, bool past_caches)
{
    double best = 1e9;
    l->past_caches = past_caches;
    for (int k = 0; k < 5; k++) {
        double start = gat_seconds_now();
        gat_limits_run(l, 1);
        double t = gat_seconds_now() - start;
        best = t < best ? t : best;
    }
    return best;
}

struct gat_limits *gat_limits_make(struct gat_arena *a, const struct gat_workload *w,
                                   unsigned char *buffer, unsigned threads)
{
    struct gat_limits *l = GAT_NEW(a, struct gat_limits);
    unsigned last = w->n_operands - 1;
    size_t out = gat_array_size(&w->operands[last]);
    l->threads = threads < MOST_THREADS ? threads : MOST_THREADS;
    l->useful = (size_t)w->useful;
    l->area = l->useful > CACHED && l->useful < AREA ? AREA : l->useful;
    l->from = gat_bench_map(2 * l->area);
    l->to = l->from == NULL ? NULL : l->from + l->area;
    if (l->from == NULL)
        return NULL;
    memset(l->from, 1, 2 * l->area);
    for (unsigned k = 0; k < last; k++) {
        size_t size = gat_array_size(&w->operands[k]);
        bool picked = k == 0 && w->n_operands == 3; /* of a table what is gathered */
        l->read[l->n_read++] = (struct span){buffer + w->at[k], picked && size > out ? out : size};
    }
    l->written = (struct span){buffer + w->at[last], out};
    double through = stream_time(l, false), past = stream_time(l, true);
    l->past_caches = past < through;
    return l;
}

void gat_limits_free(struct gat_limits *l)
{
    if (l != NULL)
        gat_bench_unmap(l->from, 2 * l->area);
}
