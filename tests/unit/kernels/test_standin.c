/* test_standin.c - the stand-ins for CANN refuse what the documents do not allow: a
 * backend that they serve has called everything in its order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cann.h"
#include "tap.h"

static struct cann f;
static void *stream, *memory;

static void *tensor(const int64_t *shape, int32_t type, void *at)
{
    static const int64_t strides[] = {1};
    return f.aclCreateTensor(shape, 1, type, strides, 0, CANN_FORMAT_ND, shape, 1, at);
}

/* Does `body` end by a signal, in a process of its own? */
static bool dies(void (*body)(void))
{
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        body();
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) || WEXITSTATUS(status) != 0; /* a sanitizer exits */
}

static void follow(void)
{
    *(volatile char *)memory = 1;
}
static void leave(void)
{
    f.aclFinalize();
}

static void runtime(void)
{
    char host[64] = "gatherum", back[64] = "";
    uint32_t count = 0;
    is_int(f.aclrtGetDeviceCount(&count), CANN_UNINITIALIZED, "a call before aclInit");
    is_int(f.aclInit(NULL), CANN_OK, "aclInit");
    is_int(f.aclInit(NULL), CANN_INITIALIZED, "aclInit again");
    is_int(f.aclrtMalloc(&memory, 64, CANN_HUGE_FIRST), CANN_INVALID_PARAM,
           "memory before a device");
    is_int(f.aclrtSetDevice(1), CANN_INVALID_PARAM, "a device that there is not");
    is_int(f.aclrtSetDevice(0), CANN_OK, "a device");
    is_int(f.aclrtCreateStream(&stream), CANN_OK, "a stream");
    is_int(f.aclrtMalloc(&memory, 0, CANN_HUGE_FIRST), CANN_INVALID_PARAM, "no bytes");
    is_int(f.aclrtMalloc(&memory, 64, CANN_HUGE_FIRST), CANN_OK, "memory");
    ok(dies(follow), "the host may not follow its address");
    is_int(f.aclrtMemcpy(memory, 64, host, 64, CANN_DEVICE_TO_HOST), CANN_INVALID_PARAM,
           "the wrong way");
    is_int(f.aclrtMemcpy(host, 64, back, 64, CANN_HOST_TO_DEVICE), CANN_INVALID_PARAM,
           "from host to host");
    is_int(f.aclrtMemcpy(memory, 32, host, 64, CANN_HOST_TO_DEVICE), CANN_INVALID_PARAM,
           "too much");
    is_int(f.aclrtMemcpy(memory, 65, host, 65, CANN_HOST_TO_DEVICE), CANN_INVALID_PARAM,
           "past its end");
    is_int(f.aclrtMemcpy(memory, 64, host, 64, CANN_HOST_TO_DEVICE), CANN_OK, "in");
    is_int(f.aclrtMemcpy(back, 64, memory, 64, CANN_DEVICE_TO_HOST), CANN_OK, "out");
    is_text(back, "gatherum", "and the same");
    is_int(f.aclrtFree(host), CANN_INVALID_PARAM, "memory that is not the device's is not freed");
}

static void operators(void)
{
    static const int64_t shape[] = {4};
    const int32_t data[] = {10, 11, 12, 13}, indices[] = {3, 0, 2, 1}, nothing[4] = {0};
    int32_t answer[4] = {0};
    void *at[4], *made[3], *executor = NULL, *workspace = NULL;
    uint64_t size = 0;
    const void *const sources[] = {data, indices, nothing};
    for (int k = 0; k < 3; k++) {
        f.aclrtMalloc(&at[k], 16, CANN_HUGE_FIRST);
        f.aclrtMemcpy(at[k], 16, sources[k], 16, CANN_HOST_TO_DEVICE);
        made[k] = tensor(shape, CANN_INT32, at[k]);
    }
    is_int(f.aclnnGatherGetWorkspaceSize(made[0], 0, NULL, made[2], &size, &executor),
           CANN_NULL_POINTER, "no indices");
    is_int(f.aclnnGatherGetWorkspaceSize(made[0], 1, made[1], made[2], &size, &executor),
           CANN_BAD_PARAM, "no such dimension");
    void *wild = tensor(shape, CANN_INT32, (void *)(uintptr_t)data);
    is_int(f.aclnnGatherGetWorkspaceSize(wild, 0, made[1], made[2], &size, &executor),
           CANN_BAD_PARAM, "a tensor in memory of the host");
    is_int(f.aclnnGather(NULL, 0, NULL, stream), CANN_NULL_POINTER,
           "the second phase without the first");
    is_int(f.aclnnGatherGetWorkspaceSize(made[0], 0, made[1], made[2], &size, &executor), CANN_OK,
           "the first phase");
    f.aclrtMalloc(&workspace, size, CANN_HUGE_FIRST);
    is_int(f.aclnnScatter(workspace, size, executor, stream), CANN_NULL_POINTER,
           "the second phase of another operator");
    is_int(f.aclnnGather(workspace, size, executor, stream), CANN_OK, "the second phase");
    is_int(f.aclnnGather(workspace, size, executor, stream), CANN_NULL_POINTER,
           "the same executor again");
    f.aclrtMemcpy(answer, 16, at[2], 16, CANN_DEVICE_TO_HOST);
    is_int(answer[0], 0, "nothing is done before the stream is awaited");
    is_int(f.aclrtFree(at[2]), CANN_INVALID_PARAM, "and memory stays until then");
    is_int(f.aclrtSynchronizeStream(stream), CANN_OK, "the stream is awaited");
    f.aclrtMemcpy(answer, 16, at[2], 16, CANN_DEVICE_TO_HOST);
    ok(answer[0] == 13 && answer[1] == 10 && answer[2] == 12 && answer[3] == 11, "the answer");
    ok(dies(leave), "what is left at the end is no end");
    for (int k = 0; k < 3; k++)
        f.aclDestroyTensor(made[k]), f.aclrtFree(at[k]);
    f.aclDestroyTensor(wild);
    is_int(f.aclDestroyTensor(wild), CANN_NULL_POINTER, "a tensor that is gone");
    f.aclrtFree(workspace);
}

