/* run.h - one backend through the plan: feed, judge, repeat alone, report.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RUN_H
#define GAT_RUN_H

#include <jansson.h>
#include <stdio.h>

#include "command.h"
#include "judge.h"

/* Where results go: TAP or JSON lines on stdout, records in a file. */
struct gat_output {
    FILE *records;     /* --out, or NULL */
    bool jsonl;        /* records on stdout instead of TAP */
    bool full;         /* one TAP line per member */
    unsigned tap_count;
    bool broken;       /* a write failed: exit with GAT_EXIT_OURS */
};

/* A failing, weak or unrepeatable member of a point. */
struct gat_finding {
    unsigned member;
    struct gat_judgement judgement;
    struct gat_finding *next;
};

/* What is known of one point of the plan. */
struct gat_point_state {
    const struct gat_point *point;
    const struct gat_point *opened; /* the same with members, NULL while there are none */
    struct gat_arena members;       /* what `opened` lives in, when it is a copy */
    const char *error;              /* why it cannot be opened: a wrong script */
    bool whole;             /* all members, as far as the shard goes */
    unsigned selected;      /* members that this run is about */
    unsigned open;          /* of those: not finished yet */
    unsigned passed, not_claimed, not_run, failed;
    uint64_t passed_hash;   /* sum of the name hashes of the passing members */
    const char *gap;        /* why the first unclaimed member is not claimed */
    unsigned gap_member;
    struct gat_finding *findings, **last_finding;
    bool infer_asked;
};

/* What is known of one variant and profile. */
struct gat_variant_tally {
    const struct gat_spec *spec;
    const struct gat_profile *profile;
    unsigned long count[GAT_V_COUNT];
    unsigned long observed[GAT_V_COUNT]; /* of passes: what --strict would fail */
    unsigned long foreign; /* not claimed, of types that the variant excludes itself */
    uint32_t readings; /* combinations that fit all answers so far */
    struct {
        bool known;
        unsigned point, member; /* the first case that excludes a combination */
    } excluded[GAT_MAX_READINGS];
    unsigned long extra; /* not claimed, of presentations that nobody has to claim */
    const char *gaps[64]; /* distinct reasons of members that are not claimed */
    unsigned n_gaps;
};

struct gat_backend_ref {
    const char *name, *path, *options; /* as selected */
    bool explicitly;                   /* named by --backend */
    struct gat_engine *engine;         /* NULL: absent */
    const char *absent;                /* why */
};

struct gat_run {
    const struct gat_options *options;
    const struct gat_catalog *catalog;
    struct gat_arena arena; /* of the run */
    struct gat_output out;
    uint64_t seed;
    unsigned shard, n_shards; /* shard counts from 0 */
    struct gat_engine_limits limits;
    unsigned long death_budget, timeout_budget;
    unsigned lane, n_lanes; /* of -j, counted from 0 */
    unsigned n_backends;
    struct gat_backend_ref *backends;
    unsigned long count[GAT_V_COUNT]; /* all backends */
    const char *bad_input; /* the first script that failed: exit with GAT_EXIT_USAGE */
    bool not_conforming; /* --require full found a partial claim, ... */
};

struct gat_case_slot;
struct gat_suspect {
    unsigned point, member;
    struct gat_judgement judgement;
};

/* One backend's pass through the plan. */
struct gat_session {
    struct gat_run *run;
    const struct gat_backend_ref *backend;
    const struct gat_manifest *manifest;
    unsigned n_points;
    struct gat_point_state *points;
    unsigned next_point, next_member; /* the first not yet fed */
    unsigned next_print;              /* the first not yet reported */
    struct gat_case_slot *free_slots;
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
/* The state must be open. */
bool gat_plan_selects(const struct gat_run *r, const struct gat_point_state *state,
                      unsigned member, uint64_t name_hash);
/* The same with the name made for the purpose in `scratch`. */
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

/* lanes.c: one backend through the plan, in -j pairs of parent and worker, each
 * with its part of the cases; reports points as soon as all lanes are past them. */
void gat_lanes_run(struct gat_run *r, const struct gat_backend_ref *b);

/* session.c: what goes through the contract for a case; `user` is left to the caller. */
void gat_job_fill(const struct gat_expectation *x, const struct gat_claim *claim,
                  struct gat_job *job);
/* One lane of a run.  Prepare, then run. */
void gat_session_prepare(struct gat_session *s);
void gat_session_run(struct gat_session *s);

/* tally.c: counts, gaps and readings per variant. */
void gat_tallies_make(struct gat_session *s);
struct gat_variant_tally *gat_tally_of(struct gat_session *s, const struct gat_point *p);
void gat_tally_gap(struct gat_session *s, struct gat_point_state *state, unsigned member,
                   const char *gap, bool type_allowed);
void gat_tally_readings(struct gat_session *s, unsigned point, unsigned member,
                        uint32_t readings);
/* Add the tallies of another lane of the same plan. */
void gat_tallies_merge(struct gat_session *into, const struct gat_session *from);
/* Is there no combination of readings that fits all answers? */
bool gat_tally_contradicts(const struct gat_variant_tally *t);
/* A member's final verdict, when it is not a plain pass. */
void gat_session_settle(struct gat_session *s, unsigned point, unsigned member,
                        const struct gat_judgement *j);

/* attribute.c: repeat all suspects, in the order that design demands; moves them
 * into the findings of their points. */
void gat_session_attribute(struct gat_session *s);
/* Run one member alone in the worker as it is; the judgement that it gets. */
bool gat_session_one(struct gat_session *s, unsigned point, unsigned member,
                     struct gat_judgement *out);

/* report.c: TAP lines, records, summary. */
void gat_report_start(struct gat_run *r, unsigned n_lines);
void gat_report_absent(struct gat_run *r, const struct gat_backend_ref *b);
void gat_report_backend(struct gat_session *s);
void gat_report_point(struct gat_session *s, struct gat_point_state *p);
void gat_report_tally(struct gat_session *s);
void gat_report_end(struct gat_run *r, int code);
/* record.c: one JSON object as one line; steals the reference. */
void gat_record_write(struct gat_output *o, json_t *record);

/* How a member is repeated, as a command. */
const char *gat_repro(const struct gat_session *s, const char *name, char *out,
                      size_t size);

#endif
