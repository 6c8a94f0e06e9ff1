/* results.c - what a runner in any language made of the vectors, read back to be judged.
 *
 * A line of JSON says who ran, each other one what came of one case.  All of it is hostile.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "export/results.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lines.h"
#include "dtype.h"
#include "engine/seat.h"
#include "export/picture.h"
#include "export/vector_json.h"

enum { MOST_RESULTS = 1 << 20, MOST_TEXT = 200, RESULTS_FORMAT = 1 };

/* Where the reader is, for messages. */
struct place {
    struct gat_results *results;
    const char *path;
    unsigned line;
    struct gat_error *e;
};

static bool wrong(const struct place *p, const char *what)
{
    return gat_fail(p->e, p->path, p->line, 0, "%s", what);
}

/* A short text without control characters; NULL where it is none. */
static const char *text_read(struct gat_arena *a, const json_t *map, const char *key)
{
    const char *text = json_string_value(json_object_get(map, key));
    size_t n = text == NULL ? 0 : json_string_length(json_object_get(map, key));
    if (text == NULL || n > MOST_TEXT)
        return NULL;
    for (size_t k = 0; k < n; k++)
        if ((unsigned char)text[k] < 0x20 || text[k] == 0x7f)
            return NULL;
    return gat_arena_text(a, text, n);
}

/* ---- the first line ---- */

static bool head_read(const struct place *p, const json_t *j)
{
    static const char *const notes[] = {
        "its results were read from a file, so what it did to memory, and whether a second call "
        "answers the same, was not seen", NULL};
    struct gat_results *r = p->results;
    struct gat_manifest *m = &r->manifest;
    const json_t *seed = json_object_get(j, "seed"),
                 *names = json_object_get(j, "names_errors");
    const char *known = "abcdefghijklmnopqrstuvwxyz0123456789_";
    *m = (struct gat_manifest){.notes = notes, .is_copied = true};
    if (json_integer_value(json_object_get(j, "results-format")) != RESULTS_FORMAT)
        return wrong(p, "the first line says no \"results-format\": 1");
    m->name = text_read(&r->arena, j, "name");
    m->version = text_read(&r->arena, j, "version");
    m->profile = json_object_get(j, "profile") == NULL ? "" : text_read(&r->arena, j, "profile");
    if (m->name == NULL || m->name[0] == '\0' || m->name[strspn(m->name, known)] != '\0')
        return wrong(p, "the runner's \"name\" is made of a-z 0-9 _");
    if (m->version == NULL || m->profile == NULL)
        return wrong(p, "\"version\" and \"profile\" are lines of text");
    if (!json_is_integer(seed) || json_integer_value(seed) < 0)
        return wrong(p, "\"seed\" is the number of that name in the file of vectors");
    if (names != NULL && !json_is_boolean(names))
        return wrong(p, "\"names_errors\" is true or false");
    r->seed = (uint64_t)json_integer_value(seed);
    struct gat_claim *claim = GAT_NEW(&r->arena, struct gat_claim);
    claim->flags = json_is_true(names) ? GAT_NAMES_ERRORS : 0;
    m->claims = claim; /* what all of them have, until the variants are known */
    return true;
}

/* ---- a result ---- */

static bool status_read(const char *word, gat_status *out)
{
    static const char *const words[] = {"ok",    "unsupported", "invalid", "type",
                                        "range", "nomem",       "internal"};
    for (int k = 0; word != NULL && k < (int)(sizeof words / sizeof words[0]); k++)
        if (strcmp(words[k], word) == 0) {
            *out = k;
            return true;
        }
    return false;
}

