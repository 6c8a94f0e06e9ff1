-- board_model.lua - what the board of frameworks says: cells, and one smallest case for each deviation.
--
-- SPDX-License-Identifier: Apache-2.0
local MOST_VALUES = 64 -- of an operand that a stand-alone program spells out

local python = {}

-- What a framework's program begins with, how it makes a tensor, and its call for each operator.
local NUMPY = 'numpy.array([%s], "%s").reshape(%s)'
local function onnx_call(op, run)
    return function(a, variant)
        local node = ({gather = "Gather", gather_elements = "GatherElements", scatter = "Scatter", scatter_elements = "ScatterElements"})[op]
        local given = a.axis and ", axis=" .. a.axis or ""
        return 'node = helper.make_node("' .. node .. '", list(inputs), ["output"]' .. given .. ')\n' ..
            'info = lambda name, x: helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(x.dtype), None)\n' ..
            'graph = helper.make_graph([node], "g", [info(n, x) for n, x in inputs.items()], [info("output", inputs["data"])])\n' ..
            'model = helper.make_model(graph, ir_version=7, opset_imports=[helper.make_opsetid("", ' ..
            (string.sub(variant, 6)) .. ')])\n' .. run
    end
end
local function onnx_forms(head, run)
    local forms = {head = "import numpy\nfrom onnx import helper\n" .. head, tensor = NUMPY, named = true}
    for _, op in ipairs{"gather", "gather_elements", "scatter", "scatter_elements"} do
        forms[op] = onnx_call(op, run)
    end
    return forms
end
local function axis_of(a) return a.axis or "0" end

python.numpy = {
    head = "import numpy\n", tensor = NUMPY,
    gather = function(a, variant)
        local mode = ({["numpy-take-wrap-2.x"] = "wrap", ["numpy-take-clip-2.x"] = "clip"})[variant] or "raise"
        return "print(numpy.take(data, indices, axis=" .. axis_of(a) .. ', mode="' .. mode .. '"))'
    end,
    gather_elements = function(a) return "print(numpy.take_along_axis(data, indices, axis=" .. (a.axis or "-1") .. "))" end,
}
python.torch = {
    head = "import torch\n", tensor = "torch.tensor([%s], dtype=torch.%s).reshape(%s)",
    gather = function(a) return "print(torch.index_select(data, " .. axis_of(a) .. ", indices))" end,
    gather_elements = function(a) return "print(torch.gather(data, " .. axis_of(a) .. ", indices))" end,
}
python.jax = {
    head = "import jax\nimport jax.numpy\njax.config.update('jax_enable_x64', True)\n",
    tensor = 'jax.numpy.array([%s], "%s").reshape(%s)',
    gather = function(a, variant)
        local mode = variant == "jax-take-clip-0.x" and "clip" or "fill"
        return "print(jax.numpy.take(data, indices, axis=" .. axis_of(a) .. ', mode="' .. mode .. '"))'
    end,
    gather_elements = function(a) return "print(jax.numpy.take_along_axis(data, indices, axis=" .. (a.axis or "-1") .. "))" end,
}
python.tensorflow = {
    head = "import tensorflow as tf\n", tensor = "tf.reshape(tf.constant([%s], tf.%s), (%s))",
    gather = function(a)
        return "print(tf.gather(data, indices, axis=" .. axis_of(a) .. ", batch_dims=" .. (a.batch_dims or "0") .. "))"
    end,
}
python.mindspore = {
    head = "import mindspore\nimport numpy\n", tensor = "mindspore.Tensor(" .. NUMPY .. ")",
    gather = function(a)
        return "print(mindspore.ops.gather(data, indices, " .. (a.axis or "axis") .. ", " .. (a.batch_dims or "0") .. "))"
    end,
    gather_elements = function(a) return "print(mindspore.ops.gather_d(data, " .. axis_of(a) .. ", indices))" end,
}
python.onnx_reference = onnx_forms("from onnx.reference import ReferenceEvaluator\n",
    "print(ReferenceEvaluator(model).run(None, inputs)[0])")
