/* run.h - one backend through the plan: feed, judge, repeat alone, report.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RUN_H
#define GAT_RUN_H

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>

#include "cli/command.h"
#include "judge/judge.h"

enum { GAT_RECORD_SCHEMA = 1 };
struct gat_waiver;
struct gat_waiver_count;

/* Where results go: TAP or JSON lines on stdout, records in a file. */
struct gat_output {
    int records;       /* --out as a descriptor, or -1 */
    bool jsonl;        /* records on stdout instead of TAP */
    bool muted;        /* the file has what is reported now: it is being resumed */
    bool full;         /* one TAP line per member */
    bool colored;      /* stdout is a terminal that shows colours */
    bool progress;     /* stderr is a terminal, and stdout is not */
    unsigned tap_count;
    bool broken;       /* a write failed: exit with GAT_EXIT_OURS */
};

/* A failing, weak or unrepeatable member of a point. */
struct gat_finding {
    unsigned member;
    struct gat_judgement judgement;
    uint64_t content;  /* hash of what was asked */
    json_t *picture;   /* for its record, or NULL; released when it was reported */
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

/* What the cases of a point amount to, or of all points of a variant. */
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
    uint64_t answers;      /* sum of the hashes of their answers, with --threads */
    struct gat_exclusion varies; /* of those: the first whose answers differ */
};

/* What is known of one point of the plan. */
struct gat_point_state {
    const struct gat_point *point;
    const struct gat_point *opened; /* the same with members, NULL while there are none */
    struct gat_arena members;       /* what `opened` lives in, when it is a copy */
    const char *error;              /* why it cannot be opened: a wrong script */
    unsigned least, most;   /* the part of the members that runs: see budget.c; 0, 0: all */
    bool whole;             /* all members, as far as the shard goes */
    unsigned selected;      /* members that this run is about */
    unsigned open;          /* of those: not finished yet */
    unsigned passed, not_claimed, not_run, failed;
    uint64_t passed_hash;   /* sum of the name hashes of the passing members */
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
};

/* What is known of one variant and profile. */
struct gat_variant_tally {
    const struct gat_spec *spec;
    const struct gat_profile *profile;
    struct gat_tally sum;
};

struct gat_backend_ref {
    const char *name, *path, *options; /* as selected */
    const char *given;                 /* options without those of --threads, or NULL */
    struct gat_point_state *points;    /* what its run found, for the next of --threads */
    bool explicitly;                   /* named by --backend */
    struct gat_engine *engine;         /* NULL: it could not be opened */
    const char *absent;                /* why */
    bool fails;                        /* ... which counts as a failure */
    unsigned n_waivers;
    struct gat_waiver *waivers;
};

struct gat_run {
    const struct gat_options *options;
    const struct gat_catalog *catalog;
    struct gat_arena arena; /* of the run */
    struct gat_output out;
    uint64_t seed;
    const char *today;        /* "2026-11-21" */
    unsigned shard, n_shards; /* shard counts from 0 */
    struct gat_engine_limits limits;
    unsigned long death_budget, timeout_budget;
    unsigned repeats;   /* of --repeat: how often each case runs beyond the first time */
    unsigned n_threads; /* of --threads; 0: not given */
    unsigned *threads;
    unsigned lane, n_lanes; /* of -j, counted from 0 */
    unsigned n_backends;
    struct gat_backend_ref *backends;
    unsigned long count[GAT_V_COUNT]; /* all backends */
    unsigned long waived;             /* of those that fail */
    uint64_t waivers_hash;            /* of the files of waivers, 0: none */
    bool narrowed;                    /* cases of the suite are left out */
    const char *bad_history; /* what is wrong with the file that --resume names */
    const char *bad_input; /* the first script that failed: exit with GAT_EXIT_USAGE */
    const struct gat_failed *failed; /* of --failed, or NULL */
    struct gat_history *history; /* of --resume, or NULL */
    int unopened; /* exit code if nothing can be judged: of the first backend that `fails`; or 0 */
    bool not_conforming; /* --require full found a partial claim, ... */
};

