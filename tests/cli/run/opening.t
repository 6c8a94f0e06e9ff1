#!/usr/bin/env bash
# opening.t - a backend that cannot be opened is reported, and stops no other.
# sanitizers: no, what it opens are backends that fail, and the reader of their manifests meets sanitizers in hostile.t.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
. tests/cli/shards.sh
needs 'jq gcc' jq cc
good=$plugins/good.so
some=gather/onnx-13/document
# gat ARGUMENT...: a run of few cases.
gat() {
    timeout 120 "$gatherum" run "$@" --out "$work/records" "$some" >"$work/out" 2>"$work/err"
    code=$?
}
says() { grep -qF -- "$2" "$1" || { why "not said: '$2'; but: $(head -n 20 "$1")"; return 1; }; }

# beside BAD SENTENCE [OPTION]...: BAD fails with that sentence, before or after a good one that is judged.
beside() {
    local bad=$1 sentence=$2 name order
    shift 2
    name=$(basename "$bad" .so)
    for order in "$bad $good" "$good $bad"; do
        # shellcheck disable=SC2086
        set -- ${*:-} && gat $(printf ' --backend %s' $order) "$@"
        same "$code" 1 "exit code; stderr: $(cat "$work/err")" || return
        says "$work/err" "$sentence" && says "$work/out" "$sentence" || return
        grep -qE "^not ok [0-9]+ - $name: it could not be opened$" "$work/out" || { why "no line of TAP"; return 1; }
        same "$(grep -cE '^ok [0-9]+ - good: ' "$work/out")" "$(grep -cE '^(not )?ok [0-9]+ - good: ' "$work/out")" "points that pass" || return
        [ "$(grep -cE '^ok [0-9]+ - good: ' "$work/out")" -ge 3 ] || { why "the good one was not judged"; return 1; }
        same "$(grep -cE '^(not )?ok ' "$work/out")" "$(sed -n 's/^1\.\.//p' "$work/out")" "lines" || return
        same "$(jq -r 'select(.record == "absent") | "\(.backend) \(.fails)"' "$work/records")" "$name true" "record" || return
        same "$(jq -r 'select(.record == "end") | .exit' "$work/records")" 1 "exit code in the records" || return
    done
}
# alone BAD CODE: nothing can be judged.
alone() {
    gat --backend "$1"
    same "$code" "$2" "exit code" && same "$(wc -l <"$work/err")" 1 "lines on stderr" && same "$(cat "$work/out")" '' "stdout"
}

plan 11
check "one that aborts in open()" beside "$plugins/open_crashes.so" 'signal 6 (Aborted) in open()'
check "one that hangs in open()" beside "$plugins/open_hangs.so" 'did not come back' --timeout 1
check "one with a manifest that is none" beside "$plugins/wild_manifest.so" 'claim'
check "one without an entry" beside "$plugins/no_entry.so" 'gat_backend_get'
printf 'int missing(void);\nint user(void);\nint user(void) { return missing(); }\n' >"$work/lacks.c"
lacks_symbol() {
    cc -shared -fPIC -o "$work/lacks_symbol.so" "$work/lacks.c" || { why "cc failed"; return 1; }
    beside "$work/lacks_symbol.so" 'undefined symbol: missing' && alone "$work/lacks_symbol.so" 2
}
check "one that lacks a symbol" lacks_symbol
lacks_library() {
    mkdir "$work/lib" && printf 'int missing(void);\nint missing(void) { return 1; }\n' >"$work/lib.c" &&
        cc -shared -fPIC -o "$work/lib/libgone.so" "$work/lib.c" &&
        cc -shared -fPIC -o "$work/lacks_library.so" "$work/lacks.c" -L"$work/lib" -lgone || { why "cc failed"; return 1; }
    rm -r "$work/lib"
    beside "$work/lacks_library.so" 'libgone.so' && alone "$work/lacks_library.so" 3
}
check "one whose library is missing" lacks_library
mkfifo "$work/pipe.so"
check "a pipe, which nobody writes to" beside "$work/pipe.so" 'no regular file'
other_processor() {
    cp "$good" "$work/other.so" && printf '\377\377' | dd of="$work/other.so" bs=1 seek=18 conv=notrunc status=none
    beside "$work/other.so" 'another kind of processor' && alone "$work/other.so" 3
}
check "one for another processor" other_processor
check "a file that is not there" beside "$work/nowhere.so" 'No such file'
reports() {
    gat --backend "$plugins/open_crashes.so" --backend "$good"
    "$gatherum" report tap "$work/records" >"$work/tap" && grep -qE '^not ok 1 - open_crashes' "$work/tap" || { why "tap: $(head -n 3 "$work/tap")"; return 1; }
    "$gatherum" report junit "$work/records" >"$work/junit" && says "$work/junit" '<error type="absent"' || return
    "$gatherum" report markdown "$work/records" >"$work/md" && says "$work/md" 'does not conform: open\_crashes' && says "$work/md" 'could not be opened: '
}
check "reports say that it fails" reports
found() {
    mkdir -p "$work/home/backends" && cp "$good" "$plugins/open_crashes.so" "$work/home/backends/"
    cp "$gatherum" "$work/home/gatherum"
    for d in specs cases reports; do ln -s "$PWD/$d" "$work/home/$d"; done
    timeout 120 "$work/home/gatherum" run "$some" >"$work/out" 2>"$work/err"
    same "$?" 1 "exit code; $(cat "$work/err")" && grep -qE '^not ok [0-9]+ - open_crashes' "$work/out" && grep -qE '^ok [0-9]+ - good: ' "$work/out"
}
check "one that was merely found stops no other either" found
finish
