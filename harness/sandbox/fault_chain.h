/* fault_chain.h - which handler of SIGSEGV and SIGBUS comes first.
 *
 * A backend may bring handlers of its own: the runtimes of Go, Java and emulators do.  They
 * must not hide a read beside an operand.  So the worker's handler stays the first one of
 * these two signals: what a backend installs is remembered, and gets only those faults whose
 * address is not in the worker's span.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FAULT_CHAIN_H
#define GAT_FAULT_CHAIN_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* From now on sigaction() and its relatives remember what they are given for these two
 * signals, instead of installing it.  The span begins at `start`. */
void gat_fault_chain_start(const void *start, size_t size);
/* Install a handler really, whatever the signal. */
void gat_fault_install(int number, const struct sigaction *act);
/* Call the backend's handler for a fault outside of the span.  False: it has none, or the
 * fault is not its own. */
bool gat_fault_pass_on(int number, siginfo_t *info, void *context);

#endif
