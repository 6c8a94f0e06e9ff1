-- statements.lua - each operator as safety profiles state one: inputs, outputs, attributes, constraints with tags, errors with
-- what becomes of them, and whether the answer is completely determined.  Everything comes from specs/.
--
-- SPDX-License-Identifier: Apache-2.0

-- The consequence of a call that breaks a demand.
local DISPOSITION = {error = "the call is refused", either = "the call is refused, or answered as if the demand were met, where that has a meaning",
                     undefined = "nothing is stated: anything, inside the call's own buffers and in time", allowed = "no error"}
-- The effect of an index outside its domain, where it is no error.
local OUTSIDE = {clamp = "no error: the nearest index inside stands for it", wrap = "no error: it counts modulo the extent",
                 zero = "no error: zero stands in the output, an update is dropped", drop = "no error: it picks nothing; a gather leaves that element open, an update is dropped",
                 fill = "no error: the fill value of the element type stands in the output"}
local COMBINING = {reduction = true, bad_reduction = true, overflow = true, precision = true, nan = true, zero_sign = true, mean_rounding = true, mean_of = true}

local function value_of(rules, name)
    return rules[name].values[1]
end

-- Are updates combined, by the call or by the variant?
local function combines(variant, rules)
    local n = 0
    for _, name in ipairs(variant.reductions) do n = n + (name ~= "none" and 1 or 0) end
    return variant.scatters and (n > 0 or value_of(rules, "reduction") ~= "none")
end

-- Can a call leave its updates as they are?
local function replaces(variant, rules)
    local may = #variant.reductions == 0 and value_of(rules, "reduction") == "none"
    for _, name in ipairs(variant.reductions) do may = may or name == "none" end
    return variant.scatters and may
end

-- Can the rule say anything about this operator, as the variant states it?
local function concerns(variant, rules, name)
    if COMBINING[name] then return combines(variant, rules) end
    if name == "duplicates" then return replaces(variant, rules) end
    if name == "bad_tiling" then return value_of(rules, "tiling") ~= "none" end
    if name == "bad_axis_tensor" then return value_of(rules, "axis_tensor") ~= "never" end
    if name == "too_large" then return value_of(rules, "max_elements") ~= "0" end
    if name == "negative_batch_dims" or name == "bad_batch" then return value_of(rules, "batch_dims") ~= "none" end
    if name == "no_integers" and value_of(rules, name) ~= "error" then return false end -- as of other types
    return name == "out_of_range" or #rules[name].clauses > 0
end

