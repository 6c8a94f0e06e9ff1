/* onnx_model_file.c - any bytes as a model of ONNX, without data sets beside it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "onnx/onnx_import.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct gat_arena arena, kept;
    static const char *const paths[] = {".", NULL};
    static struct gat_spec_set specs;
    struct gat_onnx_import out = {0};
    struct gat_error e = {0};
    if (specs.specs == NULL)
        HOLDS(gat_spec_set_read(&kept, paths, NULL, NULL, &specs, &e));
    gat_onnx_import_read(&arena, target_file(bytes, size), &specs, &out, &e);
    HOLDS(out.fate != GAT_ONNX_REFUSED || e.text[0] != '\0');
    gat_arena_reset(&arena);
    return 0;
}
