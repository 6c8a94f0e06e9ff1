-- gather/traps.lua - what released kernels fell for again and again, for each variant that can be asked it.
--
-- Each family is one feature (TRAP in harness/spec/features.def); `gatherum lint` names the variants
-- that lack one.
--
-- SPDX-License-Identifier: Apache-2.0
local types = part "types"
local tuples = { gather_nd = true, scatter_nd = true }
local elements = { gather_elements = true, scatter_elements = true, scatter = true }
local places = { take = true, put = true }
local few = { "int32", "float32" }
local crowd = 1 << 18

-- A test of data and literal indices; an axis is stated where the variant has one.
local function tester(emit, variant)
    local some = types.those(variant.types, few)
    if #some == 0 then some = nil end
    return function(name, data, shape, indices, more)
        local test = {
            name = name, types = some, data = { shape = data }, indices = { shape = shape, values = indices },
            axis = variant.attributes.axis and (more.axis or 0) or nil, batch_dims = more.batch_dims,
        }
        if variant.inputs.updates then test.updates = { shape = more.updates } end
        emit(test)
    end
end

-- Bad indices that would be elements of a neighbour, if nothing but the offset was looked at.
local function in_buffer(test, variant)
    if tuples[variant.operator] then
        test("in-buffer-above", { 4, 2 }, { 3, 2 }, { 1, 1, 0, 2, 3, 0 }, { updates = { 3 } })
        test("in-buffer-below", { 4, 2 }, { 3, 2 }, { 1, 1, 2, -3, 3, 0 }, { updates = { 3 } })
    elseif elements[variant.operator] then
        test("in-buffer-above", { 4, 2 }, { 4, 2 }, { 0, 1, 2, 0, 1, 0, 0, 1 }, { axis = 1, updates = { 4, 2 } })
        test("in-buffer-below", { 4, 2 }, { 4, 2 }, { 0, 1, 0, 1, 1, -3, 0, 1 }, { axis = 1, updates = { 4, 2 } })
    end
    if variant.rules.batch_dims == "allowed" and not variant.inputs.updates then
        local shape = tuples[variant.operator] and { 2, 2, 1 } or { 2, 2 }
        test("in-next-batch", { 2, 4, 3 }, shape, { 0, 4, 1, 2 }, { axis = 1, batch_dims = 1 })
    end
end

-- An index where there is nothing: by the rules of each mode.
local function of_nothing(test, variant)
    for word, index in pairs { zero = 0, ["minus-one"] = -1, five = 5 } do
        if places[variant.operator] then
            test("empty-axis-" .. word, { 0 }, { 1 }, { index }, { updates = { 1 } })
        elseif tuples[variant.operator] then
            test("empty-axis-" .. word, { 0, 3 }, { 1, 1 }, { index }, { updates = { 1, 3 } })
        elseif elements[variant.operator] then
            test("empty-axis-" .. word, { 0, 2 }, { 1, 2 }, { index, index }, { updates = { 1, 2 } })
        else
            test("empty-axis-" .. word, { 0, 3 }, { 1 }, { index }, { updates = { 1, 3 } })
        end
    end
    if places[variant.operator] or elements[variant.operator] then return end
    for word, index in pairs { above = 3, below = -4, afar = 1 << 30 } do
        local shape = tuples[variant.operator] and { 2, 1 } or { 2 }
        test("bad-of-empty-rows-" .. word, { 3, 0 }, shape, { 1, index }, { updates = { 2, 0 } })
        if variant.attributes.axis then
            test("bad-in-no-row-" .. word, { 0, 3 }, { 2 }, { 1, index }, { axis = 1, updates = { 0, 2 } })
        end
    end
end

-- Batches of which one operand has more than the other, or as many in another order.
local function uneven(test, variant)
    if variant.rules.batch_dims ~= "allowed" then return end
    local function both(name, data, batches, n)
        local indices = {}
        for k = 1, n do indices[k] = k % 3 end
        local shape = { table.unpack(batches) }
        if tuples[variant.operator] then shape[#shape + 1] = 1 end
        test(name, data, shape, indices, { axis = #batches - 1, batch_dims = #batches - 1 })
    end
    both("more-batches-of-indices", { 2, 3 }, { 3, 2 }, 6)
    both("more-batches-of-data", { 3, 3 }, { 2, 2 }, 4)
    both("batches-turned", { 2, 3, 4 }, { 3, 2, 2 }, 12)
end

-- 2^18 updates of one element: more than any kernel leaves to one thread. They take long, so one type does.
local function crowded(emit, variant)
    if not variant.inputs.updates then return end
    local how = variant.reductions.add and "add" or variant.reductions.max and "max" or nil
    local one = types.those(variant.types, { how and "float32" or "int32" })
    local extent = variant.rules.on_axis == "at_most" and crowd or 3 -- where indices may not be longer
    emit {
        name = how and "crowd-" .. how or "crowd", types = #one > 0 and one or { variant.types[1] },
        index_types = { variant.index_types[#variant.index_types] }, data = { shape = { extent } },
        indices = { shape = tuples[variant.operator] and { crowd, 1 } or { crowd }, fill = "zeros" },
        updates = { shape = { crowd } }, axis = variant.attributes.axis and 0 or nil, reduction = how,
    }
end

-- Texts around the lengths that 8, 12 and 16 bits can hold.
local function long_texts(emit, variant)
    if #types.those(variant.types, { "string" }) == 0 then return end
    local texts = {}
    for k, length in ipairs { 255, 256, 4095, 4096, 65535, 65536, 70001 } do
        texts[k] = string.rep(string.char(96 + k), length)
    end
    emit {
        name = "long-texts", hunts = "the length of a text is kept in few bits", types = { "string" },
        data = { shape = { 7 }, values = texts },
        indices = { shape = tuples[variant.operator] and { 7, 1 } or { 7 }, values = { 6, 0, 5, 1, 4, 2, 3 } },
        updates = variant.inputs.updates and { shape = { 7 }, values = texts } or nil,
        axis = variant.attributes.axis and 0 or nil,
    }
end

return {
    cases = 1,
    operator = { "gather", "gather_elements", "gather_nd", "put", "scatter", "scatter_elements", "scatter_nd",
                 "scatter_slices", "take" },
    hunts = "a check looks at offsets, numbers of batches or copied elements in place of indices, or a crowd of updates or the end of a long text is lost",
    generate = function(rng, emit, variant)
        local test = tester(emit, variant)
        in_buffer(test, variant)
        of_nothing(test, variant)
        uneven(test, variant)
        crowded(emit, variant)
        long_texts(emit, variant)
    end,
}
