/* first_of_nothing_read.c - the first element of data is read although there is
 * none.
 *
 * A default for what is out of range is fetched before anything else.
 *
 * class: EMP
 * origin: onnx/onnx#8306, nv-legate/cupynumeric#944
 * verdict: out-of-bounds-read crash
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    (void)*(const volatile char *)b->c.data.data;
}

SABOTEUR(.plan = plan)
