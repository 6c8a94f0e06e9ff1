/* windows.h - indices that say where windows of data begin; private to ref.
 *
 * A window is a box of data.  One tensor, the output of a gather or the updates of a
 * scatter, holds all windows; each of its dimensions counts inside of windows, along a
 * dimension of data, or through indices, or both at once, where data and indices share a
 * batch.  The beginnings are found from a->depth, a->along, a->stride and a->places, which
 * the kernel's check sets.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WINDOWS_H
#define GAT_WINDOWS_H

#include "demands.h"

struct ref_windows {
    const struct gat_array *all;   /* the tensor that holds the windows */
    int32_t rank;                  /* its dimensions; it may not be there yet */
    int64_t due[GAT_MAX_RANK];     /* its extents by indices; -1: inside of windows */
    int32_t along[GAT_MAX_RANK];   /* per dimension of it: the one of data, or -1 */
    int64_t through[GAT_MAX_RANK]; /* and how far its coordinate moves on in indices */
};
/* window_lists.c: the dimensions from the lists of the call; false where these contradict
 * each other or the operands. */
bool ref_windows_lists(const struct ref_case *c, struct ref_windows *w);
/* Then the beginnings, of windows of these extents in all dimensions of data. */
void ref_windows_begin(const struct ref_case *c, struct ref_answer *a, const int64_t *extent);
/* The element of data that element `at` of w->all belongs to, or a negative number: see
 * ref_position.  A gather asks about the whole window, which the rules may move; in a
 * scatter each element stands for itself. */
int64_t ref_window_first(const struct ref_windows *w, int64_t at); /* its first index */
int64_t ref_window_place(const struct ref_windows *w, const struct ref_case *c,
                         const struct ref_answer *a, int64_t at);

/* Updates placed where `find` says that their windows lie. */
void ref_windows_scatter(const struct ref_case *c, struct ref_answer *a,
                         void (*find)(const struct ref_case *, struct ref_windows *), void *scratch);

#endif
