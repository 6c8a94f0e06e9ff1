/* options.h - from the command line to struct gat_options.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_OPTIONS_H
#define GAT_OPTIONS_H

#include <stddef.h>

#include "cli/command.h"

enum { GAT_OPTIONS_GO_ON = -1 };

/* One line of options.def. */
enum gat_option_kind {
    GAT_OPTION_IS_TEXT,
    GAT_OPTION_IS_WORD,
    GAT_OPTION_IS_NUMBER,
    GAT_OPTION_IS_COUNT,
    GAT_OPTION_IS_INDEX,
    GAT_OPTION_IS_FLAG,
    GAT_OPTION_IS_LIST
};
struct gat_option_info {
    const char *name, *argument, *commands, *sentence;
    enum gat_option_kind kind;
    char letter;
    size_t at;   /* offset of its member in struct gat_options */
    double most; /* of a count, from 1 on, or of an index, from 0 on */
};
const struct gat_option_info *gat_option_infos(unsigned *n);
/* Is `command` among the words of `commands`?  An empty list means everywhere. */
bool gat_option_is_for(const char *commands, const char *command);
/* All commands in their order, ended by NULL. */
const struct gat_command **gat_commands_sorted(void);

/* Read everything; --help and --version are answered here.  GAT_OPTIONS_GO_ON and
 * the command to run, or the exit code. */
int gat_options_read(struct gat_options *o, int argc, char **argv,
                     const struct gat_command **command);
void gat_options_free(struct gat_options *o);

/* Folders to read specs/ and cases/ from: the home, then GATHERUM_PATH, then
 * --path; NULL ends.  Lives as long as the process. */
const char *const *gat_options_paths(const struct gat_options *o);
struct gat_arena;
struct gat_error;
/* One text more, which is not copied; the list grows in the arena. */
void gat_list_add(struct gat_arena *a, struct gat_list *list, const char *item);
/* "gatherum: sentence" on stderr, and `code` back, so that `return gat_complain(...)`. */
int gat_complain(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same with the sentence of an error, after its place. */
int gat_complain_error(int code, const struct gat_error *e);

#endif
