/* first.h - cases that a worker is asked before any other.
 *
 * Some faults show only in the first call of a process, so
 * some drawn cases of a variant begin a process each, where few variants are asked.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FIRST_H
#define GAT_FIRST_H

#include "run/run.h"

/* Is member k of that point to be the first that a worker is asked?  Not where a process takes
 * its time to start: for a backend on a device, or one that says that its calls are slow. */
bool gat_comes_first(const struct gat_session *s, unsigned point, unsigned k);

/* How the process is looked at after that member. */
enum gat_look gat_look_after(struct gat_session *s, unsigned point, unsigned k);

#endif
