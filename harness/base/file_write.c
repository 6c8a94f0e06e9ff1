/* file_write.c - a file in one piece: there is the old one, or the new one, wherever the
 * process dies.  It does not wait for the disk.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file_write.h"

bool gat_file_write(const char *file, const void *bytes, size_t size, struct gat_error *e)
{
    char part[4200];
    size_t done = 0;
    snprintf(part, sizeof part, "%s.part", file);
    int fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    while (fd >= 0 && done < size) {
        ssize_t n = write(fd, (const char *)bytes + done, size - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        done += (size_t)n;
    }
    bool good = fd >= 0 && done == size;
    if (fd >= 0)
        good &= close(fd) == 0;
    if (good && rename(part, file) == 0)
        return true;
    return gat_fail(e, file, 0, 0, "it cannot be written: %s", strerror(errno));
}
