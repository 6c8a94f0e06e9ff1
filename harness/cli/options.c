/* options.c - from the command line to struct gat_options, and --help back.
 *
 * Both come from the two tables: options.def and the section of subcommands.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "base/plain_text.h"
#include "base/sentence.h"
#include "base/stars.h"
#include "cli/man_page.h"
#include "cli/options.h"
#include "error.h"

#define AT(id) offsetof(struct gat_options, id)
static const struct gat_option_info infos[] = {
#define OPTION_TEXT(id, name, letter, argument, commands, sentence)                      \
    {name, argument, commands, sentence, GAT_OPTION_IS_TEXT, letter, AT(id), 0},
#define OPTION_WORD(id, name, letter, words, commands, sentence)                         \
    {name, words, commands, sentence, GAT_OPTION_IS_WORD, letter, AT(id), 0},
#define OPTION_NUMBER(id, name, letter, argument, commands, sentence)                    \
    {name, argument, commands, sentence, GAT_OPTION_IS_NUMBER, letter, AT(id), 0},
#define OPTION_COUNT(id, name, letter, argument, most, commands, sentence)               \
    {name, argument, commands, sentence, GAT_OPTION_IS_COUNT, letter, AT(id), most},
#define OPTION_INDEX(id, name, letter, argument, most, commands, sentence)               \
    {name, argument, commands, sentence, GAT_OPTION_IS_INDEX, letter, AT(id), most},
#define OPTION_FLAG(id, name, letter, commands, sentence)                                \
    {name, NULL, commands, sentence, GAT_OPTION_IS_FLAG, letter, AT(id), 0},
#define OPTION_LIST(id, name, letter, argument, commands, sentence)                      \
    {name, argument, commands, sentence, GAT_OPTION_IS_LIST, letter, AT(id), 0},
#include "cli/options.def"
};
enum { N_OPTIONS = sizeof infos / sizeof infos[0], FIRST = 256 };

/* Memory that lives as long as the process: lists, names, folders. */
static struct gat_arena arena;

/* Weak: what reads records may be linked without any command. */
extern const struct gat_command *const __start_gat_commands[] __attribute__((weak));
extern const struct gat_command *const __stop_gat_commands[] __attribute__((weak));

/* A name of any length is quoted by its ends, as what is said of it stands after it. */
static void line_shorten(char *line)
{
    enum { LONGEST = 2000, HEAD = 1000, TAIL = 600 };
    static const char between[] = " ... ";
    size_t size = strlen(line);
    if (size <= LONGEST)
        return;
    memcpy(line + HEAD, between, sizeof between - 1);
    memmove(line + HEAD + sizeof between - 1, line + size - TAIL, TAIL + 1);
}

/* Quoted names, patterns and files must not control the terminal. */
int gat_complain(int code, const char *format, ...)
{
    struct gat_arena scratch = {0};
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = GAT_NEW_N(&scratch, char, size > 0 ? (size_t)size + 1 : 1);
    (void)vsnprintf(text, (size_t)size + 1, format, args);
    va_end(args);
    fflush(stdout);
    fputs("gatherum: ", stderr);
    for (char *line, *rest = text; (line = strsep(&rest, "\n")) != NULL;) {
        line_shorten(line);
        fprintf(stderr, "%s\n", gat_plain_text(&scratch, line));
    }
    gat_arena_free(&scratch);
    return code;
}

int gat_complain_error(int code, const struct gat_error *e)
{
    char text[1024];
    gat_error_print(e, text, sizeof text);
    return gat_complain(code, "%s", text);
}