local function tags(variant, rule)
    local list = {}
    for _, k in ipairs(rule.clauses) do list[#list + 1] = "[" .. variant.clauses[k].id .. "]" end
    return table.concat(list, " ")
end

local function disposition(name, value)
    if name == "duplicates" then
        return value == "error" and DISPOSITION.error or value == "undefined" and DISPOSITION.undefined or value == "any" and
            "no error: one of these updates stays" or "no error: the " .. value .. " of these updates stays"
    end
    if name == "negative_batch_dims" and value == "wraps" then return "no error: it counts from the rank of indices" end
    return name == "out_of_range" and OUTSIDE[value] or DISPOSITION[value] or value
end

local function rank_words(least, most, greatest)
    if least == most then return "rank " .. least end
    return most == greatest and "rank " .. least .. " or more" or "rank " .. least .. " to " .. most
end

local function inputs_write(report, variant, rules)
    local w, m = report.write, report.markdown
    local first = variant.profiles[1]
    local rank = {data = rank_words(value_of(rules, "data_rank_min"), value_of(rules, "data_rank_max"), "16"),
                  indices = rank_words(value_of(rules, "index_rank_min"), value_of(rules, "index_rank_max"), "16")}
    w("\n### Inputs and output\n\n| name | name in the document | element types | rank |\n|---|---|---|---|\n")
    for _, name in ipairs(variant.inputs) do
        local types = name == "indices" and first.index_types or first.types
        w("| ", m(name), " | ", m(variant.words[name] or name), " | ", m(table.concat(types, ", ")), " | ", m(rank[name] or "as the constraints say"), " |\n")
    end
    local outgrown = value_of(rules, "output_rank_max")
    w("| output | ", m(variant.words.output or "output"), " | as data | ",
      outgrown == "16" and "as the constraints say" or m("rank " .. outgrown .. " at most"), " |\n")
    for k = 2, #variant.profiles do
        local p = variant.profiles[k]
        w("\nOn ", m(p.name), ": data are ", m(table.concat(p.types, ", ")), "; indices are ", m(table.concat(p.index_types, ", ")), ".\n")
    end
end

local function attributes_write(report, variant)
    local w, m, any = report.write, report.markdown, false
    w("\n### Attributes\n\n")
    for name, a in pairs(variant.attributes) do
        w(any and "" or "| name | kind | default | values |\n|---|---|---|---|\n", "| ", m(name), " | ", m(a.kind), " | ",
          m(a.default and tostring(a.default) or a.required and "none: it is required" or "none"), " | ",
          m(name == "reduction" and table.concat(variant.reductions, ", ") or ""), " |\n")
        any = true
    end
    w(any and "" or "None.\n")
end

-- "An operand has no elements."; names of attributes stay as they are.
local function sentence(words)
    local named = string.sub(words, 1, 5) == "axis " or string.sub(words, 1, 6) == "batch_"
    return (named and words or string.upper(string.sub(words, 1, 1)) .. string.sub(words, 2)) .. "."
end

local KINDS = {{"must", "Constraints"}, {"may", "Permissions"}}
local function constraints_write(report, variant)
    local w, m = report.write, report.markdown
    for _, kind in ipairs(KINDS) do
        local any = false
        for _, c in ipairs(variant.clauses) do
            if c.level == kind[1] then
                w(any and "" or "\n### " .. kind[2] .. "\n\n", "- **[", m(c.id), "]** ", m(c.text), " (", m(c.where), ")\n")
                any = true
            end
        end
    end
end

local function errors_write(report, variant, rules)
    local w, m = report.write, report.markdown
    w("\n### Error conditions\n\n| condition | disposition | tags |\n|---|---|---|\n")
    for _, rule in ipairs(variant.rules) do
        if rule.broken and concerns(variant, rules, rule.name) then
            local words, seen = {}, {}
            for k, value in ipairs(rule.values) do
                local text = disposition(rule.name, value)
                words[#words + 1] = not seen[text] and (k > 1 and "on " .. variant.profiles[k].name .. " " or "") .. text or nil
                seen[text] = true
            end
            w("| ", m(sentence(rule.broken)), " | ", m(table.concat(words, "; ")), " | ", m(tags(variant, rule)), " |\n")
        end
    end
    for _, c in ipairs(variant.clauses) do
        if c.level == "error" or c.level == "undefined" then
            w("\n**[", m(c.id), "]** ", m(c.text), c.level == "error" and " (an error)" or " (undefined)", "\n")
        end
    end
end

-- The answers that a call without errors may have; nothing where there is one.
local function sets_of(variant, rules)
    local sets = {}
    local function add(name, text)
        local t = tags(variant, rules[name])
        sets[#sets + 1] = text .. (t ~= "" and " " .. t or "")
    end
    if value_of(rules, "out_of_range") == "drop" and not variant.scatters then
        add("out_of_range", "An element of the output that an index outside its domain stands for may be anything.")
    end
    if replaces(variant, rules) and value_of(rules, "duplicates") == "any" then
        add("duplicates", "Where several updates that are not combined name one element, it is one of them, whole.")
    end
    if combines(variant, rules) then
        add("precision", "A floating-point sum, product or mean of several updates is any result of some order of them, rounded " ..
            (value_of(rules, "precision") == "own" and "after each step to the element type." or "in float32 at least, and once to the element type."))
        if value_of(rules, "zero_sign") == "free" then add("zero_sign", "A zero that was computed has either sign.") end
        if value_of(rules, "overflow") == "undefined" then add("overflow", "An integer that its type cannot hold becomes anything.") end
    end
    return sets
end

local function determinacy_write(report, variant, rules)
    local w, m, sets = report.write, report.markdown, sets_of(variant, rules)
    w("\n### Determinacy\n\n")
    if #sets == 0 then
        w("Where no error condition holds, every element of the output is completely determined, to the bit.\n")
    else
        w("Where no error condition holds, the answer is one of a stated set; all that these sentences do not name is determined to the bit.\n\n")
        for _, text in ipairs(sets) do w("- ", m(text), "\n") end
    end
    for _, c in ipairs(variant.clauses) do
        if c.level == "ambiguous" then
            w("\n**[", m(c.id), "]** ", m(c.text), " The document may be read in several ways:\n\n")
            for name, reading in pairs(c.readings) do
                w("- ", m(name), name == c.decision and " (taken here)" or "", ": ", m(reading.means), "\n")
            end
            w("\n", m(c.why), "\n")
        end
    end
end

local function variant_write(report, trace, variant)
    local w, m, rules = report.write, report.markdown, {}
    for _, rule in ipairs(variant.rules) do rules[rule.name] = rule end
    w("\n## ", m(variant.name), "\n\n", m(variant.title), ", after ", m(trace.source(variant)), variant.address and ", " .. m(variant.address) or "",
      ". Stated in our own words; a tag does not change.\n", variant.signature and "\n" .. report.code(variant.signature) .. "\n" or "")
    inputs_write(report, variant, rules)
    attributes_write(report, variant)
    constraints_write(report, variant)
    errors_write(report, variant, rules)
    determinacy_write(report, variant, rules)
end

local function write(report)
    local trace = report.part("trace")
    local variants = report.suite(trace.names(report))
    report.write("# Statements of operators\n\ngatherum ", report.markdown(report.version), ": ", report.part("words").count(#variants, "variant"), ".\n")
    for _, variant in ipairs(variants) do variant_write(report, trace, variant) end
end

return {title = "each operator as safety profiles state one, of specs alone, as Markdown", alone = true, write = write}
