/* opencl.c - backend: the kernels of gpu/ on any OpenCL 1.2 device with 64-bit atomics.
 * inside: gpu
 *
 * libOpenCL is opened when the backend is, so that a machine without it skips the backend
 * in one sentence.  Options: device=N or device=PART OF A NAME, source=FILE for another
 * kernel source, threads=N where the device is PoCL's.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpu.h"

#define API(X)                                                                          \
    X(clGetPlatformIDs) X(clGetPlatformInfo) X(clGetDeviceIDs) X(clGetDeviceInfo)       \
    X(clCreateContext) X(clCreateCommandQueue) X(clCreateProgramWithSource)             \
    X(clBuildProgram) X(clGetProgramBuildInfo) X(clCreateKernel) X(clSetKernelArg)      \
    X(clEnqueueNDRangeKernel) X(clFinish) X(clCreateBuffer) X(clReleaseMemObject)       \
    X(clEnqueueReadBuffer) X(clEnqueueWriteBuffer) X(clEnqueueCopyBuffer)               \
    X(clReleaseKernel) X(clReleaseProgram) X(clReleaseCommandQueue) X(clReleaseContext)
#define X(name) __typeof__(name) *name;
struct api {
    API(X)
};
#undef X

enum { MOST_DEVICES = 32, GROUP = 256 };
#define MOST_ITEMS ((size_t)1 << 30) /* of a launch; a work-item takes more rows then */

struct opencl {
    struct gpu_context common;
    struct api cl;
    char device_wanted[64], source_file[256], version[200];
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernels[GPU_KERNELS];
    int lock; /* a byte for each kernel, and one for the program; -1: no file */
};

static gat_status cl_status(struct opencl *o, cl_int code, const char *what)
{
    bool memory = code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_RESOURCES ||
                  code == CL_OUT_OF_HOST_MEMORY || code == CL_INVALID_BUFFER_SIZE;
    if (code == CL_SUCCESS)
        return GAT_OK;
    return gpu_fail(&o->common, memory ? GAT_E_NOMEM : GAT_E_INTERNAL,
                    "%s failed with OpenCL error %d", what, (int)code);
}

/* ---- compiler ---- */

/* Workers that share a cache of the runtime compile nothing twice: who comes second waits, and
 * finds it there.  Two that fill PoCL's cache at once may disturb each other, too. */
static void lock_set(const struct opencl *o, unsigned what, short type)
{
    struct flock one = {.l_type = type, .l_whence = SEEK_SET, .l_start = what, .l_len = 1};
    if (o->lock >= 0)
        (void)fcntl(o->lock, F_OFD_SETLKW, &one);
}

