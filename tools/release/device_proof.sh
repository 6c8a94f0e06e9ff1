#!/usr/bin/env bash
# device_proof.sh - what only a device can show, on one page: device_proof.sh GATHERUM OUT [PATTERN]...
#
# At most ten minutes on a machine with an NVIDIA GPU. Without one it says so in a sentence. The page is
# OUT/device-proof.md; the exit code is 0 if all that was tried is as it should be, 1 if something is not.
# ROWS: the rows of bench; QUICK=1: they are small, which shows that all of it works; FAULTS: another list of faults.
#
# SPDX-License-Identifier: Apache-2.0
set -u
LC_ALL=C && export LC_ALL
gatherum=$1 out=$2
shift 2
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
page=$out/device-proof.md wrong=0
begun=$SECONDS bench=200 # seconds

device=$("$gatherum" list backends --backend cuda 2>"$work/err" | sed -n 's/^cuda  *//p')
case $device in
'') echo "device_proof.sh: no backend cuda was built"; exit 3 ;;
absent:*) echo "Nothing was tried: no CUDA device is here (${device#absent: })."; exit 0 ;;
esac
mkdir -p "$out"
: >"$work/untried"
untried() { echo "- $*" >>"$work/untried"; }

# left MOST [LATER]: seconds of the next step, so that all of it ends in time, and so many are left for what comes later.
left() {
    local rest=$((570 - ${2:-0} - SECONDS + begun))
    [ $rest -gt "$1" ] && rest=$1
    echo $((rest > 1 ? rest : 1))
}

