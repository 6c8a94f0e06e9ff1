/* waiver.c - which failures are borne, and which waivers are no good.
 *
 * A waiver is itself under test: one that has expired, that no judged case matches or
 * whose cases all pass is an error.  What cannot be known, because the run leaves cases
 * out, is left undecided.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <unistd.h>

#include "base/machine.h"
#include "base/plain_text.h"
#include "cli/options.h"
#include "diagnose/verdict.h"
#include "run/record_write.h"
#include "run/waiver.h"
#include "run/waiver_read.h"
#include "suite/pattern.h"
#include "suite/member.h"

/* Read the waivers of every open backend from each folder that is searched; a function that is a
 * backend's own has those of that backend. */
int gat_waivers_read(struct gat_run *r)
{
    const char *const *paths = gat_options_paths(r->options);
    for (unsigned b = 0; b < r->n_backends; b++) {
        struct gat_backend_ref *ref = &r->backends[b];
        if (ref->engine == NULL)
            continue;
        const struct gat_manifest *m = gat_engine_manifest(ref->engine);
        ref->waived_as_row = m->row != NULL;
        const char *name = ref->waived_as_row ? m->row : ref->name;
        const char *version = ref->waived_as_row ? m->row_version : m->version;
        size_t length = strcspn(name, ":"); /* without options */
        for (unsigned k = 0; paths[k] != NULL; k++) {
            struct gat_error e = {0};
            const char *path = gat_arena_print(&r->arena, "%s/backends/%.*s.waivers.yaml",
                                               paths[k], (int)length, name);
            if (access(path, F_OK) != 0)
                continue;
            r->waivers_hash = gat_file_hash(path, r->waivers_hash);
            if (gat_waiver_file_read(&r->arena, path, ref->options, version, r->today,
                                     &ref->waivers, &ref->n_waivers, &e))
                continue;
            return gat_complain_error(GAT_EXIT_USAGE, &e);
        }
    }
    return 0;
}

/* The cases that one waiver met in one point; only waivers that reach the point are listed. */
struct gat_waiver_count {
    unsigned waiver, failed, passed;
};

void gat_waiver_count_add(struct gat_arena *a, struct gat_point_state *into, unsigned waiver,
                          unsigned failed, unsigned passed)
{
    unsigned k = 0;
    while (k < into->n_waivers && into->waivers[k].waiver != waiver)
        k++;
    if (k == into->n_waivers) {
        GAT_GROW(a, into->waivers, into->n_waivers);
        into->waivers[into->n_waivers++] = (struct gat_waiver_count){.waiver = waiver};
    }
    into->waivers[k].failed += failed;
    into->waivers[k].passed += passed;
}

/* Which waivers can be about a point is asked once. */
static void reach_find(struct gat_session *s, struct gat_point_state *state)
{
    const struct gat_backend_ref *b = s->backend;
    state->waivers_known = true;
    for (unsigned k = 0; k < b->n_waivers; k++)
        if (gat_pattern_match(b->waivers[k].pattern, state->opened, NULL))
            gat_waiver_count_add(&s->run->arena, state, k, 0, 0);
}

/* A glob in which * stands for any text, and all else for itself. */
static bool text_fits(const char *glob, const char *text)
{
    const char *star = NULL, *from = text;
    while (*text != '\0') {
        if (*glob == '*') {
            star = glob++;
            from = text;
        } else if (*glob == *text) {
            glob++;
            text++;
        } else if (star != NULL) {
            glob = star + 1;
            text = ++from;
        } else {
            return false;
        }
    }
    return glob[strspn(glob, "*")] == '\0';
}

/* Does the case fail as the waiver says that such cases do? */
static bool answer_fits(const struct gat_waiver *w, const struct gat_judgement *j)
{
    char told[sizeof j->diagnosis + sizeof j->came + 80];
    if (w->answers == NULL)
        return true;
    snprintf(told, sizeof told, "%s: %s%s%s", gat_verdict_name(j->verdict), j->diagnosis,
             j->came[0] != '\0' ? "; what came: " : "", j->came);
    for (unsigned k = 0; w->answers[k] != NULL; k++)
        if (text_fits(w->answers[k], told))
            return true;
    return false;
}

