/* test_presented.c - how a report tells where operands lie.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "judge/job.h"
#include "judge_case.h"
#include "parts/presentation.h"
#include "tap.h"

static struct judge_case t;
static const struct gat_drawing drawn;

static const char *told(enum gat_presentation_id presentation, uint64_t placed)
{
    static char text[512];
    t.member.presentation = presentation;
    t.member.placed = placed;
    t.test.drawing = placed != 0 ? &drawn : NULL;
    snprintf(text, sizeof text, "none");
    gat_presentation_tell(&t.x, 0, text, sizeof text);
    return text;
}

static void start(void)
{
    case_start(&t, "scatter_elements");
    case_data(&t, GAT_F32, SHAPE(4, 3));
    case_updates(&t, SHAPE(2, 3));
    case_indices(&t, SHAPE(2, 3), (const int64_t[]){1, 0, 2, 3, 2, 1});
    case_expect(&t);
}

/* Of each operand that is presented, what differs from a compact one at the start of its buffer. */
static void test_written(void)
{
    start();
    is_text(told(GAT_P_PLAIN, 0), "none", "a plain case");
    is_text(told(GAT_P_STRIDED_DATA, 0), "data with strides [7,2]", "strides");
    is_text(told(GAT_P_STRIDED, 0),
            "data with strides [7,2], indices with strides [7,2], "
            "updates with strides [7,2], output with strides [7,2]",
            "strides of all");
    is_text(told(GAT_P_OFFSET_INDICES, 0), "indices with a byte_offset of 24", "an offset");
    is_text(told(GAT_P_OFFSET, 0),
            "data with a byte_offset of 12, indices with a byte_offset of 24, "
            "updates with a byte_offset of 12, output with a byte_offset of 12",
            "an offset of all");
    is_text(told(GAT_P_ODD_UPDATES, 0), "updates at an unaligned address", "an unaligned address");
    is_text(told(GAT_P_BROADCAST_DATA, 0), "data with strides [1,0]", "a slice that repeats");
    is_text(told(GAT_P_INPLACE, 0), "output in the memory of data", "in place");
    is_text(told(GAT_P_OFFSET_INPLACE, 0),
            "data with a byte_offset of 12, indices with a byte_offset of 24, "
            "updates with a byte_offset of 12, output in the memory of data",
            "in place, with an offset");
    case_end(&t);
}

/* A drawn view may begin inside its buffer, too: strides and the offset are told, each once. */
static void test_drawn(void)
{
    start();
    is_text(told(GAT_P_PERMUTED_DATA, 7), "data with strides [1,4]", "at the start");
    is_text(told(GAT_P_PERMUTED_DATA, 8), "data with strides [1,4] and a byte_offset of 468",
            "inside");
    is_text(told(GAT_P_OFFSET_DATA, 8), "data with a byte_offset of 468", "an offset alone");
    is_text(told(GAT_P_ODD_DATA, 8), "data at an unaligned address", "no layout is drawn there");
    case_end(&t);
}

int main(void)
{
    test_written();
    test_drawn();
    return done();
}