static bool output_read(const struct place *p, const json_t *j, struct gat_outcome *out)
{
    const json_t *shape = json_object_get(j, "shape"), *extent;
    struct gat_array *t = &out->output;
    const char *dtype = json_string_value(json_object_get(j, "dtype"));
    int64_t count;
    size_t k, size;
    t->dtype = dtype == NULL ? GAT_DTYPE_COUNT : gat_dtype_find(dtype);
    if (t->dtype == GAT_DTYPE_COUNT)
        return wrong(p, "\"output\" has no \"dtype\" that is an element type");
    if (!json_is_array(shape) || json_array_size(shape) > GAT_MAX_RANK)
        return wrong(p, "\"shape\" of \"output\" is no list of extents");
    t->ndim = (int32_t)json_array_size(shape);
    json_array_foreach(shape, k, extent) {
        t->shape[k] = json_is_integer(extent) ? json_integer_value(extent) : -1;
        if (t->shape[k] < 0)
            return wrong(p, "\"shape\" of \"output\" is no list of extents");
    }
    if (!gat_shape_count(t->ndim, t->shape, &count) ||
        __builtin_mul_overflow((size_t)count, gat_dtype_size(t->dtype), &size) ||
        size > GAT_VECTOR_MOST || !gat_hex_read(json_object_get(j, "hex"), &p->results->arena, t))
        return wrong(p, "\"hex\" of \"output\" does not hold just the bytes of its elements");
    out->stated = (struct gat_inferred){.ndim = t->ndim, .type = gat_dtype_code(t->dtype)};
    memcpy(out->stated.shape, t->shape, sizeof out->stated.shape);
    return true;
}

static bool result_read(const struct place *p, const json_t *j)
{
    struct gat_results *r = p->results;
    struct gat_outcome one = {.why = text_read(&r->arena, j, "why")};
    const char *content = json_string_value(json_object_get(j, "content"));
    char *end = NULL;
    one.id = text_read(&r->arena, j, "id");
    if (one.id == NULL || strchr(one.id, '/') == NULL)
        return wrong(p, "a result has no \"id\" of a vector");
    errno = 0;
    one.content = content == NULL ? 0 : strtoull(content, &end, 16);
    if (content == NULL || strlen(content) != 16 || *end != '\0' || errno != 0)
        return wrong(p, "a result has no \"content\", 16 digits that stand in its vector");
    if (!status_read(json_string_value(json_object_get(j, "status")), &one.status))
        return wrong(p, "\"status\" is one of ok unsupported invalid type range nomem internal");
    if (one.status == GAT_OK && !output_read(p, json_object_get(j, "output"), &one))
        return false;
    if (r->n == MOST_RESULTS)
        return wrong(p, "there are more than a million results");
    GAT_GROW(&r->arena, r->list, r->n);
    one.why = one.why == NULL ? "" : one.why;
    r->list[r->n++] = one;
    return true;
}

/* ---- what the results are of ---- */

static int by_id(const void *a, const void *b)
{
    return strcmp(((const struct gat_outcome *)a)->id, ((const struct gat_outcome *)b)->id);
}

/* A variant is claimed where there is a result of it; cases without one are not asked for. */
static bool claims_make(const struct place *p)
{
    struct gat_results *r = p->results;
    struct gat_claim *claims = GAT_NEW_N(&r->arena, struct gat_claim, r->n + 1);
    const struct gat_claim common = r->manifest.claims[0];
    unsigned n = 0;
    for (size_t k = 0; k < r->n; k++) {
        const char *id = r->list[k].id, *slash = strchr(id, '/') + 1;
        if (k > 0 && strcmp(id, r->list[k - 1].id) == 0)
            return gat_fail(p->e, p->path, 0, 0, "two results have the id %s", id);
        const char *op = gat_arena_text(&r->arena, id, (size_t)(slash - id) - 1);
        const char **variant = GAT_NEW_N(&r->arena, const char *, 2);
        variant[0] = gat_arena_text(&r->arena, slash, strcspn(slash, "@/"));
        if (n > 0 && strcmp(claims[n - 1].op, op) == 0 &&
            strcmp(claims[n - 1].variants[0], variant[0]) == 0)
            continue;
        claims[n++] = (struct gat_claim){.op = op,
                                         .variants = variant,
                                         .data_types = UINT32_MAX,
                                         .index_types = UINT32_MAX,
                                         .max_rank = GAT_MAX_RANK,
                                         .flags = common.flags};
    }
    r->manifest.claims = claims;
    r->manifest.n_claims = n;
    return n > 0 || gat_fail(p->e, p->path, 0, 0, "it holds no results");
}

