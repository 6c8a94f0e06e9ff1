#!/usr/bin/env bash
# report.t - reports: small ones byte by byte, the page against hostile records, gates, bad input.
#
# tests/fixtures/golden/report_new.jsonl and report_old.jsonl are the records; golden/report.FORMAT is what is made
# of both.  After a change that is meant: UPDATE=1 tests/cli/run/report.t, then read the difference before it is kept.
# The page is opened in Chromium where there is one.
# sanitizers: no, most of it is a browser and scripts; records.t and vectors.t read and write the same records.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
golden=tests/fixtures/golden new=tests/fixtures/golden/report_new.jsonl old=tests/fixtures/golden/report_old.jsonl
unset SOURCE_DATE_EPOCH GATHERUM_PATH
formats='bench board board-cases board-json board-markdown causes-json csv found html in-toto junit markdown summary tap traceability'
of_the_suite='statements traceability-csv traceability-markdown' # see traceability.t

# gat CODE ARGUMENT...: exit code, what was printed in $work/out and $work/err.
gat() {
    local want=$1 code
    shift
    timeout 60 "$gatherum" "$@" >"$work/out" 2>"$work/err"
    code=$?
    same "$code" "$want" "exit code of $*; stderr: $(head -c 300 "$work/err")"
}
err_has() { grep -qF -- "$1" "$work/err" || { why "no '$1' in: $(head -c 300 "$work/err")"; return 1; }; }

formats_listed() {
    gat 0 list reports || return
    same "$(cut -d' ' -f1 "$work/out" | tr '\n' ' ')" "$(printf '%s\n' $formats $of_the_suite | LC_ALL=C sort | tr '\n' ' ')" formats
}

golden_one() {
    gat 1 report "$1" "$new" --against "$old" || return
    [ -z "${UPDATE-}" ] || cp "$work/out" "$golden/report.$1"
    diff -u "$golden/report.$1" "$work/out" >"$work/diff" || { why "$(head -n 20 "$work/diff")"; return 1; }
}

twice_alike() {
    local f
    for f in $formats; do
        gat 0 report "$f" "$new" || return
        cp "$work/out" "$work/first"
        cp "$new" "$work/report_new.jsonl"
        gat 0 report "$f" -o "$work/second" "$work/report_new.jsonl" || return
        cmp -s "$work/first" "$work/second" || { why "$f differs"; return 1; }
    done
}

dated() {
    SOURCE_DATE_EPOCH=1700000000 gat 0 report html "$new" || return
    grep -q 'report of 2023-11-14' "$work/out" || { why 'no date'; return 1; }
    SOURCE_DATE_EPOCH=soon gat 2 report html "$new" && err_has SOURCE_DATE_EPOCH
}

gates() {
    local f
    for f in $formats; do
        gat 1 report "$f" "$new" --against "$old" || return
        err_has 'newly failing' || return
        gat 0 report "$f" "$new" --against "$new" || return
        gat 0 report "$f" "$new" || return
    done
    { grep -v '"backend":"wrong"' "$new" | grep -v '"record":"end"'
      echo '{"record":"end","schema":1,"judged":20,"verdicts":{"pass":20,"not-claimed":2},"exit":0}'; } >"$work/less.jsonl"
    gat 1 report tap "$work/less.jsonl" --against "$new" || return # a backend is gone: that proves nothing
    err_has "nothing of backend wrong" || return
    grep -v '"record":"end"' "$new" >"$work/cut.jsonl"
    gat 1 report tap "$work/cut.jsonl" --against "$new" || return
    err_has 'cut short'
}

