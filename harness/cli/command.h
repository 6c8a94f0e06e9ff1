/* command.h - the subcommands of gatherum and the options that they share.
 *
 * A subcommand is one file harness/command/cmd_<name>.c that says GAT_COMMAND(name) = ...;
 * an option is one line of options.def.  --help, the man page and shell completion
 * come from these two.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_COMMAND_H
#define GAT_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

/* Exit codes: a contract. */
enum {
    GAT_EXIT_CONFORMING = 0,
    GAT_EXIT_NOT = 1,     /* not conforming */
    GAT_EXIT_USAGE = 2,   /* usage, bad input, or nothing selected */
    GAT_EXIT_OURS = 3,    /* not judged: our own fault, the machine's or a case's */
    GAT_EXIT_TIME = 4,    /* out of time */
    GAT_EXIT_INTERRUPTED = 130 /* as a shell tells that SIGINT ended it */
};

enum { GAT_MOST_ROUNDS = 101 }; /* of bench */

/* Values of all options after parsing; see options.def.  One member per line
 * there, of the type that its kind implies: text, word, number, count, flag, list. */
struct gat_list {
    unsigned count;
    const char **items;
};
struct gat_options {
#define OPTION_TEXT(id, name, letter, argument, commands, sentence) const char *id;
#define OPTION_WORD(id, name, letter, words, commands, sentence) const char *id;
#define OPTION_NUMBER(id, name, letter, argument, commands, sentence) double id;
#define OPTION_COUNT(id, name, letter, argument, most, commands, sentence) double id;
#define OPTION_INDEX(id, name, letter, argument, most, commands, sentence) double id;
#define OPTION_FLAG(id, name, letter, commands, sentence) bool id;
#define OPTION_LIST(id, name, letter, argument, commands, sentence) struct gat_list id;
#include "cli/options.def"
    uint64_t given;        /* set of options that were given, by their order */
    struct gat_list words; /* words that are no options */
    const char *home;      /* folder with specs/, cases/ */
    const char *libexec;   /* folder with backends/, frameworks/: the program's own */
    const char *program;   /* how the program was called, for lines that repeat */
};

struct gat_command {
    const char *name;
    const char *arguments; /* "[PATTERN]..." */
    const char *sentence;  /* for --help */
    int order;             /* place in --help */
    int (*run)(const struct gat_options *o); /* an exit code */
};
#define GAT_COMMAND(id)                                                        \
    static const struct gat_command gat_command_##id;                          \
    __attribute__((used, section("gat_commands")))                             \
    static const struct gat_command *const gat_command_entry_##id =            \
        &gat_command_##id;                                                     \
    static const struct gat_command gat_command_##id

#endif
