/* picture.h - a failing case as a report draws it, without running it again.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_PICTURE_H
#define GAT_PICTURE_H

#include <jansson.h>

#include "judge/judge.h"

enum { GAT_MOST_PICTURES = 3 }; /* in one point */

/* Operands, attributes, expected and received elements, bounded; docs/reference/records.md.
 * `reply` is NULL where there is none.  A new reference. */
json_t *gat_picture_make(const struct gat_expectation *x, const struct gat_reply *reply,
                         const struct gat_judgement *j, uint64_t seed);
/* Hash of what is asked: operands with names, types, shapes and bytes; attributes. */
uint64_t gat_content_hash(const struct gat_expectation *x);
/* The hash of a call as the contract states it; `presentation` is 0 for the plain one. */
uint64_t gat_job_hash(const struct gat_job *job, unsigned presentation);
/* Elements of its inputs together; of a giant those that its shape names. */
int64_t gat_case_size(const struct gat_expectation *x);
/* Integers as a list, and the attributes of a call by name; new references. */
json_t *gat_ints_json(const int64_t *list, uint64_t n);
json_t *gat_attributes_json(const struct gat_job *job);

#endif
