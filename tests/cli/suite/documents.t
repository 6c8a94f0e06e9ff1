#!/usr/bin/env bash
# documents.t - specs/documents.yaml: each document that a variant cites has an address, which users see.
#
# SPDX-License-Identifier: Apache-2.0
# sanitizers: no, the reader of YAML meets them elsewhere
. "$(dirname "$0")/../tap.sh"

addresses() { "$gatherum" list specs --json | jq -r ".[] | \"\(.name) \(.address)\"" >"$work/all" && [ "$(wc -l <"$work/all")" -gt 100 ]; }
none_lacks_one() { addresses && same "$(grep -v ' https://' "$work/all")" "" "variants without an address"; }
none_is_idle() {
    same "$(sed -n 's/^\([a-z][^ ]*\):$/\1/p' specs/documents.yaml | sort)" \
        "$("$gatherum" list specs --json | jq -r '.[].document' | sort -u)" "documents"
}
has() { addresses && grep -qxF -- "$1 $2" "$work/all" || { why "$(grep -F "$1 " "$work/all")"; return 1; }; }
explained() { "$gatherum" explain gather_nd/onnx-12 >"$work/out" && grep -qF 'address   https://onnx.ai/onnx/operators/onnx__GatherND.html' "$work/out" && grep -qF 'licence: Apache-2.0' "$work/out"; }
recorded() {
    "$gatherum" run --backend ref --draw 0 -o "$work/r.jsonl" 'gather/onnx-13/document' >/dev/null &&
        same "$(jq -r 'select(.record == "document").address' "$work/r.jsonl")" https://onnx.ai/onnx/operators/onnx__Gather.html address
}
# refused TEXT WORDS: a documents.yaml of another folder is refused with these words.
refused() {
    mkdir -p "$work/suite/specs" && printf '%s\n' "$1" >"$work/suite/specs/documents.yaml"
    "$gatherum" list specs --path "$work/suite" >"$work/out" 2>&1
    [ $? -eq 2 ] && grep -qF -- "$2" "$work/out" || { why "$(tail -n 3 "$work/out")"; return 1; }
}
entry() { printf "%s:\n  title: T\n  publisher: P\n  version: '1'\n  address: '%s'\n  licence: L\n" "$1" "$2"; }

# Every rule that a specification leaves open is listed, and a clause of the document says so.
opened() {
    "$gatherum" list open --json >"$work/open" && [ "$(jq length "$work/open")" -gt 400 ] &&
        same "$(jq -r '.[] | "\(.variant) \(.rule)"' "$work/open" | sort)" \
            "$("$gatherum" list specs --json | jq -r '.[] | .name as $n | [.profiles[].rules | to_entries[] | select(.value == "undefined" or .value == "either").key] | unique[] | "\($n) \(.)"' | sort)" "what is open" &&
        same "$(jq -r '.[] | select([.clauses[].text | length > 0] | any | not) | "\(.variant) \(.rule)"' "$work/open")" "" "without a clause"
}
opened_in_words() {
    "$gatherum" list open gather/tensorflow >"$work/out" && grep -qxF 'gather/tensorflow-2.x bad_type: either' "$work/out" &&
        grep -qxF '    #tf-gather/index-types (arguments, indices)' "$work/out" && ! grep -q torch "$work/out"
}
opened_nothing() { "$gatherum" list open gather/nobody >"$work/out" 2>&1; [ $? -eq 2 ]; }

plan 12
check "each variant has an address" none_lacks_one
check "each document is cited" none_is_idle
check "a page by the first word of the section" has scatter_nd/onnx-16 https://onnx.ai/onnx/operators/onnx__ScatterND.html
check "a page by the last part of a name" has gather_nd/paddle-3.x https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/gather_nd_en.html
check "explain shows address and licence" explained
check "records hold the address" recorded
check "an address that is none" refused "$(entry a ftp://x)" "documents.yaml:5:12: an address begins with https://"
check "a part that nobody knows" refused "$(entry a 'https://x/{page}')" "documents.yaml:5:12: an address has {section} or {name}"
check "what documents leave open, each rule with its clause" opened
check "in words" opened_in_words
check "nothing is selected" opened_nothing
check "a missing key" refused "a: {title: T}" "the key 'publisher' is missing"
finish
