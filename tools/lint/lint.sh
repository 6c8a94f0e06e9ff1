#!/bin/sh
# lint.sh - rules of the house that a machine can check; prints what breaks them.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 3
bad=0
say() { echo "$*"; bad=1; }
files=$(git ls-files -co --exclude-standard)

tools/lint/walls.py || bad=1
tools/lint/tower.py --check || bad=1
tools/lint/decisions.py --check || bad=1
for f in $files; do
    [ -f "$f" ] || continue
    case $f in
    *.c | *.h | *.def | *.sh | *.t | *.py | *.lua | specs/*.yaml | cases/*.yaml | Makefile | .ci/run)
        [ "$(grep -c 'SPDX-License-Identifier: Apache[-]2.0' "$f")" = 1 ] || say "$f: needs exactly one SPDX line" ;;
    esac
    case $f in
    *.t | tools/*.sh | .ci/run) [ -x "$f" ] || say "$f: may not be executed; chmod +x" ;;
    esac
    case $f in
    *.py | *.lua | *.sh | *.t)
        n=$(wc -l <"$f"); [ "$n" -le 500 ] || say "$f: $n lines; a file has at most 500" ;;
    esac
done
stray=$(echo "$files" | grep -E '^(tests|docs)/[^/]*$|^tools/[^/]*$|^tests/(unit|cli|fixtures)/[^/]*\.(t|c)$' | grep -vE '^(docs/(index|found).md|tools/deps.sh)$')
[ -z "$stray" ] || say "these belong into a folder by subject:" $stray
dup=$(echo "$files" | grep -v '^cases/' | grep -E '\.(c|h|lua|py|sh|def|t)$' | sed 's|.*/||' | sort | uniq -d)
[ -z "$dup" ] || say "file names must be unique in the tree:" $dup
git grep -nIE '\bT''ODO\b|\bF''IXME\b|\bX''XX\b' -- . ':!tests/fixtures/golden' | grep -v '# T''ODO' && say "unfinished business belongs into an issue"
if command -v python3 >/dev/null; then tools/mutants/mutants.py --check || bad=1
else echo "no python3 here: tools/mutants/mutants.equivalent is not checked"; fi
obj=${OUT:-build}/obj
for d in core ref opt ascend; do
    for o in "$obj/$d"/*.o; do
        [ -f "$o" ] || continue
        objdump -t "$o" | awk -v o="$o" '$0 ~ / O (\.data|\.bss)[ \t]/ && $NF !~ /^__(asan|odr|ubsan|tsan|gcov|sancov)/ { print o ": mutable object " $NF; e = 1 } END { exit e }' || bad=1
    done
done
[ $bad = 0 ] && echo "lint: clean"
exit $bad
