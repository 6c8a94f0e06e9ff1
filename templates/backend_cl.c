/* @NAME@.c - an OpenCL kernel as a backend for gatherum: operands lie in memory of the device.
 *
 *     cc -std=c11 -O2 -g -shared -fPIC $(pkg-config --cflags gatherum) \
 *         -o @NAME@.so @NAME@.c -l:libOpenCL.so.1
 *     gatherum run --backend ./@NAME@.so
 *
 * In a clone that is not installed -Iinclude is what pkg-config would say.  It claims
 * gather/onnx-13 of float32 and obeys it: put your kernel in the place of gather(), then claim
 * what else it can.  gatherum/backend.h has the whole contract; DEVICES is the part used here.
 * Under Oclgrind, which watches memory and races (its directory holds its .icd file; its log
 * is read, as its exit status says nothing):
 *
 *     OCL_ICD_VENDORS=DIRECTORY OCLGRIND_LOG=log OCLGRIND_DATA_RACES=1 \
 *         gatherum run --here --backend ./@NAME@.so gather/onnx-13/document */
/* SPDX-License-Identifier: Apache-2.0 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

#include "gatherum/backend.h"

/* A platform of OpenCL opens devices, starts compilers and keeps what they make. */
GAT_NEEDS("devices programs cache")

/* The kernel.  data is [outer, extent, inner], the output [outer, n, inner]; each begins so many
 * elements inside its buffer.  *bad is set where an index points nowhere. */
static const char source[] =
    "kernel void gather(global const float *data, global const long *indices,\n"
    "                   global float *output, global int *bad, long data_at, long indices_at,\n"
    "                   long output_at, long outer, long extent, long inner, long n)\n"
    "{\n"
    "    long first = get_global_id(0), step = get_global_size(0), total = outer * n * inner;\n"
    "    data += data_at, indices += indices_at, output += output_at;\n"
    "    for (long k = first; k < n; k += step)\n"
    "        if (indices[k] < -extent || indices[k] >= extent)\n"
    "            *bad = 1;\n"
    "    for (long i = first; i < total; i += step) {\n"
    "        long j = i % inner, k = i / inner % n, o = i / inner / n;\n"
    "        long at = indices[k] < 0 ? indices[k] + extent : indices[k];\n"
    "        if (at >= 0 && at < extent)\n"
    "            output[i] = data[(o * extent + at) * inner + j];\n"
    "    }\n"
    "}\n";

/* What lies on the device here, and what the kernel takes: operands, where they begin, sizes. */
static struct {
    cl_context context;
    cl_command_queue queue;
    cl_kernel kernel;
} device;
enum { DATA, INDICES, OUTPUT, BAD, BUFFERS, SIZES = 7, GROUP = 64, MOST_GROUPS = 1024 };

/* One sentence about the last error, which stands beside the verdict. */
static char complaint[64];

static gat_status told(cl_int error)
{
    if (error != CL_SUCCESS)
        snprintf(complaint, sizeof complaint, "error %d of OpenCL", error);
    return error == CL_SUCCESS ? GAT_OK
           : error == CL_OUT_OF_RESOURCES || error == CL_MEM_OBJECT_ALLOCATION_FAILURE
               ? GAT_E_NOMEM
               : GAT_E_INTERNAL;
}

static const char *last_error(void *context)
{
    (void)context;
    return complaint;
}

/* ---- one call: prepared once, executed as often as gatherum likes ---- */

struct plan {
    cl_mem buffers[BUFFERS];
    cl_long sizes[SIZES]; /* data_at, indices_at, output_at, outer, extent, inner, n */
};

static gat_status prepare(void *context, const struct gat_call *call, void **plan_of)
{
    const struct gat_tensor *data = gat_operand_get(call, "data");
    const struct gat_tensor *indices = gat_operand_get(call, "indices");
    const struct gat_tensor *output = gat_operand_get(call, "output");
    int64_t axis = gat_attr_int(call, "axis", 0), outer = 1, inner = 1;
    cl_int error = CL_SUCCESS;
    (void)context;
    axis += axis < 0 ? data->ndim : 0;
    if (axis < 0 || axis >= data->ndim) {
        snprintf(complaint, sizeof complaint, "there is no such axis");
        return GAT_E_INVALID;
    }
    for (int32_t d = 0; d < axis; d++)
        outer *= data->shape[d];
    for (int32_t d = (int32_t)axis + 1; d < data->ndim; d++)
        inner *= data->shape[d];
    struct plan *p = calloc(1, sizeof *p);
    if (p == NULL)
        return GAT_E_NOMEM;
    *p = (struct plan){
        {data->data, indices->data, output->data,
         clCreateBuffer(device.context, CL_MEM_READ_WRITE, sizeof(cl_int), NULL, &error)},
        {(cl_long)(data->byte_offset / sizeof(cl_float)),
         (cl_long)(indices->byte_offset / sizeof(cl_long)),
         (cl_long)(output->byte_offset / sizeof(cl_float)), outer, data->shape[axis], inner,
         gat_tensor_count(indices)}};
    *plan_of = p;
    if (error != CL_SUCCESS)
        free(p);
    return told(error);
}

