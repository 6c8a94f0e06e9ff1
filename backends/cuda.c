/* cuda.c - backend: the kernels of gpu/ on an NVIDIA GPU, by the driver API.
 * inside: gpu
 *
 * libcuda is opened when the backend is; no header, library or compiler of CUDA is needed
 * to build this.  The kernels come as PTX that the build made with nvcc or clang, or, where it
 * had neither, from NVRTC.  Options: device=N or N, image=ptx|nvrtc, or a file of
 * PTX.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_space.h"
#include "gpu.h"

/* The few types and names of the driver API that are used, restated. */
typedef unsigned long long cu_pointer;
#define API(X)                                                                          \
    X(cuInit, (unsigned))                                                               \
    X(cuDriverGetVersion, (int *))                                                      \
    X(cuDeviceGetCount, (int *))                                                        \
    X(cuDeviceGet, (int *, int))                                                        \
    X(cuDeviceGetName, (char *, int, int))                                              \
    X(cuDeviceGetAttribute, (int *, int, int))                                          \
    X(cuDevicePrimaryCtxRetain, (void **, int))                                         \
    X(cuDevicePrimaryCtxRelease_v2, (int))                                              \
    X(cuCtxSetCurrent, (void *))                                                        \
    X(cuCtxSynchronize, (void))                                                         \
    X(cuModuleLoadData, (void **, const void *))                                        \
    X(cuModuleGetFunction, (void **, void *, const char *))                             \
    X(cuMemAlloc_v2, (cu_pointer *, size_t))                                            \
    X(cuMemFree_v2, (cu_pointer))                                                       \
    X(cuMemcpyHtoD_v2, (cu_pointer, const void *, size_t))                              \
    X(cuMemcpyDtoH_v2, (void *, cu_pointer, size_t))                                    \
    X(cuMemcpyDtoDAsync_v2, (cu_pointer, cu_pointer, size_t, void *))                   \
    X(cuGetErrorName, (int, const char **))                                             \
    X(cuLaunchKernel, (void *, unsigned, unsigned, unsigned, unsigned, unsigned,        \
                       unsigned, unsigned, void *, void **, void **))
#define X(name, arguments) int (*name) arguments;
struct api {
    API(X)
};
#undef X
#define NVRTC(X)                                                                        \
    X(nvrtcCreateProgram, (void **, const char *, const char *, int, const char *const *, \
                           const char *const *))                                        \
    X(nvrtcCompileProgram, (void *, int, const char *const *))                          \
    X(nvrtcGetPTXSize, (void *, size_t *))                                              \
    X(nvrtcGetPTX, (void *, char *))                                                    \
    X(nvrtcDestroyProgram, (void **))
#define X(name, arguments) int (*name) arguments;
struct nvrtc {
    NVRTC(X)
};
#undef X

extern const char gpu_ptx[], gpu_ptx_by[]; /* made by the build; "" without a compiler for it */

enum {
    GROUP = 256,
    ATTRIBUTE_MAJOR = 75,
    ATTRIBUTE_MINOR = 76,
    OUT_OF_MEMORY = 2,
    ILLEGAL_ADDRESS = 700
};
#define MOST_GROUPS ((uint64_t)1 << 30) /* of a launch; a work-item takes more rows then */

struct cuda {
    struct gpu_context common;
    struct api cu;
    struct cuda_spaces spaces;
    int number, device;
    bool compiles; /* image=nvrtc */
    char image[256]; /* image=FILE */
    char version[160];
    void *context, *module;
    void *functions[GPU_KERNELS];
};

/* The device is unavailable, or failed: uncorrectable errors of its memory or of NVLink, and other
 * hardware errors that the driver contains (or accesses to peers, of which there are none here). */
static bool is_hardware(int code)
{
    return code == 46 || code == 214 || code == 220 || code == 226;
}

/* Errors after which nothing works any more in the process, beside an illegal address: an illegal
 * instruction, a time-out, a failed launch.  The driver's names for them. */
static bool is_sticky(int code)
{
    static const int sticky[] = {702, 709, 710, 714, 715, 716, 717, 718, 719, 999};
    for (size_t k = 0; k < sizeof sticky / sizeof *sticky; k++)
        if (code == sticky[k])
            return true;
    return false;
}

