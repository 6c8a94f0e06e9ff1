/* pattern.c - which cases a pattern on the command line means.
 *
 * A pattern is matched part by part against operator / variant[@profile] / topic /
 * name / types: a glob on the whole name, or a leading part of it that ends at a
 * slash.  An alias may stand for the variant and @profile may be left out, so each
 * case has up to four spellings of its name.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "dtype.h"
#include "parts/suite.h"
#include "suite/pattern.h"
#include "suite/member.h"

bool gat_pattern_match_name(const char *pattern, const char *name)
{
    size_t n = strlen(pattern);
    if (n > 0 && pattern[n - 1] == '/')
        n--;
    if (strncmp(pattern, name, n) == 0 && (name[n] == '\0' || name[n] == '/'))
        return true;
    if (strpbrk(pattern, "*?[") == NULL)
        return false;
    /* A glob may stop at any slash of the name too. */
    char part[1024];
    size_t length = strlen(name);
    if (length >= sizeof part || fnmatch(pattern, name, 0) == 0)
        return length < sizeof part;
    memcpy(part, name, length + 1);
    for (size_t k = length; k-- > 0;)
        if (part[k] == '/') {
            part[k] = '\0';
            if (fnmatch(pattern, part, 0) == 0)
                return true;
        }
    return false;
}

/* Does the pattern, up to its first glob sign, agree with the name as far as both go?  The name
 * may go on after a slash. */
static bool head_agrees(const char *pattern, const char *name)
{
    size_t n = strcspn(pattern, "*?[\\"), m = strlen(name);
    return strncmp(pattern, name, n < m ? n : m) == 0 && (n <= m || pattern[m] == '/');
}

/* The same for the part after n bytes and a slash, if the pattern has one before a glob sign.
 * */
static bool head_goes_on(const char *pattern, size_t n, const char *name)
{
    return strcspn(pattern, "*?[\\") <= n + 1 || head_agrees(pattern + n + 1, name);
}

/* Does it name another variant of the operator?  A profile may follow the variant. */
static bool is_of_other(const char *pattern, const char *op, const char *variant)
{
    size_t n = strlen(op);
    if (strncmp(pattern, op, n) != 0 || pattern[n] != '/')
        return false;
    for (pattern += n + 1; *variant != '\0' && *pattern == *variant; pattern++)
        variant++;
    return *variant != '\0' && strchr("*?[\\", *pattern) == NULL;
}

/* Could it select a case of that operator? */
static bool may_name(const char *pattern, const char *op)
{
    size_t n = strcspn(pattern, "/*?[\\");
    bool whole = pattern[n] == '/' || pattern[n] == '\0';
    return strncmp(pattern, op, n) == 0 && (!whole || op[n] == '\0');
}

bool gat_pattern_wants(const struct gat_catalog *c, const char *op)
{
    bool any = c->n_wanted == 0;
    for (unsigned k = 0; k < c->n_wanted && !any; k++)
        any = may_name(c->wanted[k], op);
    return any;
}

/* Does any spelling of one member's name pass the test?  `member` "" asks about the
 * point itself. */
typedef bool name_test(const char *pattern, const char *name);
static bool spellings_pass(const char *pattern, const struct gat_point *p, const char *member,
                           name_test *test)
{
    const struct gat_spec *s = p->spec;
    const char *variants[] = {s->variant, s->alias}, *topic = p->test->topic;
    const char *next = gat_test_generates(p->test) ? member : p->test->name;
    char name[1024];
    if (!head_agrees(pattern, s->op))
        return false;
    for (int v = 0; v < 2; v++)
        for (int with = 0; variants[v] != NULL && with < 2; with++) {
            if (is_of_other(pattern, s->op, variants[v]))
                continue;
            bool profile = with == 0 && p->profile->name[0] != '\0';
            if (with == 0 && !profile)
                continue;
            int n = snprintf(name, sizeof name, "%s/%s%s%s", s->op, variants[v], profile ? "@" : "",
                             profile ? p->profile->name : "");
            if (n < 0 || n >= (int)sizeof name || !head_agrees(pattern, name) ||
                !head_goes_on(pattern, (size_t)n, topic) ||
                (next[0] != '\0' && !head_goes_on(pattern, (size_t)n + 1 + strlen(topic), next)))
                continue; /* most, and there are very many: the rest is not spelled */
            snprintf(name + n, sizeof name - (size_t)n, "/%s%s%s%s%s", p->test->topic,
                     gat_test_generates(p->test) ? "" : "/", p->test->name,
                     member[0] != '\0' ? "/" : "", member);
            if (test(pattern, name))
                return true;
        }
    return false;
}

static bool spellings_match(const char *pattern, const struct gat_point *p, const char *member)
{
    return spellings_pass(pattern, p, member, gat_pattern_match_name);
}

