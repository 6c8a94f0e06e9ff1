-- scatter_nd/views.lua - operands with gaps, inside bigger buffers, in another order, repeated,
-- and at odd addresses.
--
-- SPDX-License-Identifier: Apache-2.0
local of_each_size = part("types").of_each_size
-- data, indices, updates; extents differ, so that a stride of another dimension shows.
local shapes = {
    { { 7 }, { 4, 1 }, { 4 } }, { { 7 }, { 1 }, {} }, { { 3, 5 }, { 4, 2 }, { 4 } },
    { { 5, 3 }, { 4, 1 }, { 4, 3 } }, { { 2, 3, 5 }, { 4, 2 }, { 4, 5 } },
    { { 2, 3, 5 }, { 2, 4, 3 }, { 2, 4 } }, { { 7, 3, 5 }, { 3, 2, 1 }, { 3, 2, 3, 5 } },
    { { 2, 3, 1, 4 }, { 5, 2 }, { 5, 1, 4 } }, { { 6, 70 }, { 5, 1 }, { 5, 70 } },
    { { 2, 3 }, { 0, 1 }, { 0, 3 } },
}

local function generate(rng, emit, variant)
    local types = of_each_size(variant.types)
    for _, s in ipairs(shapes) do
        local data, indices, updates = table.unpack(s)
        emit {
            name = table.concat(data, "x") .. "-" .. table.concat(indices, "x"), types = types,
            data = { shape = data }, indices = { shape = indices, fill = "reverse" },
            updates = { shape = updates }, presented = "all",
        }
    end
    emit {
        name = "each-type", data = { shape = { 3, 4, 3 } },
        indices = { shape = { 5, 2 }, fill = "reverse" }, updates = { shape = { 5, 3 } },
        presented = "all",
    }
end

return {
    cases = 1,
    hunts = "walks a view as if it were compact, or needs an aligned address",
    generate = generate,
}
