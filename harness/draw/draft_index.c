/* draft_index.c - the indices of a draft: a pattern, a sign, and a few that leave both.
 *
 * Each index is a function of its number alone.  A tuple counts as one number in the places of
 * all its dimensions, but for the patterns that drafts of bytes have, which count along each
 * dimension for itself.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "draw/draft_index.h"

#include "dtype.h"

static uint64_t mixed(uint64_t salt, int64_t k)
{
    uint64_t z = salt + (uint64_t)k * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    return z ^ z >> 27;
}

/* A number of [0, n) that the salt and `what` draw. */
static uint64_t salted(const struct gat_draft *d, unsigned what, uint64_t n)
{
    return n > 0 ? (mixed(d->salt ^ what, what) >> 8) % n : 0;
}

/* The patterns of drafts of bytes, along one axis of extent s. */
static int64_t along(const struct gat_draft *d, int64_t s, int64_t k, int64_t n)
{
    switch (d->pattern) {
    case GAT_INDEX_RANDOM: return (int64_t)(mixed(d->salt, k) % (uint64_t)s);
    case GAT_INDEX_CYCLE: return n % s;
    case GAT_INDEX_SIGNED: return (int64_t)(mixed(d->salt, k) % (2 * (uint64_t)s)) - s;
    case GAT_INDEX_LAST: return s - 1;
    case GAT_INDEX_REVERSE: return s - 1 - n % s;
    case GAT_INDEX_NEGATIVE: return n % s - s;
    case GAT_INDEX_PAIRS: return n / 2 % s;
    default: return 0;
    }
}

/* Where a walk of `count` steps of a size begins, and that size: three of four walks that fit among
 * the places stay inside, the others go round. */
static uint64_t walk(const struct gat_draft *d, uint64_t count, uint64_t places, uint64_t most,
                     uint64_t *step)
{
    uint64_t widest = count > 1 ? (places - 1) / (count - 1) : places;
    bool stays = widest > 0 && salted(d, 7, 4) != 0;
    most = stays && widest < most ? widest : most;
    *step = most > 1 && salted(d, 8, 4) != 0 ? 2 + salted(d, 3, most - 1) : 1;
    return salted(d, 1, stays && count > 1 ? places - (count - 1) * *step : places);
}

/* The first number from `wanted` on that has no divisor in common with n. */
static uint64_t coprime(uint64_t wanted, uint64_t n)
{
    for (;; wanted++) {
        uint64_t a = wanted, b = n;
        while (b != 0) {
            uint64_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1)
            return wanted;
    }
}

/* Bits that the index type has for a number that is not negative. */
static unsigned number_bits(const struct gat_draft *d)
{
    struct gat_scalar_type type = gat_dtype_code(d->indices.dtype);
    return d->indices.dtype == GAT_BOOL ? 1u : type.bits - (type.code == 0 ? 1u : 0u);
}

/* The part that the type can hold of the extent that dimension j of a tuple counts along. */
static int64_t within(const struct gat_draft *d, int64_t j)
{
    unsigned bits = number_bits(d);
    int64_t extent = d->axes.extent[j];
    return bits < 63 && extent > INT64_C(1) << bits ? INT64_C(1) << bits : extent;
}

/* Number n of the pattern among so many places. */
static uint64_t place_of(const struct gat_index_rule *r, uint64_t n)
{
    const struct gat_draft *d = r->draft;
    uint64_t places = r->places, count = (uint64_t)r->count;
    const uint64_t ends[] = {0, places - 1, places / 2, 127, 128, 255, 256, 32767, 32768, 65535,
                             65536, 1, places - 2, 129, 257};
    switch (d->pattern) {
    case GAT_INDEX_EQUAL: return r->from;
    case GAT_INDEX_RUN: return (r->run_begin + n) % places;
    case GAT_INDEX_RUNS: /* consecutive, and on from elsewhere */
        return (mixed(d->salt, (int64_t)(n / r->run)) % places + n % r->run) % places;
    case GAT_INDEX_STEPS: return (r->begin + n * r->step) % places;
    case GAT_INDEX_DESCENDING: return places - 1 - (n * r->step + r->begin) % places;
    case GAT_INDEX_SORTED: /* ascending, some more than once */
        return (n - (n % 3 == 2)) * places / (count > 0 ? count : 1);
    case GAT_INDEX_SORTED_DOWN: return places - 1 - (n - (n % 3 == 2)) * places /
                                                        (count > 0 ? count : 1);
    case GAT_INDEX_FAR: /* the same numbers again, a long way off */
        return (r->from + n % r->period * r->step) % places;
    case GAT_INDEX_TWICE: /* all different but for two, far apart or not */
        return (r->from + (n == r->other_number ? r->number : n)) % places;
    case GAT_INDEX_ENDS: return ends[mixed(d->salt, (int64_t)n) % (sizeof ends / 8)] % places;
    case GAT_INDEX_BUT_ONE: /* a run but for one of it */
        return (n == r->number ? r->other_place : r->from + n) % places;
    case GAT_INDEX_SHUFFLED: /* all different, as far as there are places, and in no order */
        return (r->from + n % places * r->shuffle) % places;
    case GAT_INDEX_ALIASES: /* as many bits as some place has beside them */
        return (r->from + n / 2) % (places - r->alias) + n % 2 * r->alias;
    default: return 0;
    }
}

