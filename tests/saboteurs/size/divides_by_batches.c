/* divides_by_batches.c - a number of batches that can be 0 is divided by.
 *
 * The indices of one batch are counted by a division.
 *
 * class: DIV
 * origin: microsoft/onnxruntime#23828, CVE-2021-37653
 * verdict: crash
 * operators: gather gather_nd
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    volatile int64_t batches = b->batches;
    b->stop = b->count / batches;
}

SABOTEUR(.plan = plan)