static int lock_open(void)
{
    char path[4200];
    const char *folder = getenv("POCL_CACHE_DIR");
    if (folder == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/gatherum.lock", folder);
    return open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
}

/* ---- device ---- */

static gat_status alloc(void *context, uint64_t size, void **buffer)
{
    struct opencl *o = context;
    cl_int code;
    *buffer = o->cl.clCreateBuffer(o->context, CL_MEM_READ_WRITE, size, NULL, &code);
    return cl_status(o, code, "clCreateBuffer");
}

static void free_(void *context, void *buffer)
{
    struct opencl *o = context;
    (void)o->cl.clReleaseMemObject(buffer);
}

static gat_status copy_in(void *context, void *buffer, uint64_t at, const void *from,
                          uint64_t size)
{
    struct opencl *o = context;
    return cl_status(o, o->cl.clEnqueueWriteBuffer(o->queue, buffer, CL_TRUE, at, size, from,
                                                   0, NULL, NULL),
                     "clEnqueueWriteBuffer");
}

static gat_status copy_out(void *context, void *to, void *buffer, uint64_t at, uint64_t size)
{
    struct opencl *o = context;
    return cl_status(o, o->cl.clEnqueueReadBuffer(o->queue, buffer, CL_TRUE, at, size, to, 0,
                                                  NULL, NULL),
                     "clEnqueueReadBuffer");
}

static gat_status copy(void *context, void *to, uint64_t to_at, void *from, uint64_t from_at,
                       uint64_t size)
{
    struct opencl *o = context;
    return cl_status(o, o->cl.clEnqueueCopyBuffer(o->queue, from, to, from_at, to_at, size, 0,
                                                  NULL, NULL),
                     "clEnqueueCopyBuffer");
}

static gat_status sync_(void *context)
{
    struct opencl *o = context;
    return cl_status(o, o->cl.clFinish(o->queue), "clFinish");
}

static gat_status launch(void *context, const struct gpu_launch *l)
{
    struct opencl *o = context;
    char name[32];
    cl_int code = CL_SUCCESS;
    unsigned number = gpu_kernel_number(l);
    cl_kernel *kernel = &o->kernels[number];
    bool first = *kernel == NULL; /* its first launch compiles it */
    gpu_kernel_name(l, name, sizeof name);
    if (first) {
        lock_set(o, number, F_WRLCK);
        *kernel = o->cl.clCreateKernel(o->program, name, &code);
    }
    const void *buffers[] = {l->far.buffer, l->indices.buffer, l->near.buffer, l->notes,
                             l->state};
    for (cl_uint k = 0; code == CL_SUCCESS && k < 5; k++)
        code = o->cl.clSetKernelArg(*kernel, k, sizeof(cl_mem), &buffers[k]);
    if (code == CL_SUCCESS)
        code = o->cl.clSetKernelArg(*kernel, 5, sizeof l->which, &l->which);
    if (code == CL_SUCCESS)
        code = o->cl.clSetKernelArg(*kernel, 6, sizeof l->step, &l->step);
    size_t group = GROUP, items = l->items < MOST_ITEMS ? (size_t)l->items : MOST_ITEMS;
    items = (items + GROUP - 1) / GROUP * GROUP;
    if (code == CL_SUCCESS)
        code = o->cl.clEnqueueNDRangeKernel(o->queue, *kernel, 1, NULL, &items, &group, 0,
                                            NULL, NULL);
    if (first && code == CL_SUCCESS)
        code = o->cl.clFinish(o->queue);
    if (first)
        lock_set(o, number, F_UNLCK);
    return cl_status(o, code, name);
}

static const struct gat_mem mem = {.struct_size = sizeof mem,
                                   .device = {.type = 4},
                                   .alloc = alloc,
                                   .free = free_,
                                   .copy_in = copy_in,
                                   .copy_out = copy_out,
                                   .copy = copy};
static const struct gpu_device device = {
    .mem = &mem, .launch = launch, .sync = sync_, .most_notes = UINT64_C(1) << 30};

/* ---- open ---- */

static bool library_open(struct opencl *o, char *why, size_t n)
{
    void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        snprintf(why, n, "no OpenCL on this machine: %s", dlerror());
        return false;
    }
#define X(name)                                                                         \
    *(void **)&o->cl.name = dlsym(library, #name);                                      \
    if (o->cl.name == NULL) {                                                           \
        snprintf(why, n, "libOpenCL.so.1 has no " #name);                               \
        return false;                                                                   \
    }
    API(X)
#undef X
    return true;
}

struct found {
    cl_device_id id;
    char name[80], driver[48], platform[48];
};

static void text_get(struct opencl *o, cl_device_id id, cl_device_info what, char *out, size_t n)
{
    if (o->cl.clGetDeviceInfo(id, what, n, out, NULL) != CL_SUCCESS)
        snprintf(out, n, "?");
    out[n - 1] = '\0';
}

static unsigned devices_find(struct opencl *o, struct found *all)
{
    cl_platform_id platforms[MOST_DEVICES];
    cl_device_id ids[MOST_DEVICES];
    cl_uint n_platforms = 0, n_ids;
    unsigned n = 0;
    if (o->cl.clGetPlatformIDs(MOST_DEVICES, platforms, &n_platforms) != CL_SUCCESS)
        return 0;
    for (cl_uint p = 0; p < n_platforms && p < MOST_DEVICES; p++) {
        if (o->cl.clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MOST_DEVICES, ids,
                                 &n_ids) != CL_SUCCESS)
            continue;
        for (cl_uint d = 0; d < n_ids && d < MOST_DEVICES && n < MOST_DEVICES; d++) {
            struct found *f = &all[n++];
            f->id = ids[d];
            text_get(o, ids[d], CL_DEVICE_NAME, f->name, sizeof f->name);
            text_get(o, ids[d], CL_DRIVER_VERSION, f->driver, sizeof f->driver);
            if (o->cl.clGetPlatformInfo(platforms[p], CL_PLATFORM_NAME, sizeof f->platform,
                                        f->platform, NULL) != CL_SUCCESS)
                snprintf(f->platform, sizeof f->platform, "?");
        }
    }
    return n;
}

static bool is_wanted(const struct opencl *o, const struct found *f, unsigned k)
{
    char number[12];
    snprintf(number, sizeof number, "%u", k);
    return gat_text_same(number, o->device_wanted) ||
           (strspn(o->device_wanted, "0123456789") < strlen(o->device_wanted) &&
            (strstr(f->name, o->device_wanted) != NULL ||
             strstr(f->platform, o->device_wanted) != NULL));
}

static bool device_choose(struct opencl *o, char *why, size_t n)
{
    struct found all[MOST_DEVICES];
    char list[160] = "";
    unsigned count = devices_find(o, all);
    cl_device_type type = 0;
    for (unsigned k = 0; k < count; k++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, " %u = %s;", k, all[k].name);
        if (o->device != NULL || !is_wanted(o, &all[k], k))
            continue;
        o->device = all[k].id;
        snprintf(o->version, sizeof o->version, "%s on %s, driver %s", all[k].platform,
                 all[k].name, all[k].driver);
    }
    if (o->device == NULL && count == 0)
        snprintf(why, n, "no OpenCL device on this machine");
    else if (o->device == NULL)
        snprintf(why, n, "there is no OpenCL device \"%s\":%s", o->device_wanted, list);
    else if (o->cl.clGetDeviceInfo(o->device, CL_DEVICE_TYPE, sizeof type, &type, NULL) ==
                 CL_SUCCESS && o->common.most_lanes == 0)
        o->common.most_lanes = (type & CL_DEVICE_TYPE_CPU) != 0 ? 1 : GROUP;
    return o->device != NULL;
}

