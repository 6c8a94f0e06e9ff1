/* vector_json.c - one case as JSON: operands to the bit, and the set of results that conform.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "draw/one_case.h"
#include "dtype.h"
#include "export/export_answers.h"
#include "export/picture.h"
#include "export/vector_json.h"
#include "oracle/features.h"
#include "real.h"

/* ---- elements ---- */

static json_t *bytes_json(struct gat_arena *a, const void *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    char *text = GAT_NEW_N(a, char, 2 * size + 1);
    const unsigned char *at = bytes;
    for (size_t k = 0; k < size; k++) {
        text[2 * k] = digits[at[k] >> 4];
        text[2 * k + 1] = digits[at[k] & 15];
    }
    return json_stringn(text, 2 * size);
}

static json_t *element_json(struct gat_arena *a, enum gat_dtype t, const void *at)
{
    struct gat_string s;
    if (t != GAT_STR)
        return bytes_json(a, at, gat_dtype_size(t));
    memcpy(&s, at, sizeof s);
    return bytes_json(a, s.data, (size_t)s.size);
}

/* Elements as bytes in hexadecimal: one text for all; of strings a list with one for each. */
static json_t *hex_json(const struct gat_array *t)
{
    struct gat_arena a = {0};
    json_t *j;
    if (t->dtype != GAT_STR) {
        j = bytes_json(&a, t->data, gat_array_size(t));
    } else {
        j = json_array();
        for (int64_t k = 0; k < gat_array_count(t); k++)
            json_array_append_new(
                j, element_json(&a, GAT_STR, (const struct gat_string *)t->data + k));
    }
    gat_arena_free(&a);
    return j;
}

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool bytes_read(const json_t *j, size_t size, unsigned char *out)
{
    const char *text = json_string_value(j);
    if (text == NULL || json_string_length(j) != 2 * size)
        return false;
    for (size_t k = 0; k < size; k++) {
        int high = digit(text[2 * k]), low = digit(text[2 * k + 1]);
        if (high < 0 || low < 0)
            return false;
        out[k] = (unsigned char)(16 * high + low);
    }
    return true;
}

bool gat_hex_read(const json_t *j, struct gat_arena *a, struct gat_array *out)
{
    size_t n = (size_t)gat_array_count(out), size = gat_array_size(out);
    if (out->dtype != GAT_STR) {
        if (json_string_length(j) != 2 * size) /* before memory is taken for a claim */
            return false;
        out->data = gat_arena_alloc(a, size);
        return bytes_read(j, size, out->data);
    }
    if (!json_is_array(j) || json_array_size(j) != n)
        return false;
    struct gat_string *views = GAT_NEW_N(a, struct gat_string, n);
    out->data = views;
    for (size_t k = 0; k < n; k++) {
        const json_t *one = json_array_get(j, k);
        size_t length = json_string_length(one);
        unsigned char *bytes = gat_arena_alloc(a, length / 2 + 1);
        views[k] = (struct gat_string){(const char *)bytes, length / 2};
        if (length % 2 != 0 || !bytes_read(one, length / 2, bytes))
            return false;
    }
    return true;
}

static json_t *array_json(const struct gat_array *t)
{
    return json_pack("{s:s,s:o,s:o}", "dtype", gat_dtype_name(t->dtype), "shape",
                     gat_ints_json(t->shape, (uint64_t)t->ndim), "hex", hex_json(t));
}

/* ---- what is asked ---- */

static json_t *inputs_json(const struct gat_job *job)
{
    json_t *map = json_object();
    for (unsigned k = 0; k < job->n_inputs; k++)
        json_object_set_new(map, job->input_names[k], array_json(&job->inputs[k]));
    return map;
}

static json_t *flags_json(const struct gat_export *x)
{
    struct gat_portrait p;
    json_t *list = json_array();
    gat_portrait_make(x->expectation, NULL, x->arena, &p);
    for (unsigned k = 0; k < GAT_FEATURE_COUNT; k++)
        if (gat_features_have(&p.features, k) && gat_feature_infos[k].words != NULL)
            json_array_append_new(list, json_string(gat_feature_infos[k].name));
    return list;
}

static json_t *clauses_json(const struct gat_export *x)
{
    const struct gat_spec *s = x->member->point->spec;
    enum ref_rule rule = x->expectation->answer.rule;
    json_t *list = json_array();
    for (unsigned k = 0; k < s->n_rule_clauses[rule]; k++)
        json_array_append_new(list, json_string(s->clauses[s->rule_clauses[rule][k]].id));
    return list;
}

/* ---- what conforms ---- */

static json_t *kinds_json(const struct ref_answer *a)
{
    json_t *list = json_array();
    for (int k = 0; k < 32; k++)
        if (k == a->error || (a->errors >> k & 1) != 0)
            json_array_append_new(list, json_string(gat_error_word(k)));
    return list;
}

static json_t *open_json(const struct ref_answer *a, int64_t n)
{
    json_t *list = json_array();
    for (int64_t k = 0; k < n; k++)
        if (a->unspecified[k] != 0)
            json_array_append_new(list, json_integer(k));
    return list;
}

