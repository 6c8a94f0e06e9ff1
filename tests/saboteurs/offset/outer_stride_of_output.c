/* outer_stride_of_output.c - the number of indices is used as the row length of
 * data.
 *
 * The row of the output is as long as there are indices; the row of data is not.
 *
 * class: STR
 * origin: huggingface/candle#1037
 * verdict: wrong-value out-of-bounds-read
 * operators: gather
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static void plan(struct broken *b)
{
    b->data_row = b->picks * b->inner;
}

SABOTEUR(.plan = plan)
