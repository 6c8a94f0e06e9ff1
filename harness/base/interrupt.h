/* interrupt.h - somebody wants the program to end, and may still be told what it knows.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_INTERRUPT_H
#define GAT_INTERRUPT_H

#include <stdbool.h>

/* To be called by the handler of a signal.  True: it is asked again.  What comes within half a
 * second is the same wish, which some that pass signals on send twice. */
bool gat_interrupt_note(void);
bool gat_interrupted(void);

#endif
