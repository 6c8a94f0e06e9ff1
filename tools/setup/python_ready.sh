#!/usr/bin/env bash
# python_ready.sh - print the PATH on which python3 is an interpreter, and not a script that looks for one (pyenv), which
# costs more than the start of Python; and leave the modules of the package compiled, for all that start it after this.
# usage: PATH=$(tools/setup/python_ready.sh)
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 3
found=$(command -v python3) && real=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null) || real=
if [ -x "$real" ]; then
    [ "${found%/*}" = "${real%/*}" ] || PATH=${real%/*}:$PATH
    python3 -m compileall -q python/gatherum backends/python >/dev/null 2>&1
fi
printf '%s\n' "$PATH"
