/* catalog.c - everything that a run can choose from, read from its folders.
 *
 * A file exists because it lies in its folder: specs/ and cases/ of each path, and the folder
 * of each operator there, are scanned in order of name, so that the plan is the same on every
 * machine.  cases/lib/ holds what scripts share, and no cases.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/machine.h"
#include "base/sentence.h"
#include "cli/options.h"
#include "files/suite_files.h"
#include "files/word_lists.h"
#include "spec/spec_set.h"
#include "suite/case_lua.h"
#include "suite/case_yaml.h"
#include "suite/catalog.h"
#include "suite/pattern.h"
#include "suite/points.h"

static void tests_add(struct gat_catalog *c, struct gat_test **tests, unsigned n)
{
    for (unsigned k = 0; k < n; k++) {
        GAT_GROW(&c->arena, c->tests, c->n_tests);
        c->tests[c->n_tests++] = tests[k];
    }
}

static bool op_wanted(void *user, const char *op)
{
    return gat_pattern_wants(user, op);
}

static bool specs_read(struct gat_catalog *c, const char *const *paths, struct gat_error *e)
{
    struct gat_spec_set all;
    if (!gat_spec_set_read(&c->arena, paths, op_wanted, c, &all, e))
        return false;
    c->n_specs = all.n_specs;
    c->specs = all.specs;
    c->n_operators = all.n_files;
    c->operators = all.operators;
    for (unsigned k = 0; k < all.n_files; k++)
        c->hash = gat_file_hash(all.files[k], c->hash);
    for (unsigned k = 0; k < c->n_specs; k++) {
        struct gat_test **tests;
        unsigned n;
        if (!gat_examples_read(&c->arena, c->specs[k], &tests, &n, e))
            return false;
        tests_add(c, tests, n);
    }
    return true;
}

/* A word by which both variants are known, or NULL. */
static const char *shared_name(const struct gat_spec *a, const struct gat_spec *b)
{
    const char *ours[] = {a->variant, a->alias}, *theirs[] = {b->variant, b->alias};
    for (int k = 0; k < 4; k++)
        if (ours[k / 2] != NULL && theirs[k % 2] != NULL && strcmp(ours[k / 2], theirs[k % 2]) == 0)
            return ours[k / 2];
    return NULL;
}

/* The variant that this one is like is of its operator and has all cases itself. */
static bool model_agrees(const struct gat_catalog *c, const struct gat_spec *s,
                         const char *const *names, struct gat_error *e)
{
    const struct gat_spec *model = s->like == NULL ? NULL : gat_catalog_spec(c, s->like);
    if (s->like == NULL)
        return true;
    if (model == NULL)
        return gat_unknown_fail(e, s->like_node, "variant to be like", names);
    if (strcmp(model->op, s->op) != 0)
        return gat_node_fail(e, s->like_node, "'%s' is no variant of %s", s->like, s->op);
    if (model->like != NULL)
        return gat_node_fail(e, s->like_node, "'%s' is itself like '%s'; write that name", s->like,
                             model->like);
    return true;
}

/* What one variant says of others: its replacement exists, the one that it is like has all
 * cases, and its alias is its own. */
static bool specs_agree(struct gat_catalog *c, struct gat_error *e)
{
    const char **names = GAT_NEW_N(&c->arena, const char *, c->n_specs + 1);
    for (unsigned k = 0; k < c->n_specs; k++)
        names[k] = c->specs[k]->name;
    for (unsigned k = 0; k < c->n_specs; k++) {
        const struct gat_spec *s = c->specs[k];
        const char *by = s->deprecated_by;
        if (by != NULL && gat_catalog_spec(c, by) == NULL)
            return gat_unknown_fail(e, s->deprecated_node, "variant", names);
        if (!model_agrees(c, s, names, e))
            return false;
        for (unsigned i = 0; i < k; i++) {
            const struct gat_spec *other = c->specs[i];
            const char *both = shared_name(s, other);
            if (strcmp(other->op, s->op) == 0 && both != NULL)
                return gat_fail(e, s->file, 0, 0, "'%s' is also a name of %s", both, other->name);
        }
    }
    return true;
}

