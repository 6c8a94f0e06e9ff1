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

enum { LOOKS = 40, LOOK = 50000 }; /* microseconds */

/* Does another run hold the file?  The processes that a killed run was about to start hold it a
 * moment longer than the run.  A file system that knows no locks is no reason not to run. */
static bool is_busy(int fd)
{
    bool busy = true;
    for (int k = 0; k < LOOKS && busy; k++) {
        if (k > 0)
            usleep(LOOK);
        busy = flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    }
    return busy;
}

int gat_record_file_open(const char *path, int *code)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    bool busy = fd >= 0 && is_busy(fd);
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
