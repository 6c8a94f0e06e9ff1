/* gpu_open.c - options that the backends share.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "gpu.h"

/* The values of "policy="; the claim declares the same word. */
static const struct {
    const char *name;
    uint32_t policy;
    bool zero;
} policies[] = {
    {"error", K_ERROR, false}, {"clamp", K_CLAMP, false}, {"wrap", K_WRAP, false},
    {"zero", K_FILL, true},    {"fill", K_FILL, false},   {"drop", K_DROP, false},
};
enum { N_POLICIES = sizeof policies / sizeof policies[0] };

bool gpu_policy_find(const char *name, uint32_t *policy, bool *zero)
{
    for (unsigned k = 0; k < N_POLICIES; k++)
        if (gat_text_same(policies[k].name, name)) {
            *policy = policies[k].policy;
            *zero = policies[k].zero;
            return true;
        }
    return false;
}

static bool policy_read(struct gpu_context *c, const char *value)
{
    for (unsigned k = 0; k < N_POLICIES; k++)
        if (gat_text_same(policies[k].name, value))
            c->declares = policies[k].name;
    return gpu_policy_find(value, &c->policy, &c->zero);
}

static bool order_read(struct gpu_context *c, const char *value)
{
    c->first = gat_text_same(value, "first");
    c->unordered = gat_text_same(value, "any");
    return c->first || c->unordered || gat_text_same(value, "last");
}

static bool lanes_read(struct gpu_context *c, const char *value)
{
    for (c->most_lanes = 1; c->most_lanes <= 256; c->most_lanes *= 2) {
        char text[8];
        snprintf(text, sizeof text, "%u", c->most_lanes);
        if (gat_text_same(text, value))
            return true;
    }
    return false;
}

static bool option_read(struct gpu_context *c, const char *word, gpu_option *own, void *user)
{
    char name[32];
    const char *equals = strchr(word, '=');
    size_t length = equals == NULL ? strlen(word) : (size_t)(equals - word);
    if (length >= sizeof name)
        return false;
    memcpy(name, word, length);
    name[length] = '\0';
    const char *value = equals == NULL ? "" : equals + 1;
    if (gat_text_same(name, "policy"))
        return policy_read(c, value);
    if (gat_text_same(name, "order"))
        return order_read(c, value);
    if (gat_text_same(name, "lanes"))
        return lanes_read(c, value);
    if (gat_text_same(name, "reductions")) {
        c->moves_only = true;
        return gat_text_same(value, "no");
    }
    return own(user, name, value);
}

bool gpu_options_read(struct gpu_context *c, const char *options, gpu_option *own,
                      void *user, const char *known, char *why, size_t n)
{
    char word[256];
    while (*options != '\0') {
        size_t length = strcspn(options, ",");
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : 0), options);
        if (!option_read(c, word, own, user)) {
            snprintf(why, n,
                     "\"%.*s\" is no option here: policy=error|clamp|wrap|zero|fill|drop, "
                     "order=last|first|any, lanes=1|2|4...256, reductions=no%s are, with a comma "
                     "between them",
                     (int)(length < 60 ? length : 60), options, known);
            return false;
        }
        options += length + (options[length] == ',');
    }
    return true;
}
