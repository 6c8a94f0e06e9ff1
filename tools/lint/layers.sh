#!/bin/sh
# layers.sh - check every #include "..." against the table of layers.
#
# A folder may include from the folders behind it, and from itself.  File names are
# unique in the tree, so a name says its folder.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 3
allowed() {
    case $1 in
    include) echo include ;;
    core) echo core include ;;
    ref) echo ref core include ;;
    opt) echo opt ref core include ;;
    gpu) echo gpu include ;;
    ascend | ascend/aicpu) echo ascend include ;;
    backends) echo include ;;
    harness) echo harness core ref include ;;
    tests/fixtures/gpu) echo tests/fixtures/gpu gpu include ;;
    tests/fixtures/plugins | tests/fixtures/plugins/*) echo tests/fixtures/plugins include ;;
    tests/fixtures/cann) echo tests/fixtures/cann ascend ;;
    tests/saboteurs/npu) echo tests/saboteurs/npu ascend include ;;
    tests/saboteurs | tests/saboteurs/*) echo tests/saboteurs ref core include ;;
    tests/unit | tests/unit/*) echo tests/unit gpu opt ascend ref core include harness ;;
    fuzz) echo fuzz opt ref core include harness ;;
    bench) echo bench include ;;
    templates) echo include ;;
    esac
}
bad=0
for f in $(git ls-files -co --exclude-standard '*.c' '*.h'); do
    layer=$(dirname "$f"); layer=${layer%/gatherum}; case $layer in harness/*) layer=harness ;; esac
    may=$(allowed "$layer")
    # Our own backends say which folders are theirs.
    case $layer in backends) may="$may $(sed -n '1,12s|^ \* inside: ||p' "$f")" ;; esac
    for inc in $(sed -n 's/^#include "\(.*\)".*/\1/p' "$f"); do
        at=$(git ls-files -co --exclude-standard "*/$(basename "$inc")" | head -n 1)
        [ -n "$at" ] || continue # made by the build
        from=$(dirname "$at"); from=${from%/gatherum}; case $from in harness/*) from=harness ;; esac
        case " $may " in *" $from "*) ;; *)
            echo "$f: includes $at, but $layer may include only from: $may"; bad=1 ;;
        esac
    done
    case $layer in core | ref | opt)
        grep -nE '\b(fopen|open|printf|getenv)\(' "$f" /dev/null | grep -vE 'snprintf|fprintf\(stderr' && { echo "$f: $layer touches no files"; bad=1; }
    esac
    case $f in harness/worker/*.c | harness/bench/*.c) ;; *)
        grep -nE '\bdlopen\(' "$f" /dev/null | grep -q . && case $layer in harness | core | ref | opt)
            echo "$f: only the worker may dlopen"; bad=1 ;; esac ;;
    esac
done
exit $bad
