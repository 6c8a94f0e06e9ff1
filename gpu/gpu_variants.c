/* gpu_variants.c - the variants that the GPU backends claim: one line each.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "gpu.h"

#define STRINGS .excludes = GAT_BIT(GAT_STR)
#define NUMBERS .excludes = GAT_BIT(GAT_STR) | GAT_BIT(GAT_BOOL)
#define REAL .excludes = GAT_BIT(GAT_STR) | GAT_BIT(GAT_BOOL) | GAT_BIT(GAT_C64) | GAT_BIT(GAT_C128)
#define TRUTH .excludes_on_npu = GAT_BIT(GAT_BOOL)
#define INTEGERS                                                                                   \
    .indexes = GAT_BIT(GAT_I8) | GAT_BIT(GAT_I16) | GAT_BIT(GAT_I32) | GAT_BIT(GAT_I64) |          \
               GAT_BIT(GAT_U8) | GAT_BIT(GAT_U16) | GAT_BIT(GAT_U32) | GAT_BIT(GAT_U64)
#define WEBNN                                                                                      \
    .excludes = GAT_ALL_TYPES &                                                                    \
                ~(GAT_BIT(GAT_I8) | GAT_BIT(GAT_I32) | GAT_BIT(GAT_I64) | GAT_BIT(GAT_U8) |        \
                  GAT_BIT(GAT_U32) | GAT_BIT(GAT_U64) | GAT_BIT(GAT_F16) | GAT_BIT(GAT_F32)),      \
    .indexes = GAT_BIT(GAT_I32) | GAT_BIT(GAT_I64) | GAT_BIT(GAT_U32), .from_end = true,           \
    .no_numbers = true, .no_empty = true, .axis_from_start = true, .equal_off_axis = true

static const struct gpu_variant variants[] = {
    {"gather", .name = {"onnx-1"}, .from_end = true},
    {"gather", .name = {"onnx-11"}, .from_end = true},
    {"gather", .name = {"onnx-13"}, .from_end = true},
    {"gather", .name = {"mindspore-2.x"}, STRINGS, TRUTH},
    {"gather", .name = {"tensorflow-2.x"}, .outside_on_gpu = "zero"},
    {"gather", .name = {"torch-index-select-2.x"}},
    {"gather", .name = {"aclnn-gather-v2-8.x"}},
    {"gather", .name = {"aclnn-index-select-8.x"}},
    {"gather", .name = {"aclnn-gather-v3-8.x"}},
    {"gather", .name = {"aclnn-embedding-8.x"}},
    {"gather", .name = {"pypto-index-select-2026.02"}},
    {"gather", .name = {"numpy-take-raise-2.x"}, .from_end = true},
    {"gather", .name = {"numpy-take-wrap-2.x"}, .outside = "wrap"},
    {"gather", .name = {"numpy-take-clip-2.x"}, .outside = "clamp"},
    {"gather", .name = {"jax-take-fill-0.x"}, .outside = "fill", .from_end = true},
    {"gather", .name = {"jax-take-clip-0.x"}, .outside = "clamp", .from_end = true},
    {"gather", .name = {"array-api-take-2024.12"}, INTEGERS, .from_end = true},
    {"gather", .name = {"coreml-ios15"}, .from_end = true},
    {"gather", .name = {"coreml-ios16"}, INTEGERS, .from_end = true},
    {"gather", .name = {"coreml-ios17"}, INTEGERS},
    {"gather", .name = {"cupy-take-14.x"}, .outside = "wrap"},
    {"gather", .name = {"directml-3.0"}, INTEGERS, .from_end = true},
    {"gather", .name = {"dpnp-take-clip-0.x"}, .outside = "clamp"},
    {"gather", .name = {"dpnp-take-wrap-0.x"}, .outside = "clamp", .from_end = true},
    {"gather", .name = {"mlx-take-0.x"}, INTEGERS, .from_end = true},
    {"gather", .name = {"openvino-1"}, INTEGERS},
    {"gather", .name = {"openvino-7"}, INTEGERS, .batch_from_end = true},
    {"gather", .name = {"openvino-8"}, INTEGERS, .outside = "zero", .from_end = true,
     .batch_from_end = true},
    {"gather", .name = {"paddle-3.x"}},
    {"gather", .name = {"paddle-index-select-3.x"}},
    {"gather", .name = {"webnn-2026.06"}, WEBNN},
    {"gather_elements", .name = {"array-api-2024.12"}, .axis = -1, .from_end = true},
    {"gather_elements", .name = {"coreml-ios15"}, .from_end = true, .no_numbers = true,
     .equal_off_axis = true},
    {"gather_elements", .name = {"coreml-ios17"}, .no_numbers = true, .equal_off_axis = true},
    {"gather_elements", .name = {"cupy-14.x"}, .outside = "wrap"},
    {"gather_elements", .name = {"directml-3.0"}, INTEGERS, .from_end = true},
    {"gather_elements", .name = {"dpnp-clip-0.x"}, .outside = "clamp", .axis = -1},
    {"gather_elements", .name = {"dpnp-wrap-0.x"}, .outside = "clamp", .axis = -1,
     .from_end = true},
    {"gather_elements", .name = {"mlx-0.x"}, .from_end = true},
    {"gather_elements", .name = {"openvino-6"}},
    {"gather_elements", .name = {"paddle-3.x"}},
    {"gather_elements", .name = {"torch-take-along-dim-2.x"}},
    {"gather_elements", .name = {"webnn-2026.06"}, WEBNN},
    {"gather_elements", .name = {"onnx-11"}, .from_end = true},
    {"gather_elements", .name = {"onnx-13"}, .from_end = true},
    {"gather_elements", .name = {"torch-2.x"}, .empty_unchecked = true},
    {"gather_elements", .name = {"pypto-2026.02"}},
    {"gather_elements", .name = {"aclnn-8.x"}, .from_end = true},
    {"gather_elements", .name = {"mindspore-2.x"}, STRINGS, .from_end = true},
    {"gather_elements", .name = {"numpy-2.x"}, .axis = -1, .from_end = true},
    {"gather_elements", .name = {"jax-0.x"}, .outside = "fill", .axis = -1, .from_end = true},
    {"gather_nd", .name = {"onnx-11"}, .from_end = true},
    {"gather_nd", .name = {"onnx-12"}, .from_end = true},
    {"gather_nd", .name = {"onnx-13"}, .from_end = true},
    {"gather_nd", .name = {"tensorflow-2.x"}, .outside_on_gpu = "zero"},
    {"gather_nd", .name = {"mindspore-2.x"}},
    {"gather_nd", .name = {"aclnn-8.x"}, .from_end = true},
    {"gather_nd", .name = {"jax-at-get-fill-0.x"}, .outside = "fill", .from_end = true},
    {"gather_nd", .name = {"jax-at-get-clip-0.x"}, .outside = "clamp", .from_end = true},
    {"gather_nd", .name = {"coreml-ios15"}},
    {"gather_nd", .name = {"coreml-ios16"}},
    {"gather_nd", .name = {"directml-3.0"}, INTEGERS, .from_end = true},
    {"gather_nd", .name = {"openvino-8"}, INTEGERS, .from_end = true},
    {"gather_nd", .name = {"paddle-3.x"}},
    {"gather_nd", .name = {"webnn-2026.06"}, WEBNN},
    {"gather_windows", .name = {"stablehlo-1.x"}, STRINGS, INTEGERS, .outside = "clamp"},
    {"take", .name = {"aclnn-8.x"}},
    {"take", .name = {"cupy-14.x"}, .outside = "wrap"},
    {"take", .name = {"dpnp-clip-0.x"}, .outside = "clamp"},
    {"take", .name = {"dpnp-wrap-0.x"}, .outside = "clamp", .from_end = true},
    {"take", .name = {"mlx-0.x"}, .from_end = true},
    {"take", .name = {"numpy-clip-2.x"}, .outside = "clamp"},
    {"take", .name = {"numpy-raise-2.x"}, .from_end = true},
    {"take", .name = {"numpy-wrap-2.x"}, .outside = "wrap"},
    {"take", .name = {"torch-2.x"}},
    {"put", .name = {"cupy-clip-14.x"}, .outside = "clamp"},
    {"put", .name = {"cupy-raise-14.x"}, .from_end = true},
    {"put", .name = {"cupy-wrap-14.x"}, .outside = "wrap"},
    {"put", .name = {"jax-clip-0.x"}, .outside = "clamp"},
    {"put", .name = {"jax-wrap-0.x"}, .outside = "wrap"},
    {"put", .name = {"numpy-clip-2.x"}, .outside = "clamp"},
    {"put", .name = {"numpy-raise-2.x"}, .from_end = true},
    {"put", .name = {"numpy-wrap-2.x"}, .outside = "wrap"},
    {"put", .name = {"torch-2.x"}, .may_reduce = true},
    {"scatter", .name = {"onnx-9"}, .from_end = true},
    {"scatter", .name = {"onnx-11"}, .from_end = true},
    {"scatter_elements", .name = {"onnx-11"}, .from_end = true},
    {"scatter_elements", .name = {"onnx-13"}, .from_end = true},
    {"scatter_elements", .name = {"onnx-16"}, .from_end = true, .may_reduce = true},
    {"scatter_elements", .name = {"onnx-18"}, .from_end = true, .may_reduce = true},
    {"scatter_elements", .name = {"torch-2.x"}, .larger_updates = true},
    {"scatter_elements", .name = {"torch-scatter_add-2.x"}, .how = K_ADD, .larger_updates = true,
     .empty_unchecked = true},
    {"scatter_elements", .name = {"torch-scatter_reduce-2.x"}, .how = K_ADD,
     .larger_updates = true},
    {"scatter_elements", .name = {"aclnn-8.x"}},
    {"scatter_elements", .name = {"aclnn-scatter-add-8.x"}, .how = K_ADD, .larger_updates = true},
    {"scatter_elements", .name = {"pypto-scatter-2026.02"}, .larger_updates = true,
     .may_reduce = true},
    {"scatter_elements", .name = {"mindspore-2.x"}, REAL, .outside = "drop", .from_end = true,
     .may_reduce = true, .no_numbers = true,
     .excludes_on_npu = GAT_ALL_TYPES & ~(GAT_BIT(GAT_F16) | GAT_BIT(GAT_F32))},
    {"scatter_elements", .name = {"directml-3.0"}, INTEGERS, .from_end = true,
     .equal_off_axis = true},
    {"scatter_elements", .name = {"dpnp-clip-0.x"}, .outside = "clamp",
     .equal_off_axis = true},
    {"scatter_elements", .name = {"dpnp-wrap-0.x"}, .outside = "clamp", .from_end = true,
     .equal_off_axis = true},
    {"scatter_elements", .name = {"mlx-0.x"}, INTEGERS, .from_end = true,
     .equal_off_axis = true},
    {"scatter_elements", .name = {"numpy-2.x"}, .from_end = true,
     .equal_off_axis = true},
    {"scatter_elements", .name = {"openvino-12"}, INTEGERS, .from_end = true, .may_reduce = true},
    {"scatter_elements", .name = {"openvino-3"}, INTEGERS},
    {"scatter_elements", .name = {"paddle-3.x"}, .may_reduce = true},
    {"scatter_elements", .name = {"webnn-2026.06"}, WEBNN},
    {"scatter_nd", .name = {"onnx-11"}, .from_end = true},
    {"scatter_nd", .name = {"onnx-13"}, .from_end = true},
    {"scatter_nd", .name = {"onnx-16"}, .from_end = true, .may_reduce = true},
    {"scatter_nd", .name = {"onnx-18"}, .from_end = true, .may_reduce = true},
    {"scatter_nd", .name = {"tensorflow-2.x"}, .outside_on_gpu = "drop", .keeps_last = true},
    {"scatter_nd", .name = {"tensorflow-add-2.x"}, .outside_on_gpu = "drop", .how = K_ADD},
    {"scatter_nd", .name = {"tensorflow-max-2.x"}, .outside_on_gpu = "drop", .how = K_MAX},
    {"scatter_nd", .name = {"tensorflow-min-2.x"}, .outside_on_gpu = "drop", .how = K_MIN},
    {"scatter_nd", .name = {"mindspore-2.x"}, NUMBERS},
    {"scatter_nd", .name = {"mindspore-add-2.x"}, REAL, .outside_on_gpu = "drop", .how = K_ADD},
    {"scatter_nd", .name = {"mindspore-max-2.x"}, REAL, .outside_on_gpu = "drop", .how = K_MAX},
    {"scatter_nd", .name = {"mindspore-min-2.x"}, REAL, .outside_on_gpu = "drop", .how = K_MIN},
    {"scatter_nd", .name = {"mindspore-mul-2.x"}, REAL, .outside_on_gpu = "drop", .how = K_MUL},
    {"scatter_nd", .name = {"jax-at-drop-0.x"}, .outside = "drop", .from_end = true,
     .may_reduce = true},
    {"scatter_nd", .name = {"jax-at-clip-0.x"}, .outside = "clamp", .from_end = true,
     .may_reduce = true},
    {"scatter_nd", .name = {"jax-at-promise-0.x"}, .from_end = true, .may_reduce = true},
    {"scatter_nd", .name = {"aclnn-8.x"}},
    {"scatter_nd", .name = {"directml-3.0"}, INTEGERS, .from_end = true},
    {"scatter_nd", .name = {"mindspore-sub-2.x"}, REAL, .outside_on_gpu = "drop", .how = K_SUB},
    {"scatter_nd", .name = {"mindspore-zeros-2.x"}, REAL, .how = K_ADD, .zeros = true},
    {"scatter_nd", .name = {"openvino-14"}, .from_end = true, .may_reduce = true},
    {"scatter_nd", .name = {"openvino-15"}, .from_end = true, .may_reduce = true},
    {"scatter_nd", .name = {"openvino-3"}},
    {"scatter_nd", .name = {"paddle-add-3.x"}, .how = K_ADD},
    {"scatter_nd", .name = {"tensorflow-sub-2.x"}, .outside_on_gpu = "drop", .how = K_SUB},
    {"scatter_nd", .name = {"tensorflow-zeros-2.x"}, .outside_on_gpu = "drop", .how = K_ADD,
     .zeros = true},
    {"scatter_nd", .name = {"torch-index-put-2.x"}, .from_end = true, .may_reduce = true},
    {"scatter_nd", .name = {"webnn-2026.06"}, WEBNN},
    {"scatter_slices", .name = {"aclnn-index-add-8.x"}, .how = K_ADD},
    {"scatter_slices", .name = {"numpy-add-at-2.x"}, .how = K_ADD, .from_end = true},
    {"scatter_slices", .name = {"numpy-setitem-2.x"}, .from_end = true},
    {"scatter_slices", .name = {"openvino-3"}, INTEGERS},
    {"scatter_slices", .name = {"paddle-3.x"}},
    {"scatter_slices", .name = {"torch-index-add-2.x"}, .how = K_ADD},
    {"scatter_slices", .name = {"torch-index-copy-2.x"}},
    {"scatter_slices", .name = {"torch-index-reduce-2.x"}, .how = K_MUL, .may_reduce = true},
    {"scatter_windows", .name = {"stablehlo-1.x"}, STRINGS, INTEGERS, .outside = "drop",
     .may_reduce = true},
    {"tensor_scatter", .name = {"onnx-circular-24"}, .outside = "wrap", .axis = -2},
    {"tensor_scatter", .name = {"onnx-linear-24"}, .axis = -2},
};
enum { N_VARIANTS = sizeof variants / sizeof variants[0] };
_Static_assert((int)N_VARIANTS <= (int)GPU_CLAIMS, "room for all claims");

const struct gpu_variant *gpu_variant_find(const char *op, const char *name)
{
    for (unsigned k = 0; k < N_VARIANTS; k++)
        if (gat_text_same(variants[k].op, op) && gat_text_same(variants[k].name[0], name))
            return &variants[k];
    return NULL;
}

/* To refuse what a document excludes is part of the answer: all types are claimed.  Where indices
 * count data as one dimension, a view need not be one. */
