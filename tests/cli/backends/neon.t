#!/usr/bin/env bash
# neon.t - opt on 64-bit Arm: its kernels, compiled for that and run under qemu, answer
# as ref does, at the level that every CPU has and at that of Advanced SIMD.
# sanitizers: no, what is compiled here knows none.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 3
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
. tests/cli/tap.sh
needs 'gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user' aarch64-linux-gnu-gcc qemu-aarch64
plan 4

# ref/call.c alone needs the table of variants, and kernels do not need ref/call.c.
compile() {
    # shellcheck disable=SC2046
    aarch64-linux-gnu-gcc -std=c11 -O2 -static -pthread -D_GNU_SOURCE -ffp-contract=off -Wall -Wextra -Wpedantic \
        -Wconversion -Wshadow -Werror -Iinclude -Icore -Iref -Iopt -Itests/unit -o "$work/$1" \
        core/*.c $(ls ref/*.c | grep -v '/call\.c$') opt/*.c tests/unit/*/"$1.c" -lm 2>"$work/log" && return
    why "$(head -n 5 "$work/log")"
    return 1
}

# A few of what the tests of this machine's own levels do.
agrees() {
    timeout 120 qemu-aarch64 "$work/$@" >"$work/tap" 2>&1
    same "$? $(grep -c '^not ok' "$work/tap")" "0 0" "exit code and failures; $(grep -A 2 '^not ok' "$work/tap" | head -n 6)" &&
        grep -q 'avx512 # SKIP' "$work/tap" && ! grep -q 'neon # SKIP' "$work/tap"
}

for run in "test_opt 37" "test_opt_large 4 alone"; do
    compile "${run%% *}"
    point $? "${run%% *}: the kernels compile for aarch64, without a warning"
    # shellcheck disable=SC2086
    agrees $run
    point $? "$run: opt answers as ref at the levels base and neon"
done
finish
