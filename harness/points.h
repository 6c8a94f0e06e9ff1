/* points.h - from tests and variants to points; private to the catalogue.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_POINTS_H
#define GAT_POINTS_H

#include "catalog.h"

/* Apply every test to every variant and profile that it fits, unsorted. */
bool gat_points_make(struct gat_catalog *c, struct gat_error *e);

#endif
