-- lib/types.lua - some of the element types of a variant.
--
-- SPDX-License-Identifier: Apache-2.0
local function has(list, word)
    for _, one in ipairs(list) do
        if one == word then return true end
    end
    return false
end

-- Those of `list` that are among `wanted`, in the order of `list`.
local function those(list, wanted)
    local some = {}
    for _, name in ipairs(list) do
        if has(wanted, name) then some[#some + 1] = name end
    end
    return some
end

-- One of each size, as far as the list has them.
local function of_each_size(list)
    return those(list, { "int8", "float16", "float32", "int64", "complex128", "string" })
end

return { has = has, those = those, of_each_size = of_each_size }
