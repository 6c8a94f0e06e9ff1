/* npu_number.h - an element and an update made one, as far as a core computes with them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_NPU_NUMBER_H
#define GAT_NPU_NUMBER_H

#include <stddef.h>

#include "gatherum/backend.h"

enum npu_reduction { NPU_NONE, NPU_SUM, NPU_PRODUCT, NPU_LEAST, NPU_MOST };

/* Bytes of an element of a type that a core computes with, 0 for others: truth values are
 * no numbers, and for doubles and complex numbers no unit is documented. */
size_t npu_joins(enum gat_dtype type);
/* to = to with from.  Integers wrap around, numbers are rounded to nearest, and the least
 * and the greatest of a number and a NaN is NaN. */
void npu_join(enum gat_dtype type, enum npu_reduction how, void *to, const void *from);

#endif
