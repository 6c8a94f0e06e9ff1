/* print_yaml.c - one case as a file of cases that is read back to the same case.
 *
 * Data are printed as values: what a random fill drew stays even under another
 * name.  Only a large operand with another fill keeps the word for it, which makes
 * the same data again under the same name and seed.  libyaml does the writing, so every text comes
 * out quoted where it must be.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "arith.h"
#include "dtype.h"
#include "parts/attribute.h"
#include "parts/operand_text.h"
#include "suite/candidate_member.h"
#include "suite/member.h"
#include "suite/print_yaml.h"

enum { MOST_VALUES = 1000 }; /* of an operand that a fill can make again */

struct printer {
    yaml_emitter_t emitter;
    struct gat_arena *arena;
    bool line; /* one line: fills stay, and an empty operand is its shape */
    char *text;
    size_t used, room;
};

static int bytes_take(void *user, unsigned char *bytes, size_t size)
{
    struct printer *p = user;
    if (p->room - p->used <= size) {
        size_t room = 2 * p->room + size + 1;
        char *more = gat_arena_raw(p->arena, room);
        if (p->used > 0)
            memcpy(more, p->text, p->used);
        p->text = more;
        p->room = room;
    }
    memcpy(p->text + p->used, bytes, size);
    p->used += size;
    p->text[p->used] = '\0';
    return 1;
}

/* Hand over an event that was made with `made`.  The events are well-formed and
 * all text is UTF-8, so only memory can lack. */
static void event_put(struct printer *p, yaml_event_t *event, int made)
{
    if (!made || !yaml_emitter_emit(&p->emitter, event))
        (void)gat_arena_alloc(p->arena, SIZE_MAX); /* says so and ends */
}

static void scalar_put(struct printer *p, const char *text, size_t size, yaml_scalar_style_t style)
{
    yaml_event_t event;
    assert(size <= INT32_MAX);
    event_put(p, &event,
              yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)text, (int)size,
                                           1, 1, style));
}

static void text_put(struct printer *p, const char *text)
{
    /* Without quotes an empty text is nothing at all. */
    scalar_put(p, text, strlen(text),
               text[0] == '\0' ? YAML_DOUBLE_QUOTED_SCALAR_STYLE : YAML_ANY_SCALAR_STYLE);
}

static void int_put(struct printer *p, int64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, value);
    text_put(p, text);
}

static void list_start(struct printer *p, yaml_sequence_style_t style)
{
    yaml_event_t event;
    event_put(p, &event, yaml_sequence_start_event_initialize(&event, NULL, NULL, 1, style));
}

static void list_end(struct printer *p)
{
    yaml_event_t event;
    event_put(p, &event, yaml_sequence_end_event_initialize(&event));
}

static void map_start(struct printer *p, yaml_mapping_style_t style)
{
    yaml_event_t event;
    event_put(p, &event, yaml_mapping_start_event_initialize(&event, NULL, NULL, 1, style));
}

static void map_end(struct printer *p)
{
    yaml_event_t event;
    event_put(p, &event, yaml_mapping_end_event_initialize(&event));
}

static void pair_put(struct printer *p, const char *key, const char *text)
{
    text_put(p, key);
    text_put(p, text);
}

/* key: [text] */
static void one_put(struct printer *p, const char *key, const char *text)
{
    text_put(p, key);
    list_start(p, YAML_FLOW_SEQUENCE_STYLE);
    text_put(p, text);
    list_end(p);
}

static void shape_put(struct printer *p, const char *key, int32_t ndim, const int64_t *shape)
{
    text_put(p, key);
    list_start(p, YAML_FLOW_SEQUENCE_STYLE);
    for (int32_t d = 0; d < ndim; d++)
        int_put(p, shape[d]);
    list_end(p);
}

static void value_put(struct printer *p, const struct gat_array *t, int64_t at)
{
    const char *element = (const char *)t->data + (size_t)at * gat_dtype_size(t->dtype);
    char text[128];
    if (t->dtype == GAT_STR) {
        struct gat_string s;
        memcpy(&s, element, sizeof s);
        scalar_put(p, s.size > 0 ? s.data : "", s.size, YAML_DOUBLE_QUOTED_SCALAR_STYLE);
        return;
    }
    gat_dtype_print(t->dtype, element, text, sizeof text);
    text_put(p, text);
}

