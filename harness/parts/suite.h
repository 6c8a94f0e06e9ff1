/* suite.h - what a suite is made of: tests, points, members, and the catalog of them.
 *
 * A *test* is one named entry of a case file (or an example of a spec).  A *point*
 * is a test applied to one variant and profile: one line of TAP.  A *member* is a
 * point with an element type, an index type and a presentation: one case.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SUITE_H
#define GAT_SUITE_H

#include "code/constants.h"
#include "prng.h"
#include "spec/attributes.h"
#include "spec/spec.h"

/* An operand as a person wrote it. */
enum gat_fill {
    GAT_FILL_NONE, /* literal values */
    GAT_FILL_DISTINCT, GAT_FILL_ZEROS, GAT_FILL_IOTA, GAT_FILL_NAN_PAYLOADS,
    GAT_FILL_SPECIALS, GAT_FILL_MIXED, GAT_FILL_STRINGS, GAT_FILL_ALIKE, GAT_FILL_SPARSE,
    GAT_FILL_CYCLE, GAT_FILL_REVERSE, GAT_FILL_RANDOM, GAT_FILL_RANDOM_SIGNED
};
struct gat_operand_text {
    bool present;
    int32_t ndim;
    int64_t shape[GAT_MAX_RANK];
    int64_t count;
    enum gat_fill fill;
    bool renewed; /* a filled one: a stretch of its middle is not as the content draws it */
    enum gat_dtype dtype;            /* fixed type, or GAT_DTYPE_COUNT */
    /* literals, when FILL_NONE: in each type of the set `types`, the types in which
     * every one of them has a value, compact and in C order */
    uint32_t types;
    void *bytes[GAT_DTYPE_COUNT];
    unsigned line, column;
};

/* Text of a Lua script: a generator, which makes tests, or a part that generators share,
 * cases/lib/<name>.lua. */
struct gat_script {
    const char *source;
    size_t size;
    const char *name, *file;        /* of a part */
    const struct gat_script *parts; /* a list through `next`: all that there are */
    const struct gat_script *next;
};

struct gat_point;
/* A kind of cases that nobody wrote: see draw/draws.h. */
struct gat_drawing {
    const char *name;
    /* The point with its cases, which live in `a`. */
    const struct gat_point *(*open)(const struct gat_point *p, uint64_t seed,
                                    struct gat_arena *a);
};

/* Only variants, and profiles of them, with this value of a rule. */
struct gat_condition {
    enum ref_rule rule;
    int64_t value;
};

/* An attribute of one value: a number, 0 or 1 of a truth value, or enum ref_reduction. */
struct gat_attribute_value {
    bool given;
    int64_t value;
};
#define GAT_NO_LIST(name, single)
#define GAT_SINGLE_NUMBER(name, form) GAT_SINGLE_##name,
enum { GAT_ATTRIBUTE_MAP(GAT_SINGLE_NUMBER, GAT_NO_LIST) GAT_SINGLES };
/* Members for all of them: by name, or alike through parts/attribute.h. */
#define GAT_SINGLE_MEMBER(name, form) struct gat_attribute_value name;
#define GAT_SINGLE_MEMBERS                                                                         \
    union {                                                                                        \
        struct {                                                                                   \
            GAT_ATTRIBUTE_MAP(GAT_SINGLE_MEMBER, GAT_NO_LIST)                                      \
        };                                                                                         \
        struct gat_attribute_value single[GAT_SINGLES];                                            \
    }

/* The operands of a case in the order of a call. */
enum { GAT_O_DATA, GAT_O_INDICES, GAT_O_UPDATES, GAT_O_AXIS, GAT_CASE_OPERANDS };