/* Without double precision it has no k_join. */
static bool extensions_has(struct opencl *o, char *why, size_t n)
{
    char list[4096];
    text_get(o, o->device, CL_DEVICE_EXTENSIONS, list, sizeof list);
    o->common.moves_only |= strstr(list, "cl_khr_fp64") == NULL;
    if (strstr(list, "cl_khr_int64_extended_atomics") != NULL)
        return true;
    snprintf(why, n, "%.150s: it has no cl_khr_int64_extended_atomics", o->version);
    return false;
}

/* The text of source=FILE, or NULL. */
static char *source_read(const char *name)
{
    FILE *f = fopen(name, "re");
    char *text = NULL;
    if (f != NULL && fseek(f, 0, SEEK_END) == 0) {
        long size = ftell(f);
        rewind(f);
        text = size < 0 ? NULL : calloc(1, (size_t)size + 1);
        if (text != NULL && fread(text, 1, (size_t)size, f) != (size_t)size) {
            free(text);
            text = NULL;
        }
    }
    if (f != NULL)
        fclose(f);
    return text;
}

static cl_int program_build(struct opencl *o, const char *source, char *log, size_t n)
{
    cl_int code;
    o->program = o->cl.clCreateProgramWithSource(o->context, 1, &source, NULL, &code);
    if (code != CL_SUCCESS)
        return code;
    lock_set(o, GPU_KERNELS, F_WRLCK);
    code = o->cl.clBuildProgram(o->program, 1, &o->device, "-cl-std=CL1.2", NULL, NULL);
    lock_set(o, GPU_KERNELS, F_UNLCK);
    if (code != CL_SUCCESS)
        (void)o->cl.clGetProgramBuildInfo(o->program, o->device, CL_PROGRAM_BUILD_LOG, n, log,
                                          NULL);
    return code;
}

