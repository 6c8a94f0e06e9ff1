/* resume.c - run --resume: go on after the last complete point of a file.
 *
 * The same run means the same suite, seed, shard, patterns, backends and options; the
 * bytes of each backend are compared too.  What the file has is reported again, but
 * written only once.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/options.h"
#include "ledger/history.h"
#include "ledger/record_file.h"
#include "ledger/record_head.h"
#include "ledger/resume.h"
#include "ledger/tap_lines.h"
#include "run/tally.h"

/* Is there anything to go on with?  A file that is not there is begun. */
static bool has_anything(const char *path)
{
    struct stat s;
    return stat(path, &s) != 0 ? errno != ENOENT : s.st_size > 0;
}

int gat_resume_open(struct gat_run *r, const char *path)
{
    struct gat_error e = {0};
    if (!has_anything(path))
        return 0;
    struct gat_history *h = GAT_NEW(&r->arena, struct gat_history);
    bool good = gat_history_scan(h, path, &e);
    r->history = h;
    if (!good)
        return gat_complain_error(GAT_EXIT_USAGE, &e);
    const json_t *environment = json_object_get(h->start, "environment");
    const char *date = json_string_value(json_object_get(environment, "date"));
    if (h->keep > 0 && date != NULL) /* waivers expire as they did when it began */
        r->today = gat_arena_print(&r->arena, "%s", date);
    return 0;
}

/* The same backend as in the file, down to its bytes? */
static bool backend_agrees(struct gat_run *r, const struct gat_section *was,
                           const struct gat_backend_ref *b, struct gat_error *e)
{
    const char *path = r->history->path, *key;
    json_t *value;
    bool same = true;
    if (strcmp(was->name, b->name) != 0)
        return gat_fail(e, path, 0, 0, "it is about the backend '%.60s' where '%.60s' is due",
                        was->name, b->name);
    if (was->absent != (b->engine == NULL))
        return gat_fail(e, path, 0, 0, "the backend %s %s run when it was written", b->name,
                        was->absent ? "could not" : "could");
    if (was->absent)
        return true;
    const struct gat_session s = {
        .run = r, .backend = b, .repeat = "", .manifest = gat_engine_manifest(b->engine)};
    json_t *is = gat_backend_json(&s);
    json_object_foreach(is, key, value) if (same && strcmp(key, "repeat") != 0 &&
                                            !json_equal(value, json_object_get(was->head, key)))
        same = gat_fail(e, path, 0, 0, "it is about another %s of the backend %s", key, b->name);
    json_decref(is);
    return same;
}

static bool run_agrees(struct gat_run *r, struct gat_error *e)
{
    const struct gat_history *h = r->history;
    json_t *start = gat_start_json(r);
    bool same = h->start == NULL || gat_history_agrees(h, start, NULL, "this run", e);
    json_decref(start);
    if (same && h->n_sections > r->n_backends)
        same = gat_fail(e, h->path, 0, 0, "it is about %u backends, and this run about %u",
                        h->n_sections, r->n_backends);
    for (unsigned k = 0; same && k < h->n_sections; k++)
        same = backend_agrees(r, &h->sections[k], &r->backends[k], e);
    return same;
}

int gat_resume_begin(struct gat_run *r, const char *path)
{
    struct gat_error e = {0};
    char text[1024];
    if (r->history != NULL && !run_agrees(r, &e)) {
        gat_error_print(&e, text, sizeof text);
        return gat_complain(GAT_EXIT_USAGE, "%s; --resume goes on with the same run only", text);
    }
    if (r->history == NULL)
        return 0;
    r->out.file_chain = r->history->kept_chain;
    return gat_record_file_begin(r->out.records, path, r->history->keep);
}

void gat_resume_end(struct gat_run *r)
{
    if (r->history != NULL)
        gat_history_close(r->history);
    r->history = NULL;
}

bool gat_resume_has(const struct gat_run *r, unsigned backend)
{
    return r->history != NULL && backend < r->history->n_sections;
}

bool gat_resume_points(struct gat_session *s, unsigned backend, unsigned *n)
{
    struct gat_run *r = s->run;
    struct gat_history *h = r->history;
    struct gat_error e = {0};
    char text[1024];
    *n = 0;
    if (!gat_resume_has(r, backend))
        return true;
    const struct gat_section *was = &h->sections[backend];
    bool good = was->n_points <= s->n_points && (!was->closed || was->n_points == s->n_points);
    if (!good)
        (void)gat_fail(&e, h->path, 0, 0, "it has %u points of %s, and this run %u", was->n_points,
                       was->name, s->n_points);
    r->out.muted = true;
    for (; good && *n < was->n_points; (*n)++) {
        good = gat_history_point(h, &s->points[*n], *n, &r->arena, &e);
        if (!good)
            break;
        gat_tally_point(s, *n);
        s->deaths += s->points[*n].deaths;
        s->timeouts += s->points[*n].timeouts;
        gat_report_point(s, &s->points[*n]);
    }
    r->out.muted = !good;
    if (!good) {
        gat_error_print(&e, text, sizeof text);
        r->bad_history = gat_arena_print(&r->arena, "%s", text);
    }
    return good;
}

bool gat_resume_closed(const struct gat_run *r, unsigned backend)
{
    return gat_resume_has(r, backend) && r->history->sections[backend].closed;
}

bool gat_resume_ended(const struct gat_run *r)
{
    return r->history != NULL && r->history->end != NULL;
}

const char *gat_resume_repeat(const struct gat_run *r, unsigned backend)
{
    return gat_resume_has(r, backend)
               ? json_string_value(json_object_get(r->history->sections[backend].head, "repeat"))
               : NULL;
}
