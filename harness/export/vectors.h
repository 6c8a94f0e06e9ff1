/* vectors.h - the suite as test vectors for any language: a file of JSON per variant and topic.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_VECTORS_H
#define GAT_VECTORS_H

#include "cli/command.h"
#include "suite/catalog.h"

/* Write what the words of *o select into the folder --out, which must not be there, with
 * manifest.json and SHA256SUMS.  Without --all: of each written test one case.  An exit code; what
 * is wrong was told. */
int gat_vectors_write(const struct gat_options *o, const struct gat_catalog *c, uint64_t seed);

#endif
