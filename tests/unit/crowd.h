/* crowd.h - innocent jobs around one that acts, for the tests of the engine.
 *
 * A crowd is 90 gathers; number 41 may carry the attribute `act`, which
 * plugins/eng_acts.c obeys.  Everybody else's answer must be right and in order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CROWD_H
#define GAT_CROWD_H

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/engine.h"
#include "tap.h"

enum { ROWS = 6, WIDTH = 4, PICKED = 5, CROWD = 90, GUILTY = 41 };

static const struct gat_engine_limits limits = {.seconds = 0.4, .memory = 96 << 20};

/* The jobs of a crowd and their replies. */
struct crowd {
    const char *act; /* of job GUILTY; NULL: nobody's */
    bool all;        /* everybody acts */
    enum gat_dtype dtype;
    uint32_t min_align;
    unsigned fed, answered, wrong, faults, out_of_order, stop_at;
    struct gat_reply reply; /* of the guilty */
    char operand[32], text[64];
    unsigned char first[2]; /* of both outputs of the guilty */
    struct gat_string texts[2][PICKED * WIDTH];
    char second[2][64]; /* text 1 of both outputs */
};

static float floats[CROWD][ROWS * WIDTH];
static struct gat_string strings[ROWS * WIDTH];
static int64_t picked[PICKED] = {5, -6, 2, 2, 0};
static const int64_t tile[] = {10, 20, 30};

__attribute__((unused)) static void data_make(void)
{
    static char texts[ROWS * WIDTH][40];
    for (int n = 0; n < CROWD; n++)
        for (int k = 0; k < ROWS * WIDTH; k++)
            floats[n][k] = (float)(n * 100 + k);
    for (int k = 0; k < ROWS * WIDTH; k++) {
        snprintf(texts[k], sizeof texts[k], "string number %d%s", k,
                 k % 3 == 0 ? ", a longer one" : "");
        strings[k] = (struct gat_string){texts[k], strlen(texts[k])};
    }
    strings[7].size = 0;
    texts[9][3] = '\0'; /* a NUL inside */
}

__attribute__((unused)) static const char *plugin(const char *name)
{
    static char path[4200];
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n < 0 ? 0 : n] = '\0';
    char *slash = strrchr(self, '/');
    *(slash == NULL ? self : slash) = '\0';
    snprintf(path, sizeof path, "%s/plugins/%s.so", self, name);
    return path;
}

__attribute__((unused)) static void job_make(struct crowd *c, unsigned n,
                                             struct gat_job *job)
{
    static const struct gat_attr attrs[] = {
        {.name = "axis", .kind = GAT_ATTR_INT, .i = 0},
        {.name = "half", .kind = GAT_ATTR_FLOAT, .f = 0.5},
        {.name = "tile", .kind = GAT_ATTR_INTS, .ints = tile, .n_ints = 3},
    };
    static struct gat_attr with_act[4];
    memcpy(with_act, attrs, sizeof attrs);
    with_act[3] =
        (struct gat_attr){.name = "act", .kind = GAT_ATTR_TEXT, .text = c->act};
    bool acts = c->act != NULL && (c->all || n == GUILTY);
    *job = (struct gat_job){
        .op = "gather",
        .variant = "onnx-13",
        .profile = "cpu",
        .n_inputs = 2,
        .n_attrs = acts ? 4 : 0,
        .attrs = acts ? with_act : NULL,
        .input_names = {"data", "indices"},
        .inputs =
            {{.dtype = c->dtype,
              .ndim = 2,
              .shape = {ROWS, WIDTH},
              .data = c->dtype == GAT_STR ? (void *)strings : floats[n]},
             {.dtype = GAT_I64, .ndim = 1, .shape = {PICKED}, .data = picked}},
        .output = {.dtype = c->dtype, .ndim = 2, .shape = {PICKED, WIDTH}},
        .min_align = c->min_align,
        .user = (void *)(uintptr_t)(n + 1),
    };
}

static bool crowd_next(void *user, struct gat_job *job)
{
    struct crowd *c = user;
    if (c->fed == CROWD)
        return false;
    job_make(c, c->fed++, job);
    return true;
}

static bool answer_right(const struct crowd *c, unsigned n, const void *got)
{
    for (int k = 0; k < PICKED * WIDTH; k++) {
        int64_t row =
            picked[k / WIDTH] < 0 ? picked[k / WIDTH] + ROWS : picked[k / WIDTH];
        int64_t from = row * WIDTH + k % WIDTH;
        const struct gat_string *text = (const struct gat_string *)got + k;
        if (c->dtype != GAT_STR && ((const float *)got)[k] != floats[n][from])
            return false;
        if (c->dtype == GAT_STR &&
            (text->size != strings[from].size ||
             memcmp(text->data, strings[from].data, text->size) != 0))
            return false;
    }
    return true;
}

__attribute__((unused)) static void guilty_keep(struct crowd *c,
                                                const struct gat_reply *r)
{
    c->reply = *r;
    snprintf(c->operand, sizeof c->operand, "%s",
             r->operand == NULL ? "" : r->operand);
    snprintf(c->text, sizeof c->text, "%s", r->error_text);
    for (int k = 0; k < 2 && r->end == GAT_END_ANSWERED; k++) {
        memcpy(&c->first[k], r->output[k], 1);
        if (c->dtype != GAT_STR)
            continue;
        memcpy(c->texts[k], r->output[k], sizeof c->texts[k]);
        if (c->texts[k][1].data != NULL)
            snprintf(c->second[k], sizeof c->second[k], "%.*s",
                     (int)c->texts[k][1].size, c->texts[k][1].data);
    }
}

static bool crowd_done(void *user, const struct gat_job *job,
                       const struct gat_reply *r)
{
    struct crowd *c = user;
    unsigned n = (unsigned)(uintptr_t)job->user - 1;
    c->out_of_order += n != c->answered;
    c->answered++;
    c->faults += r->end == GAT_END_FAULT;
    if (n == GUILTY)
        guilty_keep(c, r);
    else if (r->end != GAT_END_ANSWERED || r->status[0] != GAT_OK ||
             r->status[1] != GAT_OK || r->canary || r->printed ||
             !answer_right(c, n, r->output[0]) || !answer_right(c, n, r->output[1]))
        c->wrong++;
    return c->stop_at == 0 || c->answered < c->stop_at;
}

__attribute__((unused)) static struct crowd crowd_run(struct gat_engine *g,
                                                      const char *act,
                                                      enum gat_dtype dtype,
                                                      uint32_t min_align)
{
    struct crowd c = {.act = act, .dtype = dtype, .min_align = min_align};
    struct gat_engine_source source = {crowd_next, crowd_done, &c};
    struct gat_error e;
    bool good = gat_engine_run(g, &source, &e);
    char name[80];
    snprintf(name, sizeof name, "%s: the others get their answers, in order",
             act == NULL ? "nobody" : act);
    if (!ok(good && c.answered == CROWD && c.wrong == 0 && c.out_of_order == 0,
            "%s", name))
        printf("#   good %d, answered %u, wrong %u, out of order %u, %s\n", good,
               c.answered, c.wrong, c.out_of_order, e.text);
    return c;
}

__attribute__((unused)) static struct gat_engine *
acts_open(const struct gat_engine_limits *l)
{
    struct gat_error e = {0};
    bool missing;
    struct gat_engine *g = gat_engine_open(plugin("eng_acts"), "", l, &e, &missing);
    if (g == NULL) {
        printf("Bail out! eng_acts does not load: %s\n", e.text);
        exit(3);
    }
    return g;
}

#endif
