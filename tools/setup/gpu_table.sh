#!/usr/bin/env bash
# gpu_table.sh - the rules of all variants as the table that gpu/gpu.h declares, from that of the oracle.
#
# usage: tools/setup/gpu_table.sh VARIANTS.c    what `gatherum list specs --c` printed; to standard output
#
# A variant has a row for each profile, as there. Words of rules are those of ref/rules.def. A type or a shape that a document
# leaves open is refused like one that it forbids. What decides a rule in a way that the kernels do not know has no row, so
# that no backend claims it.
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
exec awk '
function number(rule) { return rule in value ? value[rule] : 0 }
function is(rule, wanted, list) {
    split(words[rule], list, " ")
    return list[number(rule) + 1] == wanted
}
function outside(list, w) {
    split(words["out_of_range"], list, " ")
    w = list[number("out_of_range") + 1]
    return w ~ /^(clamp|wrap|zero|drop|fill)$/ ? "\"" w "\"" : "NULL"
}
function is_known() {
    return !is("duplicates", "first") && !is("duplicates", "error") && !is("nan", "ignored") && !is("precision", "wide") &&
        !is("overflow", "saturates") && !is("mean_rounding", "to_zero")
}
function print_row() {
    printf "    {\"%s\", .name = {\"%s\"}, .profile = \"%s\", .outside = %s,\n", op, name, profile, outside()
    printf "     .excludes = GAT_ALL_TYPES & ~%su, .indexes = %su, .axis = %s, .may_reduce = %d,\n", types, indexes, axis, reduces
    printf "     .rule = {%s}},\n", rules
}

FILENAME ~ /rules\.def$/ && /^RULE\(/ {
    split($0, part, "\"")
    rule = part[1]
    gsub(/^RULE\(|, *$/, "", rule)
    words[rule] = part[2]
    next
}
FILENAME ~ /rules\.def$/ { next }
FNR == 1 {
    print "/* gpu_table.c - rules of variants for the GPU backends, made by tools/setup/gpu_table.sh.\n *\n * SPDX-License-" \
        "Identifier: Apache-2.0 */\n#include \"gpu.h\"\n\nconst struct gpu_variant gpu_variants[] = {"
}
/^const struct ref_words/ { exit }
/^    \{"/ {
    split($0, part, "\"")
    split(part[9], figure, /[ ,]+/)
    op = part[2]
    name = part[4]
    profile = part[6]
    types = figure[2]
    indexes = figure[3]
    axis = figure[4]
    split("", value)
    rules = ""
}
/^        \[REF_/ {
    rule = $1
    gsub(/^\[REF_|\]$/, "", rule)
    value[rule] = $3 + 0
    rules = rules "[GPU_RULE_" rule "] = " value[rule] ", "
}
/\}\}, "/ {
    sub(/.*\}\}, "/, "")
    sub(/".*/, "")
    reduces = / reduction /
    if (is_known())
        print_row()
}
END {
    print "};\nenum { N_VARIANTS = sizeof gpu_variants / sizeof gpu_variants[0] };"
    print "_Static_assert((int)N_VARIANTS <= (int)GPU_CLAIMS, \"room for all claims\");"
    print "const unsigned gpu_variant_count = N_VARIANTS;"
}' "$(dirname "$0")/../../ref/rules.def" "$1"
