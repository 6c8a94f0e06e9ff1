/* variant.h - a variant as it is when its file was read.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_VARIANT_H
#define GAT_VARIANT_H

#include "files/yaml_tree.h"
#include "ref.h"
#include "spec/documents.h"

#define GAT_MAX_READINGS 64 /* combinations of readings of one variant */
#define GAT_EVERY_READING UINT64_MAX

typedef uint64_t gat_reading_set; /* of combinations of readings */

enum gat_level { GAT_MUST, GAT_ERROR, GAT_UNDEFINED, GAT_MAY, GAT_AMBIGUOUS };

struct gat_reading {
    const char *name, *means;
    unsigned n_rules; /* rule values that this reading implies */
    enum ref_rule rule[8];
    int64_t value[8];
};

struct gat_clause {
    const char *id, *text, *where;
    enum gat_level level;
    const char *untestable; /* reason, or NULL */
    unsigned n_reached_by;  /* names of features that a case of this clause has */
    const char **reached_by;
    const char *decision, *why; /* ambiguous only */
    unsigned n_readings;
    struct gat_reading *readings;
    const struct gat_node *decides;  /* map of rules, or NULL: it decides each */
    const struct gat_node *supports; /* list of rules, or NULL: it supports each */
    const struct gat_node *node;     /* where it stands: in this file or that of a parent */
};

struct gat_attr_spec {
    const char *name;
    enum gat_attr_kind kind; /* a bool is an INT of 0 or 1 */
    bool is_truth; /* one of these */
    bool required, has_otherwise;
    int64_t otherwise;
    uint32_t values; /* of "reduction": set of enum ref_reduction */
};

/* One device class; a variant without any has one profile named "". */
struct gat_profile {
    const char *name;
    uint32_t data_types, index_types;
    struct ref_rules rules; /* with the decided readings: combination 0 */
    /* All combinations of the readings of ambiguous clauses; [0] is the decision. */
    unsigned n_combinations;
    struct ref_rules *combinations;
    const char **combination_names; /* "gather-1/index-domain=wraps" joined by ", " */
    uint64_t ambiguous; /* set of rules whose value differs between combinations */
};

static inline gat_reading_set gat_profile_readings(const struct gat_profile *p)
{
    return GAT_EVERY_READING >> (GAT_MAX_READINGS - p->n_combinations);
}

struct gat_spec {
    const char *file;
    const struct gat_node *root; /* the whole, with what comes from parents; each node of it
                                    knows its own file */
    const char *from;            /* the parent, or NULL */
    const char *ids;             /* the word before the slash of the ids of clauses */
    const char *op, *variant, *alias; /* alias NULL if none */
    const char *name;                 /* "gather/onnx-13" */
    const char *title, *document, *section;
    const struct gat_document *cited; /* what documents.yaml says of `document`; NULL: nothing */
    const char *address;              /* of the section, or NULL */
    const char *signature;            /* how it is called in Python, in the document's words;
                                         NULL: not stated */
    const char *deprecated_by;        /* NULL: current */
    const struct gat_node *deprecated_node; /* where it says so */
    const char *like;                 /* a variant that has all cases of the operator in
                                         all types, this one in a few of them; or NULL */
    const struct gat_node *like_node;
    const struct ref_kernel *kernel;
    unsigned n_calls;                 /* contract's word -> the document's */
    const char **call_ours, **call_theirs;
    unsigned n_attrs;
    struct gat_attr_spec *attrs;
    unsigned n_profiles;
    struct gat_profile *profiles;
    unsigned n_clauses;
    struct gat_clause *clauses;
    /* Clauses of each rule, the one that decides it first: indices into `clauses`;
       count 0 when none. */
    unsigned n_rule_clauses[REF_RULE_COUNT];
    unsigned *rule_clauses[REF_RULE_COUNT];
    const struct gat_node *examples;  /* list of tests, or NULL */
};

/* The file of a variant before it is read as one: its name, and its own text alone. */
struct gat_spec_sheet {
    const char *file, *op, *variant, *name;
    const struct gat_node *root; /* NULL: not read yet */
};
/* The sheet of that name, read, for `from`; NULL: there is none, or it cannot be read. */
typedef const struct gat_spec_sheet *gat_spec_find(void *user, const char *name);

/* The clause that a person should read about `rule`; NULL if the file names none. */
const struct gat_clause *gat_spec_clause(const struct gat_spec *s, enum ref_rule rule);
const char *gat_level_name(enum gat_level level);
/* The attribute of that name, or NULL. */
const struct gat_attr_spec *gat_attr_find(const struct gat_spec *s, const char *name);
/* What holds where a call does not state it; 0 where the document says nothing. */
int64_t gat_attr_otherwise(const struct gat_spec *s, const char *name);

#endif
