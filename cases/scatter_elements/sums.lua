-- scatter_elements/sums.lua - every reduction of a variant, with few and with many updates of
-- one element, along either axis, in each number type.
--
-- SPDX-License-Identifier: Apache-2.0
local plain = {
    { "one-each", { 7 }, { 7 }, 0, "reverse" },
    { "pairs", { 5, 3 }, { 10, 3 }, 0, "cycle" },
    { "pairs-in-rows", { 3, 5 }, { 3, 10 }, 1, "cycle" },
    { "triples", { 4, 3, 2 }, { 4, 9, 2 }, 1, "cycle" },
    { "crowd", { 3 }, { 40 }, 0, "random" },
    { "crowd-of-one", { 2 }, { 61 }, 0, "zeros" },
    { "crowd-in-columns", { 2, 17 }, { 33, 17 }, 0, "random_signed" },
    { "sparse", { 300 }, { 9 }, 0, "random" },
    { "past-256", { 1 }, { 300 }, 0, "zeros" },
    { "many", { 67 }, { 1029 }, 0, "cycle" },
}

-- More updates of one element than a counter of 16 bits tells apart.
local counted = { "past-2-15", "past-2-16" }
local counts = { 40000, 70000 }

local wanted = { "add", "mul", "min", "max", "mean" }

-- A mean of many numbers hides one of them in narrow types, unless few are not zero.
local function updates_of(how, p)
    if how ~= "mean" or p[1] ~= "past-256" then return { shape = p[3] } end
    local values = {}
    for k = 1, p[3][1] do values[k] = k % 30 == 0 and 12 or 0 end
    return { shape = p[3], values = values }
end

local function generate(rng, emit, variant)
    for _, how in ipairs(wanted) do
        if variant.reductions[how] then
            for _, p in ipairs(plain) do
                emit {
                    name = how .. "-" .. p[1], data = { shape = p[2] },
                    indices = { shape = p[3], fill = p[5] }, updates = updates_of(how, p),
                    axis = p[4], reduction = how,
                }
                if variant.attributes.initial then
                    emit {
                        name = how .. "-" .. p[1] .. "-without-data", data = { shape = p[2] },
                        indices = { shape = p[3], fill = p[5] }, updates = updates_of(how, p),
                        axis = p[4], reduction = how, initial = false,
                    }
                end
            end
        end
    end
    if variant.reductions.add then
        local n, ones = counts[#counts], {}
        for k = 1, n do ones[k] = 1 end
        emit {
            name = "add-ones-" .. counted[#counted], axis = 0, reduction = "add",
            hunts = "ones that are added are counted, in 16 bits",
            data = { shape = { 2 }, values = { 3, 5 } },
            indices = { shape = { n }, fill = "zeros" }, updates = { shape = { n }, values = ones },
            types = { "int32" }, index_types = { "int64" },
        }
    end
    for k, name in ipairs(counted) do
        if variant.reductions.mean then
            emit {
                name = "mean-" .. name, axis = 0, reduction = "mean",
                data = { shape = { 1 }, values = { 7000000 } },
                indices = { shape = { counts[k] }, fill = "zeros" },
                updates = { shape = { counts[k] }, fill = "zeros" }, types = { "int64", "float32" },
                index_types = { "int64" },
            }
        end
    end
end

return {
    cases = 1,
    combines = true,
    hunts = "updates are lost or count twice where several meet",
    types = { "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
              "float16", "bfloat16", "float32", "float64" },
    generate = generate,
}
