/* cmd_merge.c - gatherum merge: the shards of one run as the run that they make up.
 *
 * Points add up over shards, so the result has the bytes that one run alone would
 * have written.  Shards that are missing, come twice or belong to different runs are
 * refused by name, before anything is written.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "draw/draws.h"
#include "base/file_write.h"
#include "cli/options.h"
#include "diagnose/verdict.h"
#include "ledger/history.h"
#include "ledger/lanes.h"
#include "ledger/record_point.h"
#include "ledger/summary.h"
#include "run/determinism.h"
#include "run/record_write.h"
#include "run/tally.h"
#include "run/waiver.h"

struct merge {
    struct gat_run run;
    struct gat_catalog catalog;
    struct gat_file out;
    unsigned n;
    struct gat_history *shards; /* in the order of their numbers */
    const struct gat_point_state *first_points; /* of a backend with its first settings */
};

static const char *start_text(const struct gat_history *h, const char *key)
{
    const char *text = json_string_value(json_object_get(h->start, key));
    return text != NULL ? text : "";
}

/* ---- are these all shards of one run, each once? ---- */

static bool shard_number(const struct gat_history *h, unsigned *k, unsigned *n,
                         struct gat_error *e)
{
    char rest;
    if (h->start == NULL || h->end == NULL)
        return gat_fail(e, h->path, 0, 0,
                        "its run was cut short; gatherum run --resume goes on with it");
    if (sscanf(start_text(h, "shard"), "%5u/%5u%c", k, n, &rest) != 2 || *k < 1 || *k > *n)
        return gat_fail(e, h->path, 1, 0, "'%.40s' is no shard", start_text(h, "shard"));
    return true;
}

static bool shards_place(struct merge *m, const struct gat_list *files, struct gat_error *e)
{
    unsigned k, n, all = 0;
    struct gat_history h;
    for (unsigned i = 0; i < files->count; i++) {
        if (!gat_history_scan(&h, files->items[i], e) || !shard_number(&h, &k, &n, e)) {
            gat_history_close(&h);
            return false;
        }
        if (i == 0) {
            all = n;
            m->shards = GAT_NEW_N(&m->run.arena, struct gat_history, all);
        }
        const char *twice = n == all ? m->shards[k - 1].path : NULL;
        if (n == all && twice == NULL) {
            m->shards[k - 1] = h;
            m->n = all;
            continue;
        }
        gat_history_close(&h);
        if (twice != NULL)
            return gat_fail(e, files->items[i], 1, 0, "shard %u/%u comes twice: it is also in %s",
                            k, n, twice);
        return gat_fail(e, files->items[i], 1, 0, "it is one of %u shards, and %s one of %u", n,
                        files->items[0], all);
    }
    for (k = 0; k < all; k++)
        if (m->shards[k].path == NULL)
            return gat_fail(e, "", 0, 0, "shard %u/%u is missing", k + 1, all);
    return true;
}

static bool sections_agree(const struct gat_history *a, const struct gat_history *b,
                           struct gat_error *e)
{
    const char *key;
    json_t *value;
    if (a->n_sections != b->n_sections)
        return gat_fail(e, b->path, 0, 0, "it has %u backends, and %s %u", b->n_sections, a->path,
                        a->n_sections);
    for (unsigned k = 0; k < a->n_sections; k++) {
        const struct gat_section *x = &a->sections[k], *y = &b->sections[k];
        json_object_foreach(x->head, key, value)
            if (strcmp(key, "repeat") != 0 && !json_equal(value, json_object_get(y->head, key)))
                return gat_fail(e, b->path, 0, 0,
                                "it is about another %s of the backend '%.60s' than %s", key,
                                x->name, a->path);
        if (x->n_points != y->n_points)
            return gat_fail(e, b->path, 0, 0, "it has %u points of %s, and %s %u", y->n_points,
                            x->name, a->path, x->n_points);
    }
    return true;
}

static bool shards_agree(struct merge *m, struct gat_error *e)
{
    const struct gat_history *first = &m->shards[0];
    char suite[17];
    snprintf(suite, sizeof suite, "%016" PRIx64, m->catalog.hash);
    if (strcmp(start_text(first, "gatherum"), GAT_VERSION) != 0)
        return gat_fail(e, first->path, 1, 0, "written by gatherum %.40s; this is %s",
                        start_text(first, "gatherum"), GAT_VERSION);
    if (strcmp(start_text(first, "suite"), suite) != 0)
        return gat_fail(e, first->path, 1, 0,
                        "it is about the suite %.40s, and this one is %s (--path?)",
                        start_text(first, "suite"), suite);
    for (unsigned k = 1; k < m->n; k++)
        if (!gat_history_agrees(&m->shards[k], first->start, "shard", first->path, e) ||
            !sections_agree(first, &m->shards[k], e))
            return false;
    return true;
}