/* Is one index the last place instead?  In half of the drafts whose order means nothing one index
 * is: a number kept in too few bits shows there, and often nowhere else. */
static bool has_last_place(const struct gat_draft *d)
{
    bool free = d->pattern == GAT_INDEX_RANDOM || d->pattern == GAT_INDEX_RUNS ||
                d->pattern == GAT_INDEX_FAR || d->pattern == GAT_INDEX_BUT_ONE;
    return free && salted(d, 9, 2) == 0;
}

/* Places of a pattern that counts tuples; 0 where there are none, or too many to count. */
static uint64_t places_of(const struct gat_index_rule *r)
{
    int64_t places = 1;
    for (int64_t j = 0; j < r->draft->axes.depth; j++)
        if (r->draft->axes.extent[j] <= 0 ||
            __builtin_mul_overflow(places, r->within[j], &places))
            return 0;
    return (uint64_t)places;
}

void gat_index_rule_make(const struct gat_draft *d, struct gat_index_rule *r)
{
    uint64_t one;
    *r = (struct gat_index_rule){.draft = d, .count = d->line > 0 ? d->picks
                                                                  : d->n_indices / d->axes.depth};
    r->bits = number_bits(d);
    r->is_signed = gat_dtype_code(d->indices.dtype).code == 0;
    r->plain = d->line <= 0 && d->apart <= 1 && d->axes.depth == 1;
    uint64_t count = (uint64_t)r->count, few = count < 64 ? count : 64;
    for (int64_t j = 0; j < d->axes.depth; j++)
        r->within[j] = within(d, j);
    r->last_number = has_last_place(d) ? (int64_t)salted(d, 10, count) : -1;
    r->places = d->pattern < GAT_INDEX_OF_BYTES ? 0 : places_of(r);
    if (r->places == 0)
        return;
    r->from = salted(d, 1, r->places);
    r->run = 2 + salted(d, 2, few);
    r->begin = walk(d, count, r->places, 9, &r->step);
    r->run_begin = walk(d, count, r->places, 1, &one);
    r->period = count / 2 + 1 + salted(d, 4, count / 4 + 1);
    r->number = salted(d, 5, count);
    r->other_number = salted(d, 6, count);
    r->other_place = salted(d, 6, r->places);
    while (2 * r->alias < r->places)
        r->alias = r->alias > 0 ? 2 * r->alias : 1;
    r->shuffle = d->pattern == GAT_INDEX_SHUFFLED ? coprime(r->places * 5 / 8 + 1, r->places) : 1;
}

/* From the end instead of from the start, or beyond the end, where the type can hold that. */
static int64_t signed_of(const struct gat_index_rule *r, int64_t index, int64_t extent, int64_t n)
{
    const struct gat_draft *d = r->draft;
    if (d->sign == 0 || (d->sign >= 2 && (mixed(~d->salt, n) & 1) == 0))
        return index;
    bool below = r->is_signed && (r->bits >= 63 || extent - index <= INT64_C(1) << r->bits);
    bool beyond = r->bits >= 63 || index + extent < INT64_C(1) << r->bits;
    if (d->sign == 3)
        return beyond ? index + extent : index;
    return below ? index - extent : index;
}

/* Digit k of the salt: the index before it counts the faster. */
static int64_t digit_of(const struct gat_draft *d, int64_t k)
{
    uint64_t rest = d->salt;
    for (int64_t i = 0; i < k; i++)
        rest /= 2 * (uint64_t)d->axes.extent[i % d->axes.depth] + 2;
    int64_t s = d->axes.extent[k % d->axes.depth];
    return (int64_t)(rest % (2 * (uint64_t)s + 2)) - s - 1;
}

/* Index k is coordinate *j of number *n. */
static void number_find(const struct gat_draft *d, int64_t k, int64_t *n, int64_t *j)
{
    int64_t apart = d->apart > 1 ? d->apart : 1, depth = d->axes.depth;
    *j = k / apart % depth;
    *n = d->line > 0 ? k / d->line % d->picks : k / (apart * depth) * apart + k % apart;
}

int64_t gat_draft_index(const struct gat_index_rule *r, int64_t k)
{
    const struct gat_draft *d = r->draft;
    int64_t depth = d->axes.depth, j = 0, n = k;
    if (!r->plain)
        number_find(d, k, &n, &j);
    int64_t s = d->axes.extent[j];
    for (unsigned o = 0; o < d->n_odd; o++)
        if (d->odd_at[o] == k)
            return d->odd[o];
    if (d->pattern == GAT_INDEX_DIGITS)
        return digit_of(d, k);
    if (s <= 0)
        return 0;
    if (n == r->last_number)
        return signed_of(r, r->within[j] - 1, s, n);
    if (d->pattern < GAT_INDEX_OF_BYTES)
        return signed_of(r, along(d, r->within[j], k, n), s, n);
    if (r->places == 0)
        return 0;
    uint64_t place = place_of(r, (uint64_t)n);
    for (int64_t i = depth - 1; i > j; i--)
        place /= (uint64_t)r->within[i];
    if (depth > 1)
        place %= (uint64_t)r->within[j];
    return signed_of(r, (int64_t)place, s, n);
}