/* Two tuples of one index each, with and without support for negative ones; and what the
 * documents exclude. */
static void tuples(void)
{
    static const int64_t two[] = {2, 1}, strides[] = {1, 1}, four[] = {4};
    const float data[] = {10, 11, 12, 13};
    const int32_t indices[] = {3, -4}, whole[] = {1, 2, 3, 4};
    float answer[2] = {0};
    void *at[4], *made[4], *executor = NULL, *workspace = NULL;
    uint64_t size = 0;
    for (int k = 0; k < 4; k++)
        f.aclrtMalloc(&at[k], 16, CANN_HUGE_FIRST);
    f.aclrtMemcpy(at[0], 16, data, 16, CANN_HOST_TO_DEVICE);
    f.aclrtMemcpy(at[1], 8, indices, 8, CANN_HOST_TO_DEVICE);
    f.aclrtMemcpy(at[3], 16, whole, 16, CANN_HOST_TO_DEVICE);
    made[0] = f.aclCreateTensor(four, 1, CANN_FLOAT, strides, 0, CANN_FORMAT_ND, four, 1, at[0]);
    made[1] = f.aclCreateTensor(two, 2, CANN_INT32, strides, 0, CANN_FORMAT_ND, two, 2, at[1]);
    made[2] = f.aclCreateTensor(two, 1, CANN_FLOAT, strides, 0, CANN_FORMAT_ND, two, 1, at[2]);
    made[3] = tensor(four, CANN_INT32, at[3]);
    for (int negative = 0; negative < 2; negative++) {
        is_int(f.aclnnGatherNdGetWorkspaceSize(made[0], made[1], negative != 0, made[2], &size,
                                               &executor),
               CANN_OK, "tuples");
        f.aclrtMalloc(&workspace, size, CANN_HUGE_FIRST);
        is_int(f.aclnnGatherNd(workspace, size, executor, stream), CANN_OK, "are gathered");
        f.aclrtSynchronizeStream(stream);
        f.aclrtFree(workspace);
        f.aclrtMemcpy(answer, 8, at[2], 8, CANN_DEVICE_TO_HOST);
        ok(answer[0] == 13 && (answer[1] == 10) == (negative != 0),
           "negative indices only where that is asked for");
    }
    is_int(f.aclnnGatherNdGetWorkspaceSize(made[0], made[3], true, made[2], &size, &executor),
           CANN_BAD_PARAM, "tuples that are too long");
    is_int(f.aclnnScatterNdGetWorkspaceSize(made[3], made[1], made[3], made[3], &size, &executor),
           CANN_BAD_PARAM, "a type that no document lists");
    is_int(
        f.aclnnScatterGetWorkspaceSize(made[0], 0, made[3], made[0], 3, made[0], &size, &executor),
        CANN_BAD_PARAM, "a reduction that there is not");
    for (int k = 0; k < 4; k++)
        f.aclDestroyTensor(made[k]), f.aclrtFree(at[k]);
}

int main(void)
{
    char home[1024], why[200] = "";
    const char *out = getenv("OUT");
    snprintf(home, sizeof home, "%s/tests/cann", out == NULL ? "build" : out);
    setenv("ASCEND_HOME_PATH", home, 1);
    if (!cann_load(&f, why, sizeof why)) {
        ok(false, "%s", why);
        return done();
    }
    runtime();
    operators();
    tuples();
    is_int(f.aclrtFree(memory), CANN_OK, "memory goes");
    is_int(f.aclrtDestroyStream(stream), CANN_OK, "the stream goes");
    is_int(f.aclrtSynchronizeStream(stream), CANN_INVALID_PARAM, "and is no more");
    is_int(f.aclFinalize(), CANN_OK, "the end");
    return done();
}
