/* terminal.h - colours and progress, on terminals only.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_TERMINAL_H
#define GAT_TERMINAL_H

#include "run/run.h"

/* Terminal, pipe or file: the kinds of stdout and stderr. */
void gat_screen_find(struct gat_output *o);
/* A text that may begin with "not ok", whose line is then red. */
bool gat_screen_print(const struct gat_output *o, const char *format, va_list args)
    __attribute__((format(printf, 2, 0), nonnull(2)));
/* How far a backend is; `n` points of `all`. */
void gat_screen_progress(const struct gat_output *o, const char *backend, unsigned n,
                         unsigned all);

#endif
