/* cmd_kill.c - gatherum kill: do the cases catch backends that are known to be wrong?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "draw/draws.h"
#include "base/file_write.h"
#include "cli/options.h"
#include "cli/seed.h"
#include "kill/kill.h"
#include "kill/kill_drawn.h"
#include "kill/kill_drawn_report.h"
#include "kill/kill_find.h"
#include "kill/kill_report.h"
#include "kill/kill_run.h"
#include "kill/kill_sentences.h"

static int options_read(struct gat_kills *k, unsigned *jobs)
{
    const struct gat_options *o = k->options;
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    *jobs = o->jobs > 0 ? (unsigned)o->jobs : cpus > 0 ? (unsigned)cpus : 1;
    k->limits.slots = 16; /* few cases are under way when a worker dies */
    /* A saboteur that waits or takes memory for ever costs the whole limit. */
    k->limits.seconds = o->timeout > 0 ? o->timeout : 2;
    k->limits.memory = (uint64_t)((o->memory > 0 ? o->memory : 96) * 1048576.0);
    return gat_options_seed(o, &k->seed);
}

static int json_write(json_t *root, const char *file)
{
    struct gat_error e = {0};
    char *text = json_dumps(root, JSON_INDENT(1));
    bool good = text != NULL && (file != NULL ? gat_file_write(file, text, strlen(text), &e)
                                              : puts(text) >= 0 && fflush(stdout) == 0);
    json_decref(root);
    free(text);
    if (!good)
        return gat_complain(GAT_EXIT_OURS, "%s: %s", file != NULL ? file : "stdout",
                            e.text[0] != '\0' ? e.text : "it cannot be written");
    return 0;
}

/* Faults that are drawn.  A control that fails makes every kill worth nothing. */
static int drawn_command(struct gat_kills *k, unsigned jobs)
{
    const struct gat_options *o = k->options;
    struct gat_drawn d = {.kills = k};
    struct gat_error e = {0};
    if (o->words.count > 0 || o->backends.count > 0)
        return gat_complain(GAT_EXIT_USAGE, "--drawn draws its saboteurs: it takes no names");
    d.n = (unsigned)o->drawn;
    d.program = gat_arena_print(&k->arena, "%s/tests/drawn/draw", o->libexec);
    d.plugin = gat_arena_print(&k->arena, "%s/tests/drawn/drawn.so", o->libexec);
    k->limits.slots = 0; /* as run has them */
    k->limits.seconds = o->timeout > 0 ? o->timeout : 5;
    k->limits.memory = (uint64_t)((o->memory > 0 ? o->memory : 2048) * 1048576.0);
    int code = gat_drawn_run(&d, jobs);
    if (code == 0 &&
        !gat_sentences_read(&d, gat_arena_print(&k->arena, "%s/tests/drawn/sentences.txt", o->home),
                            &e))
        code = gat_complain(GAT_EXIT_OURS, "%s: %s", e.file, e.text);
    if (code == 0 && !o->json)
        gat_drawn_print(&d);
    if (code == 0 && o->json)
        code = json_write(gat_drawn_json(&d), NULL);
    if (code == 0 && o->out != NULL)
        code = json_write(gat_drawn_json(&d), o->out);
    if (code == 0 && d.control_failed > 0)
        code =
            gat_complain(GAT_EXIT_OURS, "the plug-in without a fault fails: %s", d.control_first);
    for (unsigned j = 0; code == 0 && j < d.n_done; j++)
        code = d.faults[j].witnessed && !d.faults[j].killed ? GAT_EXIT_NOT : 0;
    gat_arena_free(&d.arena);
    return code;
}

/* Nothing may be left that survived, died for another reason, or was not judged. */
static int code_of(const struct gat_kills *k)
{
    int code = GAT_EXIT_CONFORMING;
    for (unsigned j = 0; j < k->n_saboteurs; j++) {
        const struct gat_saboteur *s = &k->saboteurs[j];
        if (s->error[0] != '\0')
            return gat_complain(GAT_EXIT_OURS, "%s: %s", s->path, s->error);
        for (unsigned i = 0; i < s->n_kills; i++)
            if (s->kills[i].suite_errors > 0)
                return gat_complain(GAT_EXIT_OURS,
                                    "the suite itself failed in cases of %s on %s", s->name,
                                    s->kills[i].op);
        if (!gat_saboteur_good(s))
            code = GAT_EXIT_NOT;
    }
    return code;
}

static int kill_command(const struct gat_options *o)
{
    struct gat_kills k = {.options = o};
    unsigned jobs = 1;
    int code = options_read(&k, &jobs);
    if (o->kind != NULL && o->drawn == 0)
        return gat_complain(GAT_EXIT_USAGE, "--class is of faults that are drawn: add --drawn N");
    if (code == 0)
        code = gat_catalog_open(&k.catalog, o);
    gat_points_kept_start(&k.kept, &k.catalog, k.seed);
    if (code == 0 && o->drawn != 0)
        code = drawn_command(&k, jobs);
    else if (code == 0 && (code = gat_kill_find(&k)) == 0) {
        gat_kill_run(&k, jobs);
        if (!o->json)
            gat_kill_print(&k);
        if (o->json)
            code = json_write(gat_kill_json(&k), NULL);
        if (code == 0 && o->out != NULL)
            code = json_write(gat_kill_json(&k), o->out);
        if (code == 0)
            code = code_of(&k);
    }
    gat_points_kept_end(&k.kept);
    gat_catalog_free(&k.catalog);
    gat_arena_free(&k.arena);
    return code;
}

GAT_COMMAND(kill) = {
    .name = "kill",
    .arguments = "[SABOTEUR]...",
    .sentence = "judge backends with one seeded bug each: the cases must catch them",
    .order = 50,
    .run = kill_command,
};
