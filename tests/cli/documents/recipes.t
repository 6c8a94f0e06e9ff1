#!/usr/bin/env bash
# recipes.t - the recipes of docs/how-to/shard.md for Bazel and GitHub Actions: well formed, and their
# commands do what they say.  Slurm has a test of its own, GNU parallel is typed by docs.t.
# sanitizers: no, what each shard runs is tested by others too.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
out=$(realpath "${OUT:-build}")
export SOURCE_DATE_EPOCH=0

# The first block of a chapter.
recipe() { awk -v chapter="$1" '/^## /{ inside = index($0, chapter) } inside && /^```/ { block++; next } inside && block == 1' docs/how-to/shard.md; }

# Jobs, steps and needs of a workflow; its commands go to $work/commands, one per line.
workflow_read() {
    recipe 'GitHub Actions' | python3 -c '
import re, sys, yaml
jobs = yaml.safe_load(sys.stdin)["jobs"]
for name, job in jobs.items():
    assert re.fullmatch("[A-Za-z_][A-Za-z0-9_-]*", name), name
    assert not set(job) - {"strategy", "runs-on", "steps", "if", "needs"}, set(job)
    assert job["runs-on"] in ("ubuntu-latest", "ubuntu-24.04", "ubuntu-22.04"), job["runs-on"]
    assert job.get("needs", name) in jobs, job["needs"]
    shards = job.get("strategy", {}).get("matrix", {}).get("shard", [None])
    for step in job["steps"]:
        assert ("run" in step) != ("uses" in step), step
        assert not set(step) - {"run", "uses", "with", "if"}, set(step)
        if "uses" in step:
            assert re.fullmatch(r"[a-z]+/[a-z-]+@v[0-9]+", step["uses"]), step["uses"]
        for shard in shards if "run" in step else []:
            line = re.sub(r"\${{ *matrix\.shard *}}", str(shard), step["run"])
            assert "${{" not in line, line
            print(line)
' >"$work/commands" 2>"$work/err" || { why "$(tail -n 1 "$work/err")"; return 1; }
}
workflow_runs() {
    local line
    mkdir -p "$work/user/build" && ln -s "$gatherum" "$work/user/build/gatherum" && cp "$out/backends/ref.so" "$work/user/my_gather.so" || return
    while read -r line; do
        case $line in *tools/deps.sh*) continue ;; *' run '*) line="$line gather/onnx-13/negative gather/onnx-13/axis" ;; esac
        (cd "$work/user" && timeout 100 bash -e -c "$line") >"$work/err" 2>&1 || { why "$line: $(tail -n 3 "$work/err")"; return 1; }
    done <"$work/commands"
    same "$(grep -c -- --shard "$work/commands")" 4 shards || return
    (cd "$work/user" && build/gatherum run --backend ./my_gather.so --out whole.jsonl gather/onnx-13/negative gather/onnx-13/axis) >"$work/err" 2>&1
    cmp -s "$work/user/all.jsonl" "$work/user/whole.jsonl" || { why 'merged and whole differ'; return 1; }
}
# The rule is Python with a name for a function: what it is called with.
bazel_rule() {
    recipe Bazel | python3 -c '
import sys
got = {}
exec(sys.stdin.read(), {"__builtins__": {}, "sh_test": lambda **named: got.update(named)})
assert not set(got) - {"name", "srcs", "args", "data", "shard_count"}, set(got)
assert got["shard_count"] > 1 and got["srcs"] and ":my_gather.so" in got["data"] and ":my_gather.so" in got["args"][0]
' 2>"$work/err" || { why "$(tail -n 1 "$work/err")"; return 1; }
}

plan 3
if python3 -c 'import yaml' 2>/dev/null; then
    workflow_read; point $? 'the workflow for GitHub Actions is well formed'
    workflow_runs; point $? 'its commands run four shards and merge them to one whole run'
else
    skip 'the workflow' 'no python3 with yaml here (python3-yaml)'
    skip 'its commands' 'no python3 with yaml here (python3-yaml)'
fi
if command -v python3 >/dev/null; then bazel_rule; point $? 'the rule for Bazel is well formed'; else skip 'the rule for Bazel' 'no python3 here'; fi
finish
