/* record_head.c - the records before the verdicts: what was asked for, of what, where.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <features.h> /* tells glibc */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "base/machine.h"
#include "judge/claims.h"
#include "ledger/record_head.h"
#include "run/failed_set.h"
#include "run/plan.h"
#include "run/record_write.h"
#include "sandbox/needs.h"
#include "sandbox/sandbox.h"
#include "spec/spec_json.h"
#include "study/coverage.h"

static json_t *libc_json(void)
{
#ifdef __GLIBC__
    return json_sprintf("glibc %s", gnu_get_libc_version());
#else
    return json_string("another than glibc");
#endif
}

/* ---- start ---- */

static void text_add(json_t *map, const char *name, const char *text)
{
    if (text != NULL)
        json_object_set_new(map, name, json_string(text));
}

static void number_add(json_t *map, const char *name, double value)
{
    if (value > 0)
        json_object_set_new(map, name,
                            value == (double)(json_int_t)value ? json_integer((json_int_t)value)
                                                               : json_real(value));
}

static void flag_add(json_t *map, const char *name, bool set)
{
    if (set)
        json_object_set_new(map, name, json_true());
}

/* The given options that can change the outcome: not -j, and not --path, for which the hash of
 * the suite stands. */
static json_t *options_json(const struct gat_run *r)
{
    const struct gat_options *o = r->options;
    json_t *map = json_object();
    if (r->failed != NULL)
        json_object_set_new(map, "failed", json_sprintf("%016" PRIx64, gat_failed_hash(r->failed)));
    if (r->waivers_hash != 0)
        json_object_set_new(map, "waivers", json_sprintf("%016" PRIx64, r->waivers_hash));
    text_add(map, "draw", o->draw);
    text_add(map, "constants", o->constants);
    text_add(map, "profile", o->profile);
    text_add(map, "from", o->from);
    text_add(map, "to", o->to);
    text_add(map, "require", o->require);
    text_add(map, "threads", o->threads);
    text_add(map, "settings", o->settings);
    number_add(map, "repeat", o->repeat);
    number_add(map, "timeout", o->timeout);
    number_add(map, "memory", o->memory);
    number_add(map, "deaths", o->deaths);
    number_add(map, "timeouts", o->timeouts);
    number_add(map, "deaths-each", o->deaths_each);
    number_add(map, "timeouts-each", o->timeouts_each);
    flag_add(map, "here", o->here);
    flag_add(map, "strict", o->strict);
    flag_add(map, "exit-first", o->fail_fast);
    return map;
}

static json_t *environment_json(const struct gat_run *r)
{
    struct utsname u;
    char text[512], sandbox[300];
    json_t *map = json_pack("{s:s}", "date", r->today);
    if (uname(&u) == 0)
        json_object_set_new(map, "system",
                            json_sprintf("%s %s %s", u.sysname, u.release, u.machine));
    if (gat_proc_text("/proc/cpuinfo", "model name", text, sizeof text))
        json_object_set_new(map, "cpu", json_string(text));
    if (gat_proc_text("/proc/meminfo", "MemTotal", text, sizeof text))
        json_object_set_new(map, "memory", json_string(text));
    json_object_set_new(map, "processors", json_sprintf("%ld", sysconf(_SC_NPROCESSORS_ONLN)));
    json_object_set_new(map, "compiler", json_string(__VERSION__));
    json_object_set_new(map, "libc", libc_json());
    json_object_set_new(map, "sandbox",
                        json_string(r->options->here ? "none (--here)"
                                                     : gat_sandbox_text(gat_sandbox_probe(),
                                                                        sandbox, sizeof sandbox)));
    return map;
}

json_t *gat_start_json(struct gat_run *r)
{
    const struct gat_options *o = r->options;
    return json_pack("{s:s,s:i,s:s,s:i,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "record", "start", "schema",
                     GAT_RECORD_SCHEMA, "gatherum", GAT_VERSION, "abi", (int)GAT_ABI, "suite",
                     json_sprintf("%016" PRIx64, r->catalog->hash), "seed",
                     json_sprintf("%" PRIu64, r->seed), "shard",
                     json_sprintf("%u/%u", r->shard + 1, r->n_shards), "patterns",
                     gat_texts_json(&o->words), "backends", gat_texts_json(&o->backends),
                     "options", options_json(r), "environment", environment_json(r));
}

/* ---- document ---- */

