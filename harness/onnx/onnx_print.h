/* onnx_print.h - a tensor as a literal of a case file, value by value.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ONNX_PRINT_H
#define GAT_ONNX_PRINT_H

#include <stdio.h>

#include "tensor.h"

/* Does ONNX admit these bytes as a string: are they UTF-8? */
bool gat_onnx_is_utf8(const struct gat_string *text);
/* A tensor as an operand of a case file; its strings are UTF-8. */
void gat_onnx_operand_print(FILE *to, const struct gat_array *t);

#endif
