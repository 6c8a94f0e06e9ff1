/* history.c - a file of records as what it says about a run.
 *
 * A file may end anywhere, because its run may have been killed: what counts ends
 * with the last complete point, and an unfinished last line is no record.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/file_write.h"
#include "base/plain_text.h"
#include "base/sums.h"
#include "diagnose/verdict.h"
#include "ledger/history.h"
#include "run/tally.h"
#include "run/waiver.h"
#include "study/telling.h"

__attribute__((format(printf, 3, 4))) static bool
line_fail(const struct gat_history *h, struct gat_error *e, const char *format, ...)
{
    char text[sizeof e->text];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return gat_fail(e, h->path, h->lines.line, 0, "%s", text);
}

static bool is_kind(const json_t *record, const char *kind)
{
    return strcmp(gat_record_text(record, "record"), kind) == 0;
}

/* Is a first line that was cut short the beginning of a run? */
static bool is_begun(const char *text, size_t size)
{
    static const char start[] = "{\"record\":\"start\"";
    return memcmp(text, start, size < sizeof start - 1 ? size : sizeof start - 1) == 0;
}

json_t *gat_history_next(struct gat_history *h, struct gat_error *e)
{
    json_error_t error;
    const char *text;
    size_t size;
    if (!gat_lines_next(&h->lines, &text, &size, e))
        return NULL;
    if (!h->lines.whole && h->lines.line == 1 && !is_begun(text, size))
        (void)line_fail(h, e, "this is no record: a run begins with a 'start'");
    if (!h->lines.whole)
        return NULL;
    if (!gat_chain_check(&h->chain, text, size)) {
        (void)line_fail(h, e,
                        "the running hash is another one: this line, or one since the hash "
                        "before it, was changed or lost");
        return NULL;
    }
    json_t *record = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    json_object_del(record, "running"); /* it belongs to the file, and was checked */
    if (record != NULL && gat_record_text(record, "record")[0] != '\0')
        return record;
    json_decref(record);
    (void)line_fail(h, e, "this is no record: %s",
                    record == NULL ? error.text : "it lacks the member 'record'");
    return NULL;
}

void gat_history_rewind(struct gat_history *h)
{
    gat_lines_rewind(&h->lines);
    h->chain = (struct gat_chain){0};
}

static struct gat_section *section_last(struct gat_history *h)
{
    return h->n_sections > 0 ? &h->sections[h->n_sections - 1] : NULL;
}

static void section_close(struct gat_history *h)
{
    if (h->n_sections > 0)
        section_last(h)->closed = true;
}

static void section_add(struct gat_history *h, json_t *head)
{
    section_close(h);
    GAT_GROW(&h->arena, h->sections, h->n_sections);
    struct gat_section *s = &h->sections[h->n_sections++];
    *s = (struct gat_section){.head = json_incref(head),
                              .waivers = json_array(),
                              .absent = is_kind(head, "absent"),
                              .name = gat_plain_text(&h->arena, gat_record_text(head, "backend"))};
}

static bool point_note(struct gat_history *h, const json_t *record, struct gat_error *e)
{
    struct gat_section *s = section_last(h);
    const char *name = gat_record_text(record, "point");
    if (s == NULL || s->closed || s->absent ||
        strcmp(s->name, gat_record_text(record, "backend")) != 0)
        return line_fail(h, e, "a point of '%.60s' is not due here",
                         gat_record_text(record, "backend"));
    GAT_GROW(&h->arena, s->points, s->n_points);
    s->points[s->n_points++] = gat_arena_text(&h->arena, name, strlen(name));
    return true;
}

static bool start_take(struct gat_history *h, json_t *record, struct gat_error *e)
{
    if (!is_kind(record, "start"))
        return line_fail(h, e, "the first record of a run is a 'start'");
    if (json_integer_value(json_object_get(record, "schema")) != GAT_RECORD_SCHEMA)
        return line_fail(h, e, "records of another schema than %d", GAT_RECORD_SCHEMA);
    h->start = json_incref(record);
    return true;
}

