/* run.h - one backend through the plan: feed, judge, repeat alone, report.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RUN_H
#define GAT_RUN_H

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/chain.h"
#include "cli/command.h"
#include "engine/backend_find.h"
#include "judge/judge.h"
#include "sandbox/leftovers.h"

enum { GAT_RECORD_SCHEMA = 1 };
struct gat_waiver;
struct gat_waiver_count;

/* Where results go: TAP or JSON lines on stdout, records in a file. */
struct gat_output {
    int records;       /* --out as a descriptor, or -1 */
    bool jsonl;        /* records on stdout instead of TAP */
    bool silent;       /* no TAP on stdout: records or a summary go there */
    bool brief;        /* nobody keeps the records: they need not tell the documents */
    bool muted;        /* the file has what is reported now: it is being resumed */
    bool full;         /* one TAP line per member */
    bool colored;      /* stdout is a terminal that shows colours */
    bool moves;        /* stdout is a terminal that can write a line anew */
    bool progress;     /* stderr is a terminal, and stdout is not */
    bool planned;      /* the number of TAP lines was told: each has its line */
    unsigned tap_count;
    bool broken, file_broken; /* a write failed, to the records: exit with GAT_EXIT_OURS */
    struct gat_chain file_chain, screen_chain; /* running hashes of the records of both */
};

/* Findings of a point, the first ones, of which those that tell most are shown. */
enum { GAT_MOST_COMPARED = 32 };

/* A failing, weak or unrepeatable member of a point. */
struct gat_finding {
    unsigned member;
    struct gat_judgement judgement;
    bool crowded;      /* it takes the cases before it */
    uint32_t trace;    /* of a case alone: what the look after it saw */
    uint64_t content;  /* hash of what was asked */
    int64_t size;      /* elements of its inputs together: how much there is to look at */
    json_t *picture;   /* for its record, or NULL; released when it was reported */
    uint64_t telling;  /* set of enum gat_telling */
    const struct gat_waiver *waiver; /* that bears it, or NULL */
    json_t *record;    /* read from a file: what was written of it, or NULL */
    struct gat_finding *next;
};

/* The first case that shows something: that an answer excludes a combination of
 * readings, or that two answers differ. */
struct gat_exclusion {
    bool known;
    unsigned point, member;
    const char *name; /* of the case */
};

enum { GAT_MOST_GAPS = 64 };

/* The verdicts of a point, or of all points of a variant, counted. */
struct gat_tally {
    unsigned long count[GAT_V_COUNT];
    unsigned long observed[GAT_V_COUNT]; /* of passes: what --strict would fail */
    unsigned long foreign; /* not claimed, of types that the variant excludes itself */
    unsigned long waived;  /* of those that fail */
    unsigned long spared;  /* not run, for a budget: see budget.c */
    unsigned long extra;   /* not claimed, of presentations that nobody has to claim */
    const char **gaps;     /* distinct reasons of members that are not claimed, sorted */
    unsigned n_gaps;
    struct gat_exclusion *excluded; /* one per combination of readings; NULL: none yet */
    unsigned long open;    /* passes in which several writers of an element are admitted */
    uint64_t answers;      /* sum of the hashes of their answers, with --settings */
    struct gat_exclusion varies; /* of those: the first whose answers differ */
};

/* What is known of one point of the plan. */
struct gat_point_state {
    const struct gat_point *point;
    const struct gat_point *opened; /* the same with members, NULL while there are none */
    struct gat_arena members;       /* what `opened` lives in, when it is a copy */
    const char *error;              /* why it cannot be opened: a wrong script */
    unsigned least, most;   /* the part of the members that runs: see budget.c; 0, 0: all */
    bool by_number;         /* it goes by the numbers of members, and no more are drawn */
    bool bounded;           /* the name hashes of that part are known: */
    uint64_t above, up_to;
    unsigned times;         /* drawn: so many times as many cases; 0 as 1 */
    const struct gat_constants *constants; /* drawn: of the backend, or NULL */
    bool whole;             /* all members, as far as the shard goes */
    unsigned selected;      /* members that this run is about */
    unsigned open;          /* of those: not finished yet */
    unsigned passed, not_claimed, not_run, failed;
    uint64_t passed_hash;   /* sum of the name hashes of the passing members */
    uint16_t *told;         /* for each enum gat_telling, passing members that have it, 65,535
                               for more; NULL: none */
    const char *gap;        /* why the first unclaimed member is not claimed */
    unsigned gap_member;
    struct gat_finding *findings, **last_finding;
    struct gat_tally tally;
    bool waivers_known;              /* those that reach it were looked for */
    unsigned n_waivers;
    struct gat_waiver_count *waivers;
    unsigned pictures;               /* how many were made */
    unsigned long deaths, timeouts;  /* of the worker, by its cases */
    bool infer_asked;
    unsigned asked; /* cases that were sent */
};

/* What is known of one variant and profile. */
struct gat_variant_tally {
    const struct gat_spec *spec;
    const struct gat_profile *profile;
    struct gat_tally sum;
    bool unfinished; /* the run was interrupted before all of its points were complete */
};

struct gat_screen;

