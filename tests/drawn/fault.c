/* fault.c - the words of the distribution, and a fault as text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dtype.h"

#define COUNT(n, weight) weight,
#define PARAMETER(id, low, high, block)
#define SITE(id, name, parameter, sentence)
#define EFFECT(id, kind, name, parameter, site, who, sentence)
#define CONDITION(id, kind, name, parameter, who, sentence)
const unsigned drawn_counts[3] = {
#include "distribution.def"
};
#undef COUNT
#define COUNT(n, weight)
#undef PARAMETER
#define PARAMETER(id, low, high, block) {low, high, block},
const struct drawn_range drawn_ranges[PARAMETERS] = {
#include "distribution.def"
};
#undef PARAMETER
#define PARAMETER(id, low, high, block)
#undef SITE
#define SITE(id, name, parameter, sentence) \
    {"site", name, PARAMETER_##parameter, false, FOR_A, sentence},
const struct drawn_word drawn_sites[SITES] = {
#include "distribution.def"
};
#undef SITE
#define SITE(id, name, parameter, sentence)
#undef EFFECT
#define EFFECT(id, kind, name, parameter, site, who, sentence) \
    {#kind, name, PARAMETER_##parameter, site, FOR_##who, sentence},
const struct drawn_word drawn_effects[EFFECTS] = {
#include "distribution.def"
};
#undef EFFECT
#define EFFECT(id, kind, name, parameter, site, who, sentence)
#undef CONDITION
#define CONDITION(id, kind, name, parameter, who, sentence) \
    {#kind, name, PARAMETER_##parameter, false, FOR_##who, sentence},
const struct drawn_word drawn_conditions[CONDITIONS] = {
#include "distribution.def"
};

static size_t word_print(const struct drawn_word *w, int64_t number, char *out, size_t size)
{
    int n;
    if (w->parameter == PARAMETER_NONE)
        n = snprintf(out, size, "+%s", w->name);
    else if (w->parameter == PARAMETER_DTYPE || w->parameter == PARAMETER_ITYPE)
        n = snprintf(out, size, "+%s:%s", w->name, gat_dtype_name((enum gat_dtype)number));
    else
        n = snprintf(out, size, "+%s:%lld", w->name, (long long)number);
    return n < 0 || (size_t)n >= size ? 0 : (size_t)n;
}

void drawn_print(const struct drawn_fault *f, char *out, size_t size)
{
    const struct drawn_word *effect = &drawn_effects[f->effect];
    int n = snprintf(out, size, "%s", f->variant);
    size_t at = n < 0 || (size_t)n >= size ? 0 : (size_t)n;
    at += word_print(effect, f->amount, out + at, size - at);
    if (effect->has_site)
        at += word_print(&drawn_sites[f->site], f->step, out + at, size - at);
    for (unsigned k = 0; k < f->n; k++)
        at += word_print(&drawn_conditions[f->when[k].id], f->when[k].number, out + at, size - at);
}

/* The word of a table that the text names; false when it is none of them. */
static bool word_find(const struct drawn_word *table, unsigned n, const char *text, unsigned *id,
                      int64_t *number)
{
    size_t size = strcspn(text, ":");
    const char *value = text[size] == ':' ? text + size + 1 : NULL;
    for (unsigned k = 0; k < n; k++) {
        const struct drawn_word *w = &table[k];
        if (strlen(w->name) != size || strncmp(w->name, text, size) != 0)
            continue;
        bool type = w->parameter == PARAMETER_DTYPE || w->parameter == PARAMETER_ITYPE;
        char *end = NULL;
        *id = k;
        *number = value == NULL ? 0
                  : type        ? (int64_t)gat_dtype_find(value)
                                : strtoll(value, &end, 10);
        if (w->parameter == PARAMETER_NONE || value == NULL)
            return w->parameter == PARAMETER_NONE && value == NULL;
        return type ? *number < GAT_DTYPE_COUNT : end != value && *end == '\0' && *number > 0;
    }
    return false;
}

static bool word_read(struct drawn_fault *f, const char *text, bool first)
{
    unsigned id = 0;
    int64_t number = 0;
    if (first) {
        f->effect = word_find(drawn_effects, EFFECTS, text, &id, &f->amount)
                        ? (enum drawn_effect)id
                        : EFFECTS;
        return f->effect != EFFECTS;
    }
    if (word_find(drawn_sites, SITES, text, &id, &number)) {
        f->site = (enum drawn_site)id;
        f->step = number;
        return true;
    }
    if (f->n == DRAWN_MOST || !word_find(drawn_conditions, CONDITIONS, text, &id, &number))
        return false;
    f->when[f->n++] = (struct drawn_if){(enum drawn_condition)id, number};
    return true;
}

bool drawn_read(const char *text, struct drawn_fault *f, char *bad, size_t size)
{
    char words[DRAWN_TEXT], *rest = NULL;
    *f = (struct drawn_fault){.n = 0};
    snprintf(words, sizeof words, "%s", text);
    unsigned n = 0;
    for (char *w = strtok_r(words, "+", &rest); w != NULL; w = strtok_r(NULL, "+", &rest), n++) {
        snprintf(bad, size, "%s", w);
        if (n == 0 && strlen(w) >= sizeof f->variant)
            return false;
        if (n == 0)
            memcpy(f->variant, w, strlen(w) + 1);
        else if (!word_read(f, w, n == 1))
            return false;
    }
    snprintf(bad, size, "%s", "");
    return n >= 2;
}

const int64_t *drawn_when(const struct drawn_fault *f, enum drawn_condition id)
{
    for (unsigned k = 0; k < f->n; k++)
        if (f->when[k].id == id)
            return &f->when[k].number;
    return NULL;
}
