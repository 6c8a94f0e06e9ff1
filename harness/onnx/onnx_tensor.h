/* onnx_tensor.h - a TensorProto as one of our arrays.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ONNX_TENSOR_H
#define GAT_ONNX_TENSOR_H

#include "arena.h"
#include "error.h"
#include "tensor.h"

/* A tensor from a file holding one TensorProto. */
bool gat_onnx_tensor_read(struct gat_arena *a, const char *path,
                          struct gat_array *out, struct gat_error *e);
/* TensorProto.DataType of an element type; 0 where ONNX has none. */
int32_t gat_onnx_type_number(enum gat_dtype t);

#endif
