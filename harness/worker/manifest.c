/* manifest.c - what a backend claims, as JSON: written by one process, read by
 * another.
 *
 * The writer runs in the worker and reads the backend's own table, so it counts and measures
 * everything and trusts no list to end.  The reader runs in the parent and distrusts the text,
 * which may come from an adapter.  Types and flags travel by name.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plain_text.h"
#include "dtype.h"
#include "exchange/ring.h"
#include "worker/manifest.h"
#include "worker/worker_device.h"

enum { MOST_CLAIMS = 1024, MOST_ITEMS = 256, LONGEST = 200, MOST_CALL_US = 1000000 };

static const struct {
    uint32_t bit;
    const char *name;
} flags[] = {
    {GAT_TAKES_VIEWS, "takes_views"},
    {GAT_WORKS_IN_PLACE, "works_in_place"},
    {GAT_ODD_ADDRESSES, "odd_addresses"},
    {GAT_CLEAN_ERRORS, "clean_errors"},
    {GAT_NAMES_ERRORS, "names_errors"},
    {GAT_ANY_CALLER, "any_caller"},
    {GAT_NO_NEGATIVE_INDEX, "no_negative_index"},
    {GAT_NO_EMPTY, "no_empty"},
    {GAT_NO_SCALAR_INDEX, "no_scalar_index"},
    {GAT_NO_ERRORS, "no_errors"},
    {GAT_NO_GIANTS, "no_giants"},
    {GAT_NO_UNDEFINED, "no_undefined"},
};
enum { N_FLAGS = sizeof flags / sizeof flags[0] };

/* The first error; the rest of the work is then skipped. */
struct complaint {
    char *why;
    size_t n;
    bool made;
};

__attribute__((format(printf, 2, 3))) static bool complain(struct complaint *c, const char *format,
                                                           ...)
{
    va_list args;
    if (c->made)
        return false;
    c->made = true;
    va_start(args, format);
    vsnprintf(c->why, c->n, format, args);
    va_end(args);
    return false;
}

/* ---- writing ---- */

static json_t *write_text(struct complaint *c, const char *text, const char *what)
{
    json_t *j = NULL;
    if (text == NULL)
        complain(c, "its %s is NULL", what);
    else if (strnlen(text, LONGEST + 1) > LONGEST)
        complain(c, "its %s is longer than %d bytes, or has no end", what, LONGEST);
    else if ((j = json_string(text)) == NULL)
        complain(c, "its %s is not UTF-8", what);
    return j;
}

static json_t *write_list(struct complaint *c, const char *const *list, const char *what)
{
    json_t *j = json_array();
    for (unsigned k = 0; list[k] != NULL && !c->made; k++) {
        if (k == MOST_ITEMS)
            complain(c, "a list of %s has more than %d items, or no NULL at its end", what,
                     MOST_ITEMS);
        json_array_append_new(j, write_text(c, list[k], what));
    }
    return j;
}

static json_t *write_types(struct complaint *c, uint32_t set, const char *what)
{
    json_t *j = json_array();
    if ((set & ~GAT_ALL_TYPES) != 0)
        complain(c, "its set of %s has bits that stand for no element type", what);
    for (unsigned t = 0; t < GAT_DTYPE_COUNT; t++)
        if ((set & GAT_BIT(t)) != 0)
            json_array_append_new(j, json_string(gat_dtype_name((enum gat_dtype)t)));
    return j;
}

static json_t *write_flags(struct complaint *c, uint32_t set)
{
    json_t *j = json_array();
    for (unsigned k = 0; k < N_FLAGS; k++)
        if ((set & flags[k].bit) != 0) {
            json_array_append_new(j, json_string(flags[k].name));
            set &= ~flags[k].bit;
        }
    if (set != 0)
        complain(c, "its claim has flags that this version does not know: 0x%x", set);
    return j;
}