static json_t *clause_json(const struct gat_cover *cover)
{
    const struct gat_clause *c = cover->clause;
    json_t *map =
        json_pack("{s:s,s:s,s:s,s:s,s:b,s:I}", "id", c->id, "level", gat_level_name(c->level),
                  "text", c->text, "where", c->where, "covered", (int)cover->covered, "cases",
                  (json_int_t)cover->passing.count + cover->failing.count + cover->other.count);
    text_add(map, "untestable", c->untestable);
    if (cover->missing.count > 0)
        json_object_set_new(map, "missing", gat_texts_json(&cover->missing));
    if (c->level != GAT_AMBIGUOUS)
        return map;
    json_t *readings = json_object();
    for (unsigned k = 0; k < c->n_readings; k++)
        json_object_set_new(readings, c->readings[k].name, json_string(c->readings[k].means));
    text_add(map, "decision", c->decision);
    text_add(map, "why", c->why);
    json_object_set_new(map, "readings", readings);
    return map;
}

static bool is_claimed(const struct gat_run *r, const struct gat_spec *s)
{
    bool claimed = false;
    for (unsigned k = 0; k < r->n_backends; k++)
        claimed |= r->backends[k].engine != NULL &&
                   gat_claim_names(gat_engine_manifest(r->backends[k].engine), s);
    return claimed;
}

static json_t *clauses_json(const struct gat_run *r, const struct gat_spec *s)
{
    struct gat_arena scratch = {0};
    struct gat_error e = {0};
    struct gat_cover *covers = GAT_NEW_N(&scratch, struct gat_cover, s->n_clauses + 1);
    bool good = gat_coverage_make(r->catalog, s, r->seed, &scratch, covers, &e);
    json_t *clauses = json_array();
    for (unsigned k = 0; k < s->n_clauses; k++) {
        /* A script that fails leaves this open; its point fails and says why. */
        const struct gat_cover none = {.clause = &s->clauses[k]};
        json_array_append_new(clauses, clause_json(good ? &covers[k] : &none));
    }
    gat_arena_free(&scratch);
    return clauses;
}

/* The coverage of clauses is computed only where a backend is judged by them. */
static void document_write(struct gat_run *r, const struct gat_spec *s)
{
    json_t *profiles = json_array();
    for (unsigned k = 0; k < s->n_profiles; k++)
        if (s->profiles[k].name[0] != '\0')
            json_array_append_new(profiles, json_string(s->profiles[k].name));
    json_t *map = json_pack("{s:s,s:s,s:s,s:s,s:s,s:s*,s:s,s:s?,s:o}", "record", "document",
                            "variant", s->name, "title", s->title, "document", s->document,
                            "section", s->section, "address", s->address, "status",
                            s->deprecated_by != NULL ? "deprecated" : "current", "deprecated_by",
                            s->deprecated_by, "profiles", profiles);
    if (is_claimed(r, s))
        json_object_set_new(map, "clauses", clauses_json(r, s));
    gat_record_write(&r->out, map);
}

void gat_record_start(struct gat_run *r)
{
    const struct gat_catalog *c = r->catalog;
    if (!gat_records_kept(&r->out))
        return;
    gat_record_write(&r->out, gat_start_json(r));
    for (unsigned k = 0; k < c->n_specs && !r->out.brief; k++)
        for (unsigned i = 0; i < c->n_points; i++)
            if (c->points[i].spec == c->specs[k] && gat_plan_selects_point(r, &c->points[i])) {
                document_write(r, c->specs[k]);
                break;
            }
}

/* ---- backend ---- */

static json_t *constants_json(const struct gat_constants *c)
{
    json_t *list = json_array();
    for (unsigned k = 0; k < c->n; k++)
        json_array_append_new(list, json_integer(c->value[k]));
    return list;
}

json_t *gat_backend_json(const struct gat_session *s)
{
    const struct gat_manifest *m = s->manifest;
    char needs[128];
    json_t *record = json_pack(
        "{s:s,s:s,s:s,s:s,s:s,s:s,s:o,s:s}", "record", "backend", "backend", s->backend->name,
        "name", m->name, "version", m->version, "profile", m->profile, "protections",
        s->run->options->here ? "none"
        : m->is_copied        ? "copied"
        : m->on_device        ? "device"
                              : "direct",
        "content", json_sprintf("%016" PRIx64, gat_file_hash(s->backend->path, 0)), "repeat",
        s->repeat);
    const struct gat_constants *c = s->backend->constants;
    if (c != NULL)
        json_object_set_new(record, "constants", constants_json(c));
    if (m->row != NULL)
        json_object_set_new(record, "row", json_sprintf("%s %s", m->row, m->row_version));
    for (unsigned k = 0; m->notes[k] != NULL; k++) {
        if (k == 0)
            json_object_set_new(record, "notes", json_array());
        json_array_append_new(json_object_get(record, "notes"), json_string(m->notes[k]));
    }
    if (m->needs != 0)
        json_object_set_new(record, "needs",
                            json_string(gat_needs_text(m->needs, needs, sizeof needs)));
    return record;
}
