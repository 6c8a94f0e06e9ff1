/* @NAME@.cu - a CUDA kernel as a backend for gatherum: operands lie in memory of the device.
 *
 *     nvcc -std=c++20 -O2 -g -lineinfo -shared -Xcompiler -fPIC \
 *         $(pkg-config --cflags gatherum) -o @NAME@.so @NAME@.cu -lcuda
 *     gatherum run --backend ./@NAME@.so
 *     compute-sanitizer --leak-check full \
 *         gatherum run --here --backend ./@NAME@.so gather/onnx-13/document
 *
 * In a clone that is not installed -Iinclude is what pkg-config would say.  It claims
 * gather/onnx-13 of float32 and obeys it: put your kernel in the place of gather(), then claim
 * what else it can.  gatherum/backend.h has the whole contract; DEVICES is the part used here.
 * Operands lie beside addresses that are not mapped, so a kernel that reads beside them is stopped,
 * and tensors past 2^32 elements come too, of which only pieces have memory. */
/* SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>
#include <map>
#include <vector>

#include "gatherum/backend.h"

/* The runtime opens devices, and keeps what it compiles. */
GAT_NEEDS("devices programs cache")

/* data is [outer, extent, inner], the output [outer, n, inner]. */
struct sizes {
    int64_t outer, extent, inner, n;
};

/* The kernel.  *bad is set where an index points nowhere, also if nothing is to be copied. */
__global__ void gather(const float *data, const int64_t *indices, float *output, int *bad, sizes s)
{
    const int64_t first = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int64_t step = (int64_t)gridDim.x * blockDim.x, total = s.outer * s.n * s.inner;
    for (int64_t k = first; k < s.n; k += step)
        if (indices[k] < -s.extent || indices[k] >= s.extent)
            *bad = 1;
    for (int64_t i = first; i < total; i += step) {
        const int64_t j = i % s.inner, k = i / s.inner % s.n, o = i / s.inner / s.n;
        const int64_t at = indices[k] < 0 ? indices[k] + s.extent : indices[k];
        if (at >= 0 && at < s.extent)
            output[i] = data[(o * s.extent + at) * s.inner + j];
    }
}

/* ---- one call: prepared once, executed as often as gatherum likes ---- */

struct plan {
    const float *data;
    const int64_t *indices;
    float *output;
    int *bad;
    sizes s;
};

/* One sentence about the last error, which stands beside the verdict. */
static const char *complaint = "";

/* Where nothing works any more after an error, gatherum sees it and begins a new process. */
static gat_status told(cudaError_t error)
{
    if (error != cudaSuccess)
        complaint = cudaGetErrorString(error);
    switch (error) {
    case cudaSuccess: return GAT_OK;
    case cudaErrorMemoryAllocation: return GAT_E_NOMEM;
    case cudaErrorIllegalAddress: return GAT_E_FAULT;
    default: return GAT_E_INTERNAL;
    }
}

static const char *last_error(void *)
{
    return complaint;
}

static gat_status prepare(void *, const gat_call *call, void **plan_of)
{
    const gat_tensor *data = gat_operand_get(call, "data");
    const gat_tensor *indices = gat_operand_get(call, "indices");
    const gat_tensor *output = gat_operand_get(call, "output");
    int64_t axis = gat_attr_int(call, "axis", 0), outer = 1, inner = 1;
    axis += axis < 0 ? data->ndim : 0;
    if (axis < 0 || axis >= data->ndim) {
        complaint = "there is no such axis";
        return GAT_E_INVALID;
    }
    for (int32_t d = 0; d < axis; d++)
        outer *= data->shape[d];
    for (int32_t d = (int32_t)axis + 1; d < data->ndim; d++)
        inner *= data->shape[d];
    int *bad;
    const gat_status status = told(cudaMalloc((void **)&bad, sizeof *bad));
    if (status == GAT_OK)
        *plan_of = new plan{(const float *)gat_tensor_data(data),
                            (const int64_t *)gat_tensor_data(indices),
                            (float *)gat_tensor_data(output), bad,
                            sizes{outer, data->shape[axis], inner, gat_tensor_count(indices)}};
    return status;
}

static gat_status execute(void *, void *plan_of)
{
    const plan *p = (const plan *)plan_of;
    const int64_t total = p->s.outer * p->s.n * p->s.inner;
    const int64_t items = total > p->s.n ? total : p->s.n, blocks = (items + 255) / 256;
    const cudaError_t error = cudaMemsetAsync(p->bad, 0, sizeof *p->bad);
    if (error != cudaSuccess || items == 0)
        return told(error);
    const unsigned grid = (unsigned)(blocks < 65536 ? blocks : 65536);
    gather<<<grid, 256>>>(p->data, p->indices, p->output, p->bad, p->s);
    return told(cudaGetLastError());
}

static gat_status sync(void *, void *plan_of)
{
    int bad = 0;
    const gat_status status =
        told(cudaMemcpy(&bad, ((plan *)plan_of)->bad, sizeof bad, cudaMemcpyDeviceToHost));
    if (status != GAT_OK || bad == 0)
        return status;
    complaint = "an index points nowhere";
    return GAT_E_RANGE;
}

static void release(void *, void *plan_of)
{
    cudaFree(((plan *)plan_of)->bad);
    delete (plan *)plan_of;
}

/* gatherum puts operands on the device itself; run() is for who has none. */
static gat_status run(void *, const gat_call *)
{
    return GAT_E_UNSUPPORTED;
}

/* ---- memory of the device ---- */

static gat_status mem_alloc(void *, uint64_t size, void **buffer)
{
    return told(cudaMalloc(buffer, size));
}