static json_t *write_claim(struct complaint *c, const struct gat_claim *claim)
{
    json_t *j = json_object();
    json_object_set_new(j, "op", write_text(c, claim->op, "operator of a claim"));
    if (claim->variants == NULL)
        complain(c, "a claim has no list of variants");
    else
        json_object_set_new(j, "variants", write_list(c, claim->variants, "variants"));
    if (claim->attrs != NULL && !c->made)
        json_object_set_new(j, "attrs", write_list(c, claim->attrs, "attributes"));
    json_object_set_new(j, "data_types", write_types(c, claim->data_types, "data types"));
    json_object_set_new(j, "index_types", write_types(c, claim->index_types, "index types"));
    json_object_set_new(j, "min_rank", json_integer(claim->min_rank));
    json_object_set_new(j, "max_rank", json_integer(claim->max_rank));
    json_object_set_new(j, "flags", write_flags(c, claim->flags));
    json_object_set_new(j, "min_align", json_integer(claim->min_align));
    if (claim->out_of_range != NULL && !c->made)
        json_object_set_new(j, "out_of_range", write_text(c, claim->out_of_range, "out_of_range"));
    return j;
}

static json_t *write_constants(const struct gat_constants *constants)
{
    json_t *j = json_array();
    for (unsigned k = 0; k < constants->n; k++)
        json_array_append_new(j, json_integer(constants->value[k]));
    return j;
}

bool gat_manifest_write(const struct gat_backend *b, const char *const *notes,
                        const struct gat_manifest *adapter, char *out, size_t room, size_t *size,
                        char *why, size_t n)
{
    struct complaint c = {why, n, false};
    bool infers = GAT_HAS(b, infer);
    json_t *j = json_object(), *claims = json_array();
    json_object_set_new(j, "name", write_text(&c, b->name, "name"));
    json_object_set_new(j, "version", write_text(&c, b->version, "version"));
    json_object_set_new(j, "profile", write_text(&c, b->profile, "profile"));
    if (notes != NULL && notes[0] != NULL)
        json_object_set_new(j, "notes", write_list(&c, notes, "notes"));
    if (adapter != NULL)
        json_object_set_new(j, "constants", write_constants(&adapter->constants));
    if (adapter != NULL)
        json_object_set_new(j, "looks", json_boolean(adapter->looks));
    if (adapter != NULL)
        json_object_set_new(j, "giants", json_boolean(adapter->giants));
    if (adapter != NULL && adapter->row != NULL)
        json_object_set_new(
            j, "row",
            json_pack("{s:s,s:s}", "name", adapter->row, "version", adapter->row_version));
    json_object_set_new(j, "infer", json_boolean(infers));
    json_object_set_new(j, "device", json_boolean(gat_device_serves(b)));
    json_object_set_new(j, "maps", json_boolean(gat_device_maps(b)));
    if (b->struct_size >= offsetof(struct gat_backend, call_us) + sizeof b->call_us)
        json_object_set_new(j, "call_us", json_integer(b->call_us));
    json_object_set_new(j, "claims", claims);
    if (b->n_claims > MOST_CLAIMS)
        complain(&c, "it makes %llu claims; at most %d are read", (unsigned long long)b->n_claims,
                 MOST_CLAIMS);
    else if (b->n_claims > 0 && b->claims == NULL)
        complain(&c, "its list of claims is NULL");
    for (uint64_t k = 0; !c.made && k < b->n_claims; k++)
        json_array_append_new(claims, write_claim(&c, &b->claims[k]));
    if (!c.made) {
        *size = json_dumpb(j, out, room, JSON_COMPACT);
        if (*size == 0 || *size > room)
            complain(&c, "its manifest does not fit into %zu bytes", room);
    }
    json_decref(j);
    return !c.made;
}

/* ---- reading ---- */

/* Every text about a backend comes through here or through a list, and is one line that may be
 * shown. */
static const char *read_text(struct gat_arena *a, struct complaint *c, const json_t *j,
                             const char *key)
{
    const json_t *text = json_object_get(j, key);
    size_t size = text == NULL ? 0 : json_string_length(text);
    if (!json_is_string(text) || size > LONGEST || strlen(json_string_value(text)) != size) {
        complain(c, "its manifest has no usable '%s'", key);
        return "";
    }
    return gat_plain_text(a, json_string_value(text));
}

static int64_t read_number(struct complaint *c, const json_t *j, const char *key, int64_t least,
                           int64_t most)
{
    const json_t *number = json_object_get(j, key);
    if (!json_is_integer(number) || json_integer_value(number) < least ||
        json_integer_value(number) > most) {
        complain(c, "its '%s' is not a number from %lld to %lld", key, (long long)least,
                 (long long)most);
        return least;
    }
    return json_integer_value(number);
}