static gat_status execute(void *context, void *plan_of)
{
    const struct plan *p = plan_of;
    const cl_long *s = p->sizes, total = s[3] * s[5] * s[6], items = total > s[6] ? total : s[6];
    const cl_long groups = (items + GROUP - 1) / GROUP;
    const size_t group = GROUP; /* PoCL compiles for each size of a group */
    const size_t work_items = group * (size_t)(groups < MOST_GROUPS ? groups : MOST_GROUPS);
    const cl_int good = 0;
    cl_int error = clEnqueueFillBuffer(device.queue, p->buffers[BAD], &good, sizeof good, 0,
                                       sizeof good, 0, NULL, NULL);
    (void)context;
    for (cl_uint k = 0; k < BUFFERS && error == CL_SUCCESS; k++)
        error = clSetKernelArg(device.kernel, k, sizeof p->buffers[k], &p->buffers[k]);
    for (cl_uint k = 0; k < SIZES && error == CL_SUCCESS; k++)
        error = clSetKernelArg(device.kernel, BUFFERS + k, sizeof s[k], &s[k]);
    if (error == CL_SUCCESS && items > 0)
        error = clEnqueueNDRangeKernel(device.queue, device.kernel, 1, NULL, &work_items, &group,
                                       0, NULL, NULL);
    return told(error);
}

static gat_status sync(void *context, void *plan_of)
{
    cl_int bad = 0;
    const gat_status status =
        told(clEnqueueReadBuffer(device.queue, ((struct plan *)plan_of)->buffers[BAD], CL_TRUE, 0,
                                 sizeof bad, &bad, 0, NULL, NULL));
    (void)context;
    if (status != GAT_OK || bad == 0)
        return status;
    snprintf(complaint, sizeof complaint, "an index points nowhere");
    return GAT_E_RANGE;
}

static void release(void *context, void *plan_of)
{
    (void)context;
    clReleaseMemObject(((struct plan *)plan_of)->buffers[BAD]);
    free(plan_of);
}

/* gatherum puts operands on the device itself, between canaries; run() is for who has none. */
static gat_status run(void *context, const struct gat_call *call)
{
    (void)context, (void)call;
    return GAT_E_UNSUPPORTED;
}

/* ---- memory of the device ---- */

static gat_status mem_alloc(void *context, uint64_t size, void **buffer)
{
    cl_int error;
    (void)context;
    *buffer = clCreateBuffer(device.context, CL_MEM_READ_WRITE, size, NULL, &error);
    return told(error);
}

static void mem_free(void *context, void *buffer)
{
    (void)context;
    clReleaseMemObject(buffer);
}

static gat_status copy_in(void *context, void *buffer, uint64_t at, const void *from,
                          uint64_t size)
{
    (void)context;
    return told(clEnqueueWriteBuffer(device.queue, buffer, CL_TRUE, at, size, from, 0, NULL, NULL));
}

static gat_status copy_out(void *context, void *to, void *buffer, uint64_t at, uint64_t size)
{
    (void)context;
    return told(clEnqueueReadBuffer(device.queue, buffer, CL_TRUE, at, size, to, 0, NULL, NULL));
}

/* ---- what @NAME@ is, and claims ---- */

/* What the compiler says of a kernel that it refuses. */
static void log_print(cl_program program, cl_device_id id)
{
    static char log[16384];
    if (clGetProgramBuildInfo(program, id, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL) ==
        CL_SUCCESS)
        fprintf(stderr, "%s\n", log);
}

static gat_status opens(const char *options, void **context, char *why, size_t n)
{
    cl_platform_id platform;
    cl_device_id id;
    cl_int error = clGetPlatformIDs(1, &platform, NULL);
    const char *text = source;
    (void)options, (void)context;
    if (error == CL_SUCCESS)
        error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, NULL);
    if (error != CL_SUCCESS) {
        snprintf(why, n, "no OpenCL device here (error %d)", error);
        return GAT_E_UNSUPPORTED;
    }
    device.context = clCreateContext(NULL, 1, &id, NULL, NULL, &error);
    if (error == CL_SUCCESS)
        device.queue = clCreateCommandQueue(device.context, id, 0, &error);
    cl_program program = NULL;
    if (error == CL_SUCCESS)
        program = clCreateProgramWithSource(device.context, 1, &text, NULL, &error);
    if (error == CL_SUCCESS)
        error = clBuildProgram(program, 1, &id, "", NULL, NULL);
    if (error == CL_BUILD_PROGRAM_FAILURE)
        log_print(program, id);
    if (error == CL_SUCCESS)
        device.kernel = clCreateKernel(program, "gather", &error);
    if (error != CL_SUCCESS)
        snprintf(why, n, "the kernel cannot be built (error %d)", error);
    return error == CL_SUCCESS ? GAT_OK : GAT_E_INTERNAL;
}

static const char *const variants[] = {"onnx-13", NULL};
static const struct gat_claim claim = {
    .op = "gather", .variants = variants, .data_types = GAT_BIT(GAT_F32),
    .index_types = GAT_BIT(GAT_I64), .max_rank = GAT_MAX_RANK};
static const struct gat_mem mem = {.struct_size = sizeof mem, .device = {.type = 4},
                                   .alloc = mem_alloc, .free = mem_free, .copy_in = copy_in,
                                   .copy_out = copy_out};
static const struct gat_backend table = {
    .abi = GAT_ABI, .struct_size = sizeof table, .name = "@NAME@", .version = "0.1",
    .profile = "gpu", .claims = &claim, .n_claims = 1, .run = run, .open = opens,
    .last_error = last_error, .prepare = prepare, .execute = execute, .sync = sync,
    .release = release, .mem = &mem, .call_us = 100};

const struct gat_backend *gat_backend_get(uint32_t host_abi)
{
    return host_abi == GAT_ABI ? &table : NULL;
}
