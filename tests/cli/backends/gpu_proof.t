#!/usr/bin/env bash
# gpu_proof.t - `make device-proof`: every path of it on the stand-in for a driver, and one sentence without a device.
# sanitizers: no, the kernels are read under them by gpu_readings.t.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
plan 8
proof() { timeout 300 tools/release/device_proof.sh "$gatherum" "$work/page" "$@" >"$work/out" 2>"$work/err"; code=$?; }
page=$work/page/device-proof.md
# nvcc is asked once for each text of the kernels, and not within the limits of time that `make device-proof` has.
if nvcc=$(command -v "${NVCC:-nvcc}"); then
    cat >"$work/nvcc" <<NVCC
#!/bin/sh
# nvcc -ptx -arch=A -o TO FROM
kept=$work/\$(sha256sum <"\$5" | cut -c1-32).ptx
[ -s "\$kept" ] || { "$nvcc" "\$1" "\$2" -o "\$kept.\$\$" "\$5" && mv "\$kept.\$\$" "\$kept"; } && cp "\$kept" "\$4"
NVCC
    chmod +x "$work/nvcc"
    export NVCC=$work/nvcc
fi

none() {
    STANDIN_NONE=1 LD_LIBRARY_PATH=$work proof
    same "$code $(wc -l <"$work/out") $(wc -c <"$work/err")" "0 1 0" "exit code, lines of stdout, bytes of stderr" || return
    grep -q '^Nothing was tried: no CUDA device is here (no CUDA device' "$work/out" || { why "$(cat "$work/out")"; return 1; }
    [ ! -e "$page" ] || { why "a page was written"; return 1; }
}
# built NAME FOLDER LEVEL: the stand-in with the kernels of FOLDER. Those with a fault are built more often than they run long.
built() {
    cc -std=c11 -D_GNU_SOURCE "$3" -shared -fPIC -fvisibility=hidden -Iinclude -I"$2" -o "$work/$1" tests/fixtures/gpu/libcuda.c 2>"$work/err" ||
        { why "$1: $(head -n 5 "$work/err")"; return 1; }
}
faults=()
standin() {
    local name verdicts patterns change
    built libcuda.so.1 gpu -O1 || return
    while IFS=$'\t' read -r name verdicts patterns change; do
        case $name in '' | '#'*) continue ;; esac
        rm -rf "$work/gpu" && mkdir "$work/gpu" && cp gpu/kernel*.h "$work/gpu/" && sed -i "$change" "$work"/gpu/kernel*.h || return
        ! diff -q -r -x '*.c' -x 'cuda*' -x 'gpu*' gpu "$work/gpu" >"$work/diff" || { why "$name changes nothing"; return 1; }
        built "$name.so" "$work/gpu" -O0 || return
        [ -z "$nvcc" ] || [ -n "$(GPU_KERNELS=$work/gpu tools/setup/gpu_ptx.sh)" ] || { why "$name is no CUDA"; return 1; }
        faults+=("$name")
    done <tests/fixtures/gpu/faults.txt
}
check "the stand-in is built, and with each fault" standin
check "without a device: one sentence" none
if [ "$(tools/setup/gpu_ptx.sh --by)" = nobody ]; then
    for k in 3 4 5 6 7 8; do skip "proof $k" "neither nvcc nor clang made PTX here"; done
    finish
fi
export LD_LIBRARY_PATH=$work STANDIN_KERNELS=$work XDG_CACHE_HOME=$work
export ROWS='Gather a0 row256*' QUICK=1
mkdir -p "$work/broken/torch" && echo 'raise ImportError("libcudart.so.99: no such file")' >"$work/broken/torch/__init__.py"
[ -d "${OUT:-build}/peers/torch" ] || export PYTHONPATH=$work/broken
proof 'gather/onnx-13/document/*' scatter_elements/onnx-11/document gather/onnx-13/giants
has_page() { grep -qE -- "$1" "$page" || { why "no '$1' in: $(head -c 1500 "$page") $(cat "$work/out" "$work/err" | head -c 500)"; return 1; }; }
whole() {
    same "$code" 0 "exit code; $(cat "$work/out" "$work/err" | head -c 500)" || return
    has_page '^Device: Stand-in 0, sm_90' && has_page '^\*\*No GPU was there' && has_page '^\| all \| [0-9]{2,} \| 0 \| 0 \| 0 \| [0-9.]+ \| [1-9][0-9]* \|$' && has_page '^Gather a0 row256 tab1M .* [0-9.]+ ±' && has_page 'cuda copy'
}
check "cases, throughput and rows of bench beside the device's copy" whole
aims() { has_page '^\| at least 0\.9 of the copy .* \| [0-9] of [1-9] \| [0-9.]+ \| Gather a0 row256 ' && has_page '^\| ahead of torch, every row \| not tried \|'; }
check "what is aimed at stands beside what was measured, or that it was not tried" aims
every() {
    local name
    has_page "^## Faults caught: ${#faults[@]} of ${#faults[@]}$" || return
    for name in "${faults[@]}"; do has_page "^\| $name \| [1-9]" || return; done
}
check "every fault of its list is caught in memory of the device" every
untried() { has_page '^- .*QUICK=1' && has_page '^- OpenCL on this device' && has_page '^- torch on the device: .*(libcudart.so.99|torch_cuda)'; }
check "what was not tried is said" untried
unlike() {
    cp "$work/libcuda.so.1" "$work/reads-past.so"
    grep -E '^reads-' tests/fixtures/gpu/faults.txt >"$work/two.txt"
    FAULTS=$work/two.txt proof gather/onnx-13/document/rows
    same "$code" 1 "exit code" && has_page "^## Faults caught: 1 of 2$" && has_page '^\| reads-past \| none, exit 0'
}
check "a fault that is not caught is told, and the exit code is 1" unlike
many() {
    built reads-past.so "$work/past" -O0 || return
    { echo "// kernels: reads-past"; tools/setup/gpu_ptx.sh; } >"$work/past.ptx" # the stand-in asks it for names alone
    timeout 300 "$gatherum" run --backend "cuda:image=$work/past.ptx" --draw 0 --deaths 100000 --out "$work/many" gather/onnx-13/rows 'gather/onnx-13/counts/*/int*,int64' >"$work/out" 2>"$work/err"
    same $? 1 "exit code" || return
    same "$(jq -s 'map(select(.record == "case" and .verdict == "out-of-bounds-read")) | length > 1000' "$work/many")" true "more than 1,000 reads beside an operand" || return
    same "$(jq -s 'map(select(.record == "point").not_run) | add' "$work/many")" 0 "cases that were not run"
}
mkdir "$work/past" && cp gpu/kernel*.h "$work/past/" && sed -i "$(sed -n 's/^reads-past\t[^\t]*\t[^\t]*\t//p' tests/fixtures/gpu/faults.txt)" "$work"/past/kernel*.h
check "a backend that faults 1,000 times is judged to its end" many
finish
