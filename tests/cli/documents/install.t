#!/usr/bin/env bash
# install.t - make install puts everything below its prefix, and it runs from there.
# sanitizers: no, it builds and copies files; other tests run the same programs.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
build=${OUT:-build}
. tests/cli/shards.sh
unset MAKEFLAGS MAKELEVEL MFLAGS GATHERUM_HOME GATHERUM_PATH
echo "TAP version 13"

stage=$work/stage
prefix=$stage/opt/gatherum
installed() {
    make -s OUT="$build" SAN="${SAN:-}" DESTDIR="$stage" PREFIX=/opt/gatherum install >"$work/out" 2>&1
    same $? 0 "exit code; $(tail -n 3 "$work/out")" || return
    local f
    for f in bin/gatherum include/gatherum/backend.h lib/gatherum/backends/ref.so lib/pkgconfig/gatherum.pc share/gatherum/specs/gather/onnx-13.yaml \
        share/man/man1/gatherum.1 share/bash-completion/completions/gatherum; do
        [ -s "$prefix/$f" ] || { why "no $f"; return 1; }
    done
    same "$(find "$stage" -mindepth 1 -maxdepth 2 | sed "s|$stage||" | sort | paste -sd' ')" "/opt /opt/gatherum" "what lies outside the prefix"
}
check "make install with DESTDIR and PREFIX" installed
nameless() {
    local f
    for f in "$prefix/bin/gatherum" "$prefix"/lib/gatherum/backends/{ref,opt}.so "$prefix/lib/libgatherum-ref.a"; do
        ! grep -qF -- "$PWD" "$f" || { why "${f#"$prefix/"} names $PWD"; return 1; }
    done
}
check "... and what is installed does not name the folder that it was built in" nameless
# Away from the tree, so that nothing of it is found by chance.
mv "$stage" "$work/moved" && prefix=$work/moved/opt/gatherum
runs() {
    (cd / && "$prefix/bin/gatherum" run --draw 0 gather/onnx-13/rows) >"$work/out" 2>"$work/err"
    same $? 0 "exit code; $(cat "$work/err")" || return
    same "$(grep -cE '^# backend |^ok [0-9]+ - [a-z0-9_]+ # SKIP ' "$work/out")" "$(find "$build/backends" -name '*.so' | wc -l)" "backends that were judged, or skipped by name" || return
    (cd / && "$prefix/bin/gatherum" list specs) >"$work/out" 2>"$work/err"
    same "$(wc -l <"$work/out")" "$(find specs/*/ -name '*.yaml' | wc -l)" "variants"
}
check "the installed program finds suite and backends" runs
reports() { (cd / && "$prefix/bin/gatherum" list reports) >"$work/out" 2>"$work/err" && [ -s "$work/out" ] || { why "$(cat "$work/err")"; return 1; }; }
check "... and reports" reports
pkg_config() {
    local flags
    flags=$(PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --define-variable=prefix="$prefix" --cflags gatherum 2>"$work/err") || { why "$(cat "$work/err")"; return 1; }
    same "$(PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --modversion gatherum)" "$(cat VERSION)" version || return
    # shellcheck disable=SC2086
    ${CC:-cc} -std=c11 -Wall -Werror $flags -Itests/fixtures/plugins -shared -fPIC -o "$work/good.so" tests/fixtures/plugins/answer/good.c 2>"$work/err" || { why "$(head -n 5 "$work/err")"; return 1; }
    (cd / && "$prefix/bin/gatherum" run --backend "$work/good.so" gather/onnx-13/rows) >"$work/out" 2>"$work/err"
    same $? 0 "exit code of a backend that was built with gatherum.pc; $(cat "$work/err")"
}
check "a backend is built with gatherum.pc and judged" pkg_config
begins() {
    mkdir -p "$work/begun" && cd "$work/begun" || return
    local flags kind
    flags=$(PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --define-variable=prefix="$prefix" --cflags gatherum)
    for kind in 'backend mine' 'adapter mine' 'variant gather/mine-1' 'case gather/mine'; do
        # shellcheck disable=SC2086
        "$prefix/bin/gatherum" new $kind >"$work/out" 2>"$work/err" || { why "$kind: $(cat "$work/err")"; return 1; }
    done
    # shellcheck disable=SC2086
    ${CC:-cc} -std=c11 $flags -shared -fPIC -o mine.so mine.c 2>"$work/err" &&
        "$prefix/bin/gatherum" run --path . --backend ./mine.so gather/onnx-13/mine >"$work/out" 2>>"$work/err" &&
        "$prefix/bin/gatherum" explain --path . gather/mine-1 >"$work/out" 2>>"$work/err" || { why "$(tail -n 3 "$work/err" "$work/out")"; return 1; }
    command -v python3 >/dev/null || return 0
    "$prefix/bin/gatherum" smoke ./mine.py >"$work/out" 2>"$work/err" || { why "$(tail -n 3 "$work/err" "$work/out")"; return 1; }
}
there() { (begins; status=$?; printf '%s' "$tap_why" >"$work/why"; exit $status) || { why "$(cat "$work/why")"; return 1; }; }
check "... and so are a backend, an adapter, a variant and a case that 'new' begins" there
man_page() {
    local word n=0
    for word in $(sed -nE 's/^OPTION_[A-Z]+\([a-z_]+, "([a-z-]+)".*/\1/p' harness/cli/options.def); do
        grep -q -- "\\\\-\\\\-${word//-/\\\\-}" "$prefix/share/man/man1/gatherum.1" || { why "no --$word in the man page"; return 1; }
        n=$((n + 1))
    done
    [ "$n" -gt 15 ] || { why "only $n options"; return 1; }
    command -v man >/dev/null || return 0
    same "$(man --warnings -E UTF-8 -l -Tutf8 -Z "$prefix/share/man/man1/gatherum.1" 2>&1 >/dev/null | head -n 3)" "" "warnings of man"
}
check "the man page has every option" man_page
completes() {
    same "$(bash -c '. "$1"; COMP_WORDS=(gatherum '"$1"'); COMP_CWORD='"$2"'; _gatherum; echo "${COMPREPLY[*]}"' - "$prefix/share/bash-completion/completions/gatherum")" "$3" "completion of '$1'"
}
check "completion of a command" completes "mer" 1 merge
check "completion of an option" completes "run --resu" 2 --resume
check "completion of an option of another command" completes "merge --resu" 2 ""
twice() {
    touch "$prefix/share/gatherum/cases/gather/old.yaml"
    mv "$work/moved" "$stage"
    make -s OUT="$build" SAN="${SAN:-}" DESTDIR="$stage" PREFIX=/opt/gatherum install >"$work/out" 2>&1
    same $? 0 "exit code; $(tail -n 3 "$work/out")" || return
    [ ! -e "$stage/opt/gatherum/share/gatherum/cases/gather/old.yaml" ] || { why "a case of the old version is still there"; return 1; }
}
check "installed over an older version, nothing old remains in the suite" twice
echo "1..$tap_count"
finish
