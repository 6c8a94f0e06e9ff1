#!/usr/bin/env bash
# adapters.t - adapters that misbehave: each gets the verdict that it deserves, on exactly
# the cases that deserve it, every other case still runs and passes, and smoke says so.
# sanitizers: no, each adapter starts Python several times.
#
# What is due stands in the docstring of each tests/fixtures/adapters/*.py (honest.py says how).
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
select=gather/onnx-13/hostile
python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null || skip_all 'no python3 of version 3.8 here'

# header FILE WORD: the values of "word: value" lines in the docstring.
header() { sed -n "2,/^\"\"\"\$/s|^$2: ||p" "$1"; }

# judge NAME OPTIONS...: run that adapter, and let smoke look at it; leaves $work/NAME.*
judge() {
    local name=$1 limit
    shift
    timeout 60 "$gatherum" run --backend "tests/fixtures/adapters/$name.py" --path tests/fixtures/hostile \
        --out "$work/$name.jsonl" "$@" "$select" >"$work/$name.tap" 2>"$work/$name.err"
    echo $? >"$work/$name.code"
    # Only adapters that hang have a limit of their own; the others may take their time on a busy
    # machine.
    limit=$(grep -oE -- '--timeout [0-9]+' <<<"$*" || echo --timeout 30)
    # shellcheck disable=SC2086 # two words
    timeout 60 "$gatherum" smoke $limit --path tests/fixtures/hostile "tests/fixtures/adapters/$name.py" "$select" >"$work/$name.smoke" 2>&1
    echo $? >"$work/$name.smoked"
}

has_all() { # FILE WORDS_FILE: FILE holds each line of WORDS_FILE
    local part
    while read -r part; do
        grep -qF -- "$part" "$1" || { why "lacks '$part': $(head -c 600 "$1")"; return 1; }
    done <"$2"
}

check_load() {
    same "$code" "$(header "$1" exit)" "exit code" || return
    same "$(wc -l <"$work/$2.err")" 1 "lines on stderr" || return
    has_all "$work/$2.err" "$work/says"
}

check_cases() {
    local name=$2 verdict=$3 want=$4 n
    grep -xE -- "$(header "$1" guilty | grep . || echo none)" "$work/names" >"$work/due"
    n=$(wc -l <"$work/due")
    [ "$verdict" = pass ] || [ "$n" -gt 0 ] || { why "no case is guilty"; return 1; }
    same "$code" "$want" "exit code; stderr: $(head -c 300 "$work/$name.err")" || return
    jq -r 'select(.record == "case" and .verdict != "weak") | .case' "$work/$name.jsonl" |
        sed "s|^$select/||" | sort >"$work/found"
    diff "$work/due" "$work/found" >"$work/diff" || { why "cases (< due, > found):" "$(cat "$work/diff")"; return 1; }
    jq -r 'select(.record == "case" and .verdict != "weak") | .verdict' "$work/$name.jsonl" | sort -u >"$work/found"
    [ "$verdict" = pass ] || same "$(cat "$work/found")" "$verdict" "verdicts; $(jq -r 'select(.record == "case") | .diagnosis' "$work/$name.jsonl" | head -n 2)" || return
    same "$(jq -s 'map(select(.record == "point") | .passed) | add' "$work/$name.jsonl")" "$((total - n))" "passed" || return
    [ "$verdict" = pass ] && return
    jq -r 'select(.record == "case" and .verdict != "weak") | .diagnosis' "$work/$name.jsonl" | head -n 1 >"$work/said"
    has_all "$work/said" "$work/says"
}

check_smoke() {
    same "$(cat "$work/$2.smoked")" "$(header "$1" smoke)" "exit code of smoke; it printed $(grep -A 1 '^not ok' "$work/$2.smoke" | head -n 4)" || return
    [ "$(header "$1" smoke)" != 1 ] || grep -q '^not ok' "$work/$2.smoke" || { why "no line fails"; return 1; }
    [ "$(header "$1" verdict)" != pass ] || [ "$(header "$1" smoke)" = 0 ] || has_all "$work/$2.smoke" "$work/says"
}

