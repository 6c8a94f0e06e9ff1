-- scatter/large-data.lua - few updates of data that are larger than caches, and than blocks that are copied at once.
--
-- SPDX-License-Identifier: Apache-2.0
local types = part "types"

return {
    cases = 1,
    operator = { "put", "scatter", "scatter_elements", "scatter_nd", "scatter_slices" },
    hunts = "data that are copied in another way beyond a threshold lose an end, a block or an update",
    generate = function(_, emit, variant)
        local how = variant.reductions.add and "add" or variant.reductions.max and "max" or nil
        local one = types.those(variant.types, { "float32" })
        for _, n in ipairs((variant.like or how) and { 1100003 } or { 1100003, 6500003 }) do
            local values = { n - 1, 0, n // 2, 1 }
            emit {
                name = "elements-" .. n, types = #one > 0 and one or { variant.types[1] },
                index_types = { variant.index_types[#variant.index_types] }, data = { shape = { n } },
                indices = { shape = variant.operator == "scatter_nd" and { 4, 1 } or { 4 }, values = values },
                updates = { shape = { 4 } }, axis = variant.attributes.axis and 0 or nil, reduction = how,
            }
        end
    end,
}
