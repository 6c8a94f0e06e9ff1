-- gather/long-axis.lua - many indices that lie all over data of nearly 2^33 elements.
--
-- Loops of 16 to 128 indices at once meet positions past 2^31 and 2^32, and so does what is left after them.
--
-- SPDX-License-Identifier: Apache-2.0
local count <const>, long <const>, column <const> = 131, (1 << 33) - 9, (1 << 32) + 15
local cube = { 65536, 16, 8191 }

-- Different places of `extent`, no two neighbours near each other.
local function places(extent)
    local list = {}
    for k = 1, count do list[k] = k * 89 % count * (extent // count) + k % 7 end
    return list
end

-- Places of a tensor of this shape as tuples.
local function tuples(shape)
    local size, list = 1, {}
    for _, extent in ipairs(shape) do size = size * extent end
    for _, at in ipairs(places(size)) do
        local left = size
        for _, extent in ipairs(shape) do
            left = left // extent
            list[#list + 1] = at // left % extent
        end
    end
    return list
end

return {
    cases = 1,
    operator = { "gather", "gather_elements", "gather_nd", "take", "put", "scatter", "scatter_elements", "scatter_nd",
                 "scatter_slices" },
    rules = { base = "data" },
    types = { "int8", "int16", "float32" },
    index_types = { "int64" },
    hunts = "a loop that takes many indices at once keeps an index or an offset in 32 bits",
    generate = function(_, emit, variant)
        local scatters, how = variant.inputs.updates, nil
        for _, one in ipairs { "add", "sub", "mul", "max", "min" } do
            how = how or variant.reductions[one] and one or nil
        end
        local extent = how and (1 << 31) + 11 or long -- a sum may need some memory for each element
        local function test(name, data, shape, values, axis)
            emit {
                name = name, types = variant.like and { "float32" } or nil,
                data = { shape = data, fill = "sparse" }, indices = { shape = shape, values = values },
                updates = scatters and { shape = { count } } or nil,
                axis = variant.attributes.axis and axis or nil, reduction = how,
            }
        end
        if string.sub(variant.operator, -3) == "_nd" then
            local pair = { 3, extent // 3 }
            test("pair", pair, { count, 2 }, tuples(pair))
            if not variant.like and not how then test("cube", cube, { count, 3 }, tuples(cube)) end
            return
        end
        test("vector", { extent }, { count }, places(extent), 0)
        if not scatters and not variant.like and variant.attributes.axis then
            local rows = variant.operator == "gather_elements" and { 1, count } or { count }
            test("columns", { 1, column }, rows, places(column), 1)
        end
    end,
}
