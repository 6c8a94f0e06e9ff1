#!/usr/bin/env bash
# kernels.t - the kernels of examples/python: the bug that people make gets the sentence that stands there, and the
# repaired form passes.  What needs a package that is not here is left out.
# sanitizers: no, each judgement starts Python.
#
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../tap.sh"
gatherum=$(realpath "${GATHERUM:-build/gatherum}")
peers=${GATHERUM_PEERS:-$(dirname "$gatherum")/peers}
export PYTHONDONTWRITEBYTECODE=1 GATHERUM_PEERS=$peers
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null || skip_all 'no python3 of version 3.10 here'

# judged COMMAND SENTENCE: it is said, and nothing else conforms than what is said to fail nowhere.
judged() {
    local code wanted=1
    [ "$2" != '0 fail' ] || wanted=0
    timeout 290 bash -c "${1/build\/gatherum/$gatherum} --quiet -j 1" >"$work/out" 2>&1
    code=$?
    same "$code" "$wanted" "code; $(tail -n 4 "$work/out")" &&
        { tr -s '[:space:]' ' ' <"$work/out" | grep -qF "$2" || { why "'$2' is not said: $(cat "$work/out")"; return 1; }; }
}

plan "$(grep -l '^# needs: ' examples/python/*.py | xargs cat | grep -c '^        says: ')"
for file in $(grep -l '^# needs: ' examples/python/*.py); do
    needed=$(sed -n 's/^# needs: //p' "$file")
    PYTHONPATH=
    for one in $needed numpy; do PYTHONPATH=$PYTHONPATH${PYTHONPATH:+:}$peers/$one; done
    export PYTHONPATH
    there=1
    for one in $needed; do python3 -c "import importlib.util, sys; sys.exit(importlib.util.find_spec('$one') is None)" || there= absent=$one; done
    while IFS= read -r command && IFS= read -r sentence; do
        name="$(basename "$file"): ${sentence#*says: }"
        if [ -n "$there" ]; then
            judged "${command#    }" "${sentence#*says: }"
            point $? "$name"
        else
            skip "$name" "no $absent here"
        fi
    done < <(grep -A 1 '^    .*build/gatherum run ' "$file" | grep -v '^--$')
done
finish
