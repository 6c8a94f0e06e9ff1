-- in-toto.lua - a test-result statement that an attestation can be signed over.
--
-- The digests of what was judged come from a JSON document {"subjects": [{name, sha256}]} among the
-- inputs: a report sees no files.
--
-- SPDX-License-Identifier: Apache-2.0

local function point_class(p)
    if p.failed > p.waived or p.not_run > 0 then
        return "failedTests"
    elseif p.failed > 0 then
        return "warnedTests"
    end
    return p.passed > 0 and "passedTests" or nil -- what was not claimed is no test
end

local function write(report)
    local side = report.model.now
    local predicate = {result = "PASSED", configuration = {}, passedTests = {}, warnedTests = {}, failedTests = {}}
    local first = side.runs[1] and side.runs[1].start or {}
    predicate.configuration[1] = {name = "gatherum", annotations = {version = first.gatherum, suite = first.suite, seed = first.seed}}
    for _, b in ipairs(side.backends) do
        if b.record then
            predicate.configuration[#predicate.configuration + 1] =
                {name = b.id, annotations = {version = b.record.version, content = b.record.content}}
        end
        for name, p in pairs(b.points) do
            local class = point_class(p)
            if class then
                predicate[class][#predicate[class] + 1] = b.id .. ": " .. name
            end
        end
    end
    if #predicate.failedTests > 0 or side.n_failing > 0 or side.cut or #predicate.passedTests == 0 then
        predicate.result = "FAILED"
    elseif #predicate.warnedTests > 0 then
        predicate.result = "WARNED"
    end
    local subjects = {}
    for k, s in ipairs(side.subjects) do
        subjects[k] = {name = s.name, digest = {sha256 = s.sha256}}
    end
    report.write(report.json({_type = "https://in-toto.io/Statement/v1", subject = subjects,
                              predicateType = "https://in-toto.io/attestation/test-result/v0.1", predicate = predicate}), "\n")
end

return {title = "an in-toto test-result statement, as JSON", write = write}
