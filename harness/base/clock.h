/* clock.h - the time of this machine that only goes forward.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CLOCK_H
#define GAT_CLOCK_H


/* Seconds since some moment before the start of the program. */
double gat_seconds_now(void);

#endif
