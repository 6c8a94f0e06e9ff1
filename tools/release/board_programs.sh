#!/bin/sh
# board_programs.sh GATHERUM DIR RECORDS... - a stand-alone program for each deviation of the board, and what it says.
#
# The programs go to DIR/programs, what they print and how they end to DIR/programs.json.  Each sees its framework
# in build/peers and nothing of gatherum.  Each runs under the settings of the row that was judged, and again
# under those that its framework has by default (SETTINGS=default).  Exit 1: one of them does not show its
# deviation under the settings of the row.
#
# SPDX-License-Identifier: Apache-2.0
set -u

# says GATHERUM DIR FILE BACKEND READING [SETTINGS]: the line in which the program says that its failure shows, which
# words of the library may follow, or the last that it prints.
says() {
    peers=$(cd "$(dirname "$1")" && pwd)/peers
    SETTINGS=${6:-} PYTHONPATH=$peers/${4%%:*}:$peers/numpy:$peers/onnx:$peers PYTHONSAFEPATH=1 PYTHONDONTWRITEBYTECODE=1 \
        CUDA_VISIBLE_DEVICES='' GLOG_v=4 TF_CPP_MIN_LOG_LEVEL=3 JAX_PLATFORMS=cpu \
        timeout 150 python3 "$2/programs/$3" ${5:+"$5"} 2>"$2/programs/$3.err" |
        awk '/^the failure shows/ { shows = $0 } { last = $0 } END { print shows != "" ? shows : last }'
}

# one GATHERUM DIR FILE BACKEND SEED CASE READING: make and run it; its entry goes to DIR/programs/FILE.json.
one() {
    gatherum=$1 dir=$2 file=$3 backend=$4 seed=$5 case=$6 reading=$7 own=
    said=$("$gatherum" export py --backend "$backend" --seed "$seed" "$case" -o "$dir/programs/$file" 2>&1)
    code=$?
    if [ $code = 0 ]; then
        kept=$dir/shown/$({ cat "$dir/programs/$file" "$(dirname "$gatherum")/peers/${backend%%:*}/.version"; echo "$reading"; } 2>/dev/null | sha256sum | cut -c1-32)
        if [ -s "$kept" ]; then
            said=$(sed -n 1p "$kept") own=$(sed -n 2p "$kept")
        else
            # What memory happens to hold may be right by chance.
            for _ in 1 2 3; do
                said=$(says "$gatherum" "$dir" "$file" "$backend" "$reading")
                case $said in 'the failure shows'*) break ;; esac
            done
            own=$said
            # Where the program asks which settings are wanted, those of the row are not the framework's own.
            [ "$(grep -cw DEFAULTS "$dir/programs/$file")" -lt 2 ] || own=$(says "$gatherum" "$dir" "$file" "$backend" "$reading" default)
            case $said in 'the failure shows'*) printf '%s\n%s\n' "$said" "$own" >"$kept" ;; esac
        fi
        case $said in 'the failure shows'*) code=0 ;; *) code=1 ;; esac
    fi
    [ $code = 0 ] || echo "$backend: $file does not show its deviation: $case: $said $(tail -n 1 "$dir/programs/$file.err" 2>/dev/null)"
    jq -n --arg file "$file" --arg backend "$backend" --arg case "$case" --arg reading "$reading" --argjson code $code \
        --arg said "$said" --arg own "$own" --rawfile text "$dir/programs/$file" '$ARGS.named' >"$dir/programs/$file.json"
}
if [ "$1" = --one ]; then
    shift
    one "$@"
    exit
fi

gatherum=$1 dir=$2
shift 2
mkdir -p "$dir/programs" "$dir/shown" || exit 3
start=$(date +%s)
"$gatherum" report board-cases "$@" -o "$dir/programs/all" || exit 3
# An adapter without a part that stands alone has no programs: what it calls runs in an emulator.  Of a row with
# options programs can be made where the adapter has a function that sets them.
grep -L '^# ---- alone' backends/*.py | sed 's|.*/\(.*\)\.py$|\1|' >"$dir/programs/without"
grep -l '^def way(' backends/*.py | sed 's|.*/\(.*\)\.py$|\1:|' >>"$dir/programs/without"
awk -F'\t' 'FILENAME == ARGV[1] { without[$1]; next } { split($2, of, ":") } !(of[1] in without) && (of[1] == $2 || of[1] ":" in without)' "$dir/programs/without" "$dir/programs/all" >"$dir/programs/list"
tr '\t\n' '\0\0' <"$dir/programs/list" | xargs -0 -r -P "$(getconf _NPROCESSORS_ONLN)" -n 5 "$0" --one "$gatherum" "$dir" |
    tee "$dir/programs/said"
cat "$dir"/programs/*.json 2>/dev/null | jq -s '{programs: .}' >"$dir/programs.json"
wanted=$(wc -l <"$dir/programs/list") shown=$(jq '[.programs[] | select(.code == 0)] | length' "$dir/programs.json")
echo "programs: $shown of $wanted show their deviation, in $(($(date +%s) - start)) s"
jq -r '.programs[] | select(.code == 0 and (.own | startswith("the failure shows") | not)) |
    "\(.backend): \(.file) does not show its deviation under the default settings of its framework: \(.own)"' "$dir/programs.json"
[ "$shown" = "$wanted" ]