/* May a member that nobody has made yet have a name that the glob means?  Such names go on with
 * the member's name and its types, which have a comma.  So a last part without glob and comma is
 * the member's name, and all before it has to agree with the point's. */
static bool glob_goes_on(const char *pattern, const char *name)
{
    char whole[1024];
    size_t n = strlen(pattern);
    if (n > 0 && pattern[n - 1] == '/')
        n--;
    size_t at = n;
    while (at > 0 && pattern[at - 1] != '/')
        at--;
    if (at == 0 || strcspn(pattern + at, "*?[\\,") < n - at)
        return head_agrees(pattern, name);
    int length = snprintf(whole, sizeof whole, "%s/%.*s", name, (int)(n - at), pattern + at);
    return length >= (int)sizeof whole || gat_pattern_match_name(pattern, whole);
}

bool gat_pattern_any(const struct gat_list *words, unsigned from, const struct gat_point *p,
                     const char *member)
{
    bool any = words->count <= from;
    for (unsigned k = from; k < words->count && !any; k++)
        any = gat_pattern_match(words->items[k], p, member);
    return any;
}

/* The rest of a pattern after the point's name, which ends at the fourth slash (the third, for a
 * script).  NULL: there is none, or the pattern has a glob. */
static const char *after_point(const char *pattern, const struct gat_point *p)
{
    int most = p->test->script != NULL ? 3 : 4;
    if (strpbrk(pattern, "*?[\\") != NULL)
        return NULL;
    for (; *pattern != '\0'; pattern++)
        if (*pattern == '/' && --most == 0)
            return pattern + 1;
    return NULL;
}

/* That spares most points the spelling of their members. */
bool gat_pattern_may_reach(const char *pattern, const struct gat_point *p)
{
    char head[1024];
    const char *rest = after_point(pattern, p);
    if (rest == NULL)
        return strpbrk(pattern, "*?[\\") != NULL && spellings_pass(pattern, p, "", glob_goes_on);
    size_t n = (size_t)(rest - pattern) - 1;
    if (n >= sizeof head)
        return false;
    memcpy(head, pattern, n);
    head[n] = '\0';
    return spellings_match(head, p, "");
}

/* Can the rest of a glob, or the beginning of it, be the types of a case? */
static bool types_agree(const char *rest)
{
    size_t n = strcspn(rest, "*?[\\,"), slash = strcspn(rest, "/");
    bool any = n == 0;
    for (int k = 0; k < GAT_DTYPE_COUNT && !any; k++)
        any = strncmp(rest, gat_dtype_name((enum gat_dtype)k), n) == 0;
    return any && rest[slash + (rest[slash] == '/')] == '\0';
}

/* Does the glob match the name, which ends with a slash, and some types after it; or the name as
 * far as one of its slashes? */
static bool reaches_types(const char *glob, const char *name)
{
    for (; *name != '\0'; glob++, name++) {
        if (*glob == '*')
            return reaches_types(glob + 1, name) || reaches_types(glob, name + 1);
        if (*glob == '\0' || *glob == '[' || *glob == '\\')
            return *glob != '\0' || *name == '/';
        if (*glob != '?' && *glob != *name)
            return false;
    }
    return types_agree(glob);
}

static bool name_goes_on(const char *pattern, const char *name)
{
    enum { MOST_STARS = 6 }; /* each multiplies what is tried */
    char whole[1024];
    unsigned stars = 0;
    for (const char *at = pattern; *at != '\0'; at++)
        stars += *at == '*';
    int length = snprintf(whole, sizeof whole, "%s/", name);
    return stars > MOST_STARS || length >= (int)sizeof whole || reaches_types(pattern, whole);
}

bool gat_pattern_may_name(const char *pattern, const struct gat_point *p, const char *name)
{
    return spellings_pass(pattern, p, name, name_goes_on);
}

/* Nor need the names of most members be printed. */
static bool may_be_member(const char *rest, const struct gat_point *p, unsigned k)
{
    const char *name = p->tests == NULL ? "" : p->tests[k]->name;
    size_t n = strlen(rest), m = strlen(name);
    return strncmp(rest, name, n < m ? n : m) == 0;
}

bool gat_pattern_match(const char *pattern, const struct gat_point *p, const char *member)
{
    if (member != NULL)
        return spellings_match(pattern, p, member);
    if (spellings_match(pattern, p, ""))
        return true;
    if (!gat_pattern_may_reach(pattern, p))
        return false;
    const char *rest = after_point(pattern, p);
    for (unsigned k = 0; k < p->n_members; k++) {
        char suffix[192];
        if (rest != NULL && !may_be_member(rest, p, k))
            continue;
        gat_member_suffix(p, k, suffix, sizeof suffix);
        if (spellings_match(pattern, p, suffix))
            return true;
    }
    return false;
}
