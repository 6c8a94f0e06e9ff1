# shards.sh - what the tests of records share: sourced, not run.
# shellcheck shell=bash
#
# SPDX-License-Identifier: Apache-2.0

# check NAME COMMAND...: a point for a function that explains its failure.
check() {
    local name=$1
    shift
    "$@"
    point $? "$name"
}