static gat_status cu_status(struct cuda *c, int code, const char *what)
{
    const char *name = NULL;
    if (code == 0)
        return GAT_OK;
    if (c->cu.cuGetErrorName(code, &name) != 0 || name == NULL)
        name = "an unknown error";
    return gpu_fail(&c->common,
                    code == OUT_OF_MEMORY     ? GAT_E_NOMEM
                    : code == ILLEGAL_ADDRESS ? GAT_E_FAULT
                    : is_hardware(code)       ? GAT_E_DEVICE
                    : is_sticky(code)         ? GAT_E_LOST
                                              : GAT_E_INTERNAL,
                    "%s: %s (%d)", what, name, code);
}

/* ---- device ---- */

static cu_pointer pointer(const void *buffer, uint64_t at)
{
    return (cu_pointer)(uintptr_t)buffer + at;
}

static gat_status alloc(void *context, uint64_t size, void **buffer)
{
    struct cuda *c = context;
    cu_pointer got = 0;
    gat_status status = cu_status(c, c->cu.cuMemAlloc_v2(&got, size), "cuMemAlloc");
    *buffer = (void *)(uintptr_t)got;
    return status;
}

static void free_(void *context, void *buffer)
{
    struct cuda *c = context;
    if (!cuda_space_free(&c->spaces, pointer(buffer, 0)))
        (void)c->cu.cuMemFree_v2(pointer(buffer, 0));
}

static gat_status reserve(void *context, uint64_t size, void **buffer)
{
    struct cuda *c = context;
    cu_pointer got = 0;
    gat_status status =
        cu_status(c, cuda_space_reserve(&c->spaces, size, &got), "cuMemAddressReserve");
    *buffer = (void *)(uintptr_t)got;
    return status;
}

static gat_status map(void *context, void *buffer, uint64_t at, uint64_t size, int32_t how)
{
    struct cuda *c = context;
    bool own = how == GAT_MAP_OWN;
    return cu_status(c, cuda_space_map(&c->spaces, pointer(buffer, 0), at, size, own), "cuMemMap");
}

static gat_status copy_in(void *context, void *buffer, uint64_t at, const void *from,
                          uint64_t size)
{
    struct cuda *c = context;
    return cu_status(c, c->cu.cuMemcpyHtoD_v2(pointer(buffer, at), from, size), "cuMemcpyHtoD");
}

static gat_status copy_out(void *context, void *to, void *buffer, uint64_t at, uint64_t size)
{
    struct cuda *c = context;
    return cu_status(c, c->cu.cuMemcpyDtoH_v2(to, pointer(buffer, at), size), "cuMemcpyDtoH");
}

static gat_status copy(void *context, void *to, uint64_t to_at, void *from, uint64_t from_at,
                       uint64_t size)
{
    struct cuda *c = context;
    return cu_status(c, c->cu.cuMemcpyDtoDAsync_v2(pointer(to, to_at), pointer(from, from_at),
                                                   size, NULL),
                     "cuMemcpyDtoD");
}

static gat_status sync_(void *context)
{
    struct cuda *c = context;
    return cu_status(c, c->cu.cuCtxSynchronize(), "cuCtxSynchronize");
}

static gat_status launch(void *context, const struct gpu_launch *l)
{
    struct cuda *c = context;
    char name[32];
    void **function = &c->functions[gpu_kernel_number(l)];
    gpu_kernel_name(l, name, sizeof name);
    int code = *function != NULL ? 0 : c->cu.cuModuleGetFunction(function, c->module, name);
    if (code != 0)
        return cu_status(c, code, name);
    cu_pointer far = pointer(l->far.buffer, 0), indices = pointer(l->indices.buffer, 0);
    cu_pointer near = pointer(l->near.buffer, 0), notes = pointer(l->notes, 0);
    cu_pointer state = pointer(l->state, 0);
    uint32_t which = l->which, step = l->step;
    void *arguments[] = {&far, &indices, &near, &notes, &state, &which, &step};
    uint64_t groups = (l->items + GROUP - 1) / GROUP;
    groups = groups < MOST_GROUPS ? groups : MOST_GROUPS;
    return cu_status(c, c->cu.cuLaunchKernel(*function, (unsigned)groups, 1, 1, GROUP, 1, 1, 0,
                                             NULL, arguments, NULL),
                     name);
}

static struct gat_mem mem = { /* the grain is what the device has */
                                   .struct_size = sizeof mem,
                                   .device = {.type = 2},
                                   .alloc = alloc,
                                   .free = free_,
                                   .copy_in = copy_in,
                                   .copy_out = copy_out,
                                   .copy = copy,
                                   .reserve = reserve,
                                   .map = map};
