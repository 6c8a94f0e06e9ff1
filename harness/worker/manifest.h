/* manifest.h - what a backend claims, as JSON: written by one process, read by another.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_MANIFEST_H
#define GAT_MANIFEST_H

#include "arena.h"
#include "exchange/entry.h"

/* The claims of a backend as JSON, the same for plug-ins and adapters.
 * gat_manifest_write runs in the worker and may die of what it reads.  `notes` end with NULL;
 * `adapter` is what an adapter said that is in no table, or NULL. */
bool gat_manifest_write(const struct gat_backend *b, const char *const *notes,
                        const struct gat_manifest *adapter, char *out, size_t room,
                        size_t *size, char *why, size_t n);
/* Everything is copied into `a`.  False and one sentence in `why`. */
bool gat_manifest_read(struct gat_arena *a, const char *text, size_t size,
                       struct gat_manifest *out, char *why, size_t n);
/* The manifest of the worker on a seat, as the worker wrote it there. */
bool gat_manifest_take(struct gat_arena *a, const struct gat_seat *s, const struct gat_start *start,
                       struct gat_manifest *out, struct gat_error *e);

#endif
