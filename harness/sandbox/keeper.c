/* keeper.c - whatever ends gatherum, nothing of its workers is left behind.
 *
 * Both share the memory that lists what has to be ended: groups by their number, folders by their
 * path.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/keeper.h"
#include "sandbox/scratch.h"

enum { MOST_GROUPS = 256, MOST_FOLDERS = 128, LONGEST = 256, LOOK = 200000 /* us */ };

struct estate {
    pid_t groups[MOST_GROUPS];
    char folders[MOST_FOLDERS][LONGEST];
};

static struct {
    pthread_mutex_t lock;
    pid_t owner; /* who has this keeper; a child of it has none */
    struct estate *estate;
} keeper = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Until `process` has ended. */
static void end_await(pid_t process, int handle)
{
    struct pollfd end = {.fd = handle, .events = POLLIN};
    while (handle >= 0 && poll(&end, 1, -1) < 1)
        ;
    while (handle < 0 && kill(process, 0) == 0) /* a kernel without such handles */
        usleep(LOOK);
}

static _Noreturn void keep(pid_t process, const struct estate *e)
{
    setsid(); /* what a terminal or `timeout` sends to all is not for this one */
    int handle = (int)syscall(SYS_pidfd_open, process, 0);
    if (handle > 0)
        handle = dup2(handle, 0);
    (void)syscall(SYS_close_range, 1, ~0u, 0);
    end_await(process, handle);
    for (unsigned k = 0; k < MOST_GROUPS; k++)
        if (e->groups[k] > 1)
            kill(-e->groups[k], SIGKILL);
    for (unsigned k = 0; k < MOST_FOLDERS; k++)
        gat_scratch_remove(e->folders[k]);
    _exit(0);
}

/* The keeper is nobody's child, so no count of children includes it. */
static void keeper_fork(pid_t process, const struct estate *e)
{
    pid_t between = fork();
    if (between == 0) {
        if (fork() == 0)
            keep(process, e);
        _exit(0);
    }
    if (between > 0)
        (void)waitpid(between, NULL, 0);
}

void gat_keeper_start(void)
{
    sigset_t all, before;
    pthread_mutex_lock(&keeper.lock);
    if (keeper.owner != getpid()) {
        pid_t process = getpid();
        keeper.owner = process;
        keeper.estate = mmap(NULL, sizeof *keeper.estate, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (keeper.estate == MAP_FAILED)
            keeper.estate = NULL;
        sigfillset(&all);
        sigprocmask(SIG_SETMASK, &all, &before);
        if (keeper.estate != NULL)
            keeper_fork(process, keeper.estate);
        sigprocmask(SIG_SETMASK, &before, NULL);
    }
    pthread_mutex_unlock(&keeper.lock);
}

static void group_change(pid_t from, pid_t to)
{
    pthread_mutex_lock(&keeper.lock);
    struct estate *e = keeper.owner == getpid() ? keeper.estate : NULL;
    for (unsigned k = 0; e != NULL && k < MOST_GROUPS; k++)
        if (e->groups[k] == from) {
            e->groups[k] = to;
            break;
        }
    pthread_mutex_unlock(&keeper.lock);
}

void gat_keeper_group(pid_t group)
{
    group_change(0, group);
}

void gat_keeper_group_gone(pid_t group)
{
    group_change(group, 0);
}

static void folder_change(const char *from, const char *to)
{
    if (strcmp(from, to) == 0)
        return;
    pthread_mutex_lock(&keeper.lock);
    struct estate *e = keeper.owner == getpid() ? keeper.estate : NULL;
    for (unsigned k = 0; e != NULL && strlen(to) < LONGEST && k < MOST_FOLDERS; k++)
        if (strcmp(e->folders[k], from) == 0) {
            snprintf(e->folders[k], LONGEST, "%s", to);
            break;
        }
    pthread_mutex_unlock(&keeper.lock);
}

void gat_keeper_folder(const char *path)
{
    folder_change("", path);
}

void gat_keeper_folder_gone(const char *path)
{
    folder_change(path, "");
}
