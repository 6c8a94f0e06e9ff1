/* target_case.h - variants for the targets, and the way of a case through print and read.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FUZZ_TARGET_CASE_H
#define GAT_FUZZ_TARGET_CASE_H

#include "suite/catalog.h"
#include "suite/points.h"

enum { TARGET_SPECS = 5 };
/* A variant that takes every attribute and type: gather, gather_elements,
 * scatter_elements, gather_nd, scatter_nd by number. */
struct gat_spec *target_spec(unsigned k);
/* All of them, with these tests, as a catalogue. */
struct gat_catalog target_catalog(struct gat_test **tests, unsigned n);
/* Types, shapes and all bits, and for a case its attributes. */
bool target_same_array(const struct gat_array *x, const struct gat_array *y);
bool target_same_case(const struct ref_case *x, const struct ref_case *y);
/* The case, printed, reads back as the same case. */
void target_round_trip(struct gat_arena *a, const struct gat_member *m);

#endif
