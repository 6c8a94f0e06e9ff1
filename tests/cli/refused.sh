# refused.sh - a command line that is refused: one sentence, exit code 2, no crash.
# shellcheck shell=bash
#
# SPDX-License-Identifier: Apache-2.0
export ASAN_OPTIONS=${ASAN_OPTIONS-}:exitcode=86 UBSAN_OPTIONS=${UBSAN_OPTIONS-}:exitcode=86:halt_on_error=1

# fresh: an empty folder of a user's, for --path.
fresh() { rm -rf "$work/d"; mkdir -p "$work/d/cases" "$work/d/specs"; }

# judge PLACE PART COMMAND...: it exits with 2, prints nothing on stdout and one line
# on stderr, in which PART follows PLACE; what else is wrong in a file has lines with places after it.
judge() {
    local place=$1 part=$2 code
    shift 2
    timeout 60 "$gatherum" "$@" >"$work/out" 2>"$work/err"
    code=$?
    same "$code" 2 "exit code of $1; stderr: $(head -c 400 "$work/err")" || return
    same "$(grep -vcE "^$work/d/[a-z]+/gather.mine-1.yaml:[0-9]+:[0-9]+: " "$work/err")" 1 "lines on stderr: $(head -n 3 "$work/err")" || return
    [ ! -s "$work/out" ] || { why "stdout is not empty: $(head -n 2 "$work/out")"; return 1; }
    grep -qF -- "$place" "$work/err" || { why "no place '$place' in: $(cat "$work/err")"; return 1; }
    grep -qF -- "$part" "$work/err" || { why "no part '$part' in: $(cat "$work/err")"; return 1; }
    ! LC_ALL=C grep -q '[^ -~]' "$work/err" || { why "bytes that do not print: $(od -c "$work/err" | head -n 3)"; return 1; }
}
