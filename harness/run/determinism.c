/* determinism.c - does a backend give the same answer again, where several are right?
 *
 * Where updates meet, any of them may stay, so two answers may differ and both pass.
 * Whether they do is told for each variant; it fails nobody.  What no update
 * offered is no answer, and fails as everywhere.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "cli/options.h"
#include "dtype.h"
#include "run/determinism.h"
#include "run/tally.h"

/* Does the document admit several answers: any of the updates of an element, or several
 * roundings of their sum?  With --settings an answer that may be anything counts too. */
static bool is_open(const struct gat_run *r, const struct gat_expectation *x)
{
    const struct ref_answer *a = &x->answer;
    if (r->n_settings > 0 && (a->demand == REF_FREE || a->demand == REF_MAY_EITHER))
        return true;
    return (a->last_writer != NULL || a->ranges != NULL) &&
           (a->demand == REF_MUST_SUCCEED || a->demand == REF_MAY_EITHER);
}

static uint64_t element_hash(enum gat_dtype t, const void *element, uint64_t seed)
{
    struct gat_string view;
    if (t != GAT_STR)
        return XXH3_64bits_withSeed(element, gat_dtype_size(t), seed);
    memcpy(&view, element, sizeof view);
    bool poison = view.data == NULL || view.size == UINT64_MAX;
    return XXH3_64bits_withSeed(poison ? "" : view.data, poison ? 0 : (size_t)view.size,
                                seed ^ view.size);
}

/* Did two calls that may do anything leave different bytes? */
static bool calls_part(const struct gat_expectation *x, const struct gat_reply *r)
{
    const struct gat_array *made = &x->answer.output;
    return made->dtype == GAT_STR || r->status[0] != r->status[1] ||
           memcmp(r->output[0], r->output[1], gat_array_size(made)) != 0;
}

/* Name and output as one number: elements that may hold anything are left out, and strings are
 * their contents. */
static uint64_t answer_hash(const struct gat_expectation *x, const struct gat_reply *reply,
                            unsigned call)
{
    const struct ref_answer *a = &x->answer;
    enum gat_dtype t = a->output.dtype;
    const char *output = reply->output[call];
    uint64_t hash = x->member->name_hash + (uint64_t)(int64_t)reply->status[call];
    int64_t n = gat_array_count(&a->output);
    bool vague = a->demand == REF_FREE && calls_part(x, reply);
    if (reply->status[call] != GAT_OK || n == 0 || vague)
        return XXH3_64bits(&hash, sizeof hash);
    if (t != GAT_STR && a->unspecified == NULL)
        return XXH3_64bits_withSeed(output, gat_array_size(&a->output), hash);
    for (int64_t k = 0; k < n; k++)
        if (a->unspecified == NULL || a->unspecified[k] == 0)
            hash = element_hash(t, output + (size_t)k * gat_dtype_size(t), hash);
    return hash;
}

/* Most answers are the same bytes, and then nothing has to be hashed. */
static bool calls_differ(const struct gat_expectation *x, const struct gat_reply *r)
{
    const struct gat_array *made = &x->answer.output;
    size_t size = gat_array_size(made);
    if (r->status[0] == GAT_OK && r->status[1] == GAT_OK && made->dtype != GAT_STR &&
        (size == 0 || memcmp(r->output[0], r->output[1], size) == 0))
        return false;
    return answer_hash(x, r, 0) != answer_hash(x, r, 1);
}

void gat_answers_see(struct gat_answers *seen, const struct gat_run *r,
                     const struct gat_expectation *x, const struct gat_reply *reply,
                     const struct gat_judgement *j)
{
    seen->readings = seen->any ? seen->readings & j->readings : j->readings;
    if (!seen->any || seen->observed == GAT_V_PASS)
        seen->observed = j->observed;
    seen->open = is_open(r, x);
    if (seen->open) {
        bool kept = r->repeats > 0 || r->n_settings > 0;
        uint64_t hash = kept ? answer_hash(x, reply, 0) : 0;
        seen->varies |= calls_differ(x, reply) || (seen->any && hash != seen->hash);
        seen->hash = seen->any ? seen->hash : hash;
    }
    seen->any = true;
}

void gat_answers_tally(struct gat_session *s, unsigned point, const struct gat_member *m,
                       unsigned k, const struct gat_answers *seen)
{
    struct gat_tally *t = &s->points[point].tally;
    const struct gat_exclusion x = {.point = point, .member = k, .name = m->name};
    if (!seen->open)
        return;
    t->open++;
    if (s->run->n_settings > 0)
        t->answers += seen->hash;
    if (seen->varies)
        gat_tally_first(&s->run->arena, &t->varies, &x);
}

/* ---- options ---- */

enum { MOST_COUNTS = 16, MOST_THREADS = 1024 };

int gat_threads_read(struct gat_arena *a, const char *text, unsigned **out, unsigned *count)
{
    const char *at = text;
    *out = GAT_NEW_N(a, unsigned, MOST_COUNTS);
    *count = 0;
    while (*count < MOST_COUNTS) {
        int used = 0;
        unsigned value = 0;
        if (at[0] < '0' || at[0] > '9' || sscanf(at, "%5u%n", &value, &used) != 1 || value < 1 ||
            value > MOST_THREADS)
            break;
        (*out)[(*count)++] = value;
        at += used;
        if (*at == '\0')
            return 0;
        if (*at++ != ',')
            break;
    }
    return gat_complain(
        GAT_EXIT_USAGE,
        "--threads takes whole numbers from 1 to %d, at most %d of them, with commas "
        "between them, not '%s'",
        MOST_THREADS, MOST_COUNTS, text);
}