static bool record_take(struct gat_history *h, json_t *record, struct gat_error *e)
{
    struct gat_section *s = section_last(h);
    struct gat_error wrong = {0};
    if (h->start == NULL)
        return start_take(h, record, e);
    if (!gat_sums_take(&h->sums, record, &wrong))
        return line_fail(h, e, "%s", wrong.text);
    if (is_kind(record, "start"))
        return line_fail(h, e, "a second run in one file");
    if (is_kind(record, "backend") || is_kind(record, "absent")) {
        if (gat_record_text(record, "backend")[0] == '\0')
            return line_fail(h, e, "a backend without a name");
        section_add(h, record);
    } else if (is_kind(record, "point")) {
        if (!point_note(h, record, e))
            return false;
    } else if (is_kind(record, "waiver") && s != NULL) {
        json_array_append(s->waivers, record);
        return true;
    } else if (is_kind(record, "end")) {
        section_close(h);
        h->end = json_incref(record);
    } else {
        return true; /* no part that could be kept ends with it */
    }
    h->keep = (off_t)h->lines.read;
    h->kept_chain = h->chain;
    return true;
}

bool gat_history_scan(struct gat_history *h, const char *path, struct gat_error *e)
{
    json_t *record;
    bool good = true;
    *h = (struct gat_history){.path = path};
    gat_lines_begin(&h->lines, path, gat_file_reread(path, e));
    if (h->lines.file == NULL)
        return false;
    e->text[0] = '\0';
    while (good && (record = gat_history_next(h, e)) != NULL) {
        good = record_take(h, record, e);
        json_decref(record);
    }
    if (good && e->text[0] == '\0' && h->lines.line == 0)
        good = gat_fail(e, path, 0, 0, "the file is empty; records begin with one 'start'");
    gat_sums_free(&h->sums);
    gat_history_rewind(h);
    return good && e->text[0] == '\0';
}

void gat_history_close(struct gat_history *h)
{
    gat_lines_close(&h->lines);
    for (unsigned k = 0; k < h->n_sections; k++) {
        json_decref(h->sections[k].head);
        json_decref(h->sections[k].waivers);
    }
    json_decref(h->start);
    json_decref(h->end);
    gat_arena_free(&h->arena);
    *h = (struct gat_history){0};
}

bool gat_history_agrees(const struct gat_history *h, const json_t *start, const char *but,
                        const char *what, struct gat_error *e)
{
    const char *key;
    json_t *want;
    json_object_foreach((json_t *)(uintptr_t)start, key, want)
    {
        const json_t *have = json_object_get(h->start, key);
        if (json_equal(want, have) || strcmp(key, "environment") == 0 ||
            (but != NULL && strcmp(key, but) == 0))
            continue;
        char *ours = json_dumps(want, JSON_COMPACT | JSON_ENCODE_ANY);
        char *theirs = have == NULL ? NULL : json_dumps(have, JSON_COMPACT | JSON_ENCODE_ANY);
        (void)gat_fail(e, h->path, 1, 0, "its %s is %.150s, and that of %s is %.150s", key,
                       theirs != NULL ? theirs : "missing", what, ours != NULL ? ours : "?");
        free(ours);
        free(theirs);
        return false;
    }
    return true;
}

/* ---- points ---- */

static bool count_get(struct gat_history *h, const json_t *record, const char *key, unsigned *out,
                      struct gat_error *e)
{
    const json_t *value = json_object_get(record, key);
    json_int_t n = json_integer_value(value);
    *out = (unsigned)n;
    if (value == NULL || (json_is_integer(value) && n >= 0 && n <= INT32_MAX))
        return true;
    return line_fail(h, e, "'%s' is no count", key);
}

static bool verdict_get(struct gat_history *h, const char *name, enum gat_verdict_class *v,
                        struct gat_error *e)
{
    for (int k = 0; k < GAT_V_COUNT; k++)
        if (strcmp(gat_verdict_name((enum gat_verdict_class)k), name) == 0) {
            *v = (enum gat_verdict_class)k;
            return true;
        }
    return line_fail(h, e, "no verdict is called '%.40s'", name);
}