const struct gat_waiver *gat_waivers_note(struct gat_session *s, struct gat_point_state *state,
                                          unsigned member, const struct gat_judgement *failed)
{
    const struct gat_waiver *bears = NULL;
    char suffix[192];
    if (s->backend->n_waivers == 0)
        return NULL;
    if (!state->waivers_known)
        reach_find(s, state);
    if (state->n_waivers == 0)
        return NULL;
    gat_member_suffix(state->opened, member, suffix, sizeof suffix);
    for (unsigned k = 0; k < state->n_waivers; k++) {
        const struct gat_waiver *w = &s->backend->waivers[state->waivers[k].waiver];
        if (!gat_pattern_match(w->pattern, state->opened, "") &&
            !gat_pattern_match(w->pattern, state->opened, suffix))
            continue;
        if (failed != NULL && !answer_fits(w, failed))
            continue;
        state->waivers[k].failed += failed != NULL;
        state->waivers[k].passed += failed == NULL;
        if (failed != NULL && bears == NULL && !w->expired && !w->other_version)
            bears = w;
    }
    return bears;
}

void gat_waivers_merge(struct gat_arena *a, struct gat_point_state *into,
                       const struct gat_point_state *from)
{
    for (unsigned k = 0; k < from->n_waivers; k++)
        gat_waiver_count_add(a, into, from->waivers[k].waiver, from->waivers[k].failed,
                             from->waivers[k].passed);
}

void gat_waivers_point(struct gat_session *s, const struct gat_point_state *state)
{
    for (unsigned k = 0; k < state->n_waivers; k++) {
        const struct gat_waiver_count *c = &state->waivers[k];
        if (c->waiver >= s->backend->n_waivers)
            continue; /* a file said so */
        s->backend->waivers[c->waiver].failed += c->failed;
        s->backend->waivers[c->waiver].passed += c->passed;
    }
}

static int by_waiver(const struct gat_waiver_count *a, const struct gat_waiver_count *b)
{
    return (a->waiver > b->waiver) - (a->waiver < b->waiver);
}

json_t *gat_waivers_json(const struct gat_point_state *p)
{
    json_t *list = json_array();
    unsigned last = 0, n = 0;
    for (unsigned done = 0; done < p->n_waivers; done++) {
        const struct gat_waiver_count *least = NULL;
        for (unsigned k = 0; k < p->n_waivers; k++)
            if ((n == 0 || p->waivers[k].waiver > last) &&
                (least == NULL || by_waiver(&p->waivers[k], least) < 0))
                least = &p->waivers[k];
        if (least == NULL)
            break;
        last = least->waiver;
        n++;
        if (least->failed + least->passed > 0)
            json_array_append_new(
                list, json_pack("{s:I,s:I,s:I}", "waiver", (json_int_t)least->waiver, "failed",
                                (json_int_t)least->failed, "passed", (json_int_t)least->passed));
    }
    return list;
}

json_t *gat_waiver_json(const struct gat_waiver *w)
{
    json_t *one = json_pack("{s:s,s:s,s:s,s:s,s:s}", "pattern", w->pattern, "reason", w->reason,
                            "owner", w->owner, "link", w->link, "expires", w->expires);
    if (w->kind[0] != '\0')
        json_object_set_new(one, "kind", json_string(w->kind));
    return one;
}

/* ---- are the waivers themselves in order? ---- */

/* Are there cases of this backend that were not asked? */
static bool is_part(const struct gat_session *s)
{
    unsigned long spared = 0;
    for (unsigned k = 0; k < s->n_tallies; k++)
        spared += s->tallies[k].sum.spared;
    return s->run->narrowed || s->backend->waived_as_row || spared > 0;
}

