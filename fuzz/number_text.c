/* number_text.c - any text as a number of any type: a value that was printed reads
 * back to the same bits.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "dtype.h"
#include "target.h"

static void element_check(enum gat_dtype t, const unsigned char *element)
{
    unsigned char back[16] = {0};
    char text[128];
    bool exact;
    gat_dtype_print(t, element, text, sizeof text);
    HOLDS(gat_dtype_parse(t, text, back, &exact));
    HOLDS(gat_dtype_same(t, element, back));
}

/* The first byte is the type, the second whether bits or text follow. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    unsigned char element[16] = {0};
    char text[64] = "";
    bool exact;
    if (size < 2)
        return 0;
    enum gat_dtype t = (enum gat_dtype)(bytes[0] % GAT_STR);
    bool is_text = bytes[1] % 2 != 0;
    size_t n = size - 2 < sizeof text - 1 ? size - 2 : sizeof text - 1;
    memcpy(text, bytes + 2, n);
    if (!is_text)
        memcpy(element, text, sizeof element);
    if (t == GAT_BOOL)
        element[0] &= 1;
    if (!is_text || gat_dtype_parse(t, text, element, &exact))
        element_check(t, element);
    return 0;
}
