#!/usr/bin/env bash
# examples.t - every example is built and judged by the commands in its first lines, and so is one with a bug;
# the steps of continuous integration are executed.
# sanitizers: no, other plug-ins do there what these do.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
top=$PWD
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
. tests/cli/shards.sh
needs 'gcc g++ python3' cc c++ python3
export POCL_DEVICES=${POCL_DEVICES-basic cpu-minimal} POCL_CACHE_DIR=$work/cache
# A project that has gatherum in a folder, and our examples as its own files.
mkdir -p "$work/build" && cp -R examples include "$work/" && ln -s "$gatherum" "$work/build/gatherum"
some='gather/onnx-13/document gather/onnx-13/negative gather/onnx-13/errors'
# commands FILE WORD: the lines of its first comment that begin with WORD.
commands() { sed -n '1,12s#^\( \*\|//\|\) *\('"$2"' .*\)#\2#p' "$1"; }
# judged FILE: built and judged as its first lines say, by a few topics; leaves $work/out and the exit code.
judged() {
    local build run
    build=$(commands "$1" 'c[c+]*') run=$(commands "$1" build/gatherum\ run | sed 's/  .*//')
    [ -n "$run" ] || { why "no command in the first lines of $1"; return 9; }
    (cd "$work" && eval "${build:-true}" && eval "${run% gather/onnx-13} --quiet $some") >"$work/out" 2>&1
}
good() {
    judged "$1"
    same "$?" 0 "exit code; $(tail -n 5 "$work/out")" && { grep -q ': conforms; [0-9]* cases pass' "$work/out" || { why "$(cat "$work/out")"; return 1; }; }
}
# wrong FILE SED: with that bug it does not conform.
wrong() {
    cp "$1" "$work/whole" && sed -i "$2" "$work/$1"
    ! cmp -s "$1" "$work/$1" || { why "$2 changes nothing"; return 1; }
    judged "$1"
    local code=$?
    cp "$work/whole" "$work/$1"
    same "$code" 1 "exit code with a bug; $(tail -n 5 "$work/out")" && { grep -q 'failing case' "$work/out" || { why "$(cat "$work/out")"; return 1; }; }
}
both() { good "$1" && wrong "$1" "$2"; }

plan 7
check "C" both examples/c/my_gather.c 's/index < 0 ? index + extent : index/index/'
check "C++" both examples/cpp/gather.cpp 's/index < 0 ? index + s.extent : index/index/'
if printf '#include <CL/cl.h>\nint main(void) { cl_uint n = 0; return clGetPlatformIDs(0, 0, &n) != 0 || n == 0; }\n' >"$work/has.c" &&
    cc -DCL_TARGET_OPENCL_VERSION=120 -o "$work/has" "$work/has.c" -l:libOpenCL.so.1 2>/dev/null && "$work/has" 2>/dev/null; then
    check "OpenCL" both examples/opencl/my_gather_cl.c 's/indices\[k\] < 0 ? indices\[k\] + extent : indices\[k\]/indices[k]/'
else
    skip "OpenCL" "no OpenCL device or no headers here"
fi
check "Python" both examples/python/gather.py 's/index % extent) \* size/abs(index) % extent) * size/'

# step FILE NAME: the command of a step of a workflow or job.
step() { sed -n "/- name: $2\$/{n;s/^ *run: //p}" "$1"; }
project() {
    mkdir "$work/project" && cp examples/c/my_gather.c "$work/project/my_gather.c" && ln -s "$top" "$work/project/gatherum"
    mkdir -p "$work/tree/build" && cp -R examples include "$work/tree/" && ln -s "$gatherum" "$work/tree/build/gatherum" && ln -sfn "$work/tree" "$work/project/gatherum"
}
workflow() {
    project
    (cd "$work/project" && eval "$(step "$top/examples/ci/github.yml" 'Build the backend')" && eval "$(step "$top/examples/ci/github.yml" Judge)") >"$work/out" 2>&1
    same "$?" 0 "exit code; $(tail -n 5 "$work/out")" || return
    for f in records.jsonl junit.xml report.html summary.md badge.svg; do
        [ -s "$work/project/gatherum-reports/$f" ] || { why "no $f"; return 1; }
    done
    grep -q '>conforms<' "$work/project/gatherum-reports/badge.svg" || { why "badge: $(cat "$work/project/gatherum-reports/badge.svg")"; return 1; }
}
check "the steps of the workflow for GitHub" workflow
annotated() {
    sed -i 's/index < 0 ? index + extent : index/index/' "$work/project/my_gather.c"
    (cd "$work/project" && eval "$(step "$top/examples/ci/github.yml" 'Build the backend')" &&
        export GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=$work/page && eval "$(step "$top/examples/ci/github.yml" Judge)") >"$work/out" 2>&1
    same "$?" 1 "exit code; $(tail -n 5 "$work/out")" || return
    grep -q '^::error title=gatherum::my_gather: .* an index below 0' "$work/out" || { why "no annotation: $(grep :: "$work/out")"; return 1; }
    grep -q '^## Causes' "$work/page" && grep -q '<failure' "$work/project/gatherum-reports/junit.xml" &&
        grep -q '>does not conform<' "$work/project/gatherum-reports/badge.svg" || { why "no page, JUnit or badge"; return 1; }
}
check "what fails becomes an annotation, JUnit and a badge" annotated
gitlab() {
    sed -n 's/^    - //p' examples/ci/gitlab.yml | grep -v deps.sh >"$work/steps"
    same "$(wc -l <"$work/steps")" 2 "steps" || return
    rm -rf "$work/project/gatherum-reports"
    (cd "$work/project" && while IFS= read -r line; do eval "$line" || exit; done <"$work/steps") >"$work/out" 2>&1
    same "$?" 1 "exit code; $(tail -n 5 "$work/out")" && [ -s "$work/project/$(sed -n 's/^      junit: //p' examples/ci/gitlab.yml)" ]
}
check "the steps of the job for GitLab" gitlab
finish
