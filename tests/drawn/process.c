/* process.c - looks at the process.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "process.h"

#include <dirent.h>
#include <fenv.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

static unsigned entries_of(const char *folder)
{
    unsigned n = 0;
    DIR *d = opendir(folder);
    while (d != NULL && readdir(d) != NULL)
        n++;
    if (d != NULL)
        closedir(d);
    return n;
}

void process_look(struct process *p)
{
    struct sigaction action;
    memset(p, 0, sizeof *p);
    p->memory = mallinfo2().uordblks + mallinfo2().hblkhd;
    p->files = entries_of("/proc/self/fd");
    p->threads = entries_of("/proc/self/task");
    p->rounding = fegetround();
#if defined(__SSE2__)
    p->control = _mm_getcsr() & 0xffc0;
#endif
    if (sigaction(SIGFPE, NULL, &action) == 0)
        p->handler = action.sa_handler;
    if (getcwd(p->folder, sizeof p->folder) == NULL)
        p->folder[0] = '\0';
}

const char *process_differs(const struct process *before, const struct process *middle,
                            const struct process *after)
{
    if (after->rounding != before->rounding)
        return "the rounding mode is another one";
    if (after->control != before->control)
        return "the floating-point unit is set otherwise";
    if (after->handler != before->handler)
        return "a signal has another handler";
    if (strcmp(after->folder, before->folder) != 0)
        return "the working directory is another one";
    if (after->files > middle->files && middle->files > before->files)
        return "files stay open";
    if (after->threads > middle->threads && middle->threads > before->threads)
        return "threads stay";
    if (after->memory > middle->memory && middle->memory > before->memory)
        return "memory is not given back";
    return NULL;
}
