-- gather_nd/views.lua - operands with gaps, inside bigger buffers, in another order, repeated,
-- and at odd addresses.
--
-- SPDX-License-Identifier: Apache-2.0
local of_each_size = part("types").of_each_size
-- data, indices; extents differ, so that a stride of another dimension shows.
local shapes = {
    { { 7 }, { 4, 1 } }, { { 7 }, { 1 } }, { { 3, 5 }, { 4, 2 } }, { { 3, 5 }, { 4, 1 } },
    { { 3, 5 }, { 2 } }, { { 2, 3, 5 }, { 4, 2 } }, { { 2, 3, 5 }, { 2, 4, 3 } },
    { { 2, 3, 5 }, { 3, 2, 1 } }, { { 2, 3, 1, 4 }, { 5, 2 } }, { { 3, 70 }, { 5, 1 } },
    { { 2, 3, 2, 2, 3 }, { 2, 1, 3 } }, { { 2, 3 }, { 0, 1 } },
}

local function generate(rng, emit, variant)
    local types = of_each_size(variant.types)
    for _, s in ipairs(shapes) do
        local data, indices = table.unpack(s)
        emit {
            name = table.concat(data, "x") .. "-" .. table.concat(indices, "x"), types = types,
            data = { shape = data }, indices = { shape = indices, fill = "random" },
            presented = "all",
        }
    end
    emit {
        name = "each-type", data = { shape = { 3, 4, 2 } },
        indices = { shape = { 5, 2 }, fill = "random" }, presented = "all",
    }
    -- The bad index stands last: a kernel that walks a view wrongly does not meet it.
    for name, bad in pairs { past = 2, below = -3, far = 1000000 } do
        emit {
            name = "bad-index-" .. name, types = types, data = { shape = { 3, 2 } },
            indices = { shape = { 2, 2 }, values = { 2, 1, 0, bad } },
            presented = { "strided", "strided-indices", "offset-indices", "permuted-indices", "odd",
                          "strided-output" },
        }
    end
    if not variant.attributes.batch_dims then return end
    for batch = 1, 2 do
        local data, indices = { 2, 3, 4, 5 }, batch == 1 and { 2, 6, 2 } or { 2, 3, 6, 1 }
        emit {
            name = "batch" .. batch, types = types, batch_dims = batch, data = { shape = data },
            indices = { shape = indices, fill = "random" }, presented = "all",
        }
    end
end

return {
    cases = 1,
    hunts = "walks a view as if it were compact, or needs an aligned address",
    generate = generate,
}
