/* onnxruntime.h - the part of ONNX Runtime's table of functions that onnxruntime.c calls.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GATHERUM_ONNXRUNTIME_H
#define GATHERUM_ONNXRUNTIME_H

#include <stddef.h>
#include <stdint.h>

#define ORT_VERSION 15u /* version of the oldest table that has all functions below */

typedef void unused(void);
struct ort_api { /* functions that return a pointer: NULL is success, else a status */
    unused *unused_0;
    int (*error_code)(const void *status);
    const char *(*error_text)(const void *status);
    void *(*env_create)(int severity, const char *name, void **env);
    unused *unused_4[4];
    void *(*session_create)(const void *env, const void *bytes, size_t size, const void *options,
                            void **session);
    void *(*session_run)(void *session, const void *how, const char *const *names,
                         void *const *inputs, size_t count, const char *const *output_names,
                         size_t n, void **outputs);
    void *(*options_create)(void **options);
    unused *unused_11[6];
    void *(*options_no_patterns)(void *options); /* nothing is kept per shape */
    unused *unused_18[5];
    void *(*options_optimise)(void *options, int level);
    void *(*options_threads)(void *options, int count);
    unused *unused_25[23];
    void *(*tensor_create)(void *allocator, const int64_t *shape, size_t ndim, int type, void **to);
    void *(*tensor_over)(const void *memory, void *data, size_t size, const int64_t *shape,
                         size_t ndim, int type, void **value);
    unused *unused_50[3];
    void *(*strings_size)(const void *value, size_t *size);
    void *(*strings_copy)(const void *value, void *to, size_t size, size_t *offsets, size_t count);
    unused *unused_55[14];
    void *(*memory_cpu)(int allocator, int kind, void **memory);
    unused *unused_70[8];
    void *(*allocator_default)(void **allocator);
    unused *unused_79[13];
    void (*env_release)(void *);
    void (*status_release)(void *);
    void (*memory_release)(void *);
    void (*session_release)(void *);
    void (*value_release)(void *);
    unused *unused_97[3];
    void (*options_release)(void *);
    unused *unused_101[151];
    void *(*string_resize)(void *value, size_t at, size_t size, char **bytes);
};
_Static_assert(offsetof(struct ort_api, tensor_over) == 49 * sizeof(void *), "");
_Static_assert(offsetof(struct ort_api, string_resize) == 252 * sizeof(void *), "");

#endif
