/* vectors.c - the suite as test vectors for any language: a file of JSON per variant and topic.
 *
 * The same suite and seed make the same bytes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "export/vectors.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/file_write.h"
#include "cli/options.h"
#include "export/export_text.h"
#include "export/vector_json.h"
#include "oracle/expect.h"
#include "parts/presentation.h"
#include "suite/member.h"
#include "suite/pattern.h"
#include "suite/point_open.h"

/* Bytes of the operands and the output together of a vector that goes into a pack without --all. */
enum { SMALL = 512 };

struct pack {
    const struct gat_options *options;
    const struct gat_catalog *catalog;
    uint64_t seed;
    struct gat_arena arena; /* of the whole */
    json_t *files;          /* of the manifest */
    uint64_t vectors, left_out;
    const char *bad; /* the first script that failed */
};

/* ---- a vector ---- */

/* The vector of one case; NULL where no file holds it. */
static json_t *vector_make(struct pack *p, const struct gat_point *point, unsigned k,
                           struct gat_arena *a)
{
    struct gat_member *m = GAT_NEW(a, struct gat_member);
    struct gat_expectation *x = GAT_NEW(a, struct gat_expectation);
    struct gat_export one;
    gat_member_make(point, k, p->seed, a, m);
    gat_expect(m, a, x);
    if (x->oracle_wrong || gat_export_misfit(x, false, a) != NULL)
        return NULL;
    gat_export_make(x, p->seed, a, &one);
    if (!p->options->all && gat_export_bytes(&one.job) > SMALL)
        return NULL;
    return gat_vector_json(&one);
}

static bool is_selected(const struct pack *p, const struct gat_point *point, unsigned k)
{
    char types[192];
    gat_member_suffix(point, k, types, sizeof types);
    return point->members[k][2] == GAT_P_PLAIN &&
           gat_pattern_any(&p->options->words, 0, point, types);
}

/* Without --all one case stands for a test: which element type it has, its name says. */
static unsigned first_member(const struct gat_point *point, struct gat_arena *a)
{
    struct gat_member m;
    gat_member_name(point, 0, a, &m);
    return (unsigned)(m.name_hash % point->n_members);
}

static void point_add(struct pack *p, const struct gat_point *closed, json_t *list)
{
    struct gat_arena opened = {0}, a = {0};
    struct gat_error e = {0};
    bool all = p->options->all, any = false;
    const struct gat_point *point = gat_point_open(closed, p->seed, &opened, &e);
    unsigned n = point == NULL ? 0 : point->n_members;
    if (point == NULL)
        p->bad = gat_arena_print(&p->arena, "%s:%u: %s", e.file, e.line, e.text);
    unsigned first = n == 0 || all ? 0 : first_member(point, &a);
    for (unsigned k = 0; k < n && (all || !any); k++) {
        unsigned member = (first + k) % n;
        if (!is_selected(p, point, member))
            continue;
        json_t *vector = vector_make(p, point, member, &a);
        p->left_out += vector == NULL;
        any |= vector != NULL;
        if (vector != NULL)
            json_array_append_new(list, vector);
        gat_arena_reset(&a);
    }
    gat_arena_free(&a);
    gat_arena_free(&opened);
}

/* ---- a file ---- */

/* Does a vector of the list name the clause? */
static bool is_named(const json_t *list, const char *id)
{
    size_t k, n;
    json_t *vector, *one;
    json_array_foreach(list, k, vector)
        json_array_foreach(json_object_get(vector, "clauses"), n,
                           one) if (strcmp(json_string_value(one), id) == 0) return true;
    return false;
}

static json_t *clause_texts(const struct gat_spec *s, const json_t *list)
{
    json_t *map = json_object();
    for (unsigned k = 0; k < s->n_clauses; k++)
        if (is_named(list, s->clauses[k].id))
            json_object_set_new(map, s->clauses[k].id,
                                json_pack("{s:s,s:s,s:s}", "level",
                                          gat_level_name(s->clauses[k].level), "text",
                                          s->clauses[k].text, "where", s->clauses[k].where));
    return map;
}

/* Print the head of a file, all but the brace that closes it. */
static void head_print(FILE *to, const struct pack *p, const struct gat_point *point,
                       const json_t *list)
{
    const struct gat_spec *s = point->spec;
    json_t *calls = json_object();
    for (unsigned k = 0; k < s->n_calls; k++)
        json_object_set_new(calls, s->call_ours[k], json_string(s->call_theirs[k]));
    json_t *head = json_pack(
        "{s:i,s:I,s:s,s:s,s:s,s:s,s:s,s:{s:s,s:s},s:o,s:o}", "vectors-format", GAT_VECTORS_FORMAT,
        "seed", (json_int_t)p->seed, "operator", s->op, "variant", s->variant, "profile",
        point->profile->name, "topic", point->test->topic, "title", s->title, "document", "name",
        s->document, "section", s->section, "calls", calls, "clauses", clause_texts(s, list));
    char *text = json_dumps(head, JSON_COMPACT);
    fprintf(to, "%.*s,\n\"vectors\":[", (int)(text == NULL ? 0 : strlen(text) - 1), text);
    free(text);
    json_decref(head);
}

