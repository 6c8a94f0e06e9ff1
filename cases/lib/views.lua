-- lib/views.lua - the words for all presentations that operands of some ranks can come in.
--
-- SPDX-License-Identifier: Apache-2.0
local in_place = { "inplace", "strided+inplace", "offset+inplace", "odd+inplace" }

-- Has a dimension from `first` to `last`, counted from 1, two slices?  `without` is left out.
local function repeats(shape, first, last, without)
    for d = first, last do
        if shape[d] > 1 and d ~= without then return true end
    end
    return false
end

-- ranks: { operand, rank } of each; repeated: whether an operand may repeat a slice.
local function words(ranks, repeated, overwrites)
    local list = { "odd", "offset", "strided" }
    local function add(word) list[#list + 1] = word end
    local most, any = 0, false
    for _, pair in ipairs(ranks) do
        local operand, rank = pair[1], pair[2]
        add("odd-" .. operand)
        add("offset-" .. operand)
        if rank > 0 then add("strided-" .. operand) end
        if rank > 1 then add("permuted-" .. operand) end
        if operand == "data" or operand == "indices" then most = math.max(most, rank) end
    end
    if overwrites then
        for _, word in ipairs(in_place) do add(word) end
        if ranks[1][2] > 1 then
            add("permuted+inplace")
            add("padded+inplace")
        end
    end
    if most > 1 then
        add("permuted")
        add("padded")
    end
    for _, pair in ipairs(ranks) do
        if repeated[pair[1]] then
            add("broadcast-" .. pair[1])
            any = any or pair[1] ~= "updates"
        end
    end
    if any then add("broadcast") end
    return list
end

return { words = words, repeats = repeats, in_place = in_place }