static const char *state_of(const struct gat_session *s, const struct gat_waiver *w)
{
    if (w->other_version)
        return "other-version";
    if (w->expired)
        return "expired";
    if (w->failed > 0)
        return "waives";
    if (is_part(s))
        return "undecided";
    return w->passed > 0 ? "passing" : "unmatched";
}

static bool is_error(const struct gat_session *s, const char *state)
{
    return !s->backend->waived_as_row &&
           (strcmp(state, "expired") == 0 || strcmp(state, "passing") == 0 ||
            strcmp(state, "unmatched") == 0);
}

static const char *state_words(const char *state)
{
    static const char *const words[][2] = {
        {"expired", "it has expired; renew it with a reason, or repair what fails"},
        {"passing", "all its cases pass; remove it"},
        {"unmatched", "it matches no case that was judged; correct its pattern or remove it"},
        {"other-version", "it is not for this version of the backend"},
        {"undecided", "this run leaves out cases that it may be about"}};
    for (unsigned k = 0; k < sizeof words / sizeof words[0]; k++)
        if (strcmp(words[k][0], state) == 0)
            return words[k][1];
    return "";
}

static void waiver_print(struct gat_session *s, const struct gat_waiver *w, const char *state)
{
    bool error = is_error(s, state), skip = strcmp(state, "waives") != 0 && !error;
    printf("%sok %u - %s: waiver %s%s%s\n", error ? "not " : "", ++s->run->out.tap_count,
           s->backend->name, w->pattern, skip ? " # SKIP " : "", skip ? state_words(state) : "");
    if (error)
        printf("#   %s:%u: %s; expires %s, %s\n", w->file, w->line, state_words(state),
               w->expires, w->owner);
}

void gat_waivers_report(struct gat_session *s)
{
    struct gat_run *r = s->run;
    for (unsigned k = 0; k < s->backend->n_waivers; k++) {
        const struct gat_waiver *w = &s->backend->waivers[k];
        const char *state = state_of(s, w);
        r->not_conforming |= is_error(s, state);
        if (!r->out.silent)
            waiver_print(s, w, state);
        gat_record_write(
            &r->out,
            json_pack("{s:s,s:s,s:s,s:I,s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:I,s:I,s:s}", "record",
                      "waiver", "backend", s->backend->name, "file", w->file, "line",
                      (json_int_t)w->line, "pattern", w->pattern, "reason", w->reason, "owner",
                      w->owner, "link", w->link, "expires", w->expires, "versions",
                      w->versions, "kind", w->kind, "failed", (json_int_t)w->failed, "passed",
                      (json_int_t)w->passed, "state", state));
    }
}

static const char *recalled(struct gat_arena *a, const json_t *record, const char *key)
{
    const char *text = json_string_value(json_object_get(record, key));
    return gat_plain_text(a, text != NULL ? text : "");
}

void gat_waivers_recall(struct gat_arena *a, const json_t *records, struct gat_waiver **list,
                        unsigned *n)
{
    *n = (unsigned)json_array_size(records);
    *list = GAT_NEW_N(a, struct gat_waiver, *n + 1);
    for (unsigned k = 0; k < *n; k++) {
        const json_t *was = json_array_get(records, k);
        struct gat_waiver *w = &(*list)[k];
        *w = (struct gat_waiver){.file = recalled(a, was, "file"),
                                 .line = (unsigned)json_integer_value(json_object_get(was, "line")),
                                 .pattern = recalled(a, was, "pattern"),
                                 .reason = recalled(a, was, "reason"),
                                 .owner = recalled(a, was, "owner"),
                                 .link = recalled(a, was, "link"),
                                 .expires = recalled(a, was, "expires"),
                                 .versions = recalled(a, was, "versions"),
                                 .kind = recalled(a, was, "kind")};
        w->expired = strcmp(recalled(a, was, "state"), "expired") == 0;
        w->other_version = strcmp(recalled(a, was, "state"), "other-version") == 0;
    }
}