static int file_write(struct pack *p, const struct gat_point *point, json_t *list)
{
    struct gat_export_text part;
    struct gat_arena a = {0};
    struct gat_error e = {0};
    const struct gat_profile *profile = point->profile;
    const char *name =
        gat_arena_print(&a, "%s%s%s/%s.json", point->spec->name,
                        profile->name[0] != '\0' ? "@" : "", profile->name, point->test->topic);
    const char *path = gat_arena_print(&a, "%s/%s", p->options->out, name);
    FILE *to = gat_export_open(&part, &a);
    head_print(to, p, point, list);
    for (size_t k = 0; k < json_array_size(list); k++) {
        char *text = json_dumps(json_array_get(list, k), JSON_COMPACT);
        fprintf(to, "%s\n%s", k > 0 ? "," : "", text);
        free(text);
    }
    fputs("\n]}\n", to);
    const char *text = gat_export_close(&part, &a);
    gat_folders_make(p->options->out, path);
    json_array_append_new(p->files, json_pack("{s:s,s:I}", "path", name, "vectors",
                                              (json_int_t)json_array_size(list)));
    p->vectors += json_array_size(list);
    bool good = gat_file_write(path, text, strlen(text), &e);
    gat_arena_free(&a);
    return good ? 0 : gat_complain(GAT_EXIT_OURS, "%s: %s", e.file, e.text);
}

/* ---- the whole ---- */

static bool same_file(const struct gat_point *a, const struct gat_point *b)
{
    return a->spec == b->spec && a->profile == b->profile &&
           strcmp(a->test->topic, b->test->topic) == 0;
}

static bool point_selected(const struct pack *p, const struct gat_point *point)
{
    const struct gat_list *words = &p->options->words;
    bool selected = words->count == 0;
    if (point->test->drawing != NULL || (point->test->script != NULL && !p->options->all))
        return false;
    for (unsigned w = 0; w < words->count && !selected; w++)
        selected = gat_pattern_may_reach(words->items[w], point) ||
                   gat_pattern_match(words->items[w], point, NULL);
    return selected;
}

static int files_write(struct pack *p)
{
    const struct gat_catalog *c = p->catalog;
    int code = 0;
    for (unsigned k = 0; k < c->n_points && code == 0 && p->bad == NULL;) {
        const struct gat_point *first = &c->points[k];
        json_t *list = json_array();
        for (; k < c->n_points && same_file(first, &c->points[k]) && p->bad == NULL; k++)
            if (point_selected(p, &c->points[k]))
                point_add(p, &c->points[k], list);
        if (json_array_size(list) > 0)
            code = file_write(p, first, list);
        json_decref(list);
    }
    return p->bad == NULL ? code : gat_complain(GAT_EXIT_USAGE, "%s", p->bad);
}

static int manifest_write(struct pack *p)
{
    struct gat_error e = {0};
    json_t *map =
        json_pack("{s:i,s:s,s:o,s:I,s:b,s:I,s:I,s:O}", "vectors-format", GAT_VECTORS_FORMAT,
                  "gatherum", GAT_VERSION, "suite", json_sprintf("%016" PRIx64, p->catalog->hash),
                  "seed", (json_int_t)p->seed, "all", (int)p->options->all, "vectors",
                  (json_int_t)p->vectors, "left_out", (json_int_t)p->left_out, "files", p->files);
    char *text = json_dumps(map, JSON_INDENT(1));
    const char *path = gat_arena_print(&p->arena, "%s/manifest.json", p->options->out);
    bool good = gat_file_write(path, text, strlen(text), &e);
    free(text);
    json_decref(map);
    return good ? 0 : gat_complain(GAT_EXIT_OURS, "%s: %s", e.file, e.text);
}

/* SHA256SUMS, by the program that people check it with. */
static int digests_write(struct pack *p)
{
    extern char **environ;
    size_t n = json_array_size(p->files), k;
    char **words = GAT_NEW_N(&p->arena, char *, n + 4);
    json_t *file;
    pid_t pid;
    int status = -1;
    posix_spawn_file_actions_t files;
    words[0] = gat_arena_print(&p->arena, "sha256sum");
    words[1] = gat_arena_print(&p->arena, "--");
    words[2] = gat_arena_print(&p->arena, "manifest.json");
    json_array_foreach(p->files, k, file) words[3 + k] =
        gat_arena_print(&p->arena, "%s", json_string_value(json_object_get(file, "path")));
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addchdir_np(&files, p->options->out);
    posix_spawn_file_actions_addopen(&files, 1, "SHA256SUMS", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    int failed = posix_spawnp(&pid, words[0], &files, NULL, words, environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed == 0)
        while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
            continue;
    return failed == 0 && status == 0
               ? 0
               : gat_complain(GAT_EXIT_OURS, "sha256sum could not digest the files of %s",
                              p->options->out);
}

int gat_vectors_write(const struct gat_options *o, const struct gat_catalog *c, uint64_t seed)
{
    struct pack p = {.options = o, .catalog = c, .seed = seed, .files = json_array()};
    int code = 0;
    if (mkdir(o->out, 0777) != 0)
        code = gat_complain(errno == EEXIST ? GAT_EXIT_USAGE : GAT_EXIT_OURS,
                            "%s cannot be made: %s", o->out, strerror(errno));
    if (code == 0)
        code = files_write(&p);
    if (code == 0 && p.vectors == 0)
        code = gat_complain(GAT_EXIT_USAGE, "nothing selected: no vector holds such a case");
    if (code == 0)
        code = manifest_write(&p);
    if (code == 0)
        code = digests_write(&p);
    if (code == 0)
        printf("%" PRIu64 " vector%s in %zu file%s; %" PRIu64 " case%s more than %d bytes and "
               "%s left out\n",
               p.vectors, p.vectors == 1 ? "" : "s", json_array_size(p.files),
               json_array_size(p.files) == 1 ? "" : "s", p.left_out,
               p.left_out == 1 ? " holds" : "s hold", o->all ? GAT_EXPORT_MOST : SMALL,
               p.left_out == 1 ? "is" : "are");
    json_decref(p.files);
    gat_arena_free(&p.arena);
    return code;
}
