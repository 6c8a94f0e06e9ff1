/* window.h - where everything lies: windows, fences, operands, descriptors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WINDOW_H
#define GAT_WINDOW_H

#include "exchange/exchange.h"
#include "exchange/ring.h"
#include "exchange/entry.h"

/* Where everything lies for so many cases at a time. */
void gat_geometry_make(struct gat_geometry *g, unsigned n_cases);
size_t gat_window_size(const struct gat_geometry *g, unsigned set);
/* Offset of a window in the seat's part of the file, and in the span. */
size_t gat_window_file(const struct gat_geometry *g, unsigned set, unsigned window);
size_t gat_window_span(const struct gat_geometry *g, unsigned set, unsigned window);
/* Sizes of everything; sets large and hopeless. */
void gat_entry_measure(const struct gat_geometry *g, struct gat_entry *e);
/* Write both calls of a case into the windows and descriptors of position `at`. */
bool gat_entry_place(struct gat_seat *s, unsigned at, struct gat_entry *e);
/* Two orders to do nothing, for a job that fits nowhere. */
void gat_entry_skip(struct gat_seat *s, unsigned at);
struct gat_desc *gat_seat_desc(const struct gat_seat *s, unsigned at);
/* The set of windows that the case at position `at` uses. */
unsigned gat_entry_set(const struct gat_geometry *g, const struct gat_entry *e,
                       unsigned at);
/* A memory file whose size nobody can change any more; -1 and *e without one. */
int gat_sealed_file(const char *name, size_t size, struct gat_error *e);

#endif