uint64_t gpu_claims_make(const struct gpu_context *c, struct gat_claim *claims)
{
    static const char *const without_reduction[] = {"axis",
                                                    "offset_dims",
                                                    "collapsed_slice_dims",
                                                    "operand_batching_dims",
                                                    "start_indices_batching_dims",
                                                    "start_index_map",
                                                    "index_vector_dim",
                                                    NULL};
    uint64_t n = 0;
    for (unsigned k = 0; k < N_VARIANTS; k++) {
        const struct gpu_variant *v = &variants[k];
        if (c->moves_only && v->how != K_MOVE)
            continue;
        bool places = gat_text_same(v->op, "take") || gat_text_same(v->op, "put");
        claims[n++] = (struct gat_claim){
            .op = v->op,
            .variants = v->name,
            .attrs = c->moves_only && v->may_reduce ? without_reduction : NULL,
            .data_types = GAT_ALL_TYPES,
            .index_types = GAT_ALL_TYPES,
            .max_rank = GAT_MAX_RANK,
            .flags = (places ? 0 : GAT_TAKES_VIEWS) | GAT_WORKS_IN_PLACE | GAT_ODD_ADDRESSES |
                     GAT_NAMES_ERRORS,
            .out_of_range = c->declares,
        };
    }
    return n;
}