/* Elements that may be any of several updates, with those that are not the output's own. */
static json_t *any_json(struct gat_arena *arena, const struct ref_case *c,
                        const struct ref_answer *a, int64_t n)
{
    size_t size = gat_dtype_size(a->output.dtype);
    json_t *list = json_array();
    for (int64_t k = 0; k < n; k++) {
        const char *due = (const char *)a->output.data + (size_t)k * size;
        json_t *others = json_array();
        for (int64_t u = a->last_writer[k]; u > 0; u = a->earlier_writer[u - 1]) {
            const char *update =
                (const char *)c->updates.data + (size_t)ref_update_element(c, a, u - 1) * size;
            if (!gat_dtype_same(a->output.dtype, update, due))
                json_array_append_new(others, element_json(arena, a->output.dtype, update));
        }
        if (json_array_size(others) > 0)
            json_array_append_new(list, json_pack("{s:I,s:o}", "at", (json_int_t)k, "hex", others));
        else
            json_decref(others);
    }
    return list;
}

static json_t *range_json(struct gat_arena *arena, const struct ref_range *r)
{
    static const struct {
        unsigned bit;
        const char *word;
    } words[] = {{REF_ALSO_NAN, "nan"},
                 {REF_ALSO_PLUS_INFINITY, "inf"},
                 {REF_ALSO_MINUS_INFINITY, "-inf"},
                 {REF_ALSO_ANY_ZERO, "any-zero"}};
    json_t *also = json_array();
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++)
        if ((r->also & words[k].bit) != 0)
            json_array_append_new(also, json_string(words[k].word));
    return json_pack("{s:o,s:o,s:o}", "low", bytes_json(arena, &r->low, sizeof r->low), "high",
                     bytes_json(arena, &r->high, sizeof r->high), "also", also);
}

static json_t *ranges_json(struct gat_arena *arena, const struct ref_answer *a, int64_t n)
{
    unsigned parts;
    json_t *list = json_array();
    (void)gat_real_of(a->output.dtype, &parts);
    for (int64_t k = 0; k < n; k++) {
        const struct ref_range *r = ref_ranges_of(a, k);
        if ((r->also & REF_BITS_ALONE) != 0)
            continue;
        json_t *each = json_array();
        for (unsigned p = 0; p < parts; p++)
            json_array_append_new(each, range_json(arena, &r[p]));
        json_array_append_new(list, json_pack("{s:I,s:o}", "at", (json_int_t)k, "parts", each));
    }
    return list;
}

/* Lists without anything in them are left out. */
static void list_set(json_t *map, const char *name, json_t *list)
{
    if (json_array_size(list) > 0)
        json_object_set_new(map, name, list);
    else
        json_decref(list);
}

static json_t *answer_json(const struct gat_export *x, const struct gat_export_answer *one)
{
    static const char *const demands[] = {[REF_MUST_SUCCEED] = "succeed",
                                          [REF_MUST_REPORT] = "report",
                                          [REF_MAY_EITHER] = "either",
                                          [REF_FREE] = "open"};
    const struct ref_case *c = &x->member->question;
    const struct ref_answer *a = &one->answer;
    int64_t n = gat_array_count(&a->output);
    json_t *map = json_pack("{s:s}", "demand", demands[a->demand]);
    if (one->reading[0] != '\0')
        json_object_set_new(map, "reading", json_string(one->readings));
    if (a->demand == REF_MUST_REPORT || a->demand == REF_MAY_EITHER)
        json_object_set_new(map, "errors", kinds_json(a));
    if (a->demand != REF_MUST_SUCCEED && a->demand != REF_MAY_EITHER)
        return map;
    json_object_set_new(map, "output", array_json(&a->output));
    if (a->unspecified != NULL)
        list_set(map, "open", open_json(a, n));
    if (a->last_writer != NULL)
        list_set(map, "any", any_json(x->arena, c, a, n));
    if (a->ranges != NULL)
        list_set(map, "ranges", ranges_json(x->arena, a, n));
    return map;
}

json_t *gat_vector_json(const struct gat_export *x)
{
    struct gat_export_answer *list;
    unsigned n = gat_export_answers(x->expectation, x->arena, &list);
    json_t *conforming = json_array();
    for (unsigned k = 0; k < n; k++)
        json_array_append_new(conforming, answer_json(x, &list[k]));
    const struct gat_array *out = &x->job.output;
    return json_pack("{s:s,s:o,s:s,s:o,s:o,s:o,s:o,s:{s:s,s:o},s:o}", "id", x->member->name,
                     "content", json_sprintf("%016" PRIx64, gat_content_hash(x->expectation)),
                     "hunts", x->member->test->hunts, "clauses", clauses_json(x), "flags",
                     flags_json(x), "inputs", inputs_json(&x->job), "attributes",
                     gat_attributes_json(&x->job), "output", "dtype", gat_dtype_name(out->dtype),
                     "shape", gat_ints_json(out->shape, (uint64_t)out->ndim), "conforming",
                     conforming);
}
