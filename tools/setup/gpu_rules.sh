#!/usr/bin/env bash
# gpu_rules.sh - the rules of ref/rules.def and their words as numbers, for gpu/gpu.h.
#
# usage: tools/setup/gpu_rules.sh    to standard output
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
echo "/* gpu_rules.h - rules and their words as numbers, made by tools/setup/gpu_rules.sh. */"
exec awk -F '[(,]' '
/^(RULE|NUMBER)\(/ { names = names "GPU_RULE_" $2 ", " }
/^RULE\(/ {
    split($0, part, "\"")
    gsub(/[^ ]+/, "GPU_" $2 "_&,", part[2])
    print "enum { " part[2] " };"
}
END { print "enum gpu_rule { " names "GPU_RULES };" }' "$(dirname "$0")/../../ref/rules.def"
