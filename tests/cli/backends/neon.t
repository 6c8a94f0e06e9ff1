#!/usr/bin/env bash
# neon.t - opt on 64-bit Arm: its kernels, compiled for that and run under qemu, answer
# as ref does, at the level that every CPU has and at that of Advanced SIMD.
# sanitizers: no, what is compiled here knows none.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
needs 'gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user' aarch64-linux-gnu-gcc qemu-aarch64
plan 5

# ref/call.c alone needs the table of variants, and kernels do not need ref/call.c.
flags=(-std=c11 -O2 -pthread -D_GNU_SOURCE -ffp-contract=off -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
    -Iinclude -Icore -Iref -Iopt -Itests/unit)
cross() {
    aarch64-linux-gnu-gcc "${flags[@]}" "$@" 2>"$work/log" && return
    why "$(head -n 5 "$work/log")"
    return 1
}
kernels() {
    # shellcheck disable=SC2046
    printf '%s\n' core/*.c $(ls ref/*.c | grep -v '/call\.c$') opt/*.c |
        xargs -P 2 -I {} sh -c 'aarch64-linux-gnu-gcc "$@" -c -o "$0/$(echo {} | tr / _).o" {}' "$work" "${flags[@]}" 2>"$work/log" && return
    why "$(head -n 5 "$work/log")"
    return 1
}
kernels
point $? "the kernels compile for aarch64, without a warning"

agrees() {
    timeout 400 qemu-aarch64 "$work/$@" >"$work/tap" 2>&1
    same "$? $(grep -c '^not ok' "$work/tap")" "0 0" "exit code and failures; $(grep -A 2 '^not ok' "$work/tap" | head -n 6)" &&
        grep -q 'avx512 # SKIP' "$work/tap" && ! grep -q 'neon # SKIP' "$work/tap"
}

for run in "test_opt 37" "test_opt_large 4 alone"; do
    cross -static -o "$work/${run%% *}" tests/unit/*/"${run%% *}.c" "$work"/*.o -lm
    point $? "${run%% *} compiles for aarch64"
    # shellcheck disable=SC2086
    agrees $run
    point $? "$run: opt answers as ref at the levels base and neon"
done
finish
