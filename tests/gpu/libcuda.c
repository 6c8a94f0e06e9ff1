/* libcuda.c - a stand-in for the CUDA driver: memory of the host under wrong addresses, and
 * launches that run the host reading of the kernels.
 *
 * It proves what surrounds the kernels, not CUDA.  The PTX has to name the kernels that are
 * asked for.  An address of the device is one of the host with a bit that makes it a fault there.
 * STANDIN_FAIL=CALL@N:CODE[:FILE] lets the N-th call of that name fail; with FILE only
 * in the first process that can make that file.  After a sticky code everything fails.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel_units.h"

typedef unsigned long long cu_pointer;
#define TAG (1ull << 62)
enum { NO_DEVICE = 100, NOT_FOUND = 500, INVALID = 1, STICKY = 700 };

typedef void kernel(K_ARGS);
static const struct {
    const char *name;
    kernel *run;
} kernels[] = {
    {"k_clear", k_clear},       {"k_elect", k_elect},       {"k_link", k_link},
    {"k_sort", k_sort},         {"k_join", k_join},         {"k_take_8", k_take_8},
    {"k_take_16", k_take_16},   {"k_take_32", k_take_32},   {"k_take_64", k_take_64},
    {"k_take_128", k_take_128}, {"k_place_8", k_place_8},   {"k_place_16", k_place_16},
    {"k_place_32", k_place_32}, {"k_place_64", k_place_64}, {"k_place_128", k_place_128}};
static const char *ptx;
static int lost; /* the sticky code */

/* 0, or what this call of `name` answers. */
static int fail(const char *name)
{
    static long calls;
    const char *text = getenv("STANDIN_FAIL");
    char wanted[32], file[256] = "";
    long at;
    int code;
    if (lost != 0)
        return lost;
    if (text == NULL || sscanf(text, "%31[^@]@%ld:%d:%255s", wanted, &at, &code, file) < 3 ||
        strcmp(wanted, name) != 0 || ++calls != at)
        return 0;
    int made = file[0] == '\0' ? 0 : open(file, O_CREAT | O_EXCL | O_WRONLY, 0600);
    if (made < 0)
        return 0;
    if (file[0] != '\0')
        close(made);
    lost = code >= STICKY ? code : 0;
    return code;
}

static void *host(cu_pointer p)
{
    return (void *)(uintptr_t)(p & ~TAG);
}

#define EXPORT __attribute__((visibility("default")))
#define CALL(name, ...) EXPORT int name(__VA_ARGS__); EXPORT int name(__VA_ARGS__)

CALL(cuInit, unsigned flags) { return flags != 0 ? INVALID : getenv("STANDIN_NONE") != NULL ? NO_DEVICE : 0; }
CALL(cuDriverGetVersion, int *version) { *version = 12040; return 0; }
CALL(cuDeviceGetCount, int *count) { *count = 2; return 0; }
CALL(cuDeviceGet, int *device, int number) { *device = number; return number < 2 ? 0 : 101; }
CALL(cuDeviceGetName, char *name, int n, int device) { snprintf(name, (size_t)n, "Stand-in %d", device); return 0; }
CALL(cuDeviceGetAttribute, int *value, int what, int device)
{
    *value = what == 75 ? 9 : 0;
    return device < 2 ? 0 : 101;
}
CALL(cuDevicePrimaryCtxRetain, void **context, int device) { *context = &lost; return device < 2 ? 0 : 101; }
CALL(cuDevicePrimaryCtxRelease_v2, int device) { return device < 2 ? 0 : 101; }
CALL(cuCtxSetCurrent, void *context) { return context == &lost ? 0 : 201; }
CALL(cuCtxSynchronize, void) { return fail("sync"); }
CALL(cuGetErrorName, int code, const char **name) { *name = code == 2 ? "CUDA_ERROR_OUT_OF_MEMORY" : "CUDA_ERROR"; return 0; }
CALL(cuMemFree_v2, cu_pointer p) { free(host(p)); return (p & TAG) != 0 ? 0 : INVALID; }

CALL(cuModuleLoadData, void **module, const void *image)
{
    ptx = image;
    *module = &ptx;
    return strstr(image, ".target sm_") == NULL ? 218 : 0;
}

CALL(cuModuleGetFunction, void **function, void *module, const char *name)
{
    char entry[48];
    snprintf(entry, sizeof entry, ".entry %s(", name);
    *function = NULL;
    for (size_t k = 0; module == &ptx && k < sizeof kernels / sizeof *kernels; k++)
        if (strcmp(kernels[k].name, name) == 0 && strstr(ptx, entry) != NULL)
            memcpy(function, &(const void *){&kernels[k]}, sizeof *function);
    return *function == NULL ? NOT_FOUND : 0;
}

CALL(cuMemAlloc_v2, cu_pointer *p, size_t size)
{
    int code = fail("alloc");
    void *got = code != 0 ? NULL : aligned_alloc(256, (size + 255) / 256 * 256);
    *p = (cu_pointer)(uintptr_t)got | TAG;
    return code != 0 ? code : got == NULL ? 2 : 0;
}

CALL(cuMemcpyHtoD_v2, cu_pointer to, const void *from, size_t n)
{
    int code = fail("in");
    if (code == 0)
        memcpy(host(to), from, n);
    return code;
}

CALL(cuMemcpyDtoH_v2, void *to, cu_pointer from, size_t n)
{
    int code = fail("out");
    if (code == 0)
        memcpy(to, host(from), n);
    return code;
}

CALL(cuMemcpyDtoDAsync_v2, cu_pointer to, cu_pointer from, size_t n, void *stream)
{
    int code = fail("copy");
    if (code == 0)
        memmove(host(to), host(from), n);
    return stream == NULL ? code : INVALID;
}

CALL(cuLaunchKernel, void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
     unsigned bz, unsigned shared, void *stream, void **arguments, void **extra)
{
    int code = fail("launch");
    cu_pointer at[5];
    uint32_t which;
    kernel *const *run = (kernel *const *)(const void *)((const char *)function + sizeof(char *));
    if (code != 0)
        return code;
    if (gx == 0 || bx == 0 || bx > 1024 || gy * gz * by * bz != 1 || shared != 0 || stream != NULL ||
        extra != NULL)
        return INVALID;
    for (unsigned k = 0; k < 5; k++)
        memcpy(&at[k], arguments[k], sizeof at[k]);
    memcpy(&which, arguments[5], sizeof which);
    uint64_t items = (uint64_t)gx * bx;
    for (uint64_t k = 0; k < items; k++)
        (*run)(k, items, host(at[0]), host(at[1]), host(at[2]), host(at[3]), host(at[4]), which);
    return 0;
}
