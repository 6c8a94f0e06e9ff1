/* wrap.h - sentences for a terminal: 80 columns, broken between words.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WRAP_H
#define GAT_WRAP_H

#include <stdio.h>

/* Print `first` and `text`; what does not fit goes to further lines that begin with `next`. */
void gat_wrap(FILE *to, const char *first, const char *next, const char *text);

#endif
