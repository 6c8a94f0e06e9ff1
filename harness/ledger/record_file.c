/* record_file.c - the file that a run writes its records to.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/options.h"
#include "ledger/record_file.h"

int gat_record_file_open(const char *path, int *code)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    /* A file system that knows no locks is no reason not to run. */
    bool busy = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    *code = 0;
    if (fd < 0)
        *code = gat_complain(GAT_EXIT_USAGE, "cannot write records to %s: %s", path,
                             strerror(errno));
    if (busy) {
        close(fd);
        *code = gat_complain(GAT_EXIT_USAGE, "another run writes its records to %s now", path);
    }
    return busy ? -1 : fd;
}

int gat_record_file_begin(int fd, const char *path, long long keep)
{
    struct stat s;
    if (fstat(fd, &s) == 0 && (!S_ISREG(s.st_mode) || ftruncate(fd, (off_t)keep) == 0))
        return 0;
    return gat_complain(GAT_EXIT_USAGE, "cannot write records to %s: %s", path,
                        strerror(errno));
}
