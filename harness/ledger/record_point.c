/* record_point.c - a point and its cases as records.
 *
 * A point's record adds up over shards: whatever the record of its variant needs is
 * in it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "diagnose/verdict.h"
#include "export/picture.h"
#include "ledger/record.h"
#include "ledger/record_point.h"
#include "run/record_write.h"
#include "run/waiver.h"
#include "study/telling.h"

static const char *requirement(const struct gat_spec *s, const char *clause)
{
    for (unsigned k = 0; k < s->n_clauses; k++)
        if (strcmp(s->clauses[k].id, clause) == 0)
            return s->clauses[k].text;
    return gat_own_clause(clause);
}

static json_t *telling_json(uint64_t set)
{
    json_t *list = json_array();
    for (; set != 0; set &= set - 1)
        json_array_append_new(list, json_string(gat_telling_words((unsigned)__builtin_ctzll(set))));
    return list;
}

static json_t *case_json(struct gat_session *s, const struct gat_point_state *p,
                         const struct gat_finding *f, const char *name, const char *repeat)
{
    const struct gat_judgement *j = &f->judgement;
    json_t *record = json_pack(
        "{s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:I,s:I,s:s,s:s,s:I}", "record", "case", "backend",
        s->backend->name, "case", name, "verdict", gat_verdict_name(j->verdict), "clause",
        j->clause, "requirement", requirement(p->point->spec, j->clause), "diagnosis",
        j->diagnosis, "element", (json_int_t)j->element, "wrong", (json_int_t)j->n_wrong,
        "hunts", p->point->test->hunts, "repeat", repeat, "member", (json_int_t)f->member);
    json_object_set_new(record, "content", json_sprintf("%016" PRIx64, f->content));
    json_object_set_new(record, "size", json_integer(f->size));
    json_object_set_new(record, "tells", json_integer(j->tells));
    if (j->owed != NULL)
        json_object_set_new(record, "owed", json_pack("{s:s,s:s}", "outcome",
                                                      j->owes_error ? "error" : "answer", "clause",
                                                      j->owed));
    if (j->came[0] != '\0')
        json_object_set_new(record, "came", json_string(j->came));
    json_object_set_new(record, "features", telling_json(f->telling));
    if (f->waiver != NULL)
        json_object_set_new(record, "waived", gat_waiver_json(f->waiver));
    if (f->picture != NULL)
        json_object_set(record, "picture", f->picture);
    return record;
}

void gat_record_case(struct gat_session *s, const struct gat_point_state *p,
                     struct gat_finding *f, const char *name, const char *repeat,
                     unsigned nth)
{
    if (gat_records_kept(&s->run->out)) {
        json_t *record = f->record != NULL ? json_incref(f->record)
                                           : case_json(s, p, f, name, repeat);
        if (nth >= GAT_MOST_PICTURES)
            json_object_del(record, "picture");
        if (nth > 0)
            json_object_del(json_object_get(record, "picture"), "code");
        gat_record_write(&s->run->out, record);
    }
    json_decref(f->picture);
    json_decref(f->record);
    f->picture = f->record = NULL;
}

static json_t *excluded_json(const struct gat_point_state *p)
{
    json_t *list = json_array();
    const struct gat_profile *profile = p->point->profile;
    for (unsigned k = 0; p->tally.excluded != NULL && k < profile->n_combinations; k++) {
        const struct gat_exclusion *x = &p->tally.excluded[k];
        if (x->known)
            json_array_append_new(
                list, json_pack("{s:s,s:I,s:s}", "reading", profile->combination_names[k],
                                "member", (json_int_t)x->member, "case", x->name));
    }
    return list;
}

/* A list or map that is left out where it is empty; steals the reference. */
static void some_add(json_t *record, const char *key, json_t *value)
{
    if (json_array_size(value) + json_object_size(value) > 0)
        json_object_set(record, key, value);
    json_decref(value);
}

/* Passing cases by what they have. */
static json_t *told_json(const struct gat_point_state *p)
{
    json_t *map = json_object();
    for (unsigned k = 0; p->told != NULL && k < GAT_TELLINGS; k++)
        gat_record_count(map, gat_telling_words(k), p->told[k]);
    return map;
}

void gat_record_point(struct gat_session *s, const struct gat_point_state *p)
{
    const char *why = p->error != NULL ? p->error : p->gap != NULL ? p->gap : "";
    if (!gat_records_kept(&s->run->out))
        return;
    json_t *record = json_pack(
        "{s:s,s:s,s:s,s:I,s:o,s:I,s:I,s:I,s:s,s:o}", "record", "point", "backend",
        s->backend->name, "point", p->point->name, "passed", (json_int_t)p->passed, "hash",
        json_sprintf("%016" PRIx64, p->passed_hash), "failed", (json_int_t)p->failed,
        "not_claimed", (json_int_t)p->not_claimed, "not_run", (json_int_t)p->not_run, "why",
        why, "verdicts", gat_counts_json(p->tally.count));
    gat_record_count(record, "waived", p->tally.waived);
    some_add(record, "features", told_json(p));
    some_add(record, "observed", gat_observed_json(&p->tally));
    gat_record_count(record, "outside", p->tally.foreign);
    gat_record_count(record, "views", p->tally.extra);
    some_add(record, "gaps", gat_gaps_json(&p->tally));
    if (p->gap != NULL)
        json_object_set_new(record, "why_member", json_integer(p->gap_member));
    some_add(record, "excluded", excluded_json(p));
    gat_record_count(record, "open", p->tally.open);
    if (s->run->n_settings > 0)
        json_object_set_new(record, "answers", json_sprintf("%016" PRIx64, p->tally.answers));
    if (p->tally.varies.known)
        json_object_set_new(record, "varies",
                            json_pack("{s:I,s:s}", "member", (json_int_t)p->tally.varies.member,
                                      "case", p->tally.varies.name));
    some_add(record, "waivers", gat_waivers_json(p));
    gat_record_count(record, "deaths", p->deaths);
    gat_record_count(record, "timeouts", p->timeouts);
    gat_record_count(record, "spared", p->tally.spared);
    gat_record_write(&s->run->out, record);
}
