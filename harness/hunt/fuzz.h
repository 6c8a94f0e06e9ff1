/* fuzz.h - between the files of `gatherum fuzz`; private to it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FUZZ_H
#define GAT_FUZZ_H

#include "cli/command.h"
#include "draw/draft.h"
#include "hunt/shrink.h"
#include "run/run.h"
#include "spec/feature.h"

enum {
    GAT_GENOME = 80,    /* bytes that a case is drawn from */
    GAT_KEPT = 1024,    /* genomes that are kept for a variant */
    GAT_COVERING = 64,  /* of these, the last that covered new code */
    GAT_ROUND = 128,    /* cases between two looks at what came back */
    GAT_FUZZ_JOBS = 256, /* searches at a time, at most */
    GAT_MET = 8192      /* places for hashes of genomes; half of them are used */
};

struct gat_genome {
    unsigned char size, used; /* used: bytes that its case was drawn from */
    unsigned char byte[GAT_GENOME];
};

/* A case whose right answer left fewer readings than there were. */
struct gat_witness {
    struct gat_candidate candidate;
    gat_reading_set readings; /* combinations that the answer fits */
};

/* A variant and profile that is fuzzed. */
struct gat_hunt {
    const struct gat_spec *spec;
    const struct gat_profile *profile;
    struct gat_breed breed;
    struct gat_genome *kept;
    unsigned n_kept;
    struct gat_genome covering[GAT_COVERING];
    unsigned long n_covering; /* ever; number k lies in covering[k % GAT_COVERING] */
    unsigned long drawn, asked; /* drafts, and those that the backend claims */
    struct gat_features seen[GAT_FEATURE_COUNT]; /* with each feature: the others seen */
    gat_reading_set readings; /* that fit all answers so far */
    struct gat_witness *witnesses[GAT_MAX_READINGS];
    unsigned n_witnesses;
    /* with a corpus: its folder, hashes of what is known of it, and what to try next */
    const char *folder;
    uint64_t *met;
    unsigned n_met, n_waiting, n_taken;
    struct gat_genome *waiting;
};

/* A find: one failure, and all that have its verdict, clause and features. */
struct gat_find {
    const struct gat_hunt *hunt;
    enum gat_verdict_class verdict;
    const char *clause, *topic, *name, *file, *diagnosis;
    struct gat_features features;
    bool minimal, shrunk, again; /* again: an earlier search, or one beside, has it too */
    int64_t elements;
    double seconds;
    struct gat_find *next;
};

/* How often a kind of failure turned out to be known after it was shrunk. */
struct gat_again {
    const struct gat_hunt *hunt;
    enum gat_verdict_class verdict;
    const char *clause;
    unsigned known, wait;
    struct gat_again *next;
};

struct gat_fuzz {
    const struct gat_options *options;
    const struct gat_catalog *catalog;
    const struct gat_backend_ref *backend;
    struct gat_arena arena;
    struct gat_trial trial;
    struct gat_prng prng;
    uint64_t seed;
    double start, end;        /* seconds; end 0: none */
    unsigned long most_cases; /* 0: no limit */
    unsigned long cases, kept;
    const char *folder;       /* of cases/ with the finds */
    const char *path_option;  /* that makes `run` read them: "--path DIR ", or "" */
    unsigned n_hunts, next_hunt;
    struct gat_hunt *hunts;
    struct gat_find *finds, **last_find;
    struct gat_again *again;
    unsigned n_finds;
    const char *broken; /* a find or a genome that could not be written: why */
    const char *corpus; /* folder of genomes, or NULL */
    double next_look;   /* into it */
    bool is_quiet;      /* another search tells of its progress */
};

/* The sum of a search. */
struct gat_fuzz_sum {
    unsigned long cases, kept;
    unsigned finds, again;
    uint32_t counters; /* of coverage in the backend */
    double seconds;
};

/* fuzz_jobs.c: this search, number k of n, in a process of its own for each. */
typedef int gat_fuzz_search(void *user, unsigned k, unsigned n, struct gat_fuzz_sum *sum);

#endif
