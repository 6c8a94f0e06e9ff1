/* fuzz_jobs.c - several searches at a time, each in a process of its own.
 *
 * They are made before anything is open, share nothing but folders, and tell at the end
 * through a pipe what they did.  An interrupt is passed on: each ends with what it has.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/options.h"
#include "hunt/fuzz.h"
#include "hunt/fuzz_jobs.h"

struct report {
    int code;
    struct gat_fuzz_sum sum;
};

/* The process of search k: it ends here. */
static _Noreturn void search_run(int to, unsigned k, unsigned n, gat_fuzz_search *search,
                                 void *user)
{
    struct report r;
    memset(&r, 0, sizeof r); /* with its gaps: it is written as bytes */
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    r.code = search(user, k, n, &r.sum);
    fflush(stdout);
    bool told = write(to, &r, sizeof r) == (ssize_t)sizeof r;
    _exit(told ? 0 : GAT_EXIT_OURS);
}

static pid_t search_start(int *from, unsigned k, unsigned n, gat_fuzz_search *search, void *user)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        search_run(ends[1], k, n, search, user);
    }
    close(ends[1]);
    *from = ends[0];
    if (pid < 0)
        close(ends[0]);
    return pid;
}

/* Wait until it has told or is gone; an interrupt is passed on to all others. */
static bool report_read(int from, struct report *r, const pid_t *all, unsigned n)
{
    ssize_t got;
    while ((got = read(from, r, sizeof *r)) < 0 && errno == EINTR)
        for (unsigned k = 0; k < n; k++)
            if (all[k] > 0)
                kill(all[k], SIGTERM);
    close(from);
    return got == (ssize_t)sizeof *r;
}

int gat_fuzz_jobs(unsigned n, gat_fuzz_search *search, void *user, struct gat_fuzz_sum *sum)
{
    pid_t all[GAT_FUZZ_JOBS];
    int from[GAT_FUZZ_JOBS], worst = 0;
    unsigned started = 0;
    if (n <= 1)
        return search(user, 0, 1, sum);
    n = n < GAT_FUZZ_JOBS ? n : GAT_FUZZ_JOBS;
    while (started < n &&
           (all[started] = search_start(&from[started], started, n, search, user)) > 0)
        started++;
    if (started < n)
        worst = gat_complain(GAT_EXIT_OURS, "no process for a search: %s", strerror(errno));
    for (unsigned k = 0; k < started; k++) {
        struct report r = {.code = GAT_EXIT_OURS};
        if (!report_read(from[k], &r, all, started))
            r.code = gat_complain(GAT_EXIT_OURS, "search %u of %u told no result", k + 1, n);
        waitpid(all[k], NULL, 0);
        all[k] = 0; /* its number may be another's now */
        worst = r.code > worst ? r.code : worst;
        sum->cases += r.sum.cases;
        sum->kept += r.sum.kept;
        sum->finds += r.sum.finds;
        sum->again += r.sum.again;
        sum->counters = r.sum.counters;
        sum->seconds = r.sum.seconds > sum->seconds ? r.sum.seconds : sum->seconds;
    }
    return worst;
}
