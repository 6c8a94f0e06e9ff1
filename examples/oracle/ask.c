/* ask.c - what does a document say about this call?  Asked of libgatherum-ref.
 *
 *     cc -std=c11 -O2 -Iinclude -o ask examples/oracle/ask.c build/lib/libgatherum-ref.a -lm
 *     ./ask gather/onnx-13 1
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "gatherum/oracle.h"

int main(int argc, char **argv)
{
    float data[] = {1, 2, 3, 4, 5, 6}, mine[] = {1, 2};
    int64_t index = argc > 2 ? atoll(argv[2]) : 1, data_shape[] = {3, 2}, shape[] = {1}, bad;
    const struct gat_operand operands[] = {
        {"data", GAT_IN, GAT_TENSOR, {data, {1, 0}, 2, {2, 32, 1}, data_shape, NULL, 0}},
        {"indices", GAT_IN, GAT_TENSOR, {&index, {1, 0}, 1, {0, 64, 1}, shape, NULL, 0}},
    };
    const struct gat_attr attrs[] = {{"axis", GAT_ATTR_INT, 0, 0, 0, NULL, NULL, 0}};
    struct gat_oracle *o = gat_oracle_new();
    if (o == NULL)
        return 1;
    const char *name = argc > 1 ? argv[1] : "gather/onnx-13";
    gat_status status = gat_oracle_ask(o, name, operands, 2, attrs, 1);
    const struct gat_tensor *output = gat_oracle_output(o);
    printf("status %d; %s\n", (int)status, gat_oracle_reason(o));
    if (output != NULL) {
        const float *values = output->data;
        int64_t mine_shape[] = {1, 2};
        struct gat_tensor theirs = {mine, {1, 0}, 2, {2, 32, 1}, mine_shape, NULL, 0};
        printf("output: %g %g\n", values[0], values[1]);
        int good = gat_oracle_judge(o, GAT_OK, &theirs, &bad);
        printf("1 2 is %s: %s\n", good == 1 ? "admitted" : "not admitted", gat_oracle_reason(o));
    }
    gat_oracle_free(o);
    return 0;
}