# bench_of FILE GB/S SPREAD: figures of one row, beside its memcpy.
bench_of() {
    jq -n --argjson v "$2" --argjson d "$3" '{machine: "m", rounds: 11, threads: 1, contenders: [{name: "opt"}], rows: [{workload: "row4", cells: [
        {name: "memcpy", limit: true, of_memcpy: 1, gigabytes_per_second: {median: 40, low: 40, high: 40}},
        {name: "opt", of_memcpy: ($v / 40), gigabytes_per_second: {median: $v, low: ($v - $d), high: ($v + $d)}}]}]}' >"$1"
}
# Slower: by more than a twentieth and by more than both intervals allow; it is told and fails nothing.
slower() {
    local now want
    bench_of "$work/before.json" 20 0.5
    for now in '10 0.5 1' '19.5 0.1 0' '17 3 0' '30 0.5 0'; do
        # shellcheck disable=SC2086
        set -- $now
        bench_of "$work/after.json" "$1" "$2"
        want=$3
        gat 0 report markdown "$new" "$work/after.json" --against "$new" --against "$work/before.json" || return
        same "$(grep -c '^### Slower: 1$' "$work/out")" "$want" "is $1 +- $2 GB/s slower than 20 +- 0.5" || return
    done
    gat 0 report html "$new" "$work/after.json" || return
    grep -q 'memcpy, a limit, 40 GB/s, 100 % of memcpy; opt 30 GB/s, 75 % of memcpy</desc>' "$work/out" || { why 'no plot beside the limit of memcpy'; return 1; }
}

# The last line of a run that was killed may be half a record; no other may.
killed_while_writing() {
    head -c -40 "$new" >"$work/cut.jsonl"
    gat 0 report tap "$work/cut.jsonl" || return
    grep -q 'cut short' "$work/out" || { why 'nothing says that it was cut short'; return 1; }
    gat 0 report summary "$work/cut.jsonl" || return
    grep -q 'cut short' "$work/out" || { why 'the summary does not say that it was cut short'; return 1; }
    { head -n 5 "$new"; printf '{"record":"ca\n'; tail -n 3 "$new"; } >"$work/broken.jsonl"
    gat 2 report tap "$work/broken.jsonl" && err_has 'broken.jsonl:6:'
}

# refused WHERE PART: $work/bad.jsonl is refused by every format, and an older report stays.
refused() {
    local f
    echo older >"$work/report"
    for f in $formats; do
        gat 2 report "$f" "$work/bad.jsonl" -o "$work/report" || return
        err_has "bad.jsonl$1" && err_has "$2" || return
        same "$(cat "$work/report")" older 'the older report' || return
        [ ! -e "$work/report.new" ] || { why 'an unfinished report is left'; return 1; }
    done
}
hostile_records() {
    local deep start
    start=$(head -n 1 "$new")
    bad() { printf '%s\n' "$start" "$@" >"$work/bad.jsonl"; }
    bad '{"record":"case","case":5}' && refused ':2:' "'case'" || return
    bad '{"record":"variant","verdicts":{"x":"y"}}' && refused ':2:' "'verdicts.x'" || return
    bad '{"record":"case","case":"a","case":"b"}' && refused ':2:' duplicate || return
    bad $'{"record":"case","case":"\xff"}' && refused ':2:' 'no record' || return
    bad '[1]' && refused ':2:' "'record'" || return
    bad "$start" && refused ':2:' "second 'start'" || return
    start=${start/'"schema":1'/'"schema":2'} bad && refused ':1:' 'schema' || return
    bad '{"record":"point","point":"a/b/c","passed":-1}' && refused ':2:' "'passed' is no count" || return
    bad "$(grep -m1 '"point"' "$new")" "$(grep -m1 '"point"' "$new")" && refused ':3:' 'read already' || return
    deep=$(printf '[%.0s' $(seq 40))$(printf ']%.0s' $(seq 40))
    bad "{\"record\":\"case\",\"picture\":$deep}" && refused ':2:' deep || return
    { echo "$start"; head -c 17000000 /dev/zero | tr '\0' x; } >"$work/bad.jsonl"
    refused ':2:' '16 MiB' || return
    : >"$work/bad.jsonl" && refused ':' empty || return
    echo '{"matrix":[{"name":[]}],"saboteurs":1}' >"$work/bad.jsonl" && refused ':' "'matrix.1.name'"
}

