-- scatter/few-rows.lua - very many updates of few elements or rows, whose number no count of threads divides.
--
-- SPDX-License-Identifier: Apache-2.0
local types = part "types"
local count = (1 << 18) + 1

return {
    cases = 1,
    operator = { "put", "scatter", "scatter_elements", "scatter_nd", "scatter_slices" },
    hunts = "threads that share few rows leave one out, or two of them take the same one",
    generate = function(rng, emit, variant)
        local how = variant.reductions.add and "add" or variant.reductions.max and "max" or nil
        local one = types.those(variant.types, { how and "float32" or "int32" })
        local short = variant.rules.on_axis == "at_most" -- indices may not be longer than data along the axis
        for _, rows in ipairs(variant.like and { 5 } or { 5, 7, 9, 13 }) do
            local data = short and { rows, count // rows } or { rows }
            emit {
                name = "rows-" .. rows, types = #one > 0 and one or { variant.types[1] },
                index_types = { variant.index_types[#variant.index_types] }, data = { shape = data },
                indices = {
                    shape = short and data or variant.operator == "scatter_nd" and { count, 1 } or { count },
                    fill = "random",
                },
                updates = { shape = short and data or { count } },
                axis = variant.attributes.axis and 0 or nil, reduction = how,
            }
        end
    end,
}