/* Is the name of the operator one of the words of the text? */
static bool says(const char *text, const char *op)
{
    static const char parts[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    size_t n = strlen(op);
    for (const char *at = text; (at = strstr(at, op)) != NULL; at += n)
        if ((at == text || strchr(parts, at[-1]) == NULL) &&
            (at[n] == '\0' || strchr(parts, at[n]) == NULL))
            return true;
    return false;
}

/* May the file hold cases of an operator that is wanted?  Its place names one, and itself any
 * other. */
static bool file_wanted(struct gat_catalog *c, const char *path)
{
    struct gat_error e = {0};
    const char *op, *name, *end = strrchr(path, '.');
    if (c->n_wanted == 0 || !gat_file_name_read(&c->arena, path, end, &op, &name, &e) ||
        gat_pattern_wants(c, op))
        return true;
    char *text = NULL;
    size_t room = 0;
    FILE *f = gat_regular_open(path);
    bool wanted = f == NULL || getdelim(&text, &room, '\0', f) < 0; /* the reader complains */
    for (unsigned k = 0; k < c->n_operators && !wanted; k++)
        wanted = gat_pattern_wants(c, c->operators[k]) && says(text, c->operators[k]);
    if (f != NULL)
        fclose(f);
    free(text);
    return wanted;
}

static bool cases_take(struct gat_catalog *c, const char *path, struct gat_error *e)
{
    struct gat_test **tests;
    unsigned n;
    bool script = gat_ends_with(path, ".lua");
    if (script ? !gat_script_read(&c->arena, path, c->parts, &tests, &n, e)
               : !gat_cases_read(&c->arena, path, &tests, &n, e))
        return false;
    tests_add(c, tests, n);
    return true;
}

static int by_spec_name(const void *a, const void *b)
{
    const struct gat_spec *const *x = a, *const *y = b;
    return strcmp((*x)->name, (*y)->name);
}

static int by_test_name(const void *a, const void *b)
{
    const struct gat_test *const *x = a, *const *y = b;
    int order = strcmp((*x)->ops[0], (*y)->ops[0]);
    if (order == 0)
        order = strcmp((*x)->topic, (*y)->topic);
    return order != 0 ? order : strcmp((*x)->name, (*y)->name);
}

static int by_point_name(const void *a, const void *b)
{
    return strcmp(((const struct gat_point *)a)->name, ((const struct gat_point *)b)->name);
}

/* A generator may make any name below its topic, so it has the topic alone. */
static bool topic_alone(const struct gat_catalog *c, unsigned k, struct gat_error *e)
{
    const struct gat_point *p = &c->points[k];
    size_t n = strlen(p->name);
    for (unsigned i = k + 1; i < c->n_points && strncmp(c->points[i].name, p->name, n) == 0; i++)
        if (c->points[i].name[n] == '/')
            return gat_fail(e, p->test->file, 0, 0,
                            "%s:%u has its topic too; give one of them another name",
                            c->points[i].test->file, c->points[i].test->line);
    return true;
}

/* Two tests of one name could not be told apart on the command line. */
static bool points_unique(const struct gat_catalog *c, struct gat_error *e)
{
    for (unsigned k = 0; k < c->n_points; k++)
        if (gat_test_generates(c->points[k].test) && !topic_alone(c, k, e))
            return false;
    for (unsigned k = 1; k < c->n_points; k++) {
        const struct gat_point *a = &c->points[k - 1], *b = &c->points[k];
        if (strcmp(a->name, b->name) == 0)
            return gat_fail(e, b->test->file, b->test->line, 1,
                            "a second case called %s; the first is in %s:%u", b->name,
                            a->test->file, a->test->line);
    }
    return true;
}

static bool parts_read(struct gat_catalog *c, const char *path, struct gat_error *e)
{
    const char *const *files;
    unsigned n;
    if (!gat_suite_files_list(&c->arena, path, "cases/lib", &files, &n, e))
        return false;
    for (unsigned k = 0; k < n; k++) {
        c->hash = gat_file_hash(files[k], c->hash);
        if (!gat_part_read(&c->arena, files[k], &c->parts, e))
            return false;
    }
    return true;
}

static bool folder_read(struct gat_catalog *c, const char *path, bool home, struct gat_error *e)
{
    static const char *const parts[] = {"specs", "cases", "backends"}; /* waivers, perhaps alone */
    const char *const *files;
    unsigned n, there = 0;
    for (unsigned k = 0; k < sizeof parts / sizeof parts[0]; k++)
        there += access(gat_arena_print(&c->arena, "%s/%s", path, parts[k]), R_OK) == 0;
    if (there == 0)
        return gat_fail(e, path, 0, 0, "this is no folder with specs/, cases/ or backends/ in it");
    if (!parts_read(c, path, e) || !gat_suite_files_list(&c->arena, path, "cases", &files, &n, e))
        return false;
    for (unsigned k = 0; k < n; k++) {
        c->hash = gat_file_hash(files[k], c->hash);
        if ((!home || file_wanted(c, files[k])) && !cases_take(c, files[k], e))
            return false;
    }
    return true;
}

bool gat_catalog_sort(struct gat_catalog *c, struct gat_error *e)
{
    if (c->n_points > 0)
        qsort(c->points, c->n_points, sizeof *c->points, by_point_name);
    return points_unique(c, e);
}

static bool catalog_specs_read(struct gat_catalog *c, const char *const *paths, struct gat_error *e)
{
    if (!specs_read(c, paths, e))
        return false;
    if (!specs_agree(c, e))
        return false;
    if (c->n_specs > 0)
        qsort(c->specs, c->n_specs, sizeof *c->specs, by_spec_name);
    return true;
}

int gat_catalog_specs_open(struct gat_catalog *c, const struct gat_options *o)
{
    struct gat_error e = {0};
    return catalog_specs_read(c, gat_options_paths(o), &e) ? 0
                                                           : gat_complain_error(GAT_EXIT_USAGE, &e);
}

/* Bytes of the leading part of `name` that has no more slashes than `word`. */
static int same_parts(const char *name, const char *word)
{
    const char *end = name + strcspn(name, "/");
    for (; (word = strchr(word, '/')) != NULL && *end != '\0'; word++)
        end += 1 + strcspn(end + 1, "/");
    return (int)(end - name);
}

const char *gat_catalog_meant(const struct gat_catalog *c, struct gat_arena *a, const char *word)
{
    unsigned n = 0;
    const char **names = GAT_NEW_N(a, const char *, c->n_specs + c->n_points + 1);
    for (; n < c->n_specs; n++)
        names[n] = c->specs[n]->name;
    for (unsigned k = 0; k < c->n_points; k++) {
        int shown = same_parts(c->points[k].name, word);
        if (n == 0 || strncmp(names[n - 1], c->points[k].name, (size_t)shown) != 0 ||
            names[n - 1][shown] != '\0')
            names[n++] = gat_arena_print(a, "%.*s", shown, c->points[k].name);
    }
    return gat_suggest(word, names);
}

int gat_variant_unknown(const struct gat_catalog *c, struct gat_arena *a, const char *name)
{
    size_t size = strlen(name);
    for (unsigned k = 0; k < c->n_specs; k++)
        if (strncmp(c->specs[k]->name, name, size) == 0 && c->specs[k]->name[size] == '/')
            return gat_complain(GAT_EXIT_USAGE, "'%s' is an operator, no variant; gatherum list "
                                                "specs '%s/*' names its variants", name, name);
    return gat_complain(GAT_EXIT_USAGE, "no variant '%s'%s; gatherum list specs names them", name,
                        gat_meant_words(gat_catalog_meant(c, a, name)));
}

bool gat_catalog_read(struct gat_catalog *c, const char *const *paths, struct gat_error *e)
{
    if (!catalog_specs_read(c, paths, e))
        return false;
    for (unsigned k = 0; paths[k] != NULL; k++)
        if (!folder_read(c, paths[k], k == 0, e))
            return false;
    if (c->n_tests > 0)
        qsort(c->tests, c->n_tests, sizeof *c->tests, by_test_name);
    return gat_points_make(c, e) && gat_catalog_sort(c, e);
}

void gat_catalog_free(struct gat_catalog *c)
{
    gat_arena_free(&c->arena);
}

const struct gat_spec *gat_catalog_spec(const struct gat_catalog *c, const char *name)
{
    const char *slash = strchr(name, '/');
    for (unsigned k = 0; k < c->n_specs; k++) {
        const struct gat_spec *s = c->specs[k];
        if (strcmp(s->name, name) == 0)
            return s;
        if (s->alias != NULL && slash != NULL && strcmp(slash + 1, s->alias) == 0 &&
            strncmp(name, s->op, (size_t)(slash - name)) == 0 && s->op[slash - name] == '\0')
            return s;
    }
    return NULL;
}

const struct gat_point *gat_catalog_point(const struct gat_catalog *c, const char *name)
{
    const struct gat_point key = {.name = name};
    return c->n_points == 0 ? NULL
                            : bsearch(&key, c->points, c->n_points, sizeof key, by_point_name);
}
