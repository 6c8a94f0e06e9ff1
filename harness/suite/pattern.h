/* pattern.h - which cases a pattern on the command line means.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_PATTERN_H
#define GAT_PATTERN_H

#include "cli/command.h"
#include "parts/suite.h"

/* Does `pattern` select this member of the point?  See docs/reference/formats.md, Names.
 * `member` is "int8,int64", "" to ask whether the point itself is, or NULL to ask
 * whether the point or any member is; of a closed generator there is none. */
bool gat_pattern_match(const char *pattern, const struct gat_point *p,
                       const char *member);
/* Does one of the words from number `from` on select it?  True where there is none. */
bool gat_pattern_any(const struct gat_list *words, unsigned from, const struct gat_point *p,
                     const char *member);
/* Could it select a member, as far as the point's own name tells? */
bool gat_pattern_may_reach(const char *pattern, const struct gat_point *p);
/* Could it select a case of that name, of whatever types, of a generator? */
bool gat_pattern_may_name(const char *pattern, const struct gat_point *p, const char *name);
/* May what is wanted of the catalog name a case of that operator? */
bool gat_pattern_wants(const struct gat_catalog *c, const char *op);
/* Does it match any name with slashes: a glob, or a leading part? */
bool gat_pattern_match_name(const char *pattern, const char *name);

#endif
