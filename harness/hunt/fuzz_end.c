/* fuzz_end.c - when a search is over: its time, its cases, or somebody interrupts it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "hunt/fuzz_end.h"

#include <signal.h>

#include "base/clock.h"

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

void gat_fuzz_listen(void)
{
    struct sigaction act = {.sa_handler = on_interrupt};
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
}

bool gat_fuzz_interrupted(void)
{
    return interrupted != 0;
}

bool gat_fuzz_over(const struct gat_fuzz *f)
{
    return interrupted != 0 || (f->options->fail_fast && f->n_finds > 0) ||
           (f->end > 0 && gat_seconds_now() > f->end);
}
