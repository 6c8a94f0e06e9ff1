#!/bin/sh
# rule_places.sh - where ref/ looks at each rule, and which file holds each loop, as a C table.
#
# RULE_PLACE(rule, file, function) for each function that names REF_<rule>, comments aside;
# KERNEL_PLACE(kernel, file) for each REF_GATHER and REF_SCATTER.
#
# SPDX-License-Identifier: Apache-2.0
set -u
LC_ALL=C && export LC_ALL
cd "$(dirname "$0")/../.." || exit 3
echo '/* rule_places.def - made by tools/setup/rule_places.sh; do not edit. */'
awk 'FILENAME == "ref/rules.def" {
         if (match($0, /^(RULE|NUMBER)\([a-z_]+/)) { name = substr($0, 1, RLENGTH); sub(/.*\(/, "", name); is_rule[name] = 1 }
         next
     }
     FNR == 1 { function_name = "" }
     /^ \*|^\/\*|^ *\/\*/ { next }
     /^[a-z].*\(/ && !/;$/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name); function_name = name }
     /^REF_(GATHER|SCATTER)\(/ { name = $0; sub(/^[^(]*\(/, "", name); sub(/[,)].*/, "", name); print "KERNEL_PLACE(" name ", \"" FILENAME "\")" }
     /^}/ { function_name = "" }
     {
         rest = $0
         while (match(rest, /REF_[a-z][a-z_]*/)) {
             rule = substr(rest, RSTART + 4, RLENGTH - 4)
             rest = substr(rest, RSTART + RLENGTH)
             key = rule " " FILENAME " " function_name
             if (is_rule[rule] && function_name != "" && !(key in seen)) {
                 seen[key] = 1
                 print "RULE_PLACE(" rule ", \"" FILENAME "\", \"" function_name "\")"
             }
         }
     }' ref/rules.def ref/*.c ref/*.h
