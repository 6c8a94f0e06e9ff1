/* test_patience.c - time in which a process waits for a processor is not counted, in any of its
 * threads.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/patience.h"
#include "tap.h"

enum { RIVALS = 4 };

static _Noreturn void busy(void)
{
    for (volatile unsigned long k = 0;; k++)
        ;
}

static void *busy_thread(void *unused)
{
    (void)unused;
    busy();
}

/* Its first thread only waits for another one, which is busy. */
static _Noreturn void helped(void)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, busy_thread, NULL) == 0)
        pthread_join(thread, NULL);
    _exit(1);
}

static _Noreturn void idle(void)
{
    for (;;)
        pause();
}

/* A child on the first processor that this process may use. */
static pid_t child(void (*f)(void), int niceness)
{
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    cpu_set_t may, one;
    size_t k = 0;
    CPU_ZERO(&one);
    sched_getaffinity(0, sizeof may, &may);
    while (k < CPU_SETSIZE - 1 && !CPU_ISSET(k, &may))
        k++;
    CPU_SET(k, &one);
    sched_setaffinity(0, sizeof one, &one);
    setpriority(PRIO_PROCESS, 0, niceness);
    f();
    _exit(1);
}

/* The part of the time that counts for a process beside some that are busy; asked until `enough`
 * seconds count, or for `most` seconds. */
static double counted(void (*f)(void), double enough, double most)
{
    pid_t rivals[RIVALS], pid = child(f, 19);
    for (int k = 0; k < RIVALS; k++)
        rivals[k] = child(busy, 0);
    usleep(100000);
    struct gat_patience p;
    gat_patience_begin(&p, pid, 0);
    double start = gat_seconds_now(), spent = 0;
    while (spent < enough && gat_seconds_now() - start < most) {
        usleep(2000);
        spent = gat_patience_spent(&p);
    }
    double part = spent / (gat_seconds_now() - start);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    for (int k = 0; k < RIVALS; k++) {
        kill(rivals[k], SIGKILL);
        waitpid(rivals[k], NULL, 0);
    }
    return part;
}

int main(void)
{
    if (access("/proc/self/schedstat", R_OK) != 0) {
        skip("this kernel does not count it", "waiting for a processor");
        return done();
    }
    double first = counted(busy, 1, 0.6), other = counted(helped, 1, 0.6),
           nothing = counted(idle, 0.2, 10);
    ok(first < 0.5, "a process that gets no processor is not charged: %.2f of the time", first);
    ok(other < 0.5, "nor is one whose first thread waits for another: %.2f", other);
    ok(nothing > 0.02, "one that waits for nothing is charged: %.2f", nothing);
    return done();
}
