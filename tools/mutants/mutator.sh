#!/bin/sh
# mutator.sh - install universalmutator, which makes the mutants of `make mutants`, in the folder that is named.
#
# Pinned by version and by digest; nothing of the system is touched.  Only its regular
# expressions are used, so what it names as its own needs is not fetched.
#
# SPDX-License-Identifier: Apache-2.0
set -u
[ $# -eq 1 ] || { echo 'usage: tools/mutants/mutator.sh DIR' >&2; exit 2; }
python3 -m pip --version >/dev/null 2>&1 ||
    { echo 'tools/mutants/mutator.sh: python3 with pip is needed (Debian: python3-pip)' >&2; exit 3; }
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
echo 'universalmutator==1.14.1 --hash=sha256:c2bb39fd143c22d905dd3f8c5d151308f5b7726887a1b3429f894b0e1ebf3b01' >"$work/tool.txt"
if ! python3 -m pip --disable-pip-version-check install --quiet --no-deps --no-compile --require-hashes \
    --only-binary=:all: --target "$work/tool" -r "$work/tool.txt" >"$work/log" 2>&1; then
    echo "tools/mutants/mutator.sh: universalmutator could not be fetched: $(tail -n 1 "$work/log")" >&2
    exit 3
fi
mkdir -p "$1" && cp -R "$work/tool/." "$1" || exit 3
echo "universalmutator 1.14.1: installed in $1"
