#!/usr/bin/env bash
# gpu_crowds.t - very many updates of one element: no work-item of the GPU kernels combines more than a few of them, counted
# in steps and not in time.
# sanitizers: no, it counts with one.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
plan 4

# built NAME [SED]: crowd.c over the sources of gpu/, with one fault if SED makes it.
built() {
    mkdir -p "$work/$1" && cp gpu/*.[ch] "${OUT:-build}"/gen/gpu_{table.c,rules.h} "$work/$1/" || return
    if [ -n "${2-}" ]; then
        sed -i "$2" "$work/$1"/kernel*.h
        cat gpu/kernel*.h | cmp -s - <(cat "$work/$1"/kernel*.h) && { why "nothing was seeded"; return 1; }
    fi
    gcc -std=c11 -D_GNU_SOURCE -O2 -fsanitize-coverage=trace-pc -Iinclude -I"$work/$1" -o "$work/$1.out" "$work/$1"/*.c \
        tests/fixtures/gpu/crowd.c >"$work/err" 2>&1 || { why "$(head -5 "$work/err")"; return 1; }
}
# most FIELD [WAY]: the greatest number before that word in the output, of all ways or of one.
most() { grep "${2-}" "$work/out" | grep -oE "[0-9]+ $1" | sort -n | tail -n 1 | cut -d ' ' -f 1; }

if ! gcc -fsanitize-coverage=trace-pc -xc -c -o /dev/null - <<<'int x;' 2>/dev/null; then skip_all "no gcc that counts steps here"; fi
built kernels && "$work/kernels.out" 16 >"$work/out" 2>&1 || why "$(head -n 20 "$work/out")"
point $? "65536 updates of one element, of few, and of as many are combined right, each reduction"
[ "$(most steps 'one element')" -le 1800 ] && [ "$(most steps)" -le 6000 ] || why "$(cat "$work/out")"
point $? "... the longest work-items of all launches take $(most steps 'one element') steps together for one element, and $(most steps) at most"
[ "$(most 'for each update' 'one element')" -le 50 ] && [ "$(most 'for each update')" -le 125 ] || why "$(cat "$work/out")"
point $? "... and all of them $(most 'for each update' 'one element') steps for an update of one element, and $(most 'for each update') at most"
built wide 's/K_FAN_SHIFT = 5/K_FAN_SHIFT = 20/' && { "$work/wide.out" 16 >"$work/out" 2>&1; [ "$(most steps)" -gt 500000 ]; }
point $? "... and a work-item that combines all of them is seen"
finish
