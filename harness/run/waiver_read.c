/* waiver_read.c - backends/<name>.waivers.yaml: what failures are borne, and until when.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/plain_text.h"
#include "base/stars.h"
#include "files/yaml_tree.h"
#include "run/waiver.h"
#include "run/waiver_read.h"

/* 2026-02-30 is no day. */
static bool date_valid(const char *text)
{
    static const int days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int year, month, day, end = 0;
    if (strlen(text) != 10 || strspn(text, "0123456789-") != 10 ||
        sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &end) != 3 || end != 10 ||
        month < 1 || month > 12 || day < 1 || day > days[month - 1])
        return false;
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month != 2 || day <= 28 || leap;
}

/* Numbers with dots between them, as numbers: 1.10 is above 1.9.  What follows the
 * numbers ("-rc1", "+cuda") does not count. */
static int version_order(const char *a, const char *b)
{
    while (*a != '\0' || *b != '\0') {
        char *end_a, *end_b;
        unsigned long x = strtoul(a, &end_a, 10), y = strtoul(b, &end_b, 10);
        if (x != y)
            return x < y ? -1 : 1;
        a = *end_a == '.' ? end_a + 1 : "";
        b = *end_b == '.' ? end_b + 1 : "";
    }
    return 0;
}

static bool version_read(const struct gat_node *n, const char **out, struct gat_error *e)
{
    if (n == NULL)
        return true;
    if (!gat_node_text(n, out, e))
        return false;
    if ((*out)[0] >= '0' && (*out)[0] <= '9')
        return true;
    return gat_node_fail(e, n, "a version begins with a number, as in 1.4");
}

static bool versions_read(struct gat_arena *a, const struct gat_node *n, const char *version,
                          struct gat_waiver *w, struct gat_error *e)
{
    static const char *const keys[] = {"from", "below", NULL};
    const char *from = NULL, *below = NULL;
    w->versions = "";
    if (n == NULL)
        return true;
    if (!gat_node_keys(n, keys, e) || !version_read(gat_node_get(n, "from"), &from, e) ||
        !version_read(gat_node_get(n, "below"), &below, e))
        return false;
    if (from == NULL && below == NULL)
        return gat_node_fail(e, n, "versions have a `from`, a `below`, or both");
    w->versions = gat_arena_print(a, "%s%s%s%s%s", from != NULL ? "from " : "",
                                  from != NULL ? from : "",
                                  from != NULL && below != NULL ? " " : "",
                                  below != NULL ? "below " : "", below != NULL ? below : "");
    w->other_version = (from != NULL && version_order(version, from) < 0) ||
                       (below != NULL && version_order(version, below) >= 0);
    return true;
}

const char *const gat_waiver_kinds[] = {"defect",  "extension",  "ambiguity", "contested",
                                        "reading", "unpromised", NULL};

static bool kind_read(const struct gat_node *n, const char **out, struct gat_error *e)
{
    unsigned k = 0;
    *out = "";
    if (n == NULL)
        return true;
    if (!gat_node_text(n, out, e))
        return false;
    while (gat_waiver_kinds[k] != NULL && strcmp(gat_waiver_kinds[k], *out) != 0)
        k++;
    return gat_waiver_kinds[k] != NULL ||
           gat_node_fail(e, n, "a failure is a defect, an extension, an ambiguity, contested, a "
                               "reading or unpromised, not '%.40s'",
                         *out);
}

/* One text or a list of them. */
static bool answers_read(struct gat_arena *a, const struct gat_node *n, struct gat_waiver *w,
                         struct gat_error *e)
{
    if (n == NULL)
        return true;
    bool list = n->kind == GAT_NODE_LIST;
    size_t count = list ? n->count : 1;
    const char **answers = GAT_NEW_N(a, const char *, count + 1);
    for (size_t k = 0; k < count; k++) {
        const struct gat_node *one = list ? n->items[k] : n;
        if (!gat_node_text(one, &answers[k], e))
            return false;
        if (answers[k][0] == '\0')
            return gat_node_fail(e, one, "a text is due here; * in it stands for any text");
    }
    w->answers = answers;
    return count > 0 || gat_node_fail(e, n, "a list of at least one answer is due here");
}

