/* look_read.c - what an adapter says of its own process.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "sandbox/look_read.h"

#include <jansson.h>
#include <string.h>

static const struct {
    const char *name;
    enum gat_leftover kind;
} states[] = {{"rounding", GAT_LEFT_ROUNDING},
              {"denormals", GAT_LEFT_DENORMALS},
              {"floats", GAT_LEFT_FLOATS},
              {"locale", GAT_LEFT_LOCALE},
              {"environment", GAT_LEFT_ENVIRONMENT}};
enum { STATES = sizeof states / sizeof states[0] };

static bool state_read(const char *name, struct gat_process *p)
{
    for (unsigned k = 0; k < STATES; k++)
        if (name != NULL && strcmp(name, states[k].name) == 0) {
            p->put_back |= 1u << states[k].kind;
            return true;
        }
    return false;
}

static bool amount_read(const json_t *j, const char *key, bool due, uint64_t *to)
{
    const json_t *n = json_object_get(j, key);
    if (!due && n == NULL)
        return true;
    *to = (uint64_t)json_integer_value(n);
    return json_is_integer(n) && json_integer_value(n) >= 0;
}

bool gat_look_read(const char *text, size_t n, bool memory, struct gat_process *p)
{
    json_error_t at;
    size_t k;
    const json_t *name;
    json_t *j = json_loadb(text, n, JSON_REJECT_DUPLICATES, &at);
    const json_t *changed = json_object_get(j, "changed");
    bool good = json_is_array(changed) && amount_read(j, "memory", memory, &p->memory) &&
                amount_read(j, "objects", false, &p->mapped);
    json_array_foreach(changed, k, name) good = good && state_read(json_string_value(name), p);
    json_decref(j);
    return good;
}