/* Elements from `at` on, as lists nested from dimension `d`. */
static int64_t nested_put(struct printer *p, const struct gat_array *t, int32_t d, int64_t at)
{
    if (d == t->ndim) {
        value_put(p, t, at);
        return at + 1;
    }
    list_start(p, YAML_FLOW_SEQUENCE_STYLE);
    for (int64_t k = 0; k < t->shape[d]; k++)
        at = nested_put(p, t, d + 1, at);
    list_end(p);
    return at;
}

static bool fill_suffices(const struct gat_operand_text *text, int64_t count)
{
    bool random = text->fill == GAT_FILL_RANDOM || text->fill == GAT_FILL_RANDOM_SIGNED;
    return text->fill == GAT_FILL_SPARSE ||
           (text->fill != GAT_FILL_NONE && !random && count > MOST_VALUES);
}

static void operand_put(struct printer *p, const char *key, const struct gat_array *t,
                        const struct gat_operand_text *text)
{
    int64_t count = gat_array_count(t);
    bool fixed = text->dtype != GAT_DTYPE_COUNT;
    bool fill = p->line ? text->fill != GAT_FILL_NONE : fill_suffices(text, count);
    text_put(p, key);
    if (!fixed && !fill && count > 0) {
        nested_put(p, t, 0, 0);
        return;
    }
    map_start(p, YAML_FLOW_MAPPING_STYLE);
    shape_put(p, "shape", t->ndim, t->shape);
    if (fill) {
        pair_put(p, "fill", gat_fill_name(text->fill));
    } else if (fixed || !p->line) {
        text_put(p, "values");
        list_start(p, YAML_FLOW_SEQUENCE_STYLE);
        for (int64_t k = 0; k < count; k++)
            value_put(p, t, k);
        list_end(p);
    }
    if (fixed)
        pair_put(p, "dtype", gat_dtype_name(t->dtype));
    map_end(p);
}

static void attributes_put(struct printer *p, const struct gat_test *t)
{
    for (unsigned k = 0; k < GAT_ATTRIBUTES; k++) {
        const struct gat_attribute *attr = &gat_attribute_table[k];
        char text[GAT_ATTRIBUTE_TEXT];
        if (!gat_attribute_given(t, k) || (k == GAT_A_axis && !t->axis.given))
            continue;
        if (attr->form == GAT_FORM_LIST && !ref_list_infos[attr->at].single) {
            shape_put(p, attr->name, t->lists[attr->at].count, t->lists[attr->at].value);
            continue;
        }
        gat_attribute_print(t, k, text, sizeof text);
        pair_put(p, attr->name, text);
    }
}

static void expect_put(struct printer *p, const struct gat_member *m)
{
    const struct gat_test *t = m->test;
    if (m->expect_error == GAT_OK && !t->expect_output.present)
        return;
    text_put(p, "expect");
    map_start(p, YAML_FLOW_MAPPING_STYLE);
    if (m->expect_error != GAT_OK)
        pair_put(p, "error",
                 m->expect_error == GAT_E_RANGE  ? "range"
                 : m->expect_error == GAT_E_TYPE ? "type"
                                                 : "invalid");
    else if (t->expect_shape)
        shape_put(p, "shape", t->expect_output.ndim, t->expect_output.shape);
    else
        operand_put(p, "output", &m->expect, &t->expect_output);
    map_end(p);
}

