/* cann.h - what is called of CANN, by the documented ABI, found at run time.
 *
 * No header and no library of CANN is needed to build: prototypes and numbers are
 * restated from the reference pages of hiascend.com/document, "Application development
 * API" (aclInit, aclrt...) and "Operator library API" (aclnn...).  Handles are opaque.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CANN_H
#define GAT_CANN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* aclDataType */
enum {
    CANN_FLOAT = 0, CANN_FLOAT16 = 1, CANN_INT8 = 2, CANN_INT32 = 3, CANN_UINT8 = 4,
    CANN_INT16 = 6, CANN_UINT16 = 7, CANN_UINT32 = 8, CANN_INT64 = 9, CANN_UINT64 = 10,
    CANN_DOUBLE = 11, CANN_BOOL = 12, CANN_COMPLEX64 = 16, CANN_COMPLEX128 = 17,
    CANN_BF16 = 27
};
enum { CANN_FORMAT_ND = 2 };                                  /* aclFormat */
enum { CANN_HOST_TO_DEVICE = 1, CANN_DEVICE_TO_HOST = 2 };    /* aclrtMemcpyKind */
enum { CANN_HUGE_FIRST = 0 };                                 /* aclrtMemMallocPolicy */
enum { CANN_REDUCE_NONE = 0, CANN_REDUCE_ADD = 1, CANN_REDUCE_MUL = 2 }; /* of aclnnScatter */
/* Codes of both libraries that say something to us; any other is the device's fault. */
#define CANN_CODES(X)                                                              \
    X(INVALID_PARAM, 100000, "invalid parameter")                                  \
    X(UNINITIALIZED, 100001, "not initialised")                                    \
    X(INITIALIZED, 100002, "initialised before")                                   \
    X(NOT_SUPPORTED, 200001, "not supported")                                      \
    X(NO_MEMORY, 207001, "no memory on the device")                                \
    X(NULL_POINTER, 161001, "null pointer refused")                                \
    X(BAD_PARAM, 161002, "parameter refused")                                      \
    X(RUNTIME, 361001, "call of the runtime failed")                               \
    X(NO_KERNEL, 561003, "no kernel binary")                                       \
    X(NO_OPP, 561107, "ASCEND_OPP_PATH is not set")                                \
    X(NO_PACKAGE, 561112, "no kernel package")                                     \
    X(CORE_FAULT, 507015, "exception of an AI core")                               \
    X(VECTOR_TIMEOUT, 507034, "time-out of a vector core")                         \
    X(VECTOR_FAULT, 507035, "exception of a vector core")
enum {
    CANN_OK,
#define X(id, code, text) CANN_##id = code,
    CANN_CODES(X)
#undef X
};

/* Every function that is called: X(library, result, name, arguments).  Operators come
 * in two phases: the first measures and makes an executor, which the second uses up. */
#define CANN_CALLS(X)                                                              \
    X(ACL, int32_t, aclInit, (const char *))                                       \
    X(ACL, int32_t, aclFinalize, (void))                                           \
    X(ACL, int32_t, aclrtGetDeviceCount, (uint32_t *))                             \
    X(ACL, int32_t, aclrtSetDevice, (int32_t))                                     \
    X(ACL, int32_t, aclrtResetDevice, (int32_t))                                   \
    X(ACL, int32_t, aclrtCreateStream, (void **))                                  \
    X(ACL, int32_t, aclrtDestroyStream, (void *))                                  \
    X(ACL, int32_t, aclrtSynchronizeStream, (void *))                              \
    X(ACL, int32_t, aclrtMalloc, (void **, size_t, int32_t))                       \
    X(ACL, int32_t, aclrtFree, (void *))                                           \
    X(ACL, int32_t, aclrtMemcpy, (void *, size_t, const void *, size_t, int32_t))  \
    X(ACL, int32_t, aclrtGetVersion, (int32_t *, int32_t *, int32_t *))            \
    X(ACL, const char *, aclrtGetSocName, (void))                                  \
    X(ACL, const char *, aclGetRecentErrMsg, (void))                               \
    X(NN, void *, aclCreateTensor, (const int64_t *, uint64_t, int32_t, const int64_t *, \
      int64_t, int32_t, const int64_t *, uint64_t, void *))                        \
    X(NN, int32_t, aclDestroyTensor, (const void *))                               \
    X(OP, int32_t, aclnnGatherV2GetWorkspaceSize, (const void *, int64_t, const void *, void *, \
      uint64_t *, void **))                                                        \
    X(OP, int32_t, aclnnGatherV2, (void *, uint64_t, void *, void *))              \
    X(OP, int32_t, aclnnIndexSelectGetWorkspaceSize, (const void *, int64_t, const void *, void *, \
      uint64_t *, void **))                                                        \
    X(OP, int32_t, aclnnIndexSelect, (void *, uint64_t, void *, void *))           \
    X(OP, int32_t, aclnnEmbeddingGetWorkspaceSize, (const void *, const void *, const void *, \
      uint64_t *, void **))                                                        \
    X(OP, int32_t, aclnnEmbedding, (void *, uint64_t, void *, void *))             \
    X(OP, int32_t, aclnnGatherGetWorkspaceSize, (const void *, int64_t, const void *, void *, \
      uint64_t *, void **))                                                        \
    X(OP, int32_t, aclnnGather, (void *, uint64_t, void *, void *))                \
    X(OP, int32_t, aclnnGatherNdGetWorkspaceSize, (const void *, const void *, bool, void *, \
      uint64_t *, void **))                                                        \
    X(OP, int32_t, aclnnGatherNd, (void *, uint64_t, void *, void *))              \
    X(OP, int32_t, aclnnScatterNdGetWorkspaceSize, (const void *, const void *, const void *, \
      void *, uint64_t *, void **))                                                \
    X(OP, int32_t, aclnnScatterNd, (void *, uint64_t, void *, void *))             \
    X(OP, int32_t, aclnnScatterGetWorkspaceSize, (const void *, int64_t, const void *, \
      const void *, int64_t, void *, uint64_t *, void **))                         \
    X(OP, int32_t, aclnnScatter, (void *, uint64_t, void *, void *))               \
    X(OP, int32_t, aclnnScatterAddGetWorkspaceSize, (const void *, int64_t, const void *, \
      const void *, void *, uint64_t *, void **))                                  \
    X(OP, int32_t, aclnnScatterAdd, (void *, uint64_t, void *, void *))

struct cann {
#define X(library, result, name, arguments) result(*name) arguments;
    CANN_CALLS(X)
#undef X
};

/* Find everything; false with one sentence about the first thing that is missing.
 * Libraries stay loaded: their threads outlive a close. */
bool cann_load(struct cann *c, char *why, size_t n);
/* "" for a code without a name. */
const char *cann_code_text(int32_t code);

#endif
