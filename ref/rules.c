/* rules.c - the vocabulary of rules.def as data: names, values, sentences.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ref.h"

const struct ref_rule_info ref_rule_infos[REF_RULE_COUNT] = {
#define RULE(name, values, sentence) {#name, values, 0, sentence},
#define NUMBER(name, otherwise, sentence) {#name, NULL, otherwise, sentence},
#include "rules.def"
};

enum ref_rule ref_rule_find(const char *name)
{
    unsigned k = 0;
    while (k < REF_RULE_COUNT && strcmp(ref_rule_infos[k].name, name) != 0)
        k++;
    return (enum ref_rule)k;
}

bool ref_rule_parse(enum ref_rule rule, const char *text, int64_t *value)
{
    const char *at = ref_rule_infos[rule].values;
    if (at == NULL) {
        char *end;
        errno = 0;
        *value = strtoll(text, &end, 10);
        return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0;
    }
    for (int64_t k = 0; *at != '\0'; k++) {
        size_t n = strcspn(at, " ");
        if (strlen(text) == n && memcmp(at, text, n) == 0) {
            *value = k;
            return true;
        }
        at += n;
        at += strspn(at, " ");
    }
    return false;
}

void ref_rule_print(enum ref_rule rule, int64_t value, char *out, size_t size)
{
    const char *at = ref_rule_infos[rule].values;
    if (at == NULL) {
        snprintf(out, size, "%lld", (long long)value);
        return;
    }
    for (; value > 0; value--) {
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    snprintf(out, size, "%.*s", (int)strcspn(at, " "), at);
}

const struct ref_list_info ref_list_infos[REF_LISTS] = {
#define X(name, single) {#name, single},
    REF_LIST_MAP(X)
#undef X
};

enum ref_list_id ref_list_find(const char *name)
{
    unsigned k = 0;
    while (k < REF_LISTS && strcmp(ref_list_infos[k].name, name) != 0)
        k++;
    return (enum ref_list_id)k;
}