static const struct gat_command *command_find(const char *name)
{
    for (const struct gat_command *const *c = __start_gat_commands;
         c < __stop_gat_commands; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

const struct gat_option_info *gat_option_infos(unsigned *n)
{
    *n = N_OPTIONS;
    return infos;
}

/* The commands in their order, ended by NULL. */
const struct gat_command **gat_commands_sorted(void)
{
    size_t n = (size_t)(__stop_gat_commands - __start_gat_commands);
    const struct gat_command **list = GAT_NEW_N(&arena, const struct gat_command *, n + 1);
    memcpy(list, __start_gat_commands, n * sizeof *list);
    for (size_t k = 1; k < n; k++)
        for (size_t i = k; i > 0 && list[i]->order < list[i - 1]->order; i--) {
            const struct gat_command *t = list[i];
            list[i] = list[i - 1];
            list[i - 1] = t;
        }
    return list;
}

/* Is `name` among the words of `list`?  An empty list means everywhere. */
bool gat_option_is_for(const char *list, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = list; *at != '\0'; at += strcspn(at, " ")) {
        at += strspn(at, " ");
        if (strncmp(at, name, n) == 0 && (at[n] == ' ' || at[n] == '\0'))
            return true;
    }
    return list[0] == '\0';
}

static void sentence_wrap(const char *text, int indent, int used)
{
    int column = used;
    bool first = true;
    while (*text != '\0') {
        int n = (int)strcspn(text, " ");
        if (!first && column + n + 1 > 78) {
            printf("\n%*s", indent, "");
            column = indent;
            first = true;
        }
        printf("%s%.*s", first ? "" : " ", n, text);
        column += n + !first;
        first = false;
        text += n + (text[n] == ' ');
    }
    printf("\n");
}

static void help_options(const char *command)
{
    printf("\nOptions\n");
    for (int k = 0; k < N_OPTIONS; k++) {
        const struct gat_option_info *i = &infos[k];
        char left[80];
        if (command != NULL ? !gat_option_is_for(i->commands, command) : i->commands[0] != '\0')
            continue;
        char letter[8] = "    ";
        if (i->letter != 0)
            snprintf(letter, sizeof letter, "-%c, ", i->letter);
        snprintf(left, sizeof left, "  %s--%s%s%s", letter, i->name,
                 i->argument != NULL ? " " : "", i->argument != NULL ? i->argument : "");
        printf("%-34s ", left);
        sentence_wrap(i->sentence, 35, strlen(left) > 34 ? (int)strlen(left) + 1 : 35);
    }
}

static int help_all(void)
{
    printf("usage: gatherum COMMAND [OPTION]... [ARGUMENT]...\n\n"
           "Decides whether an implementation of the gather/scatter operators is right.\n\n"
           "Commands\n");
    for (const struct gat_command **c = gat_commands_sorted(); *c != NULL; c++) {
        printf("  %-15s", (*c)->name);
        sentence_wrap((*c)->sentence, 17, 17);
    }
    help_options(NULL);
    printf("\n'gatherum COMMAND --help' shows the options of a command.\n"
           "Exit codes: 0 conforming, 1 not, 2 usage or nothing selected, 3 not judged\n"
           "for a fault of gatherum, the machine or a case, 4 out of time.\n");
    return 0;
}

static int help_command(const struct gat_command *c)
{
    printf("usage: gatherum %s [OPTION]... %s\n\n", c->name, c->arguments);
    sentence_wrap(c->sentence, 0, 0);
    help_options(c->name);
    return 0;
}

static int unknown_command(const char *name)
{
    const struct gat_command **list = gat_commands_sorted();
    const char *names[64];
    unsigned n = 0;
    for (; list[n] != NULL && n < 63; n++)
        names[n] = list[n]->name;
    names[n] = NULL;
    return gat_complain(GAT_EXIT_USAGE, "no command '%s'%s; gatherum --help lists them", name,
                        gat_meant_words(gat_suggest(name, names)));
}

static int unknown_option(const char *word, const char *command)
{
    const char *names[N_OPTIONS + 1];
    char bare[64];
    unsigned n = 0;
    for (int k = 0; k < N_OPTIONS; k++)
        if (gat_option_is_for(infos[k].commands, command))
            names[n++] = infos[k].name;
    names[n] = NULL;
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(word, "="), word);
    const char *meant = strncmp(bare, "--", 2) == 0 ? gat_suggest(bare + 2, names) : NULL;
    return gat_complain(GAT_EXIT_USAGE,
                        "%s takes no option '%s'; %s%s%sgatherum %s --help lists them", command,
                        bare, meant != NULL ? "did you mean '--" : "",
                        meant != NULL ? meant : "", meant != NULL ? "'? " : "", command);
}

/* What getopt_long() does not take: a long name, a letter among letters, the value of a flag. */
static int word_refuse(const char *word, const char *command)
{
    const char letter[] = {'-', (char)optopt, '\0'};
    if (optopt >= FIRST && gat_option_is_for(infos[optopt - FIRST].commands, command))
        return gat_complain(GAT_EXIT_USAGE, "--%s takes no value", infos[optopt - FIRST].name);
    return unknown_option(optopt > 0 && optopt < FIRST ? letter : word, command);
}