struct gat_history;
struct gat_failed;
struct gat_case_slot;
struct gat_suspect {
    unsigned point;
    struct gat_finding finding;
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
    struct gat_case_slot *free_slots;
    struct gat_case_slot *again; /* its member is to be run more often, or NULL */
    const struct gat_point_state *first_points; /* with the first number of threads */
    bool is_front;          /* the sum of lanes or shards: counts waivers */
    bool keeps_pictures;    /* of what fails, for its record */
    unsigned most_suspects; /* may wait before they are repeated; 0: the usual number */
    unsigned n_suspects, room_suspects;
    struct gat_suspect *suspects;
    unsigned fed_since_suspect;
    unsigned long deaths, timeouts;
    bool cut; /* budget spent, or --exit-first: what is left is not run */
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

/* plan.c: the points and members that patterns, profile and shard select. */
unsigned gat_plan_points(struct gat_run *r, const char *backend_profile,
                         struct gat_point_state **out);
/* Make the members of a point; false when its script fails: state->error says how.
 * Written points are open always; closing leaves them so. */
bool gat_plan_open(struct gat_run *r, struct gat_point_state *state);
void gat_plan_close(struct gat_point_state *state);
/* Does the pattern select the point or any of its members?  Opens it to know. */
bool gat_plan_matches(const struct gat_run *r, const char *pattern,
                      const struct gat_point *p);
/* budget.c: shares of the points, before anything runs; is a member beyond its point's? */
void gat_budget_share(struct gat_session *s);
bool gat_budget_spares(const struct gat_point_state *state, unsigned member, uint64_t name_hash);
/* Need the generator of this point not be asked?  So it is where the point falls to another lane, and
 * where the backend does not claim the variant: that is noted as one case not claimed. */
bool gat_plan_leaves(struct gat_session *s, struct gat_point_state *state);
/* The state must be open. */
bool gat_plan_selects(const struct gat_run *r, const struct gat_point_state *state,
                      unsigned member, uint64_t name_hash);
/* The same without regard to shard and lane. */
bool gat_plan_wants(const struct gat_run *r, const struct gat_point_state *state,
                    unsigned member, uint64_t name_hash);
/* The first with the name made for the purpose in `scratch`. */
bool gat_plan_selects_member(const struct gat_run *r,
                             const struct gat_point_state *state, unsigned member,
                             struct gat_arena *scratch);
/* Is this point judged for a backend of that device class? */
bool gat_profile_fits(const struct gat_point *p, const char *wanted);
bool gat_plan_selects_point(const struct gat_run *r, const struct gat_point *p);

/* Does the point share one line with the one before it?  Those of a variant that no
 * claim names do, where members have no lines of their own. */
bool gat_plan_folds(const struct gat_run *r, const struct gat_manifest *m,
                    const struct gat_point_state *points, unsigned k);

/* shard.c: the part of the plan, by --shard or by the environment; an exit code. */
int gat_shard_read(struct gat_run *r);

/* failed.c: the cases that failed in those records; an exit code. */
int gat_failed_read(struct gat_run *r, const char *path);
bool gat_failed_point(const struct gat_failed *f, const char *name);
bool gat_failed_case(const struct gat_failed *f, uint64_t name_hash);
/* Of all their names. */
uint64_t gat_failed_hash(const struct gat_failed *f);

/* lanes.c: one backend through the plan, in -j pairs of parent and worker, each
 * with its part of the cases; reports points as soon as all lanes are past them. */
void gat_lanes_run(struct gat_run *r, unsigned backend);
/* Add what another lane or shard found of the same point; its findings move. */
void gat_point_add(struct gat_arena *a, struct gat_point_state *into,
                   const struct gat_point_state *from);

/* session.c: what goes through the contract for a case; `user` is left to the caller. */
void gat_job_fill(const struct gat_expectation *x, const struct gat_claim *claim,
                  struct gat_job *job);
/* One lane of a run.  Prepare, then run. */
void gat_session_prepare(struct gat_session *s);
void gat_session_run(struct gat_session *s);

/* tally.c: counts, gaps and readings, per point and summed up per variant. */
void gat_tallies_make(struct gat_session *s);
void gat_tally_gap(struct gat_session *s, struct gat_point_state *state, unsigned member,
                   const char *gap, bool type_allowed);
void gat_tally_readings(struct gat_session *s, unsigned point, const struct gat_member *m,
                        unsigned k, uint32_t readings);
void gat_tally_exclude(struct gat_arena *a, struct gat_tally *t, unsigned combination,
                       const struct gat_exclusion *x);
/* Keep the first of two, in the order of the plan. */
void gat_tally_first(struct gat_arena *a, struct gat_exclusion *now,
                     const struct gat_exclusion *x);
void gat_tally_reason(struct gat_arena *a, struct gat_tally *t, const char *gap);
/* Add what another lane or shard found; texts are copied into `a`. */
void gat_tally_add(struct gat_arena *a, struct gat_tally *into, const struct gat_tally *from);
/* Add a point that is complete to its variant. */
void gat_tally_point(struct gat_session *s, unsigned point);
/* Is there no combination of readings that fits all answers? */
bool gat_tally_contradicts(const struct gat_variant_tally *t);
/* The set of those that do. */
uint32_t gat_tally_left(const struct gat_variant_tally *t);
/* A member's final verdict, when it is not a plain pass; takes its picture over. */
void gat_session_settle(struct gat_session *s, unsigned point, const struct gat_finding *f);

/* blame.c: repeat all suspects, in the order that design demands; moves them
 * into the findings of their points. */
void gat_session_attribute(struct gat_session *s);
/* Run one member alone in the worker as it is; the judgement that it gets, and a new
 * picture where the finding had one. */
bool gat_session_one(struct gat_session *s, unsigned point, struct gat_finding *f);

/* tap.c: TAP lines, records, summary. */
void gat_report_start(struct gat_run *r, unsigned n_lines);
void gat_report_absent(struct gat_run *r, const struct gat_backend_ref *b);
void gat_report_backend(struct gat_session *s);
void gat_report_point(struct gat_session *s, struct gat_point_state *p);
void gat_report_tally(struct gat_session *s);
void gat_report_end(struct gat_run *r, int code);
/* The exit code of a run that judged what it had to. */
int gat_run_code(const struct gat_run *r);
/* terminal.c: what stdout and stderr are. */
void gat_screen_find(struct gat_output *o);
/* A text that may begin with "not ok", whose line is then red. */
bool gat_screen_print(const struct gat_output *o, const char *format, va_list args)
    __attribute__((format(printf, 2, 0), nonnull(2)));
/* How far a backend is; `n` points of `all`. */
void gat_screen_progress(const struct gat_output *o, const char *backend, unsigned n,
                         unsigned all);

/* record.c: are records written at all? */
bool gat_records_kept(const struct gat_output *o);

/* How a case is repeated, as a command that its name follows. */
const char *gat_repeat_prefix(const struct gat_session *s);

#endif
