/* constants.h - numbers that the code of a backend treats apart, and so may sizes of tensors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CONSTANTS_H
#define GAT_CONSTANTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GAT_MOST_CONSTANTS = 64,
    GAT_LEAST_CONSTANT = 17,        /* ordinary cases have all sizes below */
    GAT_GREATEST_CONSTANT = 1 << 24 /* a larger one no case can have */
};
struct gat_constants {
    unsigned n;
    int64_t value[GAT_MOST_CONSTANTS]; /* the first are asked about first */
};
/* Append one if it can be a size, is not listed yet, and there is room. */
static inline void gat_constants_add(struct gat_constants *c, int64_t value)
{
    bool good =
        value >= GAT_LEAST_CONSTANT && value <= GAT_GREATEST_CONSTANT && c->n < GAT_MOST_CONSTANTS;
    for (unsigned k = 0; k < c->n; k++)
        good &= c->value[k] != value;
    if (good)
        c->value[c->n++] = value;
}

/* Was the program built with a disassembler?  Without one no object has constants. */
bool gat_code_constants_known(void);
/* What instructions compare with, mask, shift by, add and multiply by, as sizes: those that are
 * compared with and masked first, then rare ones.  The same bytes have the same constants; what is
 * no object for x86-64 or AArch64 has none. */
void gat_code_constants(const void *bytes, size_t size, struct gat_constants *out);
/* The same of a file, which a process of its own reads. */
void gat_object_constants(const char *path, struct gat_constants *out);

#endif