static bool waiver_read(struct gat_arena *a, const struct gat_node *n, const char *version,
                        const char *today, struct gat_waiver *w, struct gat_error *e)
{
    static const char *const keys[] = {"pattern", "reason", "owner", "link",
                                       "expires", "versions", "kind", "answers",
                                       "options", NULL};
    const char **texts[] = {&w->pattern, &w->reason, &w->owner, &w->link, &w->expires};
    *w = (struct gat_waiver){.file = n->file, .line = n->line};
    if (!gat_node_keys(n, keys, e))
        return false;
    for (unsigned k = 0; k < sizeof texts / sizeof texts[0]; k++) {
        const struct gat_node *value = gat_node_get(n, keys[k]);
        if (value == NULL)
            return gat_node_fail(e, n, "a waiver needs `%s`", keys[k]);
        if (!gat_node_text(value, texts[k], e))
            return false;
        if ((*texts[k])[0] == '\0' || strcmp(gat_plain_text(a, *texts[k]), *texts[k]) != 0)
            return gat_node_fail(e, value,
                                 "one line of text without control characters is due here");
    }
    if (gat_stars(w->pattern) > GAT_MOST_STARS)
        return gat_node_fail(e, gat_node_get(n, "pattern"), "a pattern has at most %d signs '*'",
                             GAT_MOST_STARS);
    if (!date_valid(w->expires))
        return gat_node_fail(e, gat_node_get(n, "expires"),
                             "'%.40s' is no day; write it as 2027-01-31", w->expires);
    w->expired = strcmp(w->expires, today) < 0;
    if (!kind_read(gat_node_get(n, "kind"), &w->kind, e) ||
        !answers_read(a, gat_node_get(n, "answers"), w, e))
        return false;
    return versions_read(a, gat_node_get(n, "versions"), version, w, e);
}

/* Is the waiver for a backend with such options, "jit=yes,threads=1"?  A waiver without options
 * is for any. */
static bool options_read(const struct gat_node *n, const char *options, bool *wanted,
                         struct gat_error *e)
{
    const char *text = NULL;
    *wanted = true;
    if (n == NULL)
        return true;
    if (!gat_node_text(n, &text, e))
        return false;
    for (*wanted = false; *options != '\0' && !*wanted; options += *options == ',') {
        size_t length = strcspn(options, ",");
        *wanted = strlen(text) == length && strncmp(options, text, length) == 0;
        options += length;
    }
    return strchr(text, '=') != NULL ||
           gat_node_fail(e, n, "an option with its value is due, as in jit=yes");
}

bool gat_waiver_file_read(struct gat_arena *a, const char *path, const char *options,
                          const char *version, const char *today, struct gat_waiver **list,
                          unsigned *n, struct gat_error *e)
{
    static const char *const keys[] = {"waivers", "entries", NULL};
    const struct gat_node *root = gat_yaml_read(a, path, e);
    int64_t format = 0;
    if (root == NULL || !gat_node_keys(root, keys, e))
        return false;
    const struct gat_node *head = gat_node_get(root, "waivers");
    const struct gat_node *entries = gat_node_get(root, "entries");
    if (head == NULL || entries == NULL || entries->kind != GAT_NODE_LIST)
        return gat_node_fail(e, root, "a file of waivers has `waivers: 1` and a list `entries`");
    if (!gat_node_int(head, &format, e))
        return false;
    if (format != 1)
        return gat_node_fail(e, head, "this gatherum reads format 1 of waivers");
    for (size_t k = 0; k < entries->count; k++) {
        bool wanted;
        GAT_GROW(a, *list, *n);
        if (!waiver_read(a, entries->items[k], version, today, &(*list)[*n], e) ||
            !options_read(gat_node_get(entries->items[k], "options"), options, &wanted, e))
            return false;
        *n += wanted;
    }
    return true;
}
