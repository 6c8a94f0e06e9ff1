-- gather/index-lanes.lua - one index outside of the axis, in each place of blocks and of what is
-- left over after them.
--
-- SPDX-License-Identifier: Apache-2.0
local those = part("types").those
local count = 35 -- blocks of 4, 8, 16 and 32, and three more

-- One type is enough for what is asked of indices.
local function one_type(variant)
    for _, name in ipairs { "int32", "float32" } do
        local list = those(variant.types, { name })
        if #list > 0 then return list end
    end
    return { variant.types[1] }
end

-- Tuples of as many indices as data have dimensions, all of them valid but for number `part` of
-- tuple `lane`, both from 0.
local function indices(shape, lane, part, value)
    local list = {}
    for k = 0, count - 1 do
        for d, s in ipairs(shape) do list[#list + 1] = (k * 2 + d) % s end
    end
    list[lane * #shape + part + 1] = value
    return list
end

local function generate(rng, emit, variant)
    local tuples = variant.operator == "gather_nd" or variant.operator == "scatter_nd"
    local shape = tuples and { 7, 5 } or { 7 }
    local types = one_type(variant)
    for lane = 0, count - 1 do
        local part = lane % #shape
        for name, value in pairs { below = -shape[part + 1] - 1, ["one-past"] = shape[part + 1] } do
            emit {
                name = string.format("lane%d-%s", lane, name),
                types = types,
                data = { shape = shape },
                indices = { shape = tuples and { count, 2 } or { count },
                            values = indices(shape, lane, part, value) },
                updates = variant.inputs.updates and { shape = { count } } or nil,
                axis = variant.attributes.axis and 0 or nil,
            }
        end
    end
end

return {
    cases = 1,
    operator = { "gather", "gather_elements", "gather_nd", "take", "put", "scatter",
                 "scatter_elements", "scatter_nd", "scatter_slices" },
    hunts = "does not look at an index in one place of a block",
    generate = generate,
}