struct gat_test {
    const char *file;
    unsigned line;
    const struct gat_node *node, *head; /* where it was read, for messages: the test
                                           and the whole file, or NULL */
    const char *topic, *name, *hunts;
    unsigned n_ops; /* at least one */
    const char *const *ops;
    const struct gat_script *script; /* not NULL: what the file of a generator says for
                                        all of its tests; the name is "" then */
    const struct gat_drawing *drawing; /* not NULL: a case that nobody wrote, or all of them,
                                          and the name is "" then */
    unsigned draws, least_draws; /* of those: how many of a variant; that many in any case */
    uint64_t content; /* of a drawn twin: the hash of the name that its data are drawn from, of the
                         case before it; 0: of its own */
    unsigned n_named;            /* names of cases that state their sizes: these too */
    const char **named;
    const char *origin; /* where an imported case comes from, or NULL */
    unsigned n_variants; /* 0: all of the operator */
    const char **variants;
    unsigned n_profiles; /* 0: all */
    const char **profiles;
    unsigned n_rules; /* conditions that must all hold */
    struct gat_condition *rules;
    uint32_t data_types, index_types; /* 0: all that the variant allows */
    union {
        struct {
            struct gat_operand_text data, indices, updates, axis_tensor;
        };
        struct gat_operand_text operands[GAT_CASE_OPERANDS];
    };
    GAT_SINGLE_MEMBERS;
    struct ref_list lists[REF_LISTS];
    bool combines;            /* of a generator: only variants that combine updates, */
    unsigned n_attributes;    /* and only those that have all of these attributes */
    const char **attributes;
    uint32_t presented; /* set of enum gat_presentation_id, besides the plain one ... */
    bool presents_all;  /* ... of which it has those that its operands can have */
    /* literal expectation */
    struct gat_operand_text expect_output; /* .present */
    bool expect_shape;                     /* only the shape of expect_output */
    gat_status expect_error;               /* GAT_OK: no error expected */
};

struct gat_point {
    const struct gat_test *test;
    const struct gat_spec *spec;
    const struct gat_profile *profile;
    const char *name;      /* "gather/onnx-13/edges/minus-extent" */
    unsigned n_members;    /* element type, index type, presentation */
    unsigned char (*members)[3]; /* enum gat_dtype of data and of indices, enum
                                    gat_presentation_id */
    /* The point of a generator or of drawn cases: its name ends with the topic.  It has no
     * members before it is opened; then each member has a test of its own. */
    const struct gat_test **tests;
    unsigned times; /* drawn: so many times the usual number of cases; 0 as 1 */
    const struct gat_constants *constants; /* drawn: of the backend that is asked, or NULL */
    unsigned most;  /* drawn: no more members than these are asked, and drawn; 0: all */
};

struct gat_catalog {
    struct gat_arena arena;
    /* Patterns that say what is wanted of the first path; none: everything.  Set before the
     * catalog is read. */
    const char *const *wanted;
    unsigned n_wanted;
    unsigned n_specs, n_operators, n_tests, n_points;
    struct gat_spec **specs;   /* sorted by name; of an operator all or none */
    const char **operators;    /* of all variants, these or not */
    struct gat_test **tests;   /* sorted by op, topic, name */
    struct gat_point *points;  /* sorted by name */
    struct gat_member_set *sets; /* of members: points of the same types share one */
    struct gat_script *parts;  /* of generators */
    uint64_t hash;             /* XXH3 of the contents of all files, in order of name */
};

/* Does it stand for tests that a script makes, or that are drawn? */
static inline bool gat_test_generates(const struct gat_test *t)
{
    return t->script != NULL || t->drawing != NULL;
}
static inline bool gat_point_closed(const struct gat_point *p)
{
    return gat_test_generates(p->test) && p->tests == NULL;
}
/* Does a case of the test take as long as a hundred others? */
static inline bool gat_test_large(const struct gat_test *t)
{
    const int64_t most = 1 << 14;
    return t->data.fill != GAT_FILL_SPARSE && (t->data.count > most || t->indices.count > most);
}
static inline const struct gat_test *gat_point_test(const struct gat_point *p, unsigned k)
{
    return p->tests != NULL ? p->tests[k] : p->test;
}

/* One case with its data: what is asked and what goes through the contract. */
struct gat_member {
    const struct gat_point *point;
    const struct gat_test *test;
    enum gat_dtype dtype, index_dtype;
    unsigned presentation; /* enum gat_presentation_id */
    const char *name;      /* the whole name; selects exactly this case */
    uint64_t name_hash;    /* XXH3 of the name */
    uint64_t placed;       /* drawn: where its operands lie, see exchange/placement.h */
    struct ref_case question; /* rules: of the point's profile */
    unsigned n_attrs;
    struct gat_attr attrs[8];
    /* literal expectation, data == NULL when there is none */
    struct gat_array expect;
    gat_status expect_error;
};

#endif
