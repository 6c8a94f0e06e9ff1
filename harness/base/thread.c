/* thread.c - a thread of ours beside what the program does.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/thread.h"

#include <signal.h>

int gat_thread_start(pthread_t *thread, void *(*run)(void *user), void *user)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int code = pthread_create(thread, NULL, run, user);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code;
}
