-- scatter_elements/views.lua - operands with gaps, inside bigger buffers, in another order,
-- repeated, at odd addresses, and output in the memory of data.
--
-- SPDX-License-Identifier: Apache-2.0
local of_each_size = part("types").of_each_size
local text = part("shapes").text
-- data, indices and updates, axis; extents differ, so that a stride of another dimension shows.
local shapes = {
    { { 7 }, { 4 }, 0 }, { { 3, 5 }, { 3, 5 }, 0 }, { { 3, 5 }, { 2, 4 }, 1 },
    { { 3, 5 }, { 3, 4 }, -1 }, { { 2, 3, 5 }, { 2, 3, 5 }, 0 }, { { 2, 3, 5 }, { 2, 2, 4 }, 1 },
    { { 2, 3, 5 }, { 1, 3, 3 }, -1 }, { { 2, 1, 3, 4 }, { 2, 1, 2, 4 }, 2 },
    { { 2, 3, 1, 2, 4 }, { 2, 2, 1, 2, 3 }, 1 }, { { 3, 70 }, { 2, 70 }, 0 },
    { { 2, 70 }, { 2, 65 }, 1 }, { { 2, 3 }, { 0, 3 }, 0 }, { { 0, 3 }, { 0, 3 }, 0 },
}

local function generate(rng, emit, variant)
    local types = of_each_size(variant.types)
    for _, s in ipairs(shapes) do
        local data, indices, axis = table.unpack(s)
        -- In order and backwards no two updates meet; drawn, they do.
        for _, fill in ipairs { "reverse", "random" } do
            emit {
                name = string.format("%s-%s-%s%d-%s", text(data), text(indices),
                                     axis < 0 and "minus" or "axis", axis < 0 and -axis or axis, fill),
                types = types, axis = axis, data = { shape = data },
                indices = { shape = indices, fill = fill }, updates = { shape = indices },
                presented = "all",
            }
        end
    end
    emit {
        name = "each-type", axis = 1, data = { shape = { 3, 4, 2 } },
        indices = { shape = { 3, 2, 2 }, fill = "reverse" }, updates = { shape = { 3, 2, 2 } },
        presented = "all",
    }
    emit {
        name = "bits", axis = 0, data = { shape = { 6, 3 }, fill = "specials" },
        indices = { shape = { 4, 3 }, fill = "reverse" },
        updates = { shape = { 4, 3 }, fill = "nan_payloads" },
        presented = { "strided", "offset", "permuted", "padded", "odd", "inplace" },
    }
    local function placed(name, values, presented)
        emit {
            name = name, types = types, axis = 0, data = { shape = { 3, 2 } },
            indices = { shape = { #values // 2, 2 }, values = values },
            updates = { shape = { #values // 2, 2 } }, presented = presented or { "inplace", "strided+inplace", "offset+inplace", "odd+inplace" },
        }
    end
    placed("first", { 0, 0 })
    placed("last", { 2, 2 })
    placed("minus-one", { -1, -1 })
    placed("same-three-times", { 1, 1, 1, 1, 1, 1 })
    placed("backwards", { 2, 2, 1, 1, 0, 0 })
    placed("no-index", {})
    -- The bad index stands last: a kernel that walks a view wrongly does not meet it, and one that
    -- writes before it has looked at all of them has written data.
    for name, bad in pairs { past = 3, below = -4, far = 1000000 } do
        placed("bad-index-" .. name, { 0, 1, 2, bad },
               { "strided", "strided-indices", "offset-indices", "permuted-indices", "odd",
                 "strided-output", "inplace", "strided+inplace" })
    end
end

return {
    cases = 1,
    operator = { "scatter_elements", "scatter" },
    hunts = "walks a view as if it were compact, needs an aligned address, or reads data that it has overwritten",
    generate = generate,
}