static bool program_make(struct opencl *o, char *why, size_t n)
{
    cl_int code;
    char log[160] = "";
    char *file = o->source_file[0] == '\0' ? NULL : source_read(o->source_file);
    if (o->source_file[0] != '\0' && file == NULL) {
        snprintf(why, n, "%.200s cannot be read", o->source_file);
        return false;
    }
    o->context = o->cl.clCreateContext(NULL, 1, &o->device, NULL, NULL, &code);
    if (code == CL_SUCCESS)
        o->queue = o->cl.clCreateCommandQueue(o->context, o->device, 0, &code);
    if (code == CL_SUCCESS)
        code = program_build(o, file == NULL ? gpu_source : file, log, sizeof log);
    free(file);
    log[sizeof log - 1] = '\0';
    if (code != CL_SUCCESS)
        snprintf(why, n, "the kernels cannot be built (OpenCL error %d): %s", (int)code,
                 log[0] != '\0' ? log : "is the cache of the runtime writable?");
    return code == CL_SUCCESS;
}

static bool own_option(void *user, const char *name, const char *value)
{
    struct opencl *o = user;
    if (gat_text_same(name, "device"))
        return snprintf(o->device_wanted, sizeof o->device_wanted, "%s", value) > 0;
    if (gat_text_same(name, "source"))
        return snprintf(o->source_file, sizeof o->source_file, "%s", value) > 0;
    if (!gat_text_same(name, "threads") || atol(value) < 1 || atol(value) > 1024)
        return false;
    return setenv("POCL_MAX_PTHREAD_COUNT", value, 1) == 0;
}

/* PoCL starts a thread for each processor of the machine, also where this process may
 * use only some of them. */
static void threads_limit(void)
{
    char text[12];
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return;
    snprintf(text, sizeof text, "%d", CPU_COUNT(&set));
    setenv("POCL_MAX_PTHREAD_COUNT", text, 0);
}

static void close_(void *context)
{
    struct opencl *o = context;
    gpu_close(&o->common);
    for (unsigned k = 0; k < GPU_KERNELS; k++)
        if (o->kernels[k] != NULL)
            (void)o->cl.clReleaseKernel(o->kernels[k]);
    if (o->program != NULL)
        (void)o->cl.clReleaseProgram(o->program);
    if (o->queue != NULL)
        (void)o->cl.clReleaseCommandQueue(o->queue);
    if (o->context != NULL)
        (void)o->cl.clReleaseContext(o->context);
    if (o->lock >= 0)
        close(o->lock);
    free(o);
}

static struct gat_claim claims[GPU_CLAIMS]; /* filled when the one context is opened */
static struct gat_backend table;
static char version[200];

static gat_status open_(const char *options, void **context, char *why, size_t n)
{
    struct opencl *o = calloc(1, sizeof *o);
    if (o == NULL)
        return GAT_E_NOMEM;
    o->common.device = &device;
    snprintf(o->device_wanted, sizeof o->device_wanted, "0");
    if (!gpu_options_read(&o->common, options, own_option, o,
                          ", device=N|NAME, source=FILE, threads=N", why, n)) {
        free(o);
        return GAT_E_INVALID;
    }
    threads_limit();
    o->lock = lock_open();
    if (!library_open(o, why, n) || !device_choose(o, why, n) || !extensions_has(o, why, n) ||
        !program_make(o, why, n)) {
        close_(o);
        return GAT_E_UNSUPPORTED;
    }
    snprintf(version, sizeof version, "%s", o->version);
    table.n_claims = gpu_claims_make(&o->common, claims);
    *context = o;
    return GAT_OK;
}

static struct gat_backend table = {.abi = GAT_ABI,
                                   .struct_size = sizeof table,
                                   .name = "opencl",
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
