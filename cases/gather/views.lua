-- gather/views.lua - operands with gaps, inside bigger buffers, in another order, repeated,
-- and at odd addresses.
--
-- SPDX-License-Identifier: Apache-2.0
local of_each_size = part("types").of_each_size
local text = part("shapes").text
-- data, indices, axis; extents differ, so that a stride of another dimension shows.
local shapes = {
    { { 7 }, { 4 }, 0 }, { { 7 }, {}, 0 }, { { 3, 5 }, { 2 }, 0 }, { { 3, 5 }, { 2, 4 }, 0 },
    { { 3, 5 }, { 2, 4 }, 1 }, { { 3, 1 }, { 2 }, -2 }, { { 2, 3, 5 }, { 4 }, 0 },
    { { 2, 3, 5 }, { 2, 3 }, 1 }, { { 2, 3, 5 }, { 7 }, -1 }, { { 2, 1, 3, 4 }, { 3, 2 }, 2 },
    { { 2, 3, 1, 2, 4 }, { 5 }, 1 }, { { 3, 70 }, { 5 }, 0 }, { { 2, 70 }, { 65 }, 1 },
    { { 2, 3, 2, 2, 2, 3 }, { 2, 1, 2 }, 3 }, { { 0, 3 }, { 2 }, 1 }, { { 2, 3 }, { 0 }, 1 },
}

local function generate(rng, emit, variant)
    local types = of_each_size(variant.types)
    for _, s in ipairs(shapes) do
        local data, indices, axis = table.unpack(s)
        emit {
            name = string.format("%s-%s-%s%d", text(data), text(indices),
                                 axis < 0 and "minus" or "axis", axis < 0 and -axis or axis),
            types = types, axis = axis, data = { shape = data },
            indices = { shape = indices, fill = "random" }, presented = "all",
        }
    end
    emit {
        name = "each-type", axis = 1, data = { shape = { 3, 4, 2 } },
        indices = { shape = { 2, 3 }, fill = "random" }, presented = "all",
    }
    emit {
        name = "bits", axis = 0, data = { shape = { 6, 3 }, fill = "specials" },
        indices = { shape = { 5 }, fill = "reverse" },
        presented = { "strided", "offset", "permuted", "padded", "odd" },
    }
    -- The bad index stands last: a kernel that walks a view wrongly does not meet it.
    for name, bad in pairs { past = 3, below = -4, far = 1000000 } do
        emit {
            name = "bad-index-" .. name, types = types, axis = 0, data = { shape = { 3, 2 } },
            indices = { shape = { 2, 2 }, values = { 0, 1, 2, bad } },
            presented = { "strided", "strided-indices", "offset-indices", "permuted-indices", "odd",
                          "strided-output" },
        }
    end
    if not variant.attributes.batch_dims then return end
    for batch = 1, 2 do
        emit {
            name = "batch" .. batch, types = types, axis = 2, batch_dims = batch,
            data = { shape = { 2, 3, 4, 2 } },
            indices = { shape = { 2, 3, 5 }, fill = "random" },
            presented = "all",
        }
    end
end

return {
    cases = 1,
    attributes = { "axis" },
    hunts = "walks a view as if it were compact, or needs an aligned address",
    generate = generate,
}
