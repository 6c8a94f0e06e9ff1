/* kill_drawn.h - faults that are drawn, each with a witness, and how many of them run catches.
 *
 * A program of its own (tests/drawn/) draws them, which shares no table and no draw with the
 * suite; one plug-in has them all, and takes the fault as its option.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_KILL_DRAWN_H
#define GAT_KILL_DRAWN_H

#include "kill/kill.h"

enum { GAT_DRAWN_CONDITIONS = 3 };

/* The effect that the first diagnosis names, by the table of sentences. */
enum gat_named { GAT_NAMED_NOTHING, GAT_NAMED_EFFECT, GAT_NAMED_OTHER };

/* One fault, as it was drawn, and what became of it.  Texts live in the arena of gat_drawn. */
struct gat_drawn_fault {
    const char *op, *variant, *effect, *kind, *options, *witness, *how;
    unsigned n_conditions;
    const char *conditions[GAT_DRAWN_CONDITIONS]; /* their classes */
    bool witnessed;                               /* the oracle does not admit what it answers */
    int64_t again;
    const char *error; /* it could not be drawn or judged; NULL */
    bool judged, killed;
    enum gat_verdict_class verdict;
    const struct gat_point *point;
    const char *first, *diagnosis;
    enum gat_named named;
    double ms, all_ms; /* from its start to the first case that kills, and to the end */
};

struct gat_drawn {
    struct gat_kills *kills; /* options, catalog, seed */
    const char *program, *plugin;
    struct gat_arena arena;
    unsigned n, n_done; /* asked for; drawn before the time was over */
    struct gat_drawn_fault *faults;
    bool *guilty; /* points whose cases killed */
    unsigned long control_judged, control_failed;
    const char *control_first;
    double seconds;
};

/* Draw and judge `n` faults in `jobs` threads, then the plug-in without a fault on what killed
 * them.  An exit code, 0 when that was possible. */
int gat_drawn_run(struct gat_drawn *d, unsigned jobs);

#endif
