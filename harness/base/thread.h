/* thread.h - a thread of ours beside what the program does.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_THREAD_H
#define GAT_THREAD_H

#include <pthread.h>

/* Start `run` with `user`; no signal that is meant for the program comes to the thread, SIGPIPE
 * included.  0, or what pthread_create says. */
int gat_thread_start(pthread_t *thread, void *(*run)(void *user), void *user);

#endif