/* ---- telling ---- */

static struct gat_outcome *result_find(const struct gat_results *r, const char *id)
{
    const struct gat_outcome key = {.id = id};
    return r->n == 0 ? NULL : bsearch(&key, r->list, r->n, sizeof *r->list, by_id);
}

/* Two outputs that nobody has written. */
static void blanks_make(struct gat_results *r, const struct gat_job *job)
{
    size_t size = gat_array_size(&job->output);
    const struct gat_string none = {NULL, UINT64_MAX};
    for (unsigned k = 0; k < 2; k++) {
        if (size > r->blank_size)
            r->blank[k] = gat_arena_alloc(&r->arena, size);
        if (size > 0)
            memset(r->blank[k], gat_poison[k], size);
        for (size_t i = 0; job->output.dtype == GAT_STR && i < size / sizeof none; i++)
            memcpy(r->blank[k] + i * sizeof none, &none, sizeof none);
    }
    r->blank_size = size > r->blank_size ? size : r->blank_size;
}

static void result_tell(void *user, const struct gat_job *job, struct gat_reply *reply)
{
    struct gat_results *r = user;
    struct gat_outcome *one = result_find(r, job->name);
    if (one == NULL || one->content != gat_job_hash(job, 0)) {
        snprintf(r->error, sizeof r->error,
                 "%s has no result that is about these inputs; make the vectors again with this "
                 "version and this suite", job->name);
        reply->error_text = r->error;
        return;
    }
    one->used = true;
    blanks_make(r, job);
    reply->end = GAT_END_ANSWERED;
    reply->error_text = one->why;
    bool fits = one->status == GAT_OK && one->output.dtype == job->output.dtype &&
                one->output.ndim == job->output.ndim &&
                memcmp(one->output.shape, job->output.shape,
                       (size_t)job->output.ndim * sizeof job->output.shape[0]) == 0;
    for (unsigned k = 0; k < 2; k++) {
        reply->status[k] = one->status;
        reply->poison[k] = gat_poison[k];
        reply->output[k] = fits ? one->output.data : r->blank[k];
        reply->stated[k] = one->status == GAT_OK ? &one->stated : NULL;
    }
}

/* ---- the file ---- */

static bool line_take(const struct place *p, const char *text, size_t n)
{
    json_error_t at;
    json_t *j = json_loadb(text, n, JSON_REJECT_DUPLICATES, &at);
    bool good = false;
    if (j == NULL)
        gat_fail(p->e, p->path, p->line, at.column > 0 ? (unsigned)at.column : 1, "%s", at.text);
    else
        good = p->line == 1 ? head_read(p, j) : result_read(p, j);
    json_decref(j);
    return good;
}

bool gat_results_read(struct gat_results *r, const char *path, struct gat_error *e)
{
    struct place p = {.results = r, .path = path, .e = e};
    struct gat_lines lines;
    const char *text;
    size_t n;
    bool good = true;
    memset(r, 0, sizeof *r);
    FILE *f = fopen(path, "re");
    if (f == NULL)
        return gat_fail(e, path, 0, 0, "%s", strerror(errno));
    gat_lines_begin(&lines, path, f);
    while (good && gat_lines_next(&lines, &text, &n, e)) {
        p.line = lines.line;
        good = line_take(&p, text, n);
    }
    good = good && e->text[0] == '\0';
    gat_lines_close(&lines);
    if (good && p.line == 0)
        good = gat_fail(e, path, 0, 0, "it is empty");
    if (!good)
        return false;
    if (r->n > 0)
        qsort(r->list, r->n, sizeof *r->list, by_id);
    r->teller = (struct gat_teller){&r->manifest, result_tell, r};
    return claims_make(&p);
}

void gat_results_free(struct gat_results *r)
{
    gat_arena_free(&r->arena);
}
