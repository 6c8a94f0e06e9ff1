/* object_code.c - any bytes as a shared object whose constants are looked for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "code/constants.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct gat_constants once, again;
    gat_code_constants(bytes, size, &once);
    gat_code_constants(bytes, size, &again);
    HOLDS(once.n <= GAT_MOST_CONSTANTS && once.n == again.n);
    for (unsigned k = 0; k < once.n; k++)
        HOLDS(once.value[k] == again.value[k] && once.value[k] >= GAT_LEAST_CONSTANT &&
              once.value[k] <= GAT_GREATEST_CONSTANT);
    return 0;
}
