/* export_text.c - what all formats of one text share: printing into the arena, and the words
 * that say what is asked and why.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/wrap.h"
#include "export/export.h"
#include "export/export_text.h"
#include "judge/job.h"
#include "report/render.h"
#include "report/render_lua.h"
#include "draw/one_case.h"

enum { MOST_CLAUSES = 2 }; /* gatherum show names all of them */

FILE *gat_export_open(struct gat_export_text *t, struct gat_arena *a)
{
    t->to = open_memstream(&t->bytes, &t->size);
    if (t->to == NULL)
        (void)gat_arena_alloc(a, SIZE_MAX); /* says so and ends */
    return t->to;
}

const char *gat_export_close(struct gat_export_text *t, struct gat_arena *a)
{
    if (fclose(t->to) != 0)
        (void)gat_arena_alloc(a, SIZE_MAX);
    const char *copy = gat_arena_text(a, t->bytes, t->size);
    free(t->bytes);
    return copy;
}

const char *gat_export_head(const struct gat_export *x, const char *margin)
{
    const struct gat_member *m = x->member;
    const struct gat_spec *s = m->point->spec;
    const struct ref_answer *a = &x->expectation->answer;
    const char *next = gat_arena_print(x->arena, "%s  ", margin);
    char sentence[600];
    struct gat_export_text part;
    FILE *head = gat_export_open(&part, x->arena);
    fprintf(head, "%s%s, seed %" PRIu64 "\n%.*s\n", margin, m->name, x->seed,
            (int)strcspn(margin, "*") + 1, margin);
    gat_wrap(head, gat_arena_print(x->arena, "%sHunts: ", margin), next, m->test->hunts);
    gat_expected_sentence(a, sentence, sizeof sentence);
    gat_wrap(head, margin, margin, sentence);
    if (gat_presentation_tell(x->expectation, 0, sentence, sizeof sentence))
        gat_wrap(head, gat_arena_print(x->arena, "%sPresented: ", margin), next, sentence);
    for (unsigned k = 0; k < s->n_rule_clauses[a->rule] && k < MOST_CLAUSES; k++) {
        const struct gat_clause *c = &s->clauses[s->rule_clauses[a->rule][k]];
        fprintf(head, "%s%s#%s (%s; %s)\n", margin, s->name, c->id, gat_level_name(c->level),
                c->where);
        gat_wrap(head, next, next, c->text);
    }
    return gat_export_close(&part, x->arena);
}

bool gat_export_part(const struct gat_export *x, const char *name, const char **text,
                     struct gat_error *e)
{
    struct gat_render r = {.paths = x->paths};
    const char *source = "", *path = gat_render_find(&r, name);
    size_t size = 0;
    bool good = path != NULL ? gat_render_source(&r, path, &source, &size, e)
                             : gat_fail(e, "", 0, 0, "reports/%s is missing", name);
    *text = gat_arena_text(x->arena, source, size);
    gat_arena_free(&r.arena);
    return good;
}
