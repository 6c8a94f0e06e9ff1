/* ref.h - the oracle's two questions: what is the answer, and is this one.
 *
 * ref/ holds plain loops over opaque bytes, one operator family per file, to be
 * read beside the document.  It allocates nothing, knows no element type that it
 * need not know, and has no fast path.  What a document decides comes in as rule
 * values (rules.def).  Order of use:
 *
 *     struct ref_answer a;
 *     ref_check(&c, &a);                   demand, shape and type of the output
 *     a.output.data = ... gat_array_size(&a.output) bytes ...
 *     scratch = ... ref_scratch_size(&c, &a) bytes, or NULL for no latitude ...
 *     ref_run(&c, &a, scratch);            canonical answer; final demand
 *     ref_admits(&c, &a, got, 0, &bad);    is somebody else's answer one too
 *
 * Without scratch the answer is the canonical one, and several updates of one
 * element are neither noticed nor told from a single one.  Who would need more scratch
 * than REF_MOST_SCRATCH for a giant goes without.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_REF_H
#define GAT_REF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gatherum/backend.h"
#include "tensor.h"

enum ref_rule {
#define RULE(name, values, sentence) REF_##name,
#define NUMBER(name, otherwise, sentence) REF_##name,
#include "rules.def"
    REF_RULE_COUNT
};
_Static_assert(REF_RULE_COUNT <= 64, "sets of rules are 64-bit masks");

/* One decision per rule: the number of the value for a RULE, the number itself
 * for a NUMBER.  ORDER of the enums below is the order of values in rules.def. */
struct ref_rules {
    int64_t value[REF_RULE_COUNT];
};
enum ref_consequence { REF_ERROR, REF_EITHER, REF_UNDEFINED };
enum { REF_NONNEGATIVE, REF_WRAPS, REF_BELOW_UNDEFINED };         /* index_domain */
enum { REF_OOR_ERROR, REF_OOR_EITHER, REF_OOR_UNDEFINED, REF_OOR_CLAMP, REF_OOR_WRAP,
       REF_OOR_ZERO, REF_OOR_DROP, REF_OOR_FILL };                           /* out_of_range */
enum { REF_UNDEFINED_ELEMENTS, REF_UNDEFINED_WHOLE };             /* undefined_index */
enum { REF_AXIS_SIGNED, REF_AXIS_NONNEGATIVE };                   /* axis_domain */
enum { REF_SIZES_ANY, REF_SIZES_AT_MOST, REF_SIZES_EQUAL, REF_SIZES_REPEAT,
       REF_SIZES_BROADCAST };                                    /* off_axis, on_axis */
enum { REF_EMPTY_INDICES_CHECKED, REF_EMPTY_INDICES_UNCHECKED };  /* empty_indices */
enum { REF_UPDATES_EQUAL, REF_UPDATES_AT_LEAST, REF_UPDATES_REPEAT,
       REF_UPDATES_BROADCAST, REF_UPDATES_SINGLE };              /* updates_sizes */
enum { REF_BATCH_NONE, REF_BATCH_ALLOWED };                       /* batch_dims */
enum { REF_NEGATIVE_BATCH_WRAPS = 3 };                            /* negative_batch_dims */
enum { REF_UNMOVED_CHECKED, REF_UNMOVED_EITHER };                /* unmoved_index */
enum { REF_INDEX_BAD_TYPE, REF_INDEX_NO_INTEGERS, REF_INDEX_ERROR }; /* bad_index_type */
enum { REF_AXIS_TENSOR_NEVER, REF_AXIS_TENSOR_ONE_ELEMENT };      /* axis_tensor */
enum { REF_EMPTY_ALLOWED, REF_EMPTY_ERROR };                      /* empty, empty_tuple: then
                                                                     REF_EITHER + 1 ... */
enum { REF_BASE_DATA, REF_BASE_ZEROS };
enum { REF_DUP_ANY, REF_DUP_LAST, REF_DUP_FIRST, REF_DUP_UNDEFINED, REF_DUP_ERROR };
enum ref_reduction { REF_NONE, REF_ADD, REF_MUL, REF_MIN, REF_MAX, REF_MEAN, REF_SUB,
                     REF_REDUCTIONS };
enum { REF_OVERFLOW_WRAPS, REF_OVERFLOW_SATURATES, REF_OVERFLOW_UNDEFINED };
enum { REF_PRECISION_OWN, REF_PRECISION_WIDE };
enum { REF_NAN_PROPAGATES, REF_NAN_IGNORED, REF_NAN_EITHER };
enum { REF_ZERO_FREE, REF_ZERO_KEPT };
enum { REF_MEAN_DOWN, REF_MEAN_TO_ZERO, REF_MEAN_NEAREST };
enum { REF_MEAN_OF_ALL, REF_MEAN_OF_TWO };
enum { REF_TILING_NONE, REF_TILING_WHOLE_AXIS };

