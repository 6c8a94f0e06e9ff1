/* broken_words.c - what is wrong with a call that breaks a demand, in words.
 *
 * Readers of a verdict know the field and not the names of our rules.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "spec/broken_words.h"

static const char *const words[REF_RULE_COUNT] = {
    [REF_out_of_range] = "an index is outside its domain",
    [REF_bad_axis] = "axis names no dimension",
    [REF_bad_rank] = "a rank is outside its limits, or ranks that must agree do not",
    [REF_bad_sizes] = "extents that must fit each other do not",
    [REF_negative_batch_dims] = "batch_dims is negative",
    [REF_bad_batch] = "batch_dims is larger than the axis or the rank of indices allows",
    [REF_empty_tuple] = "a tuple has no index",
    [REF_bad_depth] = "a tuple has more indices than data have dimensions",
    [REF_bad_windows] = "lists of dimensions or extents of windows contradict each other or the "
                        "operands",
    [REF_bad_axis_tensor] = "the axis tensor has not one element",
    [REF_empty] = "an operand has no elements",
    [REF_too_large] = "an operand has more elements than is allowed",
    [REF_duplicates] = "two updates name one element and are not combined",
    [REF_bad_reduction] = "the elements have no arithmetic for the reduction",
    [REF_bad_type] = "an element type or index type is not listed",
    [REF_bad_index_type] = "the index type is not listed, or is none of integers",
    [REF_bad_tiling] = "view or tile shapes break the tiling rule",
};

const char *gat_broken_words(enum ref_rule rule)
{
    return rule < REF_RULE_COUNT ? words[rule] : NULL;
}