# Records from which one is gone, or that were changed, with no running hash to tell it.
not_adding_up() {
    local change part=0
    for change in '/"record":"case".*"wrong-value"/{x;s/^/x/;/^x$/{x;d};x}' '/"point":"gather\/onnx-13\/document\/rows","passed":0/d' \
        '/"record":"variant","backend":"wrong","variant":"scatter/d' '/"record":"end"/s/"wrong-value":4/"wrong-value":3/' \
        '/"record":"end"/s/"judged":46/"judged":45/' '/"record":"end"/s/"waived":1/"waived":2/' \
        '/"record":"variant","backend":"wrong"/s/"wrong-value":2/"wrong-value":1/' '0,/"passed":14,"hash"/s//"passed":15,"hash"/'; do
        sed "$change" "$new" >"$work/bad.jsonl"
        ! cmp -s "$new" "$work/bad.jsonl" || { why "nothing is changed by $change"; return 1; }
        refused ':' ": " || { why "after $change"; return 1; }
        part=$((part + 1))
    done
    same "$part" 8 changes
}

# A missing part is shown as not recorded.
poor_records() {
    local f kind
    for kind in start document absent backend case point variant waiver end elsewhere; do
        echo "{\"record\":\"$kind\"}" >"$work/poor.jsonl"
        for f in $formats; do
            gat 0 report "$f" "$work/poor.jsonl" || return
        done
    done
}

no_such() {
    gat 2 report htlm "$new" && err_has "did you mean 'html'" || return
    gat 2 report ../reports/html "$new" && err_has 'no report' || return
    gat 2 report html && gat 2 report html "$work/none.jsonl" && err_has 'none.jsonl' || return
    gat 2 report html "$new" -o "$work/no/folder/x" && err_has 'cannot be written'
}

# A format of the user's own, and what it may not do.
own_format() {
    mkdir -p "$work/mine/reports"
    mine() { printf 'return {title = "mine", write = function(report) %s end}\n' "$1" >"$work/mine/reports/mine.lua"; }
    mine 'report.write(report.model.now.backends[1].id, "\n")'
    gat 0 report mine "$new" --path "$work/mine" && same "$(cat "$work/out")" cuda output || return
    local bad
    for bad in 'io.open("x")' 'os.exit(0)' 'load("x")' 'report.asset("../Makefile")' 'report.asset("/etc/passwd")' \
        'report.part("../html")' 'report.records(7)' 'report.write({})' 'report.json(report.write)' 'x = 1' 'local t = {} t.t = t report.json(t)'; do
        mine "$bad"
        gat 3 report mine "$new" --path "$work/mine" && err_has mine.lua:1: || return
    done
    mine 'while true do end'
    gat 3 report mine "$new" --path "$work/mine" && err_has 'mine.lua:1: the script has taken 501 million instructions; it must come to an end' || return
}

junit_valid() { xmllint --noout --schema tests/cli/junit.xsd "$golden/report.junit" 2>"$work/err" || { why "$(cat "$work/err")"; return 1; }; }
csv_square() {
    python3 - "$golden/report.csv" >"$work/err" 2>&1 <<'P' || { why "$(cat "$work/err")"; return 1; }
import csv, sys
rows = list(csv.reader(open(sys.argv[1], encoding="utf-8", newline="")))
assert len({len(r) for r in rows}) == 1, "rows of different length"
assert not [c for r in rows for c in r if c[:1] in "=+@\t" and c], "a cell that a spreadsheet would compute"
P
}

# Hostile names stand in the page as text: no element and no script of theirs.
page_escaped() {
    gat 0 report html "$new" --against "$new" || return
    same "$(grep -o '<script' "$work/out" | wc -l)" 5 'scripts that begin' || return
    same "$(grep -o '</script' "$work/out" | wc -l)" 5 'scripts that end' || return
    same "$(grep -c '<b>"' "$work/out")" 0 'elements of a name' || return
    same "$(grep -c '<!-- \]\]' "$work/out")" 0 'comments of a name' || return
    ! grep -nE $'\x1b|\xe2\x80\xae' "$work/out" || { why 'control characters'; return 1; }
    ! grep -noE '(src|href)="[^#"]' "$work/out" || { why 'a link that leads out'; return 1; }
    ! grep -noE '@import|url\((["'"'"']?)http|fetch\(|XMLHttp|WebSocket' "$work/out" || { why 'something that asks a network'; return 1; }
    grep -qF "default-src 'none'" "$work/out" || { why 'no policy'; return 1; }
}