/* ---- the merged run ---- */

/* Facts about the hosts that differ are joined. */
static json_t *environments_join(const struct merge *m)
{
    json_t *all = json_object(), *value;
    const char *key;
    for (unsigned k = 0; k < m->n; k++)
        json_object_foreach(json_object_get(m->shards[k].start, "environment"), key, value) {
            const char *old = json_string_value(json_object_get(all, key));
            const char *new = json_string_value(value);
            if (new == NULL || (old != NULL && strstr(old, new) != NULL))
                continue;
            json_object_set_new(all, key, old == NULL ? json_string(new)
                                                      : json_sprintf("%s; %s", old, new));
        }
    return all;
}

/* Start and documents, as the first shard has them. */
static bool head_write(struct merge *m, struct gat_error *e)
{
    struct gat_history *h = &m->shards[0];
    json_t *record = json_copy(h->start);
    json_object_set_new(record, "shard", json_string("1/1"));
    json_object_set_new(record, "environment", environments_join(m));
    gat_record_write(&m->run.out, record);
    while ((record = gat_history_next(h, e)) != NULL) {
        const char *kind = json_string_value(json_object_get(record, "record"));
        bool more = strcmp(kind, "start") == 0 || strcmp(kind, "document") == 0;
        if (strcmp(kind, "document") == 0)
            gat_record_write(&m->run.out, json_incref(record));
        json_decref(record);
        if (!more)
            break;
    }
    gat_history_rewind(h);
    return e->text[0] == '\0';
}

static bool plan_remake(struct merge *m, const struct gat_section *was, struct gat_session *s,
                        struct gat_error *e)
{
    s->points = GAT_NEW_N(&m->run.arena, struct gat_point_state, was->n_points + 1);
    for (; s->n_points < was->n_points; s->n_points++) {
        const char *name = was->points[s->n_points];
        s->points[s->n_points].point = gat_catalog_point(&m->catalog, name);
        if (s->points[s->n_points].point == NULL)
            return gat_fail(e, m->shards[0].path, 0, 0, "the suite has no point %.200s", name);
    }
    gat_tallies_make(s);
    return true;
}

static bool point_merge(struct merge *m, struct gat_session *s, unsigned k,
                        struct gat_arena *scratch, struct gat_error *e)
{
    struct gat_point_state *sum = &s->points[k];
    unsigned drawn = 0;
    for (unsigned i = 0; i < m->n; i++) {
        struct gat_point_state part = {.point = sum->point};
        if (!gat_history_point(&m->shards[i], &part, k, scratch, e))
            return false;
        gat_point_add(scratch, sum, &part);
    }
    if (sum->error != NULL && m->run.bad_input == NULL)
        m->run.bad_input = gat_arena_print(&m->run.arena, "%s", sum->error);
    gat_tally_point(s, k);
    for (struct gat_finding *f = sum->findings; f != NULL; f = f->next) {
        enum gat_verdict_class v = f->judgement.verdict;
        gat_record_case(s, sum, f, "", "", drawn);
        drawn += gat_verdict_fails(v) && v != GAT_V_NOT_RUN;
    }
    gat_record_point(s, sum);
    sum->told = NULL;
    sum->findings = NULL;
    sum->tally = (struct gat_tally){.answers = sum->tally.answers}; /* the next section asks */
    gat_arena_reset(scratch);
    return true;
}

static bool section_merge(struct merge *m, unsigned k, struct gat_error *e)
{
    const struct gat_section *was = &m->shards[0].sections[k];
    struct gat_backend_ref b = {
        .name = was->name, .waived_as_row = json_object_get(was->head, "row") != NULL};
    struct gat_session s = {.run = &m->run, .backend = &b, .is_front = true};
    gat_waivers_recall(&m->run.arena, was->waivers, &b.waivers, &b.n_waivers);
    struct gat_arena scratch = {0};
    gat_record_write(&m->run.out, json_incref(was->head));
    if (m->run.n_settings > 0 && k % m->run.n_settings == 0)
        m->first_points = NULL;
    if (json_is_true(json_object_get(was->head, "fails")))
        m->run.unopened = GAT_EXIT_OURS;
    if (was->absent)
        return true;
    s.repeat = json_string_value(json_object_get(was->head, "repeat"));
    s.repeat = s.repeat != NULL ? s.repeat : "";
    bool good = plan_remake(m, was, &s, e);
    for (unsigned p = 0; good && p < s.n_points; p++)
        good = point_merge(m, &s, p, &scratch, e);
    gat_arena_free(&scratch);
    if (m->run.n_settings > 0 && k % m->run.n_settings == 0)
        m->first_points = s.points;
    s.first_points = m->run.n_settings > 0 ? m->first_points : NULL;
    if (good)
        gat_report_tally(&s);
    return good;
}