python.onnxruntime = onnx_forms("import onnxruntime\n",
    "print(onnxruntime.InferenceSession(model.SerializeToString()).run(None, inputs)[0])")
python.openvino = onnx_forms("import openvino\n",
    'core = openvino.Core()\nprint(core.compile_model(core.read_model(model.SerializeToString(), b""), "CPU")([openvino.Tensor(x) for x in inputs.values()])[0])')

local function value_of(text, dtype)
    if text == "true" then return "True" elseif text == "false" then return "False" end
    if dtype == "string" or string.sub(text, 1, 2) == "0x" then
        return nil
    elseif text == "nan" or text == "inf" or text == "-inf" then
        return "float('" .. text .. "')"
    elseif string.sub(text, -1) == "i" then
        return "complex('" .. string.sub(text, 1, -2) .. "j')"
    end
    return text
end

local function extent_of(shape)
    local n = 1
    for _, extent in ipairs(shape) do n = n * extent end
    return n
end

-- One line "name = tensor", or nil for what cannot be spelled out.
local function tensor_line(form, input)
    local values, shape = {}, {}
    local count = extent_of(input.shape)
    if count > MOST_VALUES or count ~= #input.values then
        return nil
    end
    for k, text in ipairs(input.values) do
        values[k] = value_of(text, input.dtype)
        if not values[k] then return nil end
    end
    for k, extent in ipairs(input.shape) do shape[k] = tostring(extent) end
    local reshape = #shape == 0 and "()" or "(" .. table.concat(shape, ", ") .. ",)"
    return input.name .. " = " .. string.format(form.tensor, table.concat(values, ", "), input.dtype, reshape)
end

-- A program that shows the deviation with nothing but the framework, or nil.
local function program_of(backend, record)
    local picture, form = record.picture, python[backend]
    local op, variant = nil, nil
    for part in record.parts() do
        if not op then op = part elseif not variant then variant = part end
    end
    if not form or not form[op] or not picture or type(picture.inputs) ~= "table" then
        return nil
    end
    local lines, names, attributes = {}, {}, {}
    for _, input in ipairs(picture.inputs) do
        local line = tensor_line(form, input)
        if not line then return nil end
        lines[#lines + 1] = line
        names[#names + 1] = '"' .. input.name .. '": ' .. input.name
    end
    for name, value in pairs(picture.attributes or {}) do attributes[name] = tostring(value) end
    if form.named then lines[#lines + 1] = "inputs = {" .. table.concat(names, ", ") .. "}" end
    return form.head .. table.concat(lines, "\n") .. "\n" .. form[op](attributes, variant)
end

local function size_of(record)
    local n = 0
    for _, input in ipairs(record.picture and record.picture.inputs or {}) do n = n + 1 + extent_of(input.shape) end
    return n > 0 and n or 1 << 40
end

-- What a reader should call it.
local function kind_of(group, clause)
    if group.verdict == "accepted" then
        return "undocumented extension: it answers where the document demands an error"
    elseif group.verdict == "inconsistent-reading" or clause and clause.level == "ambiguous" then
        return "ambiguity: the document can be read in several ways, and this is none of them"
    end
    return "defect"
end

local function due_of(record)
    local picture = record.picture
    if not picture then return "" end
    if picture.demand == "error" then return "an error" end
    local values = picture.expected
    return values and #values <= MOST_VALUES and "[" .. table.concat(values, ", ") .. "]" or "an answer"
end

-- One entry for each clause of a variant that a framework breaks in one way.
local function deviations(report)
    local list, side = {}, report.model.now
    for _, group in ipairs(side.groups) do
        local best = nil
        for _, record in ipairs(group.cases) do
            if not best or size_of(record) < size_of(best) then best = record end
        end
        if best then
            local parts = report.split(best.case or "", "/")
            best.parts = function()
                local k = 0
                return function() k = k + 1; return parts[k] end
            end
            local clause = side.clauses[group.clause]
            list[#list + 1] = {group = group, record = best, clause = clause, due = due_of(best),
                               kind = kind_of(group, clause), program = program_of(group.backend, best)}
        end
    end
    return list
end

return {deviations = deviations}