static void test_put(struct printer *p, const struct gat_member *m)
{
    const struct gat_point *point = m->point;
    const struct gat_test *t = m->test;
    map_start(p, YAML_BLOCK_MAPPING_STYLE);
    pair_put(p, "name", t->name);
    if (t->origin != NULL)
        pair_put(p, "origin", t->origin);
    one_put(p, "variants", point->spec->variant);
    if (point->profile->name[0] != '\0')
        one_put(p, "profiles", point->profile->name);
    if (t->data.dtype == GAT_DTYPE_COUNT)
        one_put(p, "types", gat_dtype_name(m->dtype));
    if (t->indices.dtype == GAT_DTYPE_COUNT)
        one_put(p, "index_types", gat_dtype_name(m->index_dtype));
    for (unsigned k = 0; k < GAT_CASE_OPERANDS; k++)
        if (t->operands[k].present)
            operand_put(p, gat_operand_names[k], gat_question_operand(&m->question, k),
                        &t->operands[k]);
    attributes_put(p, t);
    if (gat_member_presented(m)[0] != '\0')
        one_put(p, "presented", gat_member_presented(m));
    expect_put(p, m);
    map_end(p);
}

static void tests_put(struct printer *p, const struct gat_member *const *m, unsigned n)
{
    map_start(p, YAML_BLOCK_MAPPING_STYLE);
    pair_put(p, "cases", "1");
    pair_put(p, "hunts", m[0]->test->hunts);
    pair_put(p, "operator", m[0]->point->spec->op);
    text_put(p, "tests");
    list_start(p, YAML_BLOCK_SEQUENCE_STYLE);
    for (unsigned k = 0; k < n; k++)
        test_put(p, m[k]);
    list_end(p);
    map_end(p);
}

/* Lines of at most about `width` columns; -1: of any length. */
static void document_start(struct printer *p, int width)
{
    yaml_event_t event;
    if (!yaml_emitter_initialize(&p->emitter))
        (void)gat_arena_alloc(p->arena, SIZE_MAX);
    yaml_emitter_set_output(&p->emitter, bytes_take, p);
    yaml_emitter_set_width(&p->emitter, width);
    event_put(p, &event, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING));
    event_put(p, &event, yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1));
}

static void document_end(struct printer *p)
{
    yaml_event_t event;
    event_put(p, &event, yaml_document_end_event_initialize(&event, 1));
    event_put(p, &event, yaml_stream_end_event_initialize(&event));
    yaml_emitter_delete(&p->emitter);
}

void gat_members_print_yaml(const struct gat_member *const *m, unsigned n, struct gat_arena *a,
                            const char **out)
{
    struct printer p = {.arena = a};
    document_start(&p, 80);
    tests_put(&p, m, n);
    document_end(&p);
    *out = p.text;
}

void gat_member_print_yaml(const struct gat_member *m, struct gat_arena *a, const char **out)
{
    gat_members_print_yaml(&m, 1, a, out);
}

/* ---- a candidate as one line ---- */

static void candidate_operand_put(struct printer *p, const struct gat_candidate *c, unsigned k)
{
    const struct gat_operand_text *o = &c->test.operands[k];
    struct gat_array t = {.dtype = gat_operand_type(c, o), .ndim = o->ndim};
    if (!o->present)
        return;
    memcpy(t.shape, o->shape, sizeof t.shape);
    t.data = o->bytes[t.dtype];
    operand_put(p, gat_operand_names[k], &t, o);
}

/* Values that are written as 1.0 or false fit one type alone. */
static bool is_of_one_type(const struct gat_candidate *c)
{
    const struct gat_operand_text *d = &c->test.data;
    enum gat_number n = gat_number_of(c->dtype);
    return d->dtype == GAT_DTYPE_COUNT && d->fill == GAT_FILL_NONE && d->count > 0 &&
           n != GAT_SIGNED && n != GAT_UNSIGNED;
}

const char *gat_candidate_print(const struct gat_candidate *c, struct gat_arena *a)
{
    struct printer p = {.arena = a, .line = true};
    document_start(&p, -1);
    map_start(&p, YAML_FLOW_MAPPING_STYLE);
    for (unsigned k = 0; k < GAT_CASE_OPERANDS; k++)
        candidate_operand_put(&p, c, k);
    attributes_put(&p, &c->test);
    if (is_of_one_type(c))
        one_put(&p, "types", gat_dtype_name(c->dtype));
    map_end(&p);
    document_end(&p);
    p.text[strcspn(p.text, "\n")] = '\0';
    return p.text;
}