static int merged_write(struct merge *m)
{
    struct gat_run *r = &m->run;
    struct gat_error e = {0};
    if (!r->out.silent)
        printf("# %u shards\n", m->n);
    bool good = head_write(m, &e);
    for (unsigned k = 0; good && k < m->shards[0].n_sections; k++)
        good = section_merge(m, k, &e);
    if (!good) {
        return gat_complain_error(GAT_EXIT_USAGE, &e);
    }
    int code = gat_run_code(r);
    gat_report_end(r, code);
    return r->out.broken ? GAT_EXIT_OURS : code;
}

/* Writing over a shard would destroy what is being read. */
static bool is_shard(const struct merge *m, const char *path)
{
    for (unsigned k = 0; k < m->n; k++)
        if (gat_file_same(path, m->shards[k].path))
            return true;
    return false;
}

static int out_open(struct merge *m, const char *path)
{
    struct gat_error e = {0};
    if (path == NULL)
        return 0;
    if (is_shard(m, path))
        return gat_complain(GAT_EXIT_USAGE, "%s is one of the shards; write to another file", path);
    if (!gat_file_open(&m->out, path, &e))
        return gat_complain(GAT_EXIT_USAGE, "%s: %s", path, e.text);
    m->run.out.records = m->out.fd;
    return 0;
}

/* Put the merged records in their place if they are whole, whatever the verdict. */
static int out_close(struct merge *m, int code)
{
    struct gat_error e = {0};
    if (m->run.out.records < 0)
        return code;
    bool whole = code == GAT_EXIT_CONFORMING || code == GAT_EXIT_NOT;
    if (gat_file_close(&m->out, whole, &e) || !whole)
        return code;
    return gat_complain(GAT_EXIT_OURS, "%s: %s", m->out.path, e.text);
}

/* Does the whole run leave out cases of the suite? */
static bool is_narrowed(const json_t *start)
{
    static const char *const less[] = {"from", "to", "failed", "profile"};
    const json_t *options = json_object_get(start, "options");
    bool narrowed = json_array_size(json_object_get(start, "patterns")) > 0;
    for (unsigned k = 0; k < sizeof less / sizeof less[0]; k++)
        narrowed |= json_object_get(options, less[k]) != NULL;
    return narrowed;
}

/* Options of the run that the merged records depend on; an exit code. */
static int options_recall(struct merge *m, struct gat_options *o)
{
    const json_t *was = json_object_get(m->shards[0].start, "options");
    o->require = json_string_value(json_object_get(was, "require"));
    o->threads = json_string_value(json_object_get(was, "threads"));
    o->settings = json_string_value(json_object_get(was, "settings"));
    o->repeat = json_number_value(json_object_get(was, "repeat"));
    return gat_answers_options(&m->run);
}

static int merge_command(const struct gat_options *o)
{
    struct gat_options options = *o;
    struct merge m = {.run = {.options = &options, .out.records = -1}};
    struct gat_error e = {0};
    int code = 0;
    m.run.catalog = &m.catalog;
    if (o->words.count == 0)
        return gat_complain(GAT_EXIT_USAGE, "merge takes the records of all shards of one run");
    code = gat_catalog_open(&m.catalog, o);
    if (code == 0 && (!shards_place(&m, &o->words, &e) || !shards_agree(&m, &e))) {
        code = gat_complain_error(GAT_EXIT_USAGE, &e);
    }
    m.run.out.jsonl = m.run.out.silent = o->out == NULL;
    if (code == 0)
        m.run.narrowed = is_narrowed(m.shards[0].start);
    if (code == 0)
        code = options_recall(&m, &options);
    if (code == 0)
        code = out_open(&m, o->out);
    if (code == 0)
        code = merged_write(&m);
    code = out_close(&m, code);
    for (unsigned k = 0; k < m.n; k++)
        if (m.shards[k].path != NULL)
            gat_history_close(&m.shards[k]);
    gat_catalog_free(&m.catalog);
    gat_arena_free(&m.run.arena);
    return code;
}

GAT_COMMAND(merge) = {
    .name = "merge",
    .arguments = "RECORDS...",
    .sentence = "the records of all shards of a run as those of the whole run",
    .order = 10,
    .run = merge_command,
};