/* Names for readers and printers. */
struct ref_rule_info {
    const char *name;
    const char *values; /* separated by blanks; NULL for a NUMBER */
    int64_t otherwise;  /* value when a spec does not state the rule */
    const char *sentence;
};
extern const struct ref_rule_info ref_rule_infos[REF_RULE_COUNT];
/* REF_RULE_COUNT for an unknown name. */
enum ref_rule ref_rule_find(const char *name);
/* The number of a value by its name (or the integer of a NUMBER); false if none. */
bool ref_rule_parse(enum ref_rule rule, const char *text, int64_t *value);
void ref_rule_print(enum ref_rule rule, int64_t value, char *out, size_t size);

/* Attributes that are integers without a field of their own: X(name, is it a single one).
 * Lists of dimensions and extents, as a call states them. */
#define REF_LIST_MAP(X)                                                                  \
    X(view_shape, false) X(tile_shape, false)                                            \
    X(offset_dims, false) X(collapsed_slice_dims, false) X(operand_batching_dims, false) \
    X(start_indices_batching_dims, false) X(start_index_map, false)                      \
    X(index_vector_dim, true) X(slice_sizes, false)
#define X(name, single) REF_##name,
enum ref_list_id { REF_LIST_MAP(X) REF_LISTS };
#undef X
struct ref_list_info {
    const char *name;
    bool single;
};
extern const struct ref_list_info ref_list_infos[REF_LISTS];
enum ref_list_id ref_list_find(const char *name); /* REF_LISTS for an unknown name */
struct ref_list {
    bool given;
    int32_t count; /* 0 when not given */
    int64_t value[GAT_MAX_RANK];
};

/* One question.  An operand that is absent has ndim == -1. */
struct ref_case {
    const struct ref_kernel *kernel;
    const struct ref_rules *rules;
    struct gat_array data, indices, updates;
    struct gat_array axis_tensor;
    int64_t axis;       /* as given: unchecked, not normalised */
    int64_t batch_dims; /* likewise */
    int64_t reduction;  /* enum ref_reduction that the call states, + 1; 0: it states none,
                           and the variant's rule holds */
    bool without_data;  /* an element of data is no term where it has updates */
    bool type_allowed;  /* element type and index type are in the variant's lists */
    bool index_unlisted; /* the index type is not */
    struct ref_list lists[REF_LISTS];
};

enum ref_demand {
    REF_MUST_SUCCEED,
    REF_MUST_REPORT, /* an error, of kind `error` where the document names it */
    REF_MAY_EITHER,  /* report, or succeed with an answer that is admitted */
    REF_FREE         /* any status and any value, inside its own buffers */
};

/* What else a computed number may be than the canonical one: what lies from low to high,
 * both ends included, and what the set says.  low > high: no number. */
struct ref_range {
    double low, high;
    unsigned also; /* REF_ALSO_NAN ... */
};
enum {
    REF_ALSO_NAN = 1, REF_ALSO_PLUS_INFINITY = 2, REF_ALSO_MINUS_INFINITY = 4,
    REF_ALSO_ANY_ZERO = 8, /* a zero of either sign, if 0 lies in the range */
    REF_BITS_ALONE = 16    /* nothing else: it was not computed, or is an integer */
};

/* Which element is where: the moved tensor, the output of a gather or the updates of a
 * scatter, whose coordinates say which element of data each of its own comes from or goes to.
 * For an update of put it is indices, each of which has one. */
struct ref_map {
    int32_t rank;
    int64_t shape[GAT_MAX_RANK];
    /* how many elements of data and of indices one step in each dimension moves on */
    int64_t in_data[GAT_MAX_RANK], in_indices[GAT_MAX_RANK];
    int64_t follows[GAT_MAX_RANK]; /* the dimension of data that each follows, or -1 */
    /* of the indices that name a place: how many elements of data one step of number j is;
     * the dimension whose coordinate is added to it before the rules see it, or -1 */
    int64_t step[GAT_MAX_RANK];
    int32_t inside[GAT_MAX_RANK];
    bool partly;       /* what lies beyond the extents of indices has no part */
    bool spread;       /* updates are broadcast to the moved tensor: in_updates says how many
                          of their elements one step in each dimension moves on */
    int64_t in_updates[GAT_MAX_RANK];
    bool idle;         /* indices are repeated no times, and name nothing */
    int32_t outer;     /* the dimensions that rows are counted along: those after move together */
    int64_t rows, run; /* of so many elements each */
};

