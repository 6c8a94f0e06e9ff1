/* records_file.c - any bytes as records of an earlier run: read to go on with it, and line
 * by line as reports do.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/file_write.h"
#include "ledger/history.h"
#include "report/render.h"
#include "report/render_read.h"
#include "target.h"
#include "target_case.h"

/* A point of whatever name, of a variant with two readings. */
static const struct gat_point *point_named(const char *name)
{
    static const char *readings[] = {"a-1/b=c", "a-1/b=d"};
    static struct gat_profile profile;
    static struct gat_point point;
    point.spec = target_spec(0);
    profile = point.spec->profiles[0];
    profile.n_combinations = 2;
    profile.combination_names = readings;
    point.profile = &profile;
    point.name = name;
    return &point;
}

static void findings_check(const struct gat_point_state *state)
{
    for (const struct gat_finding *f = state->findings; f != NULL; f = f->next) {
        HOLDS(f->judgement.verdict < GAT_V_COUNT && f->judgement.clause != NULL);
        HOLDS(f->record != NULL);
        json_decref(f->record);
    }
}

/* All points, as a resumed run takes them; every failure has a sentence and a line. */
static void points_read(struct gat_history *h, struct gat_arena *a)
{
    struct gat_error e = {0};
    bool good = true;
    for (unsigned s = 0; good && s < h->n_sections; s++)
        for (unsigned k = 0; good && k < h->sections[s].n_points; k++) {
            struct gat_point_state state = {.point = point_named(h->sections[s].points[k])};
            good = gat_history_point(h, &state, k, a, &e);
            HOLDS(good || (e.text[0] != '\0' && e.line > 0));
            if (good)
                findings_check(&state);
        }
}

static void lines_read(const char *path)
{
    struct gat_render_input in = {.path = path};
    struct gat_error e = {0};
    struct gat_lines l;
    const char *text;
    size_t size;
    bool good = gat_render_input_read(&in, &e);
    HOLDS(good || e.text[0] != '\0');
    json_decref(in.document);
    e.text[0] = '\0';
    gat_lines_begin(&l, path, gat_file_reread(path, &e));
    HOLDS(l.file != NULL);
    while (gat_lines_next(&l, &text, &size, &e))
        HOLDS(memchr(text, '\n', size) == NULL);
    gat_lines_close(&l);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct gat_arena arena;
    const char *path = target_file(bytes, size);
    struct gat_history h;
    struct gat_error e = {0};
    bool good = gat_history_scan(&h, path, &e);
    HOLDS(good || e.text[0] != '\0');
    HOLDS(h.keep >= 0 && (size_t)h.keep <= size);
    if (good)
        points_read(&h, &arena);
    gat_history_close(&h);
    lines_read(path);
    gat_arena_reset(&arena);
    return 0;
}
