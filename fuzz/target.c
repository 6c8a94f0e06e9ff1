/* target.c - what all targets share.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "target.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

_Noreturn void target_fail(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, condition);
    abort();
}

const char *target_file(const uint8_t *bytes, size_t size)
{
    static int file = -1;
    static char name[40];
    if (file < 0) {
        file = memfd_create("input", MFD_CLOEXEC);
        snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    }
    if (file < 0 || ftruncate(file, 0) != 0 || pwrite(file, bytes, size, 0) != (ssize_t)size) {
        perror("memory file");
        exit(3);
    }
    return name;
}