/* Addresses that are mapped piece by piece: which pieces these are. */
struct space {
    size_t size;
    std::vector<std::pair<CUdeviceptr, size_t>> pieces;
};
static std::map<void *, space> spaces;
static CUmemAllocationProp memory;
static size_t grain;
static CUmemGenericAllocationHandle zeros; /* one grain, under all that reads as zeros */

static void mem_free(void *, void *buffer)
{
    const auto at = spaces.find(buffer);
    if (at == spaces.end()) {
        cudaFree(buffer);
        return;
    }
    for (const auto &[address, size] : at->second.pieces)
        cuMemUnmap(address, size);
    cuMemAddressFree((CUdeviceptr)buffer, at->second.size);
    spaces.erase(at);
}

static gat_status reserve(void *, uint64_t size, void **buffer)
{
    CUdeviceptr at = 0;
    const gat_status status = told((cudaError_t)cuMemAddressReserve(&at, size, 0, 0, 0));
    *buffer = (void *)at;
    if (status == GAT_OK)
        spaces[*buffer].size = size;
    return status;
}

static CUresult access_set(CUdeviceptr at, size_t size, CUmemAccess_flags flags)
{
    const CUmemAccessDesc access = {memory.location, flags};
    return cuMemSetAccess(at, size, &access, 1);
}

/* Memory of its own, or the same zeros again and again, which no kernel may write to where the
 * driver grants that. */
static gat_status map(void *, void *buffer, uint64_t from, uint64_t size, int32_t how)
{
    const CUdeviceptr at = (CUdeviceptr)buffer + from;
    const size_t step = how == GAT_MAP_OWN ? size : grain;
    CUmemGenericAllocationHandle handle = zeros;
    CUresult error = how == GAT_MAP_OWN ? cuMemCreate(&handle, size, &memory, 0) : CUDA_SUCCESS;
    const bool made = how == GAT_MAP_OWN && error == CUDA_SUCCESS;
    for (uint64_t k = 0; error == CUDA_SUCCESS && k < size; k += step) {
        error = cuMemMap(at + k, step, 0, handle, 0);
        if (error == CUDA_SUCCESS)
            spaces[buffer].pieces.emplace_back(at + k, step);
    }
    if (made)
        cuMemRelease(handle); /* the mapping keeps the memory */
    if (error == CUDA_SUCCESS &&
        (made || access_set(at, size, CU_MEM_ACCESS_FLAGS_PROT_READ) != CUDA_SUCCESS))
        error = access_set(at, size, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
    return told((cudaError_t)error);
}

/* A grain of zeros; without it, or where the driver permits none of this, nothing is mapped so. */
static bool maps_open()
{
    CUdeviceptr at = 0;
    memory.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    memory.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    return cuMemGetAllocationGranularity(&grain, &memory, CU_MEM_ALLOC_GRANULARITY_MINIMUM) ==
               CUDA_SUCCESS &&
           cuMemCreate(&zeros, grain, &memory, 0) == CUDA_SUCCESS &&
           cuMemAddressReserve(&at, grain, 0, 0, 0) == CUDA_SUCCESS &&
           cuMemMap(at, grain, 0, zeros, 0) == CUDA_SUCCESS &&
           access_set(at, grain, CU_MEM_ACCESS_FLAGS_PROT_READWRITE) == CUDA_SUCCESS &&
           cudaMemset((void *)at, 0, grain) == cudaSuccess;
}

static gat_status copy_in(void *, void *buffer, uint64_t at, const void *from, uint64_t size)
{
    return told(cudaMemcpy((char *)buffer + at, from, size, cudaMemcpyHostToDevice));
}

static gat_status copy_out(void *, void *to, void *buffer, uint64_t at, uint64_t size)
{
    return told(cudaMemcpy(to, (char *)buffer + at, size, cudaMemcpyDeviceToHost));
}

static gat_mem mem = {.struct_size = sizeof mem, .device = {.type = 2}, .alloc = mem_alloc,
                      .free = mem_free, .copy_in = copy_in, .copy_out = copy_out,
                      .reserve = reserve, .map = map};

/* ---- what @NAME@ is, and claims ---- */

static gat_status opens(const char *, void **, char *why, size_t n)
{
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    if (error == cudaSuccess && count > 0)
        error = cudaFree(nullptr); /* it makes the context */
    if (error != cudaSuccess || count == 0) {
        snprintf(why, n, "no CUDA device here: %s", cudaGetErrorString(error));
        return GAT_E_UNSUPPORTED;
    }
    mem.grain = maps_open() ? grain : 0;
    return GAT_OK;
}

/* Memory that is left then is told by a checker of leaks. */
static void closes(void *)
{
    cudaDeviceReset();
}

static const char *const variants[] = {"onnx-13", nullptr};
static const gat_claim claim = {.op = "gather", .variants = variants,
                                .data_types = GAT_BIT(GAT_F32), .index_types = GAT_BIT(GAT_I64),
                                .max_rank = GAT_MAX_RANK};
static const gat_backend table = {
    .abi = GAT_ABI, .struct_size = sizeof table, .name = "@NAME@", .version = "0.1",
    .profile = "gpu", .claims = &claim, .n_claims = 1, .run = run, .open = opens,
    .close = closes, .last_error = last_error, .prepare = prepare, .execute = execute, .sync = sync,
    .release = release, .mem = &mem, .call_us = 50};

const gat_backend *gat_backend_get(uint32_t host_abi)
{
    return host_abi == GAT_ABI ? &table : nullptr;
}