/* A list of names; NULL ends the result. */
static const char **read_list(struct gat_arena *a, struct complaint *c, const json_t *j,
                              const char *key)
{
    const json_t *list = json_object_get(j, key);
    size_t n = json_array_size(list);
    if (!json_is_array(list) || n > MOST_ITEMS) {
        complain(c, "its '%s' is no list of at most %d names", key, MOST_ITEMS);
        n = 0;
    }
    const char **out = GAT_NEW_N(a, const char *, n + 1);
    for (size_t k = 0; k < n; k++) {
        const json_t *item = json_array_get(list, k);
        size_t size = json_string_length(item);
        if (!json_is_string(item) || size == 0 || size > LONGEST) {
            complain(c, "its '%s' holds an item that is no name", key);
            out[k] = "";
        } else {
            out[k] = gat_plain_text(a, json_string_value(item));
        }
    }
    return out;
}

static uint32_t read_types(struct gat_arena *a, struct complaint *c, const json_t *j,
                           const char *key)
{
    uint32_t set = 0;
    const char **names = read_list(a, c, j, key);
    for (; *names != NULL && !c->made; names++) {
        enum gat_dtype t = gat_dtype_find(*names);
        if (t == GAT_DTYPE_COUNT)
            complain(c, "'%.40s' in its '%s' is no element type", *names, key);
        else
            set |= GAT_BIT(t);
    }
    return set;
}

static uint32_t read_flags(struct gat_arena *a, struct complaint *c, const json_t *j)
{
    uint32_t set = 0;
    const char **names = read_list(a, c, j, "flags");
    for (; *names != NULL && !c->made; names++) {
        unsigned k = 0;
        while (k < N_FLAGS && strcmp(flags[k].name, *names) != 0)
            k++;
        if (k == N_FLAGS)
            complain(c, "'%.40s' in its 'flags' is no flag that this version knows", *names);
        else
            set |= flags[k].bit;
    }
    return set;
}

static const char *read_policy(struct gat_arena *a, struct complaint *c, const json_t *j)
{
    static const char *const words[] = {"error", "clamp", "wrap", "zero", "fill", "drop", NULL};
    if (json_object_get(j, "out_of_range") == NULL)
        return NULL;
    const char *word = read_text(a, c, j, "out_of_range");
    for (unsigned k = 0; words[k] != NULL; k++)
        if (strcmp(words[k], word) == 0)
            return word;
    complain(c,
             "its out_of_range is '%.40s', which is none of error clamp wrap zero fill "
             "drop",
             word);
    return NULL;
}

static void read_claim(struct gat_arena *a, struct complaint *c, const json_t *j,
                       struct gat_claim *out)
{
    if (!json_is_object(j)) {
        complain(c, "a claim in its manifest is no object");
        return;
    }
    out->op = read_text(a, c, j, "op");
    out->variants = read_list(a, c, j, "variants");
    if (json_object_get(j, "attrs") != NULL)
        out->attrs = read_list(a, c, j, "attrs");
    out->data_types = read_types(a, c, j, "data_types");
    out->index_types = read_types(a, c, j, "index_types");
    out->min_rank = (int32_t)read_number(c, j, "min_rank", 0, GAT_MAX_RANK);
    out->max_rank = (int32_t)read_number(c, j, "max_rank", out->min_rank, INT32_MAX);
    if (out->max_rank > GAT_MAX_RANK)
        out->max_rank = GAT_MAX_RANK;
    out->flags = read_flags(a, c, j);
    out->min_align = (uint32_t)read_number(c, j, "min_align", 0, GAT_MAX_ALIGN);
    if ((out->min_align & (out->min_align - 1)) != 0)
        complain(c, "its min_align of %u is no power of two", out->min_align);
    out->out_of_range = read_policy(a, c, j);
}

/* Optional; each is a line of its own wherever it is printed. */
static const char *const *read_notes(struct gat_arena *a, struct complaint *c, const json_t *j)
{
    static const char *const none[] = {NULL};
    if (json_object_get(j, "notes") == NULL)
        return none;
    const char **notes = read_list(a, c, j, "notes");
    for (unsigned k = 0; notes[k] != NULL; k++)
        for (const char *at = notes[k]; *at != '\0'; at++)
            if ((unsigned char)*at < 0x20 || *at == 0x7f)
                complain(c, "its 'notes' hold an item that is no line of text");
    return notes;
}

