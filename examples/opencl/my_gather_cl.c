/* my_gather_cl.c - a kernel for OpenCL as a backend: operands are copied to the device and back.
 *
 *     cc -shared -fPIC -Iinclude -o gather_cl.so examples/opencl/my_gather_cl.c -l:libOpenCL.so.1
 *     build/gatherum run --backend ./gather_cl.so gather/onnx-13
 *
 * A backend may also take operands that lie on the device already: docs/how-to/gpu.md.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <string.h>

#include "gatherum/backend.h"

/* A platform of OpenCL opens devices, starts compilers and keeps what they make. */
GAT_NEEDS("devices programs cache")

/* The kernel: one work item for each element of the output.  data is [outer, extent, inner]. */
static const char source[] =
    "kernel void gather(global const float *data, global const long *indices, global float "
    "*output,\n"
    "                   global int *bad, long extent, long inner, long n)\n"
    "{\n"
    "    long i = get_global_id(0), j = i % inner, k = i / inner % n, o = i / inner / n;\n"
    "    long at = indices[k] < 0 ? indices[k] + extent : indices[k];\n"
    "    if (at < 0 || at >= extent)\n"
    "        *bad = 1;\n"
    "    else\n"
    "        output[i] = data[(o * extent + at) * inner + j];\n"
    "}\n";

static struct {
    cl_context context;
    cl_command_queue queue;
    cl_kernel kernel;
} device;

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
    device.queue = clCreateCommandQueue(device.context, id, 0, &error);
    cl_program program = clCreateProgramWithSource(device.context, 1, &text, NULL, &error);
    if (clBuildProgram(program, 1, &id, "", NULL, NULL) == CL_SUCCESS)
        device.kernel = clCreateKernel(program, "gather", &error);
    if (device.kernel == NULL)
        snprintf(why, n, "the kernel does not build");
    return device.kernel != NULL ? GAT_OK : GAT_E_INTERNAL;
}

/* A buffer with these bytes; one without bytes does not exist in OpenCL. */
static cl_mem buffer(const void *bytes, size_t size)
{
    char none = 0;
    return clCreateBuffer(device.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                          size > 0 ? size : 1, size > 0 ? (void *)(uintptr_t)bytes : &none, NULL);
}

/* sizes: extent, inner, n, and how many elements the output has. */
static gat_status gather(const struct gat_tensor *data, const struct gat_tensor *indices,
                         const struct gat_tensor *output, const cl_long sizes[3], size_t total)
{
    cl_int bad = 0, error = CL_SUCCESS;
    size_t bytes = total * sizeof(float);
    cl_mem m[4] = {
        buffer(gat_tensor_data(data), (size_t)gat_tensor_count(data) * sizeof(float)),
        buffer(gat_tensor_data(indices), (size_t)gat_tensor_count(indices) * sizeof(cl_long)),
        buffer(gat_tensor_data(output), bytes), buffer(&bad, sizeof bad)};
    for (cl_uint k = 0; k < 4; k++)
        error |= clSetKernelArg(device.kernel, k, sizeof m[k], &m[k]);
    for (cl_uint k = 0; k < 3; k++)
        error |= clSetKernelArg(device.kernel, 4 + k, sizeof sizes[k], &sizes[k]);
    error |=
        clEnqueueNDRangeKernel(device.queue, device.kernel, 1, NULL, &total, NULL, 0, NULL, NULL);
    error |= clEnqueueReadBuffer(device.queue, m[3], CL_TRUE, 0, sizeof bad, &bad, 0, NULL, NULL);
    if (error == CL_SUCCESS && bad == 0)
        error = clEnqueueReadBuffer(device.queue, m[2], CL_TRUE, 0, bytes, gat_tensor_data(output),
                                    0, NULL, NULL);
    for (unsigned k = 0; k < 4; k++)
        clReleaseMemObject(m[k]);
    return error != CL_SUCCESS ? GAT_E_INTERNAL : bad != 0 ? GAT_E_RANGE : GAT_OK;
}

/* Nothing is launched for an output without elements, but an index is wrong there as well. */
static gat_status check(const int64_t *indices, int64_t n, int64_t extent)
{
    for (int64_t k = 0; k < n; k++)
        if (indices[k] < -extent || indices[k] >= extent)
            return GAT_E_RANGE;
    return GAT_OK;
}

static gat_status run(void *context, const struct gat_call *call)
{
    const struct gat_tensor *data = gat_operand_get(call, "data");
    const struct gat_tensor *indices = gat_operand_get(call, "indices");
    const struct gat_tensor *output = gat_operand_get(call, "output");
    int64_t axis = gat_attr_int(call, "axis", 0), inner = 1;
    (void)context;
    axis += axis < 0 ? data->ndim : 0;
    if (axis < 0 || axis >= data->ndim)
        return GAT_E_INVALID;
    for (int32_t d = (int32_t)axis + 1; d < data->ndim; d++)
        inner *= data->shape[d];
    const cl_long sizes[3] = {data->shape[axis], inner, gat_tensor_count(indices)};
    if (gat_tensor_count(output) == 0)
        return check(gat_tensor_data(indices), sizes[2], sizes[0]);
    return gather(data, indices, output, sizes, (size_t)gat_tensor_count(output));
}

static const char *const variants[] = {"onnx-13", NULL};
static const struct gat_claim claim = {.op = "gather",
                                       .variants = variants,
                                       .data_types = GAT_BIT(GAT_F32),
                                       .index_types = GAT_BIT(GAT_I64),
                                       .max_rank = GAT_MAX_RANK,
                                       .flags = GAT_NO_GIANTS};
static const struct gat_backend table = {.abi = GAT_ABI,
                                         .struct_size = sizeof table,
                                         .name = "my_gather_cl",
                                         .version = "0.1",
                                         .profile = "gpu",
                                         .claims = &claim,
                                         .n_claims = 1,
                                         .open = opens,
                                         .run = run};

const struct gat_backend *gat_backend_get(uint32_t host_abi)
{
    return host_abi == GAT_ABI ? &table : NULL;
}
