/* screen.c - a run as a person at a terminal sees it.
 *
 * The summary is the report `summary` over the records of the run, which go to a file in memory
 * where no --out names another: the terminal and the reports tell one story.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/options.h"
#include "diagnose/verdict.h"
#include "ledger/screen.h"
#include "report/render_lua.h"

enum { MOST_TOLD = 8, MOST_COLUMNS = 240 }; /* failures as they come, and the longest line */

struct gat_screen {
    bool quiet;     /* the summary alone */
    bool moves;     /* one line is written over and over */
    bool is_shown;  /* that line is there now */
    unsigned told;  /* failures as they come */
    double start, shown_at; /* of the backend, of the line; seconds */
    unsigned long cases, failed; /* of the backend, in points that are complete */
};

/* Columns that a line may have; the last one is left free, where some terminals break the line. */
static int columns(void)
{
    struct winsize w;
    int n = ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col > 20 ? w.ws_col : 80;
    return (n < MOST_COLUMNS ? n : MOST_COLUMNS) - 1;
}

int gat_screen_open(struct gat_run *r)
{
    const struct gat_options *o = r->options;
    bool terminal = isatty(STDOUT_FILENO) && o->format == NULL && o->tap == NULL;
    if (!terminal && !o->quiet)
        return 0;
    r->screen = GAT_NEW(&r->arena, struct gat_screen);
    r->screen->quiet = o->quiet;
    r->screen->moves = r->out.moves && !o->quiet;
    r->out.silent = true;
    if (r->out.records >= 0 || o->resume != NULL)
        return 0;
    r->out.brief = true;
    r->out.records = memfd_create("gatherum-records", MFD_CLOEXEC);
    if (r->out.records >= 0)
        return 0;
    return gat_complain(GAT_EXIT_OURS, "no memory for the records of the run: %s",
                        strerror(errno));
}

static void line_clear(struct gat_screen *c)
{
    if (c->is_shown)
        fputs("\r\033[K", stdout);
    c->is_shown = false;
}

/* "opt [2/5]  43 %  3456 cases/s  3 fail  12 s left" */
static void line_show(const struct gat_session *s, unsigned done)
{
    struct gat_screen *c = s->run->screen;
    double t = gat_seconds_now(), took = t - c->start;
    char text[MOST_COLUMNS + 1], left[32] = "";
    if (!c->moves || t - c->shown_at < 0.1 || took <= 0)
        return;
    c->shown_at = t;
    if (done > 0 && took > 1)
        snprintf(left, sizeof left, "  %.0f s left", took * (s->n_points - done) / done);
    snprintf(text, sizeof text, "%s [%u/%u]  %u %%  %.0f cases/s  %lu fail%s", s->backend->name,
             (unsigned)(s->backend - s->run->backends) + 1, s->run->n_backends,
             s->n_points > 0 ? 100 * done / s->n_points : 100, (double)c->cases / took, c->failed,
             left);
    printf("\r\033[K%.*s", columns(), text);
    c->is_shown = true;
    fflush(stdout);
}

void gat_screen_backend(const struct gat_session *s)
{
    struct gat_screen *c = s->run->screen;
    if (c == NULL)
        return;
    c->cases = c->failed = 0;
    c->start = gat_seconds_now();
    c->shown_at = 0;
}

/* One line for a point that fails; the first few of a run, and not what is waived. */
static void failure_tell(const struct gat_session *s, const struct gat_point_state *p)
{
    struct gat_screen *c = s->run->screen;
    const struct gat_finding *f = p->findings;
    char text[512];
    while (f != NULL && (!gat_verdict_fails(f->judgement.verdict) || f->waiver != NULL ||
                         json_object_get(f->record, "waived") != NULL))
        f = f->next;
    if (c->quiet || (f == NULL && p->error == NULL) || c->told > MOST_TOLD)
        return;
    line_clear(c);
    if (c->told++ == MOST_TOLD) {
        printf("... further failures are counted, and put together at the end\n");
        return;
    }
    snprintf(text, sizeof text, "not ok - %s: %s: %s", s->backend->name, p->point->name,
             p->error != NULL ? p->error : gat_verdict_name(f->judgement.verdict));
    bool red = s->run->out.colored;
    printf("%s%.*s%s\n", red ? "\033[31m" : "", columns(), text, red ? "\033[0m" : "");
}

void gat_screen_point(const struct gat_session *s, const struct gat_point_state *p)
{
    struct gat_screen *c = s->run->screen;
    if (c == NULL)
        return;
    c->cases += p->selected - p->not_claimed;
    c->failed += p->failed + p->not_run;
    failure_tell(s, p);
    line_show(s, (unsigned)(p - s->points) + 1);
}

static bool summary_write(struct gat_run *r, struct gat_render *render, struct gat_error *e)
{
    const struct gat_options *o = r->options;
    struct gat_render_input input = {.name = "this run"};
    char own[64];
    snprintf(own, sizeof own, "/proc/self/fd/%d", r->out.records);
    input.path = r->out.brief ? own : o->resume != NULL ? o->resume : o->out;
    *render = (struct gat_render){
        .paths = gat_options_paths(o), .n_inputs = 1, .inputs = &input, .out = stdout};
    const char *script = gat_render_find(render, "summary.lua");
    if (script == NULL)
        return gat_fail(e, "", 0, 0, "there is no reports/summary.lua");
    return gat_render_run(render, script, e);
}

int gat_screen_end(struct gat_run *r, int code)
{
    struct gat_render render;
    struct gat_error e = {0};
    char text[1024];
    struct stat s;
    if (r->screen == NULL)
        return code;
    line_clear(r->screen);
    if (fstat(r->out.records, &s) == 0 && !S_ISREG(s.st_mode))
        return code; /* a pipe or device cannot be read again, and who reads it has the records */
    bool good = summary_write(r, &render, &e);
    gat_arena_free(&render.arena);
    if (good)
        return code;
    gat_error_print(&e, text, sizeof text);
    return gat_complain(GAT_EXIT_OURS, "the summary could not be made: %s", text);
}
