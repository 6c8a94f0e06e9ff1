#!/bin/sh
# fuzz_run.sh SECONDS TARGET... - each target on its corpus for a while.
#
# New inputs go to $OUT/inputs/TARGET, what ends a target to $OUT/found/TARGET-*;
# one line per target tells how fast it was.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 3
seconds=$1
shift
code=0
mkdir -p "$OUT/found"
for target in "$@"; do
    [ -x "$OUT/target/$target" ] || { echo "$target: not built"; continue; }
    mkdir -p "$OUT/inputs/$target" "fuzz/corpus/$target"
    # Drafts are short, and so fast that a schedule by rarity, and looking whether an input
    # stands for a longer one, would cost half of it.  In a draft each byte is a choice among
    # few: no words are to be found, by a dictionary or by comparisons.
    case $target in
    *_file | *_text) more='-dict=fuzz/words.dict -max_len=4096' ;;
    *) more='-max_len=80 -entropic=0 -reduce_inputs=0 -use_cmp=0' ;;
    esac
    # Readers of what the suite consists of begin with that.
    case $target in
    script_file | case_file) seeds='cases' ;;
    spec_file) seeds='specs' ;;
    *) seeds= ;;
    esac
    # shellcheck disable=SC2086
    if "$OUT/target/$target" $more -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$OUT/found/$target-" \
        "$OUT/inputs/$target" "fuzz/corpus/$target" $seeds >"$OUT/$target.log" 2>&1; then
        awk -v t="$target" '/average_exec_per_sec/ { rate = $2 } /number_of_executed_units/ { n = $2 }
            END { printf "%-20s %10d inputs %8d/s\n", t, n, rate }' "$OUT/$target.log"
    else
        echo "$target: found something; $OUT/$target.log ends with"
        grep -v '^stat::' "$OUT/$target.log" | tail -n 12 | sed 's/^/  /'
        code=1
    fi
done
exit $code
