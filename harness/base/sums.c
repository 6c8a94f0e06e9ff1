/* sums.c - do the records of a run add up?
 *
 * Counts are verdicts by name, and `waived`.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/sums.h"

const char *gat_record_text(const json_t *record, const char *key)
{
    const char *text = json_string_value(json_object_get(record, key));
    return text != NULL ? text : "";
}

static json_int_t number_of(const json_t *record, const char *key)
{
    return json_integer_value(json_object_get(record, key));
}

/* Sums of hostile numbers wrap round, and are compared all the same. */
static void add(json_t *sum, const char *key, json_int_t n)
{
    uint64_t total = (uint64_t)number_of(sum, key) + (uint64_t)n;
    if (n != 0)
        json_object_set_new(sum, key, json_integer((json_int_t)total));
}

static void add_all(json_t *sum, const json_t *counts)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)counts, key, value)
        add(sum, key, json_integer_value(value));
}

/* The counts of a record; a new reference. */
static json_t *counts_of(const json_t *record)
{
    json_t *counts = json_object();
    add_all(counts, json_object_get(record, "verdicts"));
    add(counts, "waived", number_of(record, "waived"));
    return counts;
}

/* The first key whose number is another one in `b`; NULL: none. */
static const char *parting(const json_t *a, const json_t *b)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)a, key, value)
        if (json_integer_value(value) != number_of(b, key))
            return key;
    return NULL;
}

static bool same(const json_t *says, const json_t *is, const char *parts, struct gat_error *e)
{
    const char *key = parting(says, is);
    if (key == NULL)
        key = parting(is, says);
    return key == NULL ||
           gat_fail(e, "", 0, 0,
                    "it counts %lld '%.40s', and its %s %lld: a record was changed or lost",
                    (long long)number_of(says, key), key, parts, (long long)number_of(is, key));
}

/* The caller complains about a number that is none. */
static bool counts_are(const json_t *record, struct gat_error *e)
{
    static const char *const keys[] = {"passed", "failed", "not_claimed", "not_run", "judged",
                                       "waived", "verdicts", "observed"};
    const char *key;
    json_t *value;
    for (unsigned k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        json_t *one = json_object_get(record, keys[k]);
        if (json_integer_value(one) < 0)
            return gat_fail(e, "", 0, 0, "'%s' is no count", keys[k]);
        json_object_foreach(one, key, value)
            if (json_integer_value(value) < 0)
                return gat_fail(e, "", 0, 0, "'%.40s' is no count", key);
    }
    return true;
}

/* The counts of the variant that a point or case belongs to: operator/variant/... */
static json_t *variant_counts(struct gat_sums *s, const char *name)
{
    char variant[300];
    const char *slash = strchr(name, '/');
    size_t n = slash != NULL ? (size_t)(slash + 1 - name) : 0;
    n += strcspn(name + n, "/");
    snprintf(variant, sizeof variant, "%.*s", (int)(n < sizeof variant ? n : 0), name);
    if (json_object_get(s->variants, variant) == NULL)
        json_object_set_new(s->variants, variant, json_object());
    return json_object_get(s->variants, variant);
}

/* A case of no point tells of its variant: no reading fits all of its answers. */
static void case_take(struct gat_sums *s, const json_t *record)
{
    const char *verdict = gat_record_text(record, "verdict");
    if (number_of(record, "member") < 0)
        json_object_set_new(variant_counts(s, gat_record_text(record, "case")), verdict,
                            json_integer(1));
    else
        add(s->cases, verdict, 1);
    if (number_of(record, "member") >= 0 && json_object_get(record, "waived") != NULL)
        add(s->cases, "waived", 1);
}

static bool point_take(struct gat_sums *s, const json_t *record, struct gat_error *e)
{
    json_t *counts = counts_of(record);
    json_int_t all = number_of(record, "passed") + number_of(record, "failed") +
                     number_of(record, "not_claimed") + number_of(record, "not_run");
    add_all(variant_counts(s, gat_record_text(record, "point")), counts);
    s->failed += number_of(record, "failed") > number_of(record, "waived");
    /* A case that passes plainly, or is not claimed, has no record of its own. */
    add(s->cases, "pass", number_of(record, "passed") - number_of(s->cases, "weak") -
                              number_of(s->cases, "noted"));
    add(s->cases, "not-claimed", number_of(record, "not_claimed"));
    bool good = same(counts, s->cases, "cases", e);
    const char *key;
    json_t *value;
    json_object_foreach(counts, key, value)
        all -= strcmp(key, "waived") == 0 ? 0 : json_integer_value(value);
    if (good && all != 0)
        good = gat_fail(e, "", 0, 0, "its verdicts are not as many as its cases: it was changed");
    json_object_clear(s->cases);
    json_decref(counts);
    return good;
}

static bool variant_take(struct gat_sums *s, const json_t *record, struct gat_error *e)
{
    const char *name = gat_record_text(record, "variant");
    json_t *counts = counts_of(record);
    bool good = same(counts, json_object_get(s->variants, name), "points", e);
    json_object_del(s->variants, name);
    add_all(s->all, counts);
    json_decref(counts);
    return good;
}

/* Every variant of the backend before has had its record. */
static bool section_take(struct gat_sums *s, struct gat_error *e)
{
    void *left = json_object_iter(s->variants);
    bool good = left == NULL || gat_fail(e, "", 0, 0, "the record of the variant %.80s is missing "
                                         "before it", json_object_iter_key(left));
    json_object_clear(s->variants);
    return good;
}

static bool end_take(struct gat_sums *s, const json_t *record, struct gat_error *e)
{
    json_t *counts = counts_of(record), *value;
    bool good = section_take(s, e) && same(counts, s->all, "variants", e);
    const char *key;
    json_int_t judged = number_of(record, "judged");
    json_object_foreach(counts, key, value)
        if (strcmp(key, "waived") != 0 && strcmp(key, "not-claimed") != 0)
            judged -= json_integer_value(value);
    json_decref(counts);
    if (good && judged != 0)
        good = gat_fail(e, "", 0, 0, "it has judged another number of cases than it counts");
    json_t *code = json_object_get(record, "exit");
    if (good && s->failed > 0 && json_is_integer(code) && json_integer_value(code) == 0)
        good = gat_fail(e, "", 0, 0, "it says that all conform, and cases before it fail");
    return good;
}

bool gat_sums_take(struct gat_sums *s, const json_t *record, struct gat_error *e)
{
    const char *kind = gat_record_text(record, "record");
    if (s->all == NULL)
        *s = (struct gat_sums){json_object(), json_object(), json_object(), 0, false};
    if (s->ended)
        return gat_fail(e, "", 0, 0, "a record after the last one");
    s->ended = strcmp(kind, "end") == 0;
    if (strcmp(kind, "case") != 0 && !counts_are(record, e))
        return false;
    if (strcmp(kind, "backend") == 0 || strcmp(kind, "absent") == 0)
        return section_take(s, e);
    if (strcmp(kind, "case") == 0)
        case_take(s, record);
    return strcmp(kind, "point") == 0     ? point_take(s, record, e)
           : strcmp(kind, "variant") == 0 ? variant_take(s, record, e)
           : strcmp(kind, "end") == 0     ? end_take(s, record, e)
                                          : true;
}

void gat_sums_free(struct gat_sums *s)
{
    json_decref(s->cases);
    json_decref(s->variants);
    json_decref(s->all);
    *s = (struct gat_sums){0};
}
