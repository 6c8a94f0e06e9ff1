/* standin_acl.c - stand-in for libascendcl.so: devices, memory, streams.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "standin.h"

struct region {
    struct region *next;
    size_t size;
    unsigned char bytes[];
};
static struct {
    bool started, device;
    int made;
    struct region *regions;
    struct standin_work *first;
    int stream; /* its address is the handle */
    bool stream_open;
    unsigned calls;
    char why[160];
} state;

int32_t standin_refuse(int32_t code, const char *why)
{
    snprintf(state.why, sizeof state.why, "%s", why);
    return code;
}

int32_t standin_inject(const char *function)
{
    const char *text = getenv("STANDIN_INJECT"), *end;
    size_t n = strlen(function);
    if (text == NULL || strncmp(text, function, n) != 0 || (text[n] != '=' && text[n] != '@'))
        return CANN_OK;
    if (text[n] == '@' && ++state.calls != strtoul(text + n + 1, NULL, 10))
        return CANN_OK;
    end = strchr(text, '=');
    return end == NULL ? CANN_OK : standin_refuse((int32_t)atoll(end + 1), "injected");
}

/* What every call asks first. */
static int32_t ready(const char *function, bool device)
{
    int32_t code = standin_inject(function);
    if (code == CANN_OK && !state.started)
        code = standin_refuse(CANN_UNINITIALIZED, "aclInit was not called");
    if (code == CANN_OK && device && !state.device)
        code = standin_refuse(CANN_INVALID_PARAM, "no device is set");
    return code;
}

void standin_count(int what)
{
    state.made += what;
}

int32_t aclInit(const char *config)
{
    int32_t code = standin_inject(__func__);
    (void)config;
    if (code == CANN_OK && state.started)
        return standin_refuse(CANN_INITIALIZED, "aclInit was called before");
    state.started |= code == CANN_OK;
    return code;
}

int32_t aclFinalize(void)
{
    if (state.made != 0 || state.regions != NULL || state.stream_open || state.first != NULL)
        abort();
    state.started = false;
    return CANN_OK;
}

int32_t aclrtGetDeviceCount(uint32_t *count)
{
    const char *text = getenv("STANDIN_DEVICES");
    *count = text == NULL ? 1 : (uint32_t)atoll(text);
    return ready(__func__, false);
}

int32_t aclrtSetDevice(int32_t device)
{
    int32_t code = ready(__func__, false);
    if (code == CANN_OK && device != 0)
        code = standin_refuse(CANN_INVALID_PARAM, "no such device");
    state.device |= code == CANN_OK;
    return code;
}

int32_t aclrtResetDevice(int32_t device)
{
    (void)device;
    state.device = false;
    return ready(__func__, false);
}

int32_t aclrtCreateStream(void **stream)
{
    int32_t code = ready(__func__, true);
    *stream = code == CANN_OK ? &state.stream : NULL;
    state.stream_open |= code == CANN_OK;
    return code;
}

int32_t aclrtDestroyStream(void *stream)
{
    int32_t code = ready(__func__, true);
    if (code == CANN_OK && (stream != &state.stream || !state.stream_open))
        code = standin_refuse(CANN_INVALID_PARAM, "no such stream");
    state.stream_open = state.stream_open && code != CANN_OK;
    return code;
}

bool standin_enqueue(void *stream, struct standin_work *work)
{
    struct standin_work **at = &state.first;
    if (stream != &state.stream || !state.stream_open)
        return false;
    while (*at != NULL)
        at = &(*at)->next;
    *at = work;
    return true;
}

int32_t aclrtSynchronizeStream(void *stream)
{
    int32_t code = ready(__func__, true);
    if (code == CANN_OK && (stream != &state.stream || !state.stream_open))
        code = standin_refuse(CANN_INVALID_PARAM, "no such stream");
    while (state.first != NULL) {
        struct standin_work *work = state.first;
        state.first = work->next;
        if (code == CANN_OK)
            work->run(work);
        free(work);
    }
    return code;
}

int32_t aclrtMalloc(void **memory, size_t size, int32_t policy)
{
    int32_t code = ready(__func__, true);
    if (code == CANN_OK && (size == 0 || policy != CANN_HUGE_FIRST))
        code = standin_refuse(CANN_INVALID_PARAM, "a size of 0, or no such policy");
    struct region *r = code == CANN_OK ? malloc(sizeof *r + size) : NULL;
    if (r == NULL)
        return code == CANN_OK ? standin_refuse(CANN_NO_MEMORY, "no memory") : code;
    memset(r->bytes, 0xa5, size);
    r->size = size;
    r->next = state.regions;
    state.regions = r;
    *memory = (void *)((uintptr_t)r->bytes | STANDIN_TAG);
    return CANN_OK;
}

int32_t aclrtFree(void *memory)
{
    int32_t code = ready(__func__, true);
    for (struct region **at = &state.regions; code == CANN_OK && *at != NULL; at = &(*at)->next)
        if (((uintptr_t)(*at)->bytes | STANDIN_TAG) == (uintptr_t)memory) {
            struct region *gone = *at;
            if (state.first != NULL)
                return standin_refuse(CANN_INVALID_PARAM, "a stream may still use it");
            *at = gone->next;
            free(gone);
            return CANN_OK;
        }
    return code != CANN_OK ? code : standin_refuse(CANN_INVALID_PARAM, "no memory of the device");
}

void *standin_host(const void *device, size_t size)
{
    uintptr_t at = (uintptr_t)device & ~STANDIN_TAG;
    if (((uintptr_t)device & STANDIN_TAG) == 0)
        return NULL;
    for (struct region *r = state.regions; r != NULL; r = r->next)
        if (at >= (uintptr_t)r->bytes && at - (uintptr_t)r->bytes <= r->size &&
            size <= r->size - (at - (uintptr_t)r->bytes))
            return (void *)at;
    return NULL;
}

int32_t aclrtMemcpy(void *to, size_t room, const void *from, size_t size, int32_t kind)
{
    int32_t code = ready(__func__, true);
    bool in = kind == CANN_HOST_TO_DEVICE;
    const void *device = in ? to : from, *host = in ? from : to;
    void *bytes = standin_host(device, size);
    if (code != CANN_OK)
        return code;
    if (size > room || bytes == NULL || ((uintptr_t)host & STANDIN_TAG) != 0 ||
        (!in && kind != CANN_DEVICE_TO_HOST))
        return standin_refuse(CANN_INVALID_PARAM, "a copy from or to the wrong side, or too large");
    memcpy(in ? bytes : to, in ? from : bytes, size);
    return CANN_OK;
}

int32_t aclrtGetVersion(int32_t *major, int32_t *minor, int32_t *patch)
{
    *major = 1, *minor = 0, *patch = 7;
    return ready(__func__, false);
}

const char *aclrtGetSocName(void)
{
    const char *name = getenv("STANDIN_CHIP");
    return name == NULL ? "Ascend910B1" : name;
}

const char *aclGetRecentErrMsg(void)
{
    return state.why[0] == '\0' ? NULL : state.why;
}