static bool counts_get(struct gat_history *h, json_t *record, const char *key, unsigned long *count,
                       struct gat_error *e)
{
    const char *name;
    json_t *value, *map = json_object_get(record, key);
    enum gat_verdict_class v = GAT_V_COUNT;
    unsigned n;
    json_object_foreach(map, name, value)
    {
        if (!verdict_get(h, name, &v, e) || !count_get(h, map, name, &n, e))
            return false;
        count[v] = n;
    }
    return true;
}

static bool told_get(struct gat_history *h, const json_t *record, struct gat_point_state *state,
                     struct gat_arena *a, struct gat_error *e)
{
    unsigned n;
    uint16_t told[GAT_TELLINGS] = {0};
    const json_t *map = json_object_get(record, "features");
    for (unsigned k = 0; k < GAT_TELLINGS; k++) {
        if (!count_get(h, map, gat_telling_words(k), &n, e))
            return false;
        told[k] = (uint16_t)(n > UINT16_MAX ? UINT16_MAX : n);
    }
    gat_told_add(a, state, json_object_size(map) > 0 ? told : NULL);
    return true;
}

static bool excluded_get(struct gat_history *h, const json_t *record, struct gat_point_state *state,
                         unsigned k, struct gat_arena *a, struct gat_error *e)
{
    const struct gat_profile *p = state->point->profile;
    const json_t *list = json_object_get(record, "excluded");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        const char *reading = gat_record_text(one, "reading");
        struct gat_exclusion x = {.point = k, .name = gat_record_text(one, "case")};
        unsigned c = 0;
        while (c < p->n_combinations && strcmp(p->combination_names[c], reading) != 0)
            c++;
        if (c == p->n_combinations)
            return line_fail(h, e, "no reading of %s is '%.80s'", state->point->spec->name,
                             reading);
        if (!count_get(h, one, "member", &x.member, e))
            return false;
        gat_tally_exclude(a, &state->tally, c, &x);
    }
    return true;
}

/* Do answers of the point differ, and what is their sum? */
static bool answers_get(struct gat_history *h, const json_t *record, struct gat_point_state *state,
                        unsigned k, struct gat_arena *a, struct gat_error *e)
{
    const json_t *varies = json_object_get(record, "varies");
    struct gat_exclusion x = {.point = k, .name = gat_record_text(varies, "case")};
    unsigned open;
    if (!count_get(h, record, "open", &open, e) || !count_get(h, varies, "member", &x.member, e))
        return false;
    state->tally.open = open;
    state->tally.answers = strtoull(gat_record_text(record, "answers"), NULL, 16);
    if (varies != NULL)
        gat_tally_first(a, &state->tally.varies, &x);
    return true;
}

static bool waivers_get(struct gat_history *h, const json_t *record, struct gat_point_state *state,
                        struct gat_arena *a, struct gat_error *e)
{
    const json_t *list = json_object_get(record, "waivers");
    for (size_t k = 0; k < json_array_size(list); k++) {
        const json_t *one = json_array_get(list, k);
        unsigned waiver, failed, passed;
        if (!count_get(h, one, "waiver", &waiver, e) || !count_get(h, one, "failed", &failed, e) ||
            !count_get(h, one, "passed", &passed, e))
            return false;
        gat_waiver_count_add(a, state, waiver, failed, passed);
    }
    return true;
}