void gat_list_add(struct gat_arena *a, struct gat_list *list, const char *item)
{
    GAT_GROW(a, list->items, list->count);
    list->items[list->count++] = item;
}

/* Digits with a point or an exponent, above 0. */
static bool number_read(const char *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    return *text >= '+' && *text <= '9' && *end == '\0' && strpbrk(text, "xX") == NULL &&
           isfinite(*out) && *out > 0;
}

/* A whole number in digits alone. */
static bool whole_read(const char *text, double least, double most, double *out)
{
    *out = strtod(text, NULL);
    return *text != '\0' && text[strspn(text, "0123456789")] == '\0' && *out >= least &&
           *out <= most;
}

/* The text as one of the words that `|` separates in options.def; false if it is none. */
static bool word_read(const char *words, const char *text, const char **out)
{
    size_t n = strlen(text);
    *out = text;
    for (const char *at = words; at != NULL; at = strchr(at, '|')) {
        at += *at == '|';
        if (strncmp(at, text, n) == 0 && (at[n] == '|' || at[n] == '\0'))
            return true;
    }
    return false;
}

static int option_take(struct gat_options *o, int k, const char *argument, const char *command)
{
    const struct gat_option_info *i = &infos[k];
    const char *bar = i->argument != NULL ? strchr(i->argument, '|') : NULL;
    void *member = (char *)o + i->at;
    if (!gat_option_is_for(i->commands, command))
        return gat_complain(GAT_EXIT_USAGE,
                            "%s takes no option '--%s'; gatherum %s --help lists them", command,
                            i->name, command);
    o->given |= UINT64_C(1) << k;
    switch (i->kind) {
    case GAT_OPTION_IS_TEXT:
        if (strcmp(argument, "-") == 0)
            return gat_complain(GAT_EXIT_USAGE, "--%s takes %s, not '-'", i->name, i->argument);
        *(const char **)member = argument;
        break;
    case GAT_OPTION_IS_WORD:
        if (!word_read(i->argument, argument, member))
            return gat_complain(GAT_EXIT_USAGE, "--%s takes %.*s%s%s, not '%s'", i->name,
                                (int)strcspn(i->argument, "|"), i->argument,
                                bar != NULL ? " or " : "", bar != NULL ? bar + 1 : "", argument);
        break;
    case GAT_OPTION_IS_FLAG: *(bool *)member = true; break;
    case GAT_OPTION_IS_LIST: gat_list_add(&arena, member, argument); break;
    case GAT_OPTION_IS_NUMBER:
        if (!number_read(argument, member))
            return gat_complain(GAT_EXIT_USAGE, "--%s takes a number above 0, not '%s'", i->name,
                                argument);
        break;
    case GAT_OPTION_IS_INDEX:
    case GAT_OPTION_IS_COUNT: {
        int least = i->kind == GAT_OPTION_IS_COUNT;
        if (!whole_read(argument, least, i->most, member))
            return gat_complain(GAT_EXIT_USAGE,
                                "--%s takes a whole number from %d to %.0f, not '%s'", i->name,
                                least, i->most, argument);
    }
    }
    return GAT_OPTIONS_GO_ON;
}

static int word_add(struct gat_options *o, const char *word)
{
    unsigned stars = gat_stars(word);
    if (stars > GAT_MOST_STARS)
        return gat_complain(GAT_EXIT_USAGE, "'%.40s...' has %u signs '*', and %d are the most",
                            word, stars, GAT_MOST_STARS);
    gat_list_add(&arena, &o->words, word);
    return GAT_OPTIONS_GO_ON;
}

static int words_read(struct gat_options *o, int argc, char **argv, const char *command)
{
    _Static_assert(N_OPTIONS <= 64, "the set of given options is a 64-bit mask");
    struct option table[N_OPTIONS + 1] = {{0}};
    char letters[2 * N_OPTIONS + 2] = ":";
    for (int k = 0; k < N_OPTIONS; k++) {
        table[k] =
            (struct option){infos[k].name, infos[k].kind != GAT_OPTION_IS_FLAG, NULL, FIRST + k};
        if (infos[k].letter != 0) {
            size_t n = strlen(letters);
            letters[n] = infos[k].letter;
            letters[n + 1] = infos[k].kind == GAT_OPTION_IS_FLAG ? '\0' : ':';
            letters[n + 2] = '\0';
        }
    }
    opterr = 0;
    for (int c; (c = getopt_long(argc, argv, letters, table, NULL)) != -1;) {
        int k = c - FIRST, taken;
        if (c == ':')
            return gat_complain(GAT_EXIT_USAGE, "%s wants an argument", argv[optind - 1]);
        if (c == '?')
            return word_refuse(argv[optind - 1], command);
        for (int i = 0; c < FIRST && i < N_OPTIONS; i++)
            if (infos[i].letter == c)
                k = i;
        if ((taken = option_take(o, k, optarg, command)) != GAT_OPTIONS_GO_ON)
            return taken;
    }
    int code = GAT_OPTIONS_GO_ON;
    for (; optind < argc && code == GAT_OPTIONS_GO_ON; optind++)
        code = word_add(o, argv[optind]);
    return code;
}

