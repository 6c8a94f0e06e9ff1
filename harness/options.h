/* options.h - from the command line to struct gat_options.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPTIONS_H
#define GAT_OPTIONS_H

#include "command.h"

enum { GAT_OPTIONS_GO_ON = -1 };

/* Read everything; --help and --version are answered here.  GAT_OPTIONS_GO_ON and
 * the command to run, or the exit code. */
int gat_options_read(struct gat_options *o, int argc, char **argv,
                     const struct gat_command **command);
void gat_options_free(struct gat_options *o);

#endif
