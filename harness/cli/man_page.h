/* man_page.h - the command line as a man page and as completion for bash.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_MAN_PAGE_H
#define GAT_MAN_PAGE_H

#include "cli/options.h"

/* Print the tables of options as a man page and as completion for bash; exit codes. */
int gat_man_print(void);
int gat_completion_print(void);

#endif
