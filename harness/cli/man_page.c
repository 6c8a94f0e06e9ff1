/* man_page.c - the command line as a man page and as completion for bash.
 *
 * Both come from the tables that --help comes from, so that they cannot disagree.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "cli/man_page.h"
#include "cli/options.h"

/* Text for roff: no hyphen is broken at, no line begins with a request. */
static void roff_put(const char *text)
{
    if (*text == '.' || *text == '\'')
        printf("\\&");
    for (; *text != '\0'; text++) {
        if (*text == '-' || *text == '\\')
            putchar('\\');
        putchar(*text == '\\' ? 'e' : *text);
    }
}

static void man_option(const struct gat_option_info *i)
{
    printf(".TP\n\\fB");
    if (i->letter != 0)
        printf("\\-%c\\fR, \\fB", i->letter);
    printf("\\-\\-");
    roff_put(i->name);
    printf("\\fR");
    if (i->argument != NULL) {
        printf(" \\fI");
        roff_put(i->argument);
        printf("\\fR");
    }
    printf("\n");
    roff_put(i->sentence);
    printf("\n");
}

static void man_command(const struct gat_command *c)
{
    unsigned n;
    const struct gat_option_info *infos = gat_option_infos(&n);
    printf(".SS gatherum %s [OPTION]... ", c->name);
    roff_put(c->arguments);
    printf("\n");
    roff_put(c->sentence);
    printf(".\n");
    for (unsigned k = 0; k < n; k++)
        if (infos[k].commands[0] != '\0' && gat_option_is_for(infos[k].commands, c->name))
            man_option(&infos[k]);
}

int gat_man_print(void)
{
    unsigned n;
    const struct gat_option_info *infos = gat_option_infos(&n);
    printf(".\\\" Made by gatherum --man.\n"
           ".TH GATHERUM 1 \"\" \"gatherum %s\"\n"
           ".SH NAME\ngatherum \\- judge implementations of the gather and scatter operators\n"
           ".SH SYNOPSIS\n.B gatherum\n.I COMMAND\n[OPTION]... [ARGUMENT]...\n"
           ".SH DESCRIPTION\nDecides whether an implementation of the gather/scatter operators "
           "obeys the document that defines it: in a process of its own, between fences, twice, "
           "bit for bit.\n.SH COMMANDS\n",
           GAT_VERSION);
    for (const struct gat_command **c = gat_commands_sorted(); *c != NULL; c++)
        man_command(*c);
    printf(".SH OPTIONS OF EVERY COMMAND\n");
    for (unsigned k = 0; k < n; k++)
        if (infos[k].commands[0] == '\0')
            man_option(&infos[k]);
    printf(".SH EXIT STATUS\n"
           "0 conforming, 1 not, 2 usage or nothing selected, 3 not judged for a fault of "
           "gatherum, the machine or a case, 4 out of time, 130 interrupted.\n"
           ".SH ENVIRONMENT\n.TP\n.B GATHERUM_PATH\nFolders like those of \\-\\-path, with colons "
           "between them.\n.TP\n.B GATHERUM_HOME\nFolder with specs/ and cases/.\n.TP\n"
           ".B SOURCE_DATE_EPOCH\nThe day by which waivers expire, in seconds.\n.TP\n"
           ".B NO_COLOR\nNo colours on a terminal.\n");
    return ferror(stdout) ? GAT_EXIT_OURS : 0;
}

static void completion_options(const char *command)
{
    unsigned n;
    const struct gat_option_info *infos = gat_option_infos(&n);
    for (unsigned k = 0; k < n; k++)
        if (gat_option_is_for(infos[k].commands, command))
            printf(" --%s", infos[k].name);
}

int gat_completion_print(void)
{
    const struct gat_command **commands = gat_commands_sorted();
    printf("# Completion of gatherum for bash; made by gatherum --bash-completion.\n"
           "_gatherum() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} words=\n"
           "    if [ \"$COMP_CWORD\" = 1 ]; then\n        words='--help --version");
    for (unsigned k = 0; commands[k] != NULL; k++)
        printf(" %s", commands[k]->name);
    printf("'\n    elif [[ $word == -* ]]; then\n        case ${COMP_WORDS[1]} in\n");
    for (unsigned k = 0; commands[k] != NULL; k++) {
        printf("        %s) words='", commands[k]->name);
        completion_options(commands[k]->name);
        printf("' ;;\n");
    }
    printf("        esac\n    fi\n"
           "    if [ -n \"$words\" ]; then\n"
           "        COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
           "    else\n"
           "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
           "    fi\n"
           "}\n"
           "complete -F _gatherum gatherum\n");
    return ferror(stdout) ? GAT_EXIT_OURS : 0;
}