/* Optional: numbers that its code treats apart, in any order; those that no size can be go. */
static void read_constants(struct complaint *c, const json_t *j, struct gat_constants *out)
{
    const json_t *list = json_object_get(j, "constants");
    size_t n = json_array_size(list);
    if (list != NULL && (!json_is_array(list) || n > MOST_ITEMS))
        complain(c, "its 'constants' is no list of at most %d numbers", MOST_ITEMS);
    for (size_t k = 0; k < n && !c->made; k++) {
        const json_t *item = json_array_get(list, k);
        if (!json_is_integer(item))
            complain(c, "its 'constants' holds an item that is no whole number");
        else
            gat_constants_add(out, json_integer_value(item));
    }
}

static bool is_name(const char *text)
{
    return text[0] != '\0' && text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

/* Optional: the backend whose own function this is. */
static void read_row(struct gat_arena *a, struct complaint *c, const json_t *j,
                     struct gat_manifest *out)
{
    const json_t *row = json_object_get(j, "row");
    if (row == NULL)
        return;
    out->row = read_text(a, c, row, "name");
    out->row_version = read_text(a, c, row, "version");
    if (!is_name(out->row))
        complain(c, "its 'row' names the backend '%.40s'; a name is made of a-z 0-9 _", out->row);
}

bool gat_manifest_read(struct gat_arena *a, const char *text, size_t size, struct gat_manifest *out,
                       char *why, size_t n)
{
    struct complaint c = {why, n, false};
    json_error_t at;
    json_t *j = json_loadb(text, size, JSON_REJECT_DUPLICATES, &at);
    if (j == NULL)
        return complain(&c, "its manifest cannot be read: %s", at.text);
    const json_t *claims = json_object_get(j, "claims");
    memset(out, 0, sizeof *out);
    out->notes = read_notes(a, &c, j);
    out->name = read_text(a, &c, j, "name");
    out->version = read_text(a, &c, j, "version");
    out->profile = read_text(a, &c, j, "profile");
    out->has_infer = json_is_true(json_object_get(j, "infer"));
    out->on_device = json_is_true(json_object_get(j, "device"));
    out->maps = json_is_true(json_object_get(j, "maps"));
    out->looks = json_is_true(json_object_get(j, "looks"));
    out->giants = json_is_true(json_object_get(j, "giants"));
    if (json_object_get(j, "call_us") != NULL)
        out->call_us = (uint32_t)read_number(&c, j, "call_us", 0, MOST_CALL_US);
    read_constants(&c, j, &out->constants);
    read_row(a, &c, j, out);
    if (!is_name(out->name))
        complain(&c, "its name is '%.40s'; a name is made of a-z 0-9 _", out->name);
    if (!json_is_array(claims) || json_array_size(claims) > MOST_CLAIMS)
        complain(&c, "its manifest has no list of at most %d claims", MOST_CLAIMS);
    else
        out->n_claims = (unsigned)json_array_size(claims);
    struct gat_claim *list = GAT_NEW_N(a, struct gat_claim, out->n_claims + 1);
    for (unsigned k = 0; k < out->n_claims && !c.made; k++)
        read_claim(a, &c, json_array_get(claims, k), &list[k]);
    out->claims = list;
    json_decref(j);
    return !c.made;
}

bool gat_manifest_take(struct gat_arena *a, const struct gat_seat *s, const struct gat_start *start,
                       struct gat_manifest *out, struct gat_error *e)
{
    struct gat_arena scratch = {0};
    char why[400];
    uint64_t size = s->back->text_size;
    if (size == 0 || size > GAT_TEXT_SIZE)
        return gat_fail(e, start->path, 0, 0, "its manifest is gone");
    const char *text = gat_arena_text(&scratch, (const char *)s->map + s->geo->text, (size_t)size);
    bool good = gat_manifest_read(a, text, (size_t)size, out, why, sizeof why);
    out->is_copied = s->back->adapter != 0;
    out->n_counters = s->back->n_counters;
    out->needs = start->needs;
    gat_arena_free(&scratch);
    return good || gat_fail(e, start->path, 0, 0, "%s", why);
}