struct gat_run {
    const struct gat_options *options;
    struct gat_screen *screen; /* a person reads: a summary in place of TAP; or NULL */
    const struct gat_catalog *catalog;
    struct gat_arena arena; /* of the run */
    struct gat_output out;
    uint64_t seed;
    bool constants;           /* cases of the sizes that a backend's code treats apart */
    const char *today;        /* "2026-11-21" */
    unsigned shard, n_shards; /* shard counts from 0 */
    struct gat_engine_limits limits;
    unsigned long death_budget; /* how often a backend may die; 0: as spent.c says */
    unsigned long timeout_budget; /* ... and hang */
    unsigned long deaths_each, timeouts_each;   /* the same in one variant; 0: no limit */
    unsigned repeats;   /* of --repeat: how often each case runs beyond the first time */
    unsigned n_settings; /* of --threads or --settings; 0: not given */
    const char **settings; /* options of a backend: "threads=2" */
    unsigned lane, n_lanes; /* of -j, counted from 0 */
    unsigned n_backends;
    struct gat_backend_ref *backends;
    unsigned long count[GAT_V_COUNT]; /* all backends */
    unsigned long waived;             /* of those that fail */
    uint64_t waivers_hash;            /* of the files of waivers, 0: none */
    struct gat_points_kept *kept; /* what other runs opened; or NULL */
    unsigned char *reached; /* of each point of the catalog: what is known of whether a pattern
                               selects it; or NULL */
    bool narrowed;                    /* cases of the suite are left out */
    const char *bad_history; /* what is wrong with the file that --resume names */
    const char *bad_input; /* the first script that failed: exit with GAT_EXIT_USAGE */
    const struct gat_failed *failed; /* of --failed, or NULL */
    struct gat_history *history; /* of --resume, or NULL */
    int unopened; /* exit code if nothing can be judged: of the first backend that `fails`; or 0 */
    unsigned long unjudged; /* selected cases of a run that was interrupted ... */
    bool more_unjudged;     /* ... and others, which nobody counted */
    bool not_conforming; /* --require full found a partial claim, ... */
};

struct gat_history;
struct gat_failed;
struct gat_ahead;
struct gat_case_slot;
struct gat_suspect {
    unsigned point;
    struct gat_finding finding;
};

/* What is known of leftovers: see watched.c. */
enum { GAT_WATCHED_SPAN = 64 };
struct gat_watched_case {
    unsigned point, member;
    uint32_t weight; /* of its reply */
    uint32_t trace; /* what the last look after it saw */
    bool passed, grew; /* something did in some round */
};
struct gat_watched {
    struct gat_watched_case recent[GAT_WATCHED_SPAN]; /* the last one first */
    unsigned n_recent;
    struct gat_watched_case suspects[2 * GAT_WATCHED_SPAN]; /* in the order of the calls */
    unsigned n;
    uint32_t trace;               /* leftovers that one of them may be guilty of */
    bool renewed;                 /* the worker was, to attend to them */
    uint64_t asked;               /* weight of the cases so far */
    uint64_t spent;               /* and of those that were asked again */
    uint64_t vain[2];             /* of which nothing came of these; [1]: of memory alone */
    unsigned unseen;              /* cases since the worker's last look */
    unsigned told[GAT_LEFTOVERS];
};

/* One backend's pass through the plan. */
struct gat_session {
    struct gat_run *run;
    const struct gat_backend_ref *backend;
    const struct gat_manifest *manifest;
    const char *repeat; /* command that repeats a case, without its name */
    unsigned n_points;
    struct gat_point_state *points;
    unsigned next_point, next_member; /* the first not yet fed */
    unsigned next_print;              /* the first not yet reported */
    struct gat_case_slot *slots, *free_slots; /* all, by the last made; those that are free */
    struct gat_ahead *ahead; /* makes the next drawn cases meanwhile, or NULL */
    struct gat_case_slot *again; /* its member is to be run more often, or NULL */
    struct gat_case_slot *held;  /* its member waits for a worker that is asked it first */
    const struct gat_point_state *first_points; /* with the first settings */
    bool is_front;          /* the sum of lanes or shards: counts waivers */
    bool keeps_pictures;    /* of what fails, for its record */
    unsigned most_suspects; /* may wait before they are repeated; 0: the usual number */
    unsigned n_suspects, room_suspects;
    unsigned passed_alone; /* suspects that passed alone */
    struct gat_suspect *suspects;
    unsigned fed_points;
    unsigned long asked, answered; /* jobs */
    unsigned long pause; /* the feed pauses when so many were asked; 0: nothing is suspected */
    struct gat_watched watched;
    unsigned long deaths, timeouts;
    bool cut; /* budget spent, or --exit-first: what is left is not run */
    bool lost; /* and there is no worker: nothing is repeated either */
    const char *cut_why;
    unsigned n_tallies;
    struct gat_variant_tally *tallies;
    /* Called with every verdict that is not a plain pass, or NULL.  When it sets
     * `enough` the rest of the plan is dropped without a word. */
    void (*settled)(struct gat_session *s, unsigned point, const struct gat_finding *f);
    bool enough;
    /* Called when a point is complete, in the order of the plan. */
    void (*point_done)(struct gat_session *s, unsigned point);
    struct gat_lane *lane;
};

#endif
