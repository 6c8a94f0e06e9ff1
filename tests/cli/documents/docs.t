#!/usr/bin/env bash
# docs.t - what the documents tell people to type works, and prints what they show.
# sanitizers: no, what the commands do is tested by others too.
#
# Blocks of docs/ and README.md whose first line says so, in order of appearance:
#
#     ```c file=NAME              written to NAME
#     ```c fix=NAME               replaces, in NAME, the function that has the
#                                 same first line
#     ```sh test                  typed; must exit with 0.  exit=N: with N instead;
#                                 needs=PROGRAM: left out where there is none;
#                                 module=NAME,...: where python3 has not got these
#     ```text expect-part         each line is part of a line that the last command
#                                 printed, in this order; ... stands for anything,
#                                 and blanks for blanks
#
# Commands see what a clone looks like from its top: every entry of the tree is
# there as a link, build/ is where this build lies, new files go to a folder of
# their own.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
top=$PWD
build=$(cd "${OUT:-build}" && pwd) || exit 3
unset OUT GATHERUM MAKEFLAGS MAKELEVEL MFLAGS GATHERUM_PATH

# word NAME INFO: the value of NAME=value among the words of a block's first line.
word() { sed -n "s/.* $1=\([^ ]*\).*/\1/p" <<<"$2 "; }

function_replace() {
    awk -v new="$2" '
        BEGIN { getline first < new; text = first
                while ((getline line < new) > 0) text = text "\n" line }
        !inside && $0 == first { print text; inside = found = 1; next }
        inside { if ($0 == "}") inside = 0; next }
        { print }
        END { exit !found }' "$1" >"$1.new" && mv "$1.new" "$1"
}

# Is every line of FILE part of a line of OUTPUT, in order?
parts_in_order() {
    awk -v want="$1" '
        function plain(line) { gsub(/[ \t]+/, " ", line); sub(/^ /, "", line); sub(/ $/, "", line); return line }
        function holds(line, what,    pieces, n, k, at) {
            n = split(what, pieces, / ?\.\.\. ?/)
            for (k = 1; k <= n; k++) {
                if ((at = index(line, pieces[k])) == 0) return 0
                line = substr(line, at + length(pieces[k]))
            }
            return 1
        }
        BEGIN { while ((getline line < want) > 0) if (line != "...") part[++n] = plain(line); next_part = 1 }
        next_part <= n && holds(plain($0), part[next_part]) { next_part++ }
        END { if (next_part <= n) { print "not printed: " part[next_part]; exit 1 } }' "$2"
}

# block INFO FILE PLACE: do what a block asks for.
block() {
    local info=$1 file=$2 place=$3 name status out needs modules
    case " $info " in
    *" file="*) cp "$file" "$(word file "$info")" ;;
    *" fix="*)
        name=$(word fix "$info")
        function_replace "$name" "$file" || why "$name has no function $(head -n 1 "$file")"
        point $? "$place: replaces a function of $name" ;;
    *" sh test "*)
        needs=$(word needs "$info")
        skipped=
        modules=$(word module "$info")
        if [ -n "$modules" ] && ! python3 -c "import $modules" 2>/dev/null; then
            skipped=1
            skip "$place: $(head -n 1 "$file")" "no $modules here"
            return
        fi
        if [ -n "$needs" ] && ! command -v "$needs" >/dev/null; then
            skipped=1
            skip "$place: $(head -n 1 "$file")" "no $needs here"
            return
        fi
        timeout 300 bash -e "$file" >"$work/printed" 2>&1 </dev/null
        status=$?
        out=$(word exit "$info")
        same "$status" "${out:-0}" "exit code; it printed $(tail -n 3 "$work/printed")"
        point $? "$place: $(head -n 1 "$file")" ;;
    *" text expect-part "*)
        [ -z "$skipped" ] || { skip "$place: output" "its command was left out"; return; }
        out=$(parts_in_order "$file" "$work/printed") || { why "$out"; why "in: $(grep -v "^ok" "$work/printed" | tail -n 40)"; false; }
        point $? "$place: prints what is shown" ;;
    esac
}

# Files that links of DOCUMENT name and that are not there.
links_broken() {
    local link
    grep -oE '\]\([^)#:]+[)#]' "$1" | sed 's/^](//; s/.$//' | while read -r link; do
        [ -e "$(dirname "$1")/$link" ] || echo "$1: $link"
    done
}

echo "TAP version 13"
for doc in README.md docs/*.md docs/*/*.md; do
    folder=$work/$(basename "$doc" .md)
    mkdir "$folder" && ln -s "$top"/* "$top"/.[a-z]* "$folder" && rm -f "$folder/build" &&
        ln -s "$build" "$folder/build" || exit 3
    cd "$folder" || exit 3
    info="" line_number=0 skipped=""
    : >"$work/printed"
    while IFS= read -r line; do
        line_number=$((line_number + 1))
        case $line in
        '```') [ -z "$info" ] || block "$info" "$work/block" "$doc:$start"; info= ;;
        '```'*) info=${line#'```'} start=$line_number; : >"$work/block" ;;
        *) [ -z "$info" ] || printf '%s\n' "$line" >>"$work/block" ;;
        esac
    done <"$top/$doc"
    cd "$top" || exit 3
done
for doc in README.md CONTRIBUTING.md docs/*.md docs/*/*.md; do
    out=$(links_broken "$doc")
    [ -z "$out" ] || { why "not there: $out"; false; }
    point $? "$doc: links lead somewhere"
done
echo "1..$tap_count"
finish
