-- lib/shapes.lua - shapes, and the parts of a name that tell them.
--
-- SPDX-License-Identifier: Apache-2.0
local primes = { 2, 3, 5, 7, 1, 2, 1, 1 }

local function product(shape)
    local n = 1
    for _, extent in ipairs(shape) do n = n * extent end
    return n
end

-- A copy whose dimension d, from 1, has this extent.
local function with(shape, d, extent)
    local copy = { table.unpack(shape) }
    copy[d] = extent
    return copy
end

-- r extents in an order drawn; all differ up to rank 4.
local function extents(rng, r)
    return rng:shuffle { table.unpack(primes, 1, r) }
end

-- "axis1" or "axis-minus1": a name holds no sign.
local function word(name, value)
    return value < 0 and name .. "-minus" .. -value or name .. value
end

-- "2x3x5", or "none": a shape as a part of a name.
local function text(shape)
    return #shape == 0 and "none" or table.concat(shape, "x")
end

return { product = product, with = with, extents = extents, word = word, text = text }