static bool is_home(const char *folder)
{
    return access(gat_arena_print(&arena, "%s/specs", folder), R_OK) == 0;
}

/* Where the program lies, and specs/ and cases/ by it: in a checkout above the
 * build folder (any depth up to three), installed under PREFIX/share/gatherum. */
static int folders_find(struct gat_options *o)
{
    char exe[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    if (n <= 0)
        return gat_complain(GAT_EXIT_OURS, "/proc/self/exe cannot be read: is /proc mounted?");
    exe[n] = '\0';
    *strrchr(exe, '/') = '\0';
    const char *installed = gat_arena_print(&arena, "%s/../lib/gatherum", exe);
    bool beside = access(gat_arena_print(&arena, "%s/backends", exe), R_OK) == 0;
    o->libexec = beside || access(installed, R_OK) != 0 ? gat_arena_print(&arena, "%s", exe)
                                                        : installed;
    const char *said = getenv("GATHERUM_HOME");
    const char *near[] = {"..", ".", "../..", "../../..", "../share/gatherum"};
    for (unsigned k = 0; said == NULL && k < sizeof near / sizeof near[0]; k++) {
        const char *folder = gat_arena_print(&arena, "%s/%s", exe, near[k]);
        if (is_home(folder))
            said = folder;
    }
    if (said == NULL || !is_home(said))
        return gat_complain(GAT_EXIT_OURS, "no folder specs/ by %s; GATHERUM_HOME names it",
                            said != NULL ? said : exe);
    o->home = realpath(said, NULL);
    if (o->home == NULL)
        return gat_complain(GAT_EXIT_OURS, "the folder %s cannot be read", said);
    return GAT_OPTIONS_GO_ON;
}

const char *const *gat_options_paths(const struct gat_options *o)
{
    const char *more = getenv("GATHERUM_PATH");
    size_t n = 2, colons = 0;
    for (const char *c = more; c != NULL && *c != '\0'; c++)
        colons += *c == ':';
    const char **list = GAT_NEW_N(&arena, const char *, n + colons + 1 + o->paths.count);
    n = 0;
    list[n++] = o->home;
    while (more != NULL && *more != '\0') {
        size_t length = strcspn(more, ":");
        if (length > 0)
            list[n++] = gat_arena_text(&arena, more, length);
        more += length + (more[length] == ':');
    }
    for (unsigned k = 0; k < o->paths.count; k++)
        list[n++] = o->paths.items[k];
    return list;
}

static int version_print(void)
{
    return printf("gatherum %s\n", GAT_VERSION) < 0 ? GAT_EXIT_OURS : 0;
}

int gat_options_read(struct gat_options *o, int argc, char **argv,
                     const struct gat_command **command)
{
    o->program = argc > 0 ? argv[0] : "gatherum";
    if (argc < 2)
        return help_all(), GAT_EXIT_USAGE;
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        (strcmp(argv[1], "help") == 0 && argc == 2))
        return help_all();
    if (strcmp(argv[1], "--version") == 0)
        return version_print();
    if (strcmp(argv[1], "--man") == 0)
        return gat_man_print();
    if (strcmp(argv[1], "--bash-completion") == 0)
        return gat_completion_print();
    if ((*command = command_find(argv[1])) == NULL)
        return unknown_command(argv[1]);
    int code = words_read(o, argc - 1, argv + 1, (*command)->name);
    if (code != GAT_OPTIONS_GO_ON)
        return code;
    if (o->help)
        return help_command(*command);
    if (o->version)
        return version_print();
    return folders_find(o);
}

void gat_options_free(struct gat_options *o)
{
    free((void *)(uintptr_t)o->home);
    gat_arena_free(&arena);
}
