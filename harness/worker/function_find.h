/* function_find.h - a function of Python as a backend.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FUNCTION_FIND_H
#define GAT_FUNCTION_FIND_H

#include "worker/backend_find.h"

/* Where the package `gatherum` lies: python/ of a checkout, or what a wheel was unpacked into. */
const char *gat_python_folder(const struct gat_options *o, struct gat_arena *a);
/* Is this word FILE.py:FUNCTION[:OPTIONS], or with --like MODULE:FUNCTION[:OPTIONS]?  A file that
 * may be executed is an adapter unless --like says otherwise. */
bool gat_is_function(const struct gat_options *o, struct gat_arena *a, const char *word);
/* The worker of the package is the backend, and the function an option of it. */
void gat_function_set(const struct gat_options *o, struct gat_arena *a, const char *word,
                      struct gat_backend_ref *out);

#endif