static const struct gpu_device device = {
    .mem = &mem, .launch = launch, .sync = sync_, .most_notes = UINT64_C(2) << 30};

/* ---- open ---- */

static bool library_open(struct cuda *c, void **handle, char *why, size_t n)
{
    void *library = *handle = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        snprintf(why, n, "no CUDA device: %s", dlerror());
        return false;
    }
#define X(name, arguments)                                                              \
    *(void **)&c->cu.name = dlsym(library, #name);                                      \
    if (c->cu.name == NULL) {                                                           \
        snprintf(why, n, "libcuda.so.1 has no " #name);                                 \
        return false;                                                                   \
    }
    API(X)
#undef X
    return true;
}

static bool device_open(struct cuda *c, char *why, size_t n)
{
    int count = 0, driver = 0, major = 0, minor = 0;
    char name[80] = "";
    int code = c->cu.cuInit(0);
    if (code == 0)
        code = c->cu.cuDeviceGetCount(&count);
    if (code != 0 || count == 0) {
        snprintf(why, n, "no CUDA device (error %d of the driver)", code);
        return false;
    }
    if (c->number >= count) {
        snprintf(why, n, "there is no CUDA device %d: there are %d, from 0", c->number, count);
        return false;
    }
    code = c->cu.cuDeviceGet(&c->device, c->number);
    if (code == 0)
        code = c->cu.cuDeviceGetName(name, sizeof name, c->device);
    if (code == 0)
        code = c->cu.cuDriverGetVersion(&driver);
    if (code == 0)
        code = c->cu.cuDeviceGetAttribute(&major, ATTRIBUTE_MAJOR, c->device);
    if (code == 0)
        code = c->cu.cuDeviceGetAttribute(&minor, ATTRIBUTE_MINOR, c->device);
    if (code == 0)
        code = c->cu.cuDevicePrimaryCtxRetain(&c->context, c->device);
    if (code == 0)
        code = c->cu.cuCtxSetCurrent(c->context);
    name[sizeof name - 1] = '\0';
    snprintf(c->version, sizeof c->version, "%s, sm_%d%d, driver %d.%d, kernels by %s", name, major,
             minor, driver / 1000, driver % 1000 / 10, c->compiles ? "NVRTC" : gpu_ptx_by);
    if (code != 0)
        snprintf(why, n, "the CUDA device %d cannot be used (error %d of the driver)", c->number,
                 code);
    return code == 0;
}

static bool nvrtc_open(struct nvrtc *rtc, char *why, size_t n)
{
    static const char *const names[] = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12",
                                        "libnvrtc.so.11.2"};
    void *library = NULL;
    for (size_t k = 0; library == NULL && k < sizeof names / sizeof *names; k++)
        library = dlopen(names[k], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        snprintf(why, n, "the build had neither nvcc nor clang, and there is no libnvrtc: %s",
                 dlerror());
        return false;
    }
#define X(name, arguments)                                                              \
    *(void **)&rtc->name = dlsym(library, #name);                                       \
    if (rtc->name == NULL) {                                                            \
        snprintf(why, n, "libnvrtc has no " #name);                                     \
        return false;                                                                   \
    }
    NVRTC(X)
#undef X
    return true;
}

/* The kernels for this device; NULL with a sentence in `why`. */
static char *compile(const struct cuda *c, char *why, size_t n)
{
    struct nvrtc rtc;
    void *program = NULL;
    char option[48], *ptx = NULL;
    const char *options[] = {option}, *sm = strstr(c->version, "sm_");
    size_t size = 0;
    snprintf(option, sizeof option, "--gpu-architecture=compute_%.*s",
             sm == NULL ? 0 : (int)strspn(sm + 3, "0123456789"), sm == NULL ? "" : sm + 3);
    if (!nvrtc_open(&rtc, why, n))
        return NULL;
    int code = rtc.nvrtcCreateProgram(&program, gpu_source, "kernels.cu", 0, NULL, NULL);
    if (code == 0)
        code = rtc.nvrtcCompileProgram(program, 1, options);
    if (code == 0)
        code = rtc.nvrtcGetPTXSize(program, &size);
    if (code == 0 && (ptx = calloc(1, size + 1)) != NULL)
        code = rtc.nvrtcGetPTX(program, ptx);
    if (program != NULL)
        (void)rtc.nvrtcDestroyProgram(&program);
    if (code == 0 && ptx != NULL)
        return ptx;
    snprintf(why, n, "NVRTC could not compile the kernels (error %d)", code);
    free(ptx);
    return NULL;
}

/* The PTX of image=FILE; NULL with a sentence in `why`. */
static char *image_read(const char *path, char *why, size_t n)
{
    enum { MOST_IMAGE = 64 << 20 };
    FILE *file = fopen(path, "rb");
    long size = file != NULL && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    char *text = size < 0 || size > MOST_IMAGE ? NULL : calloc(1, (size_t)size + 1);
    if (file != NULL)
        rewind(file);
    if (text != NULL && fread(text, 1, (size_t)size, file) != (size_t)size) {
        free(text);
        text = NULL;
    }
    if (file != NULL)
        fclose(file);
    if (text == NULL)
        snprintf(why, n, "%.200s cannot be read as PTX", path);
    return text;
}

static bool module_load(struct cuda *c, char *why, size_t n)
{
    bool named = c->image[0] != '\0', own = named || c->compiles;
    char *text = named ? image_read(c->image, why, n) : own ? compile(c, why, n) : NULL;
    if (own && text == NULL)
        return false;
    int code = c->cu.cuModuleLoadData(&c->module, own ? text : gpu_ptx);
    free(text);
    if (code != 0)
        snprintf(why, n, "the driver does not take the kernels by %s (error %d); try image=nvrtc",
                 named ? "that file" : own ? "NVRTC" : gpu_ptx_by, code);
    return code == 0;
}

static bool own_option(void *user, const char *name, const char *value)
{
    struct cuda *c = user;
    char *end;
    bool number = name[0] >= '0' && name[0] <= '9'; /* cuda:1 */
    if (gat_text_same(name, "image")) {
        c->compiles = gat_text_same(value, "nvrtc");
        if (c->compiles || gat_text_same(value, "ptx"))
            return c->compiles || gpu_ptx[0] != '\0';
        size_t size = strlen(value);
        memcpy(c->image, value, size < sizeof c->image ? size + 1 : 0);
        return c->image[0] != '\0';
    }
    if (!number && !gat_text_same(name, "device"))
        return false;
    const char *text = number ? name : value;
    c->number = (int)strtol(text, &end, 10);
    return *text != '\0' && *end == '\0' && c->number >= 0 && strlen(text) < 6;
}

static void close_(void *context)
{
    struct cuda *c = context;
    gpu_close(&c->common);
    if (c->context != NULL)
        (void)c->cu.cuDevicePrimaryCtxRelease_v2(c->device); /* and with it all that it holds */
    free(c);
}

static struct gat_claim claims[GPU_CLAIMS]; /* filled when the one context is opened */
static struct gat_backend table;
static char version[160];

static gat_status open_(const char *options, void **context, char *why, size_t n)
{
    struct cuda *c = calloc(1, sizeof *c);
    if (c == NULL)
        return GAT_E_NOMEM;
    c->common.device = &device;
    c->common.most_lanes = GROUP;
    c->compiles = gpu_ptx[0] == '\0';
    if (!gpu_options_read(&c->common, options, own_option, c,
                          ", device=N, image=ptx|nvrtc|FILE", why, n)) {
        free(c);
        return GAT_E_INVALID;
    }
    void *library;
    if (!library_open(c, &library, why, n) || !device_open(c, why, n) || !module_load(c, why, n)) {
        close_(c);
        return GAT_E_UNSUPPORTED;
    }
    cuda_spaces_open(&c->spaces, library, c->device);
    mem.grain = c->spaces.grain;
    snprintf(version, sizeof version, "%s", c->version);
    table.n_claims = gpu_claims_make(&c->common, claims);
    *context = c;
    return GAT_OK;
}

static struct gat_backend table = {.abi = GAT_ABI,
                                   .struct_size = sizeof table,
                                   .name = "cuda",
                                   .version = version,
                                   .profile = "any",
                                   .claims = claims,
                                   GPU_CALLS,
                                   .open = open_,
                                   .close = close_,
                                   .mem = &mem,
                                   .call_us = 100};

GAT_NEEDS("devices programs cache")

const struct gat_backend *gat_backend_get(uint32_t host_abi)
{
    return host_abi == GAT_ABI ? &table : NULL;
}