struct ref_answer {
    enum ref_demand demand;
    gat_status error;        /* kind that fits, when not REF_MUST_SUCCEED */
    uint32_t errors;         /* set of the kinds of all demands that were found broken: which
                                of them is reported first no document says */
    enum ref_rule rule;      /* the rule that decided the demand */
    int64_t axis, batch_dims; /* normalised; 0 when they were not valid */
    /* `depth` indices, which lie `stride` apart, name a place together; number j of them counts
     * along dimension along[j] of data, where 0 .. places[j]-1 are inside. */
    int64_t depth, stride, places[GAT_MAX_RANK];
    int32_t along[GAT_MAX_RANK];
    struct ref_map map;
    struct gat_array output; /* shape by the formula, ignoring what was violated;
                                data: by the caller */
    int64_t bad_at;          /* position in indices of the first bad one, or -1 */
    uint64_t consulted;      /* set of rules whose value mattered for this case: another
                                one could have changed the answer.  A NUMBER counts
                                for what lies at its limit or beyond. */
    /* latitude, in the caller's scratch; NULL when every element is exact */
    unsigned char *unspecified; /* one byte per output element */
    int64_t *last_writer, *earlier_writer; /* any-of: per output element the last
                                update + 1 (0: none), per update the one before + 1;
                                ref_update_element() says what each of them is */
    int64_t *range_at;       /* computed numbers: per output element the number of its ranges + 1
                                (0: its bits stand alone), which ref_ranges_of() follows */
    struct ref_range *ranges; /* of each element that is computed, one per part: complex numbers
                                have two */
    bool hides_update;       /* an update could be lost within its range */
};

/* Where an output element comes from, for the diagnosis. */
enum ref_operand { REF_FROM_DATA, REF_FROM_UPDATES, REF_FROM_NOWHERE };
struct ref_source {
    enum ref_operand operand;
    int64_t element;
};

/* What an index is of. */
enum ref_naming {
    REF_NAMES_SLICES,   /* the place of a slice along the axis */
    REF_NAMES_ELEMENTS, /* of an element, whose other coordinates are the index's own */
    REF_NAMES_PLACES,   /* of an element, data being counted through as one dimension */
    REF_NAMES_TUPLES,   /* a coordinate: the last dimension of indices holds a tuple of
                           them, for the dimensions of data after the batches */
    REF_NAMES_WINDOWS,  /* the first place of a window along the axis, one for each batch */
    REF_NAMES_BOXES     /* a coordinate of the first element of a box of data, whose dimensions
                           lists say */
};
/* Does an index say where several elements begin, of which it names the first? */
static inline bool ref_names_windows(enum ref_naming naming)
{
    return naming == REF_NAMES_WINDOWS || naming == REF_NAMES_BOXES;
}

struct ref_kernel {
    const char *name;            /* "gather" */
    enum ref_naming naming;
    bool scatters;               /* it has updates */
    const char *const *inputs;   /* names of the inputs in order, NULL ends */
    void (*check)(const struct ref_case *, struct ref_answer *);
                                 /* its demands; and its formula, into the answer's map */
    bool repeats;                /* each index has an update, however few elements
                                    updates have */
};

/* A file of ref/ that has a kernel says REF_GATHER(gather, fields) and defines gather_check;
 * nothing else needs to be told. */
extern const char *const ref_gather_inputs[], *const ref_scatter_inputs[];
#define REF_KERNEL(id, ...)                                                    \
    static void id##_check(const struct ref_case *, struct ref_answer *);      \
    static const struct ref_kernel ref_kernel_##id = {                         \
        .name = #id, .check = id##_check, __VA_ARGS__};                        \
    __attribute__((used, section("ref_kernels")))                              \
    static const struct ref_kernel *const ref_kernel_entry_##id = &ref_kernel_##id
#define REF_GATHER(id, ...) REF_KERNEL(id, .inputs = ref_gather_inputs, __VA_ARGS__)
#define REF_SCATTER(id, ...) \
    REF_KERNEL(id, .scatters = true, .inputs = ref_scatter_inputs, __VA_ARGS__)
const struct ref_kernel *ref_kernel_find(const char *name); /* NULL: none */
const struct ref_kernel *ref_kernel_at(size_t k);           /* NULL after the last */

enum { REF_MOST_SCRATCH = 1 << 30 }; /* bytes */
void ref_check(const struct ref_case *c, struct ref_answer *a);
size_t ref_scratch_size(const struct ref_case *c, const struct ref_answer *a);
void ref_run(const struct ref_case *c, struct ref_answer *a, void *scratch);
/* What else each part of an element of the output may be: two, of which complex numbers use both;
 * REF_BITS_ALONE where it was not computed. */
const struct ref_range *ref_ranges_of(const struct ref_answer *a, int64_t element);
/* Is every element of `got` from element `from` on admitted?  If not, *bad is the
 * first that is not.  Compares bits, strings by content. */
bool ref_admits(const struct ref_case *c, const struct ref_answer *a, const void *got,
                int64_t from, int64_t *bad);