static int settings_of_threads(struct gat_run *r, const char *text)
{
    unsigned *threads;
    int code = gat_threads_read(&r->arena, text, &threads, &r->n_settings);
    r->settings = GAT_NEW_N(&r->arena, const char *, MOST_COUNTS);
    for (unsigned k = 0; code == 0 && k < r->n_settings; k++)
        r->settings[k] = gat_arena_print(&r->arena, "threads=%u", threads[k]);
    return code;
}

/* Words with spaces between them. */
static int settings_read(struct gat_run *r, const char *text)
{
    r->settings = GAT_NEW_N(&r->arena, const char *, MOST_COUNTS);
    for (const char *at = text + strspn(text, " "); *at != '\0'; at += strspn(at, " ")) {
        size_t size = strcspn(at, " ");
        if (r->n_settings == MOST_COUNTS)
            break;
        r->settings[r->n_settings++] = gat_arena_text(&r->arena, at, size);
        at += size;
        if (*at == '\0')
            return 0;
    }
    return gat_complain(GAT_EXIT_USAGE,
                        "--settings takes options of a backend, from one to %d of them, with "
                        "spaces between them, not '%s'",
                        MOST_COUNTS, text);
}

int gat_answers_options(struct gat_run *r)
{
    const struct gat_options *o = r->options;
    r->repeats = (unsigned)o->repeat;
    if (o->threads != NULL && o->settings != NULL)
        return gat_complain(GAT_EXIT_USAGE, "--threads 1,2 is short for --settings 'threads=1 "
                                            "threads=2'; give one of the two");
    if (o->threads != NULL)
        return settings_of_threads(r, o->threads);
    return o->settings != NULL ? settings_read(r, o->settings) : 0;
}

void gat_settings_expand(struct gat_run *r)
{
    if (r->n_settings == 0)
        return;
    unsigned n = r->n_backends * r->n_settings;
    struct gat_backend_ref *all = GAT_NEW_N(&r->arena, struct gat_backend_ref, n + 1);
    for (unsigned k = 0; k < n; k++) {
        struct gat_backend_ref *b = &all[k];
        *b = r->backends[k / r->n_settings];
        b->setting = r->settings[k % r->n_settings];
        b->name = gat_arena_print(&r->arena, "%s%c%s", b->name,
                                  strchr(b->name, ':') != NULL ? ',' : ':', b->setting);
        b->given = b->options;
        b->options = gat_arena_print(&r->arena, "%s%s%s", b->options,
                                     b->options[0] != '\0' ? "," : "", b->setting);
    }
    r->backends = all;
    r->n_backends = n;
}

/* ---- report ---- */

/* The first point of a variant to which other settings gave other answers:
 * where the same cases passed, the sums of their answers must agree. */
static const struct gat_point *point_other(const struct gat_session *s,
                                           const struct gat_variant_tally *t)
{
    const struct gat_point_state *first = s->first_points;
    for (unsigned k = 0; first != NULL && k < s->n_points; k++)
        if (s->points[k].point == first[k].point && first[k].point->profile == t->profile &&
            s->points[k].passed_hash == first[k].passed_hash &&
            s->points[k].tally.answers != first[k].tally.answers)
            return first[k].point;
    return NULL;
}

/* The command of a session ends with its settings. */
static void other_print(const struct gat_session *s, const char *name)
{
    const char *first = s->run->settings[0], *own = s->backend->setting;
    static const char word[] = " --settings ";
    const char *end = s->repeat + strlen(s->repeat);
    for (const char *at = strstr(s->repeat, word); at != NULL; at = strstr(at + 1, word))
        end = at;
    int length = (int)(end - s->repeat);
    printf("#   order-dependent: %s and %s differ in %s, and both are admitted\n"
           "#     repeat: %.*s --settings '%s %s' %s\n",
           first, own, name, length, s->repeat, first, own, name);
}

void gat_determinism_report(const struct gat_session *s, const struct gat_variant_tally *t,
                            json_t *record)
{
    const struct gat_point *other = point_other(s, t);
    bool varies = t->sum.varies.known || other != NULL;
    if (t->sum.open == 0)
        return;
    json_object_set_new(record, "determinism",
                        json_string(varies ? "order-dependent" : "deterministic"));
    if (varies)
        json_object_set_new(record, "differs", json_string(t->sum.varies.known
                                                               ? t->sum.varies.name
                                                               : other->name));
    if (s->run->out.silent)
        return;
    if (t->sum.varies.known)
        printf("#   order-dependent: the answers to %s differ, and all are admitted\n"
               "#     repeat: %s %s\n",
               t->sum.varies.name, s->repeat, t->sum.varies.name);
    else if (other != NULL)
        other_print(s, other->name);
    else if (s->run->repeats > 0 || s->run->n_settings > 0)
        printf("#   deterministic: %lu cases with several right answers got the same one\n",
               t->sum.open);
}
