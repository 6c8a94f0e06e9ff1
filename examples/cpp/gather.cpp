// gather.cpp - a kernel in C++, one template for several element types, as a backend of gatherum.
//
//     c++ -std=c++17 -O2 -g -shared -fPIC -Iinclude -o my_gather.so examples/cpp/gather.cpp
//     build/gatherum run --backend ./my_gather.so gather/onnx-13
//
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>

#include "gatherum/backend.h"

namespace {

// data is [outer, extent, inner], the output [outer, n, inner].
struct Sizes {
    int64_t outer = 1, extent = 0, inner = 1, n = 0;
};

template <class T>
gat_status gather(const T *data, const int64_t *indices, T *output, const Sizes &s)
{
    auto place = [&](int64_t index) { return index < 0 ? index + s.extent : index; };
    for (int64_t k = 0; k < s.n; k++)
        if (place(indices[k]) < 0 || place(indices[k]) >= s.extent)
            return GAT_E_RANGE;
    for (int64_t o = 0; o < s.outer; o++)
        for (int64_t k = 0; k < s.n; k++)
            std::copy_n(data + (o * s.extent + place(indices[k])) * s.inner, s.inner,
                        output + (o * s.n + k) * s.inner);
    return GAT_OK;
}

// The types that are moved are as wide as these; their bits are not looked at.
template <class T>
gat_status gather_as(const gat_call *call, const Sizes &s)
{
    return gather(static_cast<const T *>(gat_tensor_data(gat_operand_get(call, "data"))),
                  static_cast<const int64_t *>(gat_tensor_data(gat_operand_get(call, "indices"))),
                  static_cast<T *>(gat_tensor_data(gat_operand_get(call, "output"))), s);
}

gat_status run(void *, const gat_call *call)
{
    const gat_tensor *data = gat_operand_get(call, "data");
    int64_t axis = gat_attr_int(call, "axis", 0);
    axis += axis < 0 ? data->ndim : 0;
    if (axis < 0 || axis >= data->ndim)
        return GAT_E_INVALID;
    Sizes s;
    for (int32_t d = 0; d < data->ndim; d++)
        (d < axis ? s.outer : d > axis ? s.inner : s.extent) *= d == axis ? 0 : data->shape[d];
    s.extent = data->shape[axis];
    s.n = gat_tensor_count(gat_operand_get(call, "indices"));
    switch (data->type.bits) {
    case 8: return gather_as<uint8_t>(call, s);
    case 16: return gather_as<uint16_t>(call, s);
    case 32: return gather_as<uint32_t>(call, s);
    case 64: return gather_as<uint64_t>(call, s);
    default: return GAT_E_UNSUPPORTED;
    }
}

const char *const variants[] = {"onnx-11", "onnx-13", nullptr};

gat_claim claim_make()
{
    gat_claim c{};
    c.op = "gather";
    c.variants = variants;
    c.data_types = GAT_BIT(GAT_F32) | GAT_BIT(GAT_F64) | GAT_BIT(GAT_F16) | GAT_BIT(GAT_I8) | GAT_BIT(GAT_I64);
    c.index_types = GAT_BIT(GAT_I64);
    c.max_rank = GAT_MAX_RANK;
    return c;
}
const gat_claim claim = claim_make();

gat_backend table_make()
{
    gat_backend b{};
    b.abi = GAT_ABI;
    b.struct_size = sizeof b;
    b.name = "my_gather_cpp";
    b.version = "0.1";
    b.profile = "cpu";
    b.claims = &claim;
    b.n_claims = 1;
    b.run = run;
    return b;
}
const gat_backend table = table_make();

} // namespace

extern "C" GAT_EXPORT const gat_backend *gat_backend_get(uint32_t host_abi)
{
    return host_abi == GAT_ABI ? &table : nullptr;
}