files=(tests/fixtures/adapters/*.py)
plan $((2 * ${#files[@]} + 8))
# Most of them wait for something: several at a time.
for file in "${files[@]}"; do
    options=$(header "$file" options)
    # shellcheck disable=SC2086 # options are words
    judge "$(basename "$file" .py)" --tap=full $options &
    [ "$(jobs -rp | wc -l)" -lt 6 ] || wait -n
done
wait
sed -n 's|^ok [0-9]* - honest: gather/onnx-13/hostile/\([^ ]*\)$|\1|p' "$work/honest.tap" | sort >"$work/names"
total=$(wc -l <"$work/names")
[ "$total" -ge 100 ] || bail "honest.py passes $total cases: $(head -c 400 "$work/honest.err")"
for file in "${files[@]}"; do
    name=$(basename "$file" .py)
    verdict=$(header "$file" verdict)
    want=$(header "$file" exit)
    header "$file" says >"$work/says"
    code=$(cat "$work/$name.code")
    if [ -z "$verdict" ]; then check_load "$file" "$name"; else check_cases "$file" "$name" "$verdict" "${want:-1}"; fi
    point $? "$name: $(sed -n '2s|^"""[^ ]* - ||p' "$file") ${verdict:-exit $want}"
    check_smoke "$file" "$name"
    point $? "$name: smoke ends with $(header "$file" smoke)"
done
"$gatherum" smoke ./README.md >"$work/out" 2>&1
same "$? $(cat "$work/out")" "2 gatherum: ./README.md is no adapter: that is a program that may be executed (chmod +x) and does not end in .so" "smoke of a text"
point $? "smoke refuses what is no adapter"
grep -qE '^# round trip: [0-9]+\.[0-9] us beside the framework.s own 0\.0 us \(medians of [1-9]' "$work/honest.smoke" || why "$(grep '^#' "$work/honest.smoke")"
point $? "smoke tells what a round trip costs"
same "$(jq -r 'select(.record == "backend") | .protections' "$work/honest.jsonl")" copied "protections"
point $? "records say that an adapter works on copies"
for name in takes_giants honest; do
    timeout 120 "$gatherum" run --backend "tests/fixtures/adapters/$name.py" --draw 0 --out "$work/$name.giants" 'gather/onnx-13/giants/*' >"$work/out" 2>"$work/err"
    jq -s -c '[.[] | select(.record == "point")] | [(map(.passed) | add), (map(.failed) | add)]' "$work/$name.giants"
done >"$work/counts"
jq -s -e '.[0][0] > 50 and .[0][1] == 0 and .[1] == [0, 0]' "$work/counts" >"$work/out" || why "passed and failed: $(cat "$work/counts")"
point $? "an adapter that takes the parts of sparse data passes the giants, and no other is asked"
cat >"$work/takes_all.py" <<'EOF'
#!/usr/bin/env python3
import gatherum_adapter as gatherum
KINDS = {"data_types": gatherum.NUMBERS, "index_types": gatherum.INTEGERS}
gatherum.serve("takes_all", lambda options: {"version": "1", "claims": [gatherum.claim("scatter_elements", ["webnn-2026.06"], **KINDS)],
    "operators": {"scatter_elements": lambda call: (call.output["dtype"], call.output["shape"])}})
EOF
cat >"$work/infers.py" <<'EOF'
#!/usr/bin/env python3
import gatherum_adapter as gatherum

def gather(call):
    data, indices, axis = call.inputs["data"], call.inputs["indices"], call.attrs.get("axis", 0)
    if axis < -len(data.shape):
        raise ValueError("axis")
    axis = axis if axis < len(data.shape) else 0
    n, axis = data.shape[axis], axis % len(data.shape)
    run, places = gatherum.count(data.shape[axis + 1:]), indices.bytes.cast("q" if indices.dtype == "int64" else "i")
    if any(not -n <= place < n for place in places):
        raise IndexError("index")
    call.output_bytes()[:] = b"".join(data.bytes[(row * n + place % n) * run:(row * n + place % n + 1) * run]
                                      for row in range(gatherum.count(data.shape[:axis])) for place in places)
    return data.dtype, data.shape[:axis] + indices.shape + data.shape[axis + 1:]

def inferred(call):  # an axis outside its domain is taken for the first; of one index it knows nothing
    data, indices, axis = call.inputs["data"], call.inputs["indices"], call.attrs.get("axis", 0)
    if indices.shape == []:
        raise NotImplementedError("a single index")
    axis = axis % len(data.shape) if -len(data.shape) <= axis < len(data.shape) else 0
    return data.dtype, data.shape[:axis] + indices.shape + data.shape[axis + 1:]

gatherum.serve("infers", lambda options: {"version": "1", "call_us": 10000, "claims": [gatherum.claim("gather", ["onnx-13"], ["int8"])],
    "operators": {"gather": gather}, "infer": inferred})
EOF
chmod +x "$work/infers.py"
"$gatherum" run --backend "$work/infers.py" --out "$work/infers.jsonl" gather/onnx-13/{axis,attributes,rows,shape} >/dev/null 2>&1
same "$(jq -r 'select(.verdict == "wrong-shape") | "\(.case / "/" | .[2]) \(.clause) \(.diagnosis | sub("\\[.*\\]"; ""))"' "$work/infers.jsonl" | sort -u)" \
    'attributes GAT-11 infer() states the shape  where the call is refused (axis names no dimension)' 'what is wrong with its inference'
point $? 'an inference is held to the shape of the answer and to what the call refuses'
"$gatherum" run --backend "$work/infers.py" --budget 0.1 --out "$work/slow.jsonl" gather/onnx-13/{axis,attributes,shape} >"$work/slow.tap" 2>&1
same "$(jq -s '[.[] | select(.record == "point")] | length' "$work/slow.jsonl")" "$(jq 'select(.record == "end") | .judged' "$work/slow.jsonl")" 'cases judged, one of each test'
point $? 'an adapter that says that its calls are slow gets the cases that --budget leaves'
same "$(jq -c 'select(.record == "point" and (.passed | . < 0 or . > 1)) | [.point, .passed]' "$work/slow.jsonl")" '' 'tests with other passes than of their one case'
point $? 'an inference is not asked of cases that --budget leaves out'
chmod +x "$work/takes_all.py"
"$gatherum" run --backend "$work/takes_all.py" --out "$work/takes.jsonl" scatter_elements/webnn-2026.06/bad-types/{bfloat16,short-indices,updates-of-another-type} >/dev/null 2>&1
same "$(jq -r 'select(.verdict == "accepted") | "\(.case / "/" | .[3]) \(.clause / "/" | .[1])"' "$work/takes.jsonl" | sort -u)" \
    $'bfloat16 element-types\nshort-indices index-types\nupdates-of-another-type updates-type' 'clauses of bad types'
point $? "of several clauses of one rule the one is told that the case breaks"
finish