/* Does a gather fill this element, for which a document says NaN and not which one? */
bool ref_fills_nan(const struct ref_case *c, const struct ref_answer *a, int64_t element);
struct ref_source ref_source_of(const struct ref_case *c, const struct ref_answer *a,
                                int64_t element);
/* Bytes of all tiles of one step of a case that states a tile shape of the right rank;
 * INT64_MAX where they cannot be counted. */
int64_t ref_tile_bytes(const struct ref_case *c, int64_t axis);
/* How many updates there are, each as often as it is repeated, and which element of the operand
 * number u of them is. */
int64_t ref_update_count(const struct ref_case *c, const struct ref_answer *a);
/* The same where updates are broadcast: for ref_update_element alone. */
int64_t ref_update_of_spread(const struct ref_map *m, int64_t u);
static inline int64_t ref_update_element(const struct ref_case *c, const struct ref_answer *a,
                                         int64_t u)
{
    return a->map.spread        ? ref_update_of_spread(&a->map, u)
           : c->kernel->repeats ? u % gat_array_count(&c->updates)
                                : u;
}
/* The first update that element `element` of the operand is. */
int64_t ref_update_first(const struct ref_answer *a, int64_t element);
/* Where update `u` goes, as an element of the output; negative where it goes nowhere. */
int64_t ref_target_of(const struct ref_case *c, const struct ref_answer *a, int64_t u);
/* The first of the indices that say where element `at` of the output of a gather comes from,
 * or update `at` goes to; -1: none does. */
int64_t ref_first_index(const struct ref_case *c, const struct ref_answer *a, int64_t at);

/* ---- for the kernels ---- */

/* The value of a rule, noting that it mattered. */
static inline int64_t ref_rule(const struct ref_case *c, struct ref_answer *a,
                               enum ref_rule rule)
{
    a->consulted |= UINT64_C(1) << rule;
    return c->rules->value[rule];
}
/* The reduction of a case with updates. */
static inline enum ref_reduction ref_reduction_of(const struct ref_case *c)
{
    return (enum ref_reduction)(c->reduction > 0 ? c->reduction - 1
                                                 : c->rules->value[REF_reduction]);
}
/* The extent that index number `at` counts along: how many places there are. */
static inline int64_t ref_extent(const struct ref_answer *a, int64_t at)
{
    return a->places[a->depth > 1 ? at / a->stride % a->depth : 0];
}
/* A demand of the document is broken: what follows by rule `consequence`.  The
 * strictest so far wins: REF_FREE over REF_MUST_REPORT over REF_MAY_EITHER. */
void ref_broken(const struct ref_case *c, struct ref_answer *a, enum ref_rule consequence,
                gat_status kind);

/* ---- the variants as the specs state them, for backends ref and opt ---- */

struct ref_variant {
    const char *op, *variant, *profile; /* profile "" where there is none */
    const char *kernel;
    uint32_t data_types, index_types;
    int64_t axis_otherwise; /* default of attribute axis, 0 where it has none */
    struct ref_rules rules;
    const char *attributes; /* " axis reduction ": names with blanks around them */
    uint32_t reductions;    /* set of enum ref_reduction that a call may state */
};
extern const struct ref_variant ref_variants[]; /* made by the build from specs/ */
extern const size_t ref_variant_count;

/* A call as it arrives through the plug-in contract, as a question; `a` is
 * checked, its output.data is the call's own buffer.  GAT_OK, or the status that
 * the call deserves without computing anything. */
gat_status ref_case_from_call(const struct gat_call *call, struct ref_case *c,
                              struct ref_answer *a);
/* Compute the answer of a call that was read, with memory from `take` that goes back to `give`:
 * the status of run(). */
gat_status ref_call_answer(const struct ref_case *c, struct ref_answer *a, void *(*take)(size_t),
                           void (*give)(void *));
/* Run `compact` on the call as it is, or, where some operand is a view, on a call with
 * compact copies in memory from `take`, which goes back to `give`; a compact output
 * that is a success goes back into the view.  For a backend that claims
 * GAT_TAKES_VIEWS: its run() is this. */
typedef gat_status ref_call_run(void *context, const struct gat_call *call);
gat_status ref_call_compact(void *context, const struct gat_call *call,
                            ref_call_run *compact, void *(*take)(size_t),
                            void (*give)(void *));
/* infer() of a backend. */
gat_status ref_call_infer(const struct gat_call *call, uint32_t k,
                          struct gat_inferred *out);
/* One claim per variant, of every type: to refuse what a document excludes is part
 * of the answer.  Fills at most `most` claims and their lists of one variant each;
 * returns how many. */
size_t ref_claims_make(struct gat_claim *claims, const char *(*lists)[2], size_t most,
                       uint32_t flags);

#endif