# page_dump FILE OPTION...: the page as it is after its script ran, in $work/dom.
page_dump() {
    local page=$1
    shift
    timeout 120 "$chromium" --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync --disable-default-apps --disable-extensions --user-data-dir="$work/profile" \
        "$@" --dump-dom "file://$page" >"$work/dom" 2>"$work/err" || { why "chromium: $(tail -n 2 "$work/err")"; return 1; }
}
# browser FILE WANTED...: that holds all of this.
browser() {
    local page=$1 part
    shift
    page_dump "$page" --virtual-time-budget=5000 --log-net-log="$work/net.json" || return
    for part in "$@"; do
        grep -qF -- "$part" "$work/dom" || { why "no '$part' in the page"; return 1; }
    done
}
hosts() { grep -oE '"url":"(http|https|ws|wss|ftp)://[^/"?]*' "$1" | sort -u; }
# Chromium talks to its makers whatever it shows: what it asks for beyond that is the page's.
page_asks_nobody() {
    echo '<img src="http://gatherum.invalid/x">' >"$work/asks.html"
    browser "$work/asks.html" gatherum.invalid && hosts "$work/net.json" >"$work/usual" || return
    grep -q 'gatherum.invalid' "$work/usual" || { why 'the log does not show requests of a page'; return 1; }
    browser "$work/page.html" && hosts "$work/net.json" | comm -13 "$work/usual" - >"$work/asked"
    [ ! -s "$work/asked" ] || { why "$(cat "$work/asked")"; return 1; }
}
page_runs() {
    gat 1 report html "$new" --against "$old" -o "$work/page.html" || return
    browser "$work/page.html" '5 failing cases' 'class="k-displaced"' 'class="k-unwritten"' 'class="arrow from"' \
        'output[0,1] must be data[0,3]' 'aria-pressed="true"' || return
    same "$(grep -c '<script>alert' "$work/dom")" 0 'scripts of a name'
}
many_failures() {
    awk 'NR == FNR { if (/"picture"/ && line == "") line = $0; if (FNR == 1) print; next } 0; END {
        for (k = 0; k < 10000; k++) { text = line; gsub(/document\/rows/, "many/m" k, text); print text } }' "$new" "$new" >"$work/many.jsonl"
    gat 0 report html "$work/many.jsonl" -o "$work/page.html" || return
    browser "$work/page.html" $'10\u202f000 failing cases' 'class="arrow from"' || return
    same "$(grep -o 'class="case"' "$work/dom" | wc -l)" 50 'cases that are built before they are asked for' || return
    opens_in_time "$work/page.html"
}
# Less than two seconds of a real clock till all of it is drawn; the machine may have better to do, so the best of three.
opens_in_time() {
    local ms=none
    sed 's|</body>|<script>addEventListener("load", () => { document.body.dataset.opened = Math.ceil(document.body.offsetHeight \&\& performance.now()); })</script></body>|' \
        "$1" >"$work/timed.html"
    for _ in 1 2 3; do
        page_dump "$work/timed.html" || return
        ms=$(grep -oE 'data-opened="[0-9]+"' "$work/dom" | grep -oE '[0-9]+')
        [ "${ms:-9999}" -ge 2000 ] || { echo "# 10,000 failures open in $ms ms"; return 0; }
    done
    why "it opens in ${ms:-no} ms"
    return 1
}
# The C file of a failure comes out of the page, and shows the failure.
page_gives_c_file() {
    local plugin
    plugin=$(cd "${OUT:-build}" && pwd)/tests/plugins/leaves_last.so
    "$gatherum" run --backend "$plugin" --out "$work/one.jsonl" gather/onnx-13/document/rows >/dev/null 2>&1
    gat 0 report html "$work/one.jsonl" -o "$work/page.html" || return
    sed -i 's|</body>|<script>setTimeout(() => { for (const d of document.querySelectorAll(".fold")) d.open = true; }, 200)</script></body>|' "$work/page.html"
    browser "$work/page.html" 'download="gather_onnx-13_document_rows_' || return
    python3 -c 'import html, re, sys; print(html.unescape(re.search(r"<pre class=.code.*?<code>(.*?)</code>", sys.stdin.read(), re.S)[1]), end="")' \
        <"$work/dom" >"$work/case.c" || return
    # A plug-in that was built with a sanitizer asks for a program that was.
    local sanitizers=
    ! grep -qa __asan_init "$plugin" || sanitizers=-fsanitize=address,undefined
    cc $sanitizers -o "$work/case" "$work/case.c" -ldl 2>"$work/err" || { why "$(head -n 3 "$work/err")"; return 1; }
    ASAN_OPTIONS=detect_leaks=0 "$work/case" "$plugin" >"$work/out" 2>&1
    same "$?" 1 "exit code of the C file: $(cat "$work/out")" || return
    grep -q '^wrong: output' "$work/out" || { why "no wrong output in: $(head -n 3 "$work/out")"; return 1; }
}

