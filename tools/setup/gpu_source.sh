#!/bin/sh
# gpu_source.sh - the kernels of gpu/ as one text, or with --c as a C array of its bytes.
#
# GPU_KERNELS=DIR: those of another folder.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." && cd "${GPU_KERNELS:-gpu}" || exit 3

# "#include "x"" is replaced by x; guards make the second time harmless.
flat() {
    awk 'function file(name,   line) {
             while ((getline line < name) > 0)
                 if (match(line, /^#include "/)) file(substr(line, 11, length(line) - 11))
                 else print line
             close(name)
         }
         BEGIN { file("kernel_units.h") }'
}

if [ "${1-}" != --c ]; then flat; exit; fi
echo '/* gpu_source.c - the device source as text; made by tools/setup/gpu_source.sh. */'
echo 'extern const char gpu_source[];'
echo 'const char gpu_source[] = {'
flat | od -An -v -tu1 | sed 's/  *\([0-9][0-9]*\)/\1,/g'
echo '0};'