static bool finding_add(struct gat_history *h, json_t *record, struct gat_point_state *state,
                        struct gat_arena *a, struct gat_error *e)
{
    struct gat_finding *f = GAT_NEW(a, struct gat_finding);
    struct gat_judgement *j = &f->judgement;
    const char *clause = gat_record_text(record, "clause");
    if (!count_get(h, record, "member", &f->member, e) ||
        !count_get(h, record, "tells", &j->tells, e) ||
        !verdict_get(h, gat_record_text(record, "verdict"), &j->verdict, e))
        return false;
    if (gat_record_text(record, "case")[0] == '\0')
        return line_fail(h, e, "a case without a name");
    j->clause = gat_arena_text(a, clause, strlen(clause));
    snprintf(j->diagnosis, sizeof j->diagnosis, "%s", gat_record_text(record, "diagnosis"));
    f->record = json_incref(record);
    *state->last_finding = f;
    state->last_finding = &f->next;
    return true;
}

static bool state_take(struct gat_history *h, json_t *record, struct gat_point_state *state,
                       unsigned k, struct gat_arena *a, struct gat_error *e)
{
    unsigned foreign, extra, waived, spared, deaths, timeouts;
    const char *why = gat_record_text(record, "why");
    const json_t *gaps = json_object_get(record, "gaps");
    if (strcmp(gat_record_text(record, "point"), state->point->name) != 0)
        return line_fail(h, e, "the point %s is due here", state->point->name);
    if (!count_get(h, record, "passed", &state->passed, e) ||
        !count_get(h, record, "failed", &state->failed, e) ||
        !count_get(h, record, "not_claimed", &state->not_claimed, e) ||
        !count_get(h, record, "not_run", &state->not_run, e) ||
        !count_get(h, record, "outside", &foreign, e) ||
        !count_get(h, record, "views", &extra, e) || !count_get(h, record, "waived", &waived, e) ||
        !waivers_get(h, record, state, a, e) || !count_get(h, record, "deaths", &deaths, e) ||
        !count_get(h, record, "timeouts", &timeouts, e) ||
        !count_get(h, record, "spared", &spared, e) ||
        !count_get(h, record, "why_member", &state->gap_member, e) ||
        !counts_get(h, record, "verdicts", state->tally.count, e) ||
        !counts_get(h, record, "observed", state->tally.observed, e) ||
        !excluded_get(h, record, state, k, a, e) || !answers_get(h, record, state, k, a, e) ||
        !told_get(h, record, state, a, e))
        return false;
    state->passed_hash = strtoull(gat_record_text(record, "hash"), NULL, 16);
    state->selected = state->passed + state->failed + state->not_claimed + state->not_run;
    state->tally.foreign = foreign;
    state->tally.extra = extra;
    state->tally.waived = waived;
    state->tally.spared = spared;
    state->deaths = deaths;
    state->timeouts = timeouts;
    for (size_t i = 0; i < json_array_size(gaps); i++)
        if (json_is_string(json_array_get(gaps, i)))
            gat_tally_reason(a, &state->tally, json_string_value(json_array_get(gaps, i)));
    if (json_object_get(record, "why_member") != NULL)
        state->gap = gat_arena_text(a, why, strlen(why));
    else if (why[0] != '\0')
        state->error = gat_arena_text(a, why, strlen(why));
    return true;
}

/* Findings of a point whose records turn out to be bad are dropped. */
static void findings_drop(struct gat_point_state *state)
{
    for (struct gat_finding *f = state->findings; f != NULL; f = f->next) {
        json_decref(f->record);
        f->record = NULL;
    }
}

bool gat_history_point(struct gat_history *h, struct gat_point_state *state, unsigned k,
                       struct gat_arena *a, struct gat_error *e)
{
    json_t *record;
    e->text[0] = '\0';
    state->last_finding = &state->findings;
    while ((record = gat_history_next(h, e)) != NULL) {
        bool point = is_kind(record, "point"), good = true;
        if (point)
            good = state_take(h, record, state, k, a, e);
        else if (is_kind(record, "case") &&
                 json_integer_value(json_object_get(record, "member")) >= 0)
            good = finding_add(h, record, state, a, e);
        json_decref(record);
        if (!good)
            findings_drop(state);
        if (point || !good)
            return good;
    }
    findings_drop(state);
    return e->text[0] == '\0' ? line_fail(h, e, "a point is missing here") : false;
}
