/* onnx_tensor_file.c - any bytes as a tensor of ONNX.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "onnx/onnx_import.h"
#include "onnx/onnx_tensor.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct gat_arena arena;
    struct gat_array t;
    struct gat_error e = {0};
    bool good = gat_onnx_tensor_read(&arena, target_file(bytes, size), &t, &e);
    HOLDS(good || e.text[0] != '\0');
    gat_arena_reset(&arena);
    return 0;
}