# A case that passes alone, and whose answer contradicts that to another.
contradictory() {
    sed '/"record":"point","backend":"good","point":"gather\/onnx-13\/document\/rows"/i {"record":"case","backend":"good","case":"gather/onnx-13/document/rows/float32,int64","verdict":"inconsistent-reading","clause":"","requirement":"","diagnosis":"its answer excludes 1 of 2 ways","element":-1,"wrong":0,"hunts":"","repeat":"again","member":-1,"excludes":["a=b"]}
        /"record":"variant","backend":"good"/s/"verdicts":{/&"inconsistent-reading":1,/
        /"record":"end"/{s/"judged":46/"judged":47/; s/"verdicts":{/&"inconsistent-reading":1,/}' \
        "$new" >"$work/contradictory.jsonl"
    gat 0 report tap "$work/contradictory.jsonl" || return
    grep -q '^not ok [0-9]* - good: gather/onnx-13/document/rows$' "$work/out" || { why "TAP: $(head -n 5 "$work/out")"; return 1; }
    gat 0 report junit "$work/contradictory.jsonl" || return
    grep -q '<testsuite name="good: gather/onnx-13" tests="3" failures="1" ' "$work/out" || { why "JUnit: $(grep '<testsuite ' "$work/out")"; return 1; }
}

# Cases that exclude readings follow often from what is wrong elsewhere: they are the last cause, however many they are.
readings_last() {
    local types
    {
        sed '/"record":"variant","backend":"wrong","variant":"gather/,$d' "$new"
        for types in int8,int32 int8,int64 int16,int32 int16,int64; do
            printf '{"record":"case","backend":"wrong","case":"gather/onnx-13/traps/many/%s","verdict":"inconsistent-reading","clause":"","requirement":"","diagnosis":"its answer excludes 1 of 2 ways to read","element":-1,"wrong":0,"hunts":"","repeat":"again","member":-1,"excludes":["a=b"]}\n' $types
        done
        sed -n '/"record":"variant","backend":"wrong","variant":"gather/,$p' "$new" |
            sed '/"variant":"gather/s/"verdicts":{/&"inconsistent-reading":1,/
                 /"record":"end"/{s/"judged":46/"judged":47/; s/"verdicts":{/&"inconsistent-reading":1,/}'
    } >"$work/readings.jsonl"
    gat 0 report summary "$work/readings.jsonl" || return
    grep -E '^ [0-9]+\. ' "$work/out" >"$work/numbered"
    grep -q '^ 1\. 2 cases: ' "$work/numbered" && tail -n 1 "$work/numbered" | grep -q '4 cases: its answer excludes' || { why "$(cat "$work/numbered")"; return 1; }
}

# The package of a release from records that are there: twice the same bytes, and sums that fit.
release_alike() {
    local to="$work/release-t" program
    program=$(cd "$(dirname "$gatherum")" && pwd)/$(basename "$gatherum")
    mkdir -p "$to" && cp "$new" "$to/ref.jsonl" || return
    echo '{"matrix":[{"name":"bug","operators":[{"operator":"gather","killed":true}]}],"saboteurs":1,"killed":1}' >"$to/kill.json"
    GATHERUM=$program OUT=$work timeout 60 tools/release/release_report.sh t 'gather/onnx-13/document/*' >"$work/out" 2>&1 || { why "$(tail -n 2 "$work/out")"; return 1; }
    cp -r "$to" "$work/release-1" && rm "$to/report.html" "$to/vectors.tar.gz"
    GATHERUM=$program OUT=$work timeout 60 tools/release/release_report.sh t 'gather/onnx-13/document/*' >"$work/out" 2>&1 || return
    mkdir "$work/pack" && tar -C "$work/pack" -xzf "$to/vectors.tar.gz" && (cd "$work/pack/vectors" && sha256sum --quiet -c SHA256SUMS) >"$work/out" 2>&1 ||
        { why "the pack of vectors: $(head -n 3 "$work/out")"; return 1; }
    diff -r "$to" "$work/release-1" >"$work/diff" || { why "$(head -n 5 "$work/diff")"; return 1; }
    (cd "$to" && sha256sum --quiet -c SHA256SUMS) >"$work/out" 2>&1 || { why "$(cat "$work/out")"; return 1; }
    same "$(wc -l <"$to/SHA256SUMS")" 12 'files of the package' || return
    grep -q '"result":"FAILED"' "$to/test-result.intoto.json" && grep -q "$(sha256sum <"$to/ref.jsonl" | cut -d' ' -f1)" "$to/test-result.intoto.json" ||
        { why 'the statement does not name result and records'; return 1; }
    ! OUT=$work tools/release/release_report.sh ../x 2>/dev/null || return
    make -nB VERSION=t "${OUT:-build}/obj/core/error.o" >"$work/out" 2>&1
    grep -qF "GAT_VERSION='\"$(cat VERSION)\"'" "$work/out" || { why "VERSION=t is the version of the program: $(tail -n 1 "$work/out")"; return 1; }
}

plan 22
formats_listed; point $? 'list reports names the formats'
for f in csv junit markdown tap; do
    golden_one "$f"; point $? "$f is byte by byte what tests/fixtures/golden/report.$f holds"
done
twice_alike; point $? 'the same records give the same bytes, wherever they lie'
dated; point $? 'the date is that of SOURCE_DATE_EPOCH'
gates; point $? '--against: 1 when something fails that did not, or when the records prove nothing'
if command -v jq >/dev/null; then slower; point $? 'slower is told, with the limit of memcpy beside it'; else skip 'slower is told' 'no jq here'; fi
killed_while_writing; point $? 'half a line at the end is a run that was killed'
hostile_records; point $? 'wrong records: one sentence with its place, and the older report stays'
not_adding_up; point $? 'records that do not add up are refused, whichever is gone'
poor_records; point $? 'what is missing is no error'
contradictory; point $? 'a case that contradicts others fails, though it passes alone'
readings_last; point $? 'what excludes readings is the last cause'
no_such; point $? 'formats and files that are not there'
own_format; point $? 'a format of the user, and nothing but records for it'
release_alike; point $? 'the package of a release, twice the same'
if command -v xmllint >/dev/null; then junit_valid; point $? 'JUnit XML fits its schema'; else skip 'JUnit XML fits its schema' 'no xmllint here'; fi
if command -v python3 >/dev/null; then csv_square; point $? 'CSV is read back, and holds no formulas'; else skip 'CSV is read back' 'no python3 here'; fi
page_escaped; point $? 'the page holds hostile names as text and asks no network'
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -n "$chromium" ]; then page_runs && page_asks_nobody && many_failures && page_gives_c_file; point $? 'the page in a browser: pictures, no request, 10,000 failures, a C file'; else skip 'the page in a browser' 'no Chromium here (tools/deps.sh --browser)'; fi
finish
