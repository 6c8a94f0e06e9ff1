-- take/views.lua - operands with gaps, inside bigger buffers, in another order, and at odd
-- addresses, indices repeated: elements count in the order of the dimensions, whatever that of
-- memory.
--
-- SPDX-License-Identifier: Apache-2.0
local of_each_size = part("types").of_each_size
local text = part("shapes").text
local shapes = { -- data, indices; extents differ, so that a stride of another dimension shows
    { { 7 }, { 4 } }, { { 3, 5 }, { 4 } }, { { 3, 5 }, { 2, 4 } }, { { 2, 3, 5 }, {} },
    { { 2, 3, 5 }, { 3, 2 } }, { { 2, 1, 3, 4 }, { 5 } }, { { 3, 70 }, { 9 } },
}

local function generate(rng, emit, variant)
    local types = of_each_size(variant.types)
    for _, s in ipairs(shapes) do
        local data, indices = table.unpack(s)
        emit {
            name = text(data) .. "-" .. text(indices), types = types, data = { shape = data },
            indices = { shape = indices, fill = "random" }, presented = "all",
        }
    end
    emit {
        name = "each-type", data = { shape = { 3, 4, 2 } },
        indices = { shape = { 2, 3 }, fill = "random" }, presented = "all",
    }
end

return {
    cases = 1,
    hunts = "walks a view as if it were compact, or needs an aligned address",
    generate = generate,
}
