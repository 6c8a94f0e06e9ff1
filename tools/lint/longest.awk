#!/usr/bin/awk -f
# longest.awk - functions of 60 lines and more, by the braces in column 1.
#
# SPDX-License-Identifier: Apache-2.0
/^{/ { start = FNR }
/^}/ && start {
    n = FNR - start + 1
    if (n > 60) { print FILENAME ":" start ": a function of " n " lines; the most is 60"; bad = 1 }
    start = 0
}
END { exit bad }
