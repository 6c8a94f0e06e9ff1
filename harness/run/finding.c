/* finding.c - what is kept of a case that does not plainly pass.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "run/finding.h"

#include "export/picture.h"
#include "study/telling.h"

void gat_finding_describe(struct gat_finding *f, const struct gat_expectation *x,
                          struct gat_arena *scratch)
{
    f->content = gat_content_hash(x);
    f->size = gat_case_size(x);
    f->telling = gat_telling_find(x, scratch);
}
