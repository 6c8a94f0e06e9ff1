-- scatter_nd/views.lua - operands with gaps, inside bigger buffers, in another order, repeated,
-- and at odd addresses.
--
-- SPDX-License-Identifier: Apache-2.0
local sizes = { int8 = true, float16 = true, float32 = true, int64 = true, complex128 = true, string = true }
-- data, indices, updates; extents differ, so that a stride of another dimension shows.
local shapes = {
    { { 7 }, { 4, 1 }, { 4 } }, { { 7 }, { 1 }, {} }, { { 3, 5 }, { 4, 2 }, { 4 } },
    { { 5, 3 }, { 4, 1 }, { 4, 3 } }, { { 2, 3, 5 }, { 4, 2 }, { 4, 5 } },
    { { 2, 3, 5 }, { 2, 4, 3 }, { 2, 4 } }, { { 7, 3, 5 }, { 3, 2, 1 }, { 3, 2, 3, 5 } },
    { { 2, 3, 1, 4 }, { 5, 2 }, { 5, 1, 4 } }, { { 6, 70 }, { 5, 1 }, { 5, 70 } },
    { { 2, 3 }, { 0, 1 }, { 0, 3 } },
}

local function some(types)
    local list = {}
    for _, name in ipairs(types) do
        if sizes[name] then list[#list + 1] = name end
    end
    return list
end

-- Does a dimension in [first, last], counted from 1, have two slices?
local function repeats(shape, first, last)
    for d = first, last do
        if shape[d] > 1 then return true end
    end
    return false
end

-- All presentations that operands of these shapes can come in.
local function words(data, indices, updates)
    local list = { "odd", "offset", "strided", "inplace", "strided+inplace", "offset+inplace", "odd+inplace" }
    local k = indices[#indices]
    local function add(layout, operand) list[#list + 1] = layout .. "-" .. operand end
    local function each(operand, rank)
        add("odd", operand)
        add("offset", operand)
        if rank > 0 then add("strided", operand) end
        if rank > 1 then add("permuted", operand) end
    end
    each("data", #data)
    each("indices", #indices)
    each("updates", #updates)
    each("output", #data)
    if #data > 1 or #indices > 1 then list[#list + 1] = "permuted" end
    if #data > 1 then list[#list + 1] = "permuted+inplace" end
    if repeats(data, k + 1, #data) then add("broadcast", "data") end
    if repeats(updates, #indices, #updates) then add("broadcast", "updates") end
    return list
end

local function generate(rng, emit, variant)
    local types = some(variant.types)
    for _, s in ipairs(shapes) do
        local data, indices, updates = table.unpack(s)
        emit {
            name = table.concat(data, "x") .. "-" .. table.concat(indices, "x"), types = types,
            data = { shape = data }, indices = { shape = indices, fill = "reverse" },
            updates = { shape = updates }, presented = words(data, indices, updates),
        }
    end
    emit {
        name = "each-type", data = { shape = { 3, 4, 2 } },
        indices = { shape = { 5, 2 }, fill = "reverse" }, updates = { shape = { 5, 2 } },
        presented = words({ 3, 4, 2 }, { 5, 2 }, { 5, 2 }),
    }
end

return {
    cases = 1,
    hunts = "walks a view as if it were compact, or needs an aligned address",
    generate = generate,
}
