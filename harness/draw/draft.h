/* draft.h - a case drawn from bytes, close to the edges of what is allowed.
 *
 * Every string of bytes is a draft, and a draft is a question that can be asked: valid, or wrong
 * in a place that the bytes chose.  A byte is a choice among few, so a small change of the bytes
 * is a small change of the case; missing bytes at the end count as zeros, which choose the plain
 * case.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DRAFT_H
#define GAT_DRAFT_H

#include "parts/attribute.h"
#include "parts/fill.h"
#include "suite/candidate.h"

enum gat_stated { GAT_NEVER, GAT_MAYBE, GAT_ALWAYS };
#define GAT_STATED_MEMBER(name, kind) enum gat_stated name;

/* The variant that drafts are made for. */
struct gat_breed {
    enum ref_naming naming;
    bool updates;
    const struct ref_rules *rules;
    uint32_t data_types, index_types; /* listed ones */
    union { /* which attributes calls state */
        struct {
            GAT_ATTRIBUTE_MAP(GAT_STATED_MEMBER, GAT_STATED_MEMBER)
        };
        enum gat_stated stated[GAT_ATTRIBUTES];
    };
    bool axis_tensor;
    uint32_t reductions; /* set of enum ref_reduction that a call can state; 0: none */
    int64_t most;        /* elements of any operand */
    bool giants;         /* data may have more than 2^31 elements, of which few are there */
};

/* In which order indices name places.  Drafts of bytes have the first few. */
enum gat_index_pattern {
    GAT_INDEX_RANDOM, GAT_INDEX_CYCLE, GAT_INDEX_SIGNED, GAT_INDEX_LAST, GAT_INDEX_REVERSE,
    GAT_INDEX_NEGATIVE, GAT_INDEX_FIRST, GAT_INDEX_PAIRS, GAT_INDEX_OF_BYTES,
    GAT_INDEX_EQUAL = GAT_INDEX_OF_BYTES, GAT_INDEX_RUN, GAT_INDEX_RUNS, GAT_INDEX_STEPS,
    GAT_INDEX_DESCENDING, GAT_INDEX_SORTED, GAT_INDEX_SORTED_DOWN, GAT_INDEX_FAR,
    GAT_INDEX_TWICE, GAT_INDEX_ENDS, GAT_INDEX_BUT_ONE, GAT_INDEX_SHUFFLED, GAT_INDEX_PATTERNS,
    GAT_INDEX_DIGITS = GAT_INDEX_PATTERNS, /* those of `salt`, each from -s-1 to s: small.h */
    GAT_INDEX_ALIASES /* pairs of places that have their low bits in common: shortcuts.h */
};

enum { GAT_DRAFT_ODD = 4 }; /* indices that leave the pattern, at most */
struct gat_draft {
    /* types and shapes; without data, and ndim -1 where absent */
    struct gat_array data, indices, updates, axis_tensor;
    bool is_giant; /* data are sparse */
    GAT_SINGLE_MEMBERS;
    enum gat_fill data_fill, updates_fill;
    /* what the indices are: a pattern in [-s, s), and a few that leave it */
    unsigned pattern; /* enum gat_index_pattern */
    unsigned sign;    /* 1: as counted from the end, 2: some are, 3: some are beyond it; 0: as the
                       * pattern says */
    int64_t apart;    /* indices of a tuple lie so far apart; 0: side by side */
    int64_t line, picks; /* each line of so many picks, so far apart, has the pattern; 0: all */
    struct gat_axes axes; /* what they count along; extents 0 without a valid axis */
    int64_t n_indices, odd_at[GAT_DRAFT_ODD], odd[GAT_DRAFT_ODD];
    unsigned n_odd;
    uint64_t salt;
    unsigned presentation; /* enum gat_presentation_id; it may not fit the case */
    size_t used;           /* bytes that were read: the draft of these alone is the same */
    struct ref_list lists[REF_LISTS]; /* values up to `count` are there, and the first */
};
void gat_draft_make(const struct gat_breed *b, const unsigned char *bytes, size_t size,
                    struct gat_draft *out);
/* The k-th type of a set, counted round and round; int64 of an empty one. */
enum gat_dtype gat_type_of_set(uint32_t set, uint64_t k);
/* Does a draft with this first byte have many updates of few elements? */
bool gat_draft_crowds(const struct gat_breed *b, unsigned char first);

#endif