# ---- cases
lanes=$(nproc)
[ "$lanes" -le 4 ] || lanes=4
# judge NAME SECONDS OPTIONS...: leaves $code, $work/NAME.jsonl, a row of the table and its cases a second.
judge() {
    local name=$1 limit from row
    limit=$(left "$2")
    shift 2
    from=$(date +%s%N)
    timeout -s INT "$limit" "$gatherum" run -j "$lanes" --out "$work/$name.jsonl" "$@" >"$work/$name.tap" 2>"$work/$name.err"
    code=$?
    row=$(jq -rs --argjson ns $(($(date +%s%N) - from)) 'map(select(.record == "point")) |
        [(map(.passed) | add // 0), (map(.failed) | add // 0), (map(.not_run) | add // 0), (map(.not_claimed) | add // 0), ($ns / 1e8 | round / 10)]
        | "\(.[0]) | \(.[1]) | \(.[2]) | \(.[3]) | \(.[4]) | \((.[0] + .[1]) / ([.[4], 0.1] | max) | round)"' "$work/$name.jsonl" 2>/dev/null)
    echo "| $name | ${row:-no records: exit $code | | | | |} |" >>"$work/cases"
    grep -q '"record":"end"' "$work/$name.jsonl" 2>/dev/null || untried "the rest of $name: $limit seconds were over, or it ended with $code: $(head -n 1 "$work/$name.err" | cut -c1-200)"
}
judge all 240 --backend cuda --budget 200 "$@"
[ $code = 0 ] || wrong=1
grep -A 4 '^# *[a-z-]*: .*/' "$work/all.tap" | grep -v '^ok' | head -n 40 >"$work/failures"

# ---- faults in the kernels, each to be caught in memory of the device
by=$(tools/setup/gpu_ptx.sh --by)
faults=0 caught=0
while IFS=$'\t' read -r name verdicts patterns change; do
    case $name in '' | '#'*) continue ;; esac
    [ "$by" != nobody ] || { untried "the fault $name: neither nvcc nor clang is here to compile it"; continue; }
    [ "$(left 30 "$bench")" -gt 5 ] || { untried "the fault $name: the time was over"; continue; }
    mkdir "$work/gpu" && cp gpu/kernel*.h "$work/gpu/" && sed -i "$change" "$work"/gpu/kernel*.h
    { echo "// kernels: $name"; GPU_KERNELS=$work/gpu tools/setup/gpu_ptx.sh; } >"$work/$name.ptx"
    rm -rf "$work/gpu"
    faults=$((faults + 1))
    # shellcheck disable=SC2086 # patterns are words
    timeout -s INT "$(left 40 "$bench")" "$gatherum" run --backend "cuda:image=$work/$name.ptx" --deaths 20 --draw 0 --out "$work/$name.jsonl" $patterns >"$work/tap" 2>"$work/err"
    code=$?
    found=$(jq -r 'select(.record == "case" and .verdict != "weak") | .verdict' "$work/$name.jsonl" 2>/dev/null | sort | uniq -c | awk '{printf "%s%s %s", sep, $1, $2; sep = ", "}')
    if [ $code = 1 ] && grep -qE "$verdicts" <<<"$found"; then caught=$((caught + 1)); else wrong=1; fi
    echo "| $name | ${found:-none, exit $code: $(head -n 1 "$work/err" | cut -c1-100)} | ${verdicts//|/ or } |" >>"$work/faults"
done <"${FAULTS:-tests/fixtures/gpu/faults.txt}"

# ---- speed
torch=
timeout "$(left 90)" "$gatherum" bench --quick --rounds 1 --backend torch_cuda 'Gather a0 row256 tab1M*' >"$work/torch" 2>&1 && torch=yes
if [ "$(left "$bench")" -gt 20 ]; then
    timeout "$(left "$bench")" "$gatherum" bench ${QUICK:+--quick} --rounds 5 --backend cuda ${torch:+--backend torch_cuda} "${ROWS:-*}" >"$work/bench" 2>"$work/bench.err"
    code=$?
    [ $code = 0 ] || untried "the rest of bench: it ended with $code: $(tail -n 1 "$work/bench.err" | cut -c1-200)"
else
    untried "bench: the time was over"
fi
[ -z "${QUICK-}" ] || untried "the speed of rows of real size: QUICK=1"

# aim NAME COLUMN FACTOR ROWS: in how many rows cuda has that part of the speed of another column of the table.
aim() {
    awk -F '  +' -v name="$1" -v other="$2" -v factor="$3" -v rows="$4" '
        /^workload/ { for (k = 1; k <= NF; k++) at[$k] = k; next }
        /^#/ || !/±/ || $1 !~ rows || !(other in at) || $at[other] + 0 == 0 { next }
        { part = ($at["cuda"] + 0) / $at[other]; n++; met += part >= factor
          if (n == 1 || part < least) { least = part; where = $1 } }
        END { if (n == 0) print "| " name " | not tried | | |"
              else printf "| %s | %d of %d | %.2f | %s |\n", name, met, n, least, where }' "$work/bench" 2>/dev/null
}
{
    aim 'at least 0.9 of the copy of the device, rows of 256 bytes and more' 'cuda copy' 0.9 '^Gather .*row(256|1024|4096) '
    aim 'ahead of torch, every row' torch_cuda 1 ''
} >"$work/aims"

[ -n "$torch" ] || untried "torch on the device: $(tail -n 1 "$work/torch" | cut -c1-200)"
untried "the kernels under compute-sanitizer"
untried "functions of Python whose operands lie there (gatherum run --backend FILE.py:FUNCTION:device=cuda --like DOCUMENT)"
untried "OpenCL on this device; a second device; other drivers; operands above the memory of the device but for sparse giants"
untried "generated cases beyond a budget of 200 s: gatherum run --backend cuda runs all"

{
    echo "# What a device has shown"
    echo
    device=${device#version }
    echo "Device: ${device%, /*}" # without the path of the plug-in
    echo
    case $device in *Stand-in*)
        echo "**No GPU was there.** The driver is the stand-in of the tests, which runs the kernels on the processor: this page shows that each step works, and its times are those of no device."
        echo
        ;;
    esac
    echo "$("$gatherum" --version), kernels by $by, $(date -u +%Y-%m-%d), $((SECONDS - begun)) s, $lanes lanes, on a machine of $(nproc) processors."
    echo
    echo "## Cases"
    echo
    echo "| what | pass | fail | not run | not claimed | seconds | cases a second |"
    echo "|---|---|---|---|---|---|---|"
    cat "$work/cases"
    [ ! -s "$work/failures" ] || { echo; echo '```'; cat "$work/failures"; echo '```'; }
    echo
    echo "## Faults caught: $caught of $faults"
    echo
    echo "Each is one line of the kernels changed; what was found stands beside what is due."
    echo
    echo "| fault | found | due |"
    echo "|---|---|---|"
    [ ! -f "$work/faults" ] || cat "$work/faults"
    echo
    echo "## Speed"
    echo
    echo "\`cuda copy\` copies as many useful bytes from one place of the device's memory to another."
    echo
    echo "| aim | met in rows | least | where |"
    echo "|---|---|---|---|"
    cat "$work/aims"
    echo
    echo '```'
    [ ! -f "$work/bench" ] || cat "$work/bench"
    echo '```'
    echo
    echo "## Not tried"
    echo
    cat "$work/untried"
} >"$page.new" && mv "$page.new" "$page" || exit 3
echo "$page: $(sed -n '/^| all/p' "$page") $caught of $faults faults caught; $(sed -n 's/^| \([^|]*\) | \([^|]*\) |.*/\1: \2;/p' "$work/aims" | tr '\n' ' ')$(wc -l <"$work/untried") things not tried"
exit $wrong
