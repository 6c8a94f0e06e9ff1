/* scratch.c - a folder that a backend may write to.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sandbox/scratch.h"

enum { OPEN_FOLDERS = 16 };

bool gat_scratch_make(char *out, size_t n, struct gat_error *e)
{
    const char *below = getenv("TMPDIR");
    int size = snprintf(out, n, "%s/gatherum-XXXXXX",
                        below != NULL && below[0] == '/' ? below : "/tmp");
    if (size > 0 && (size_t)size < n && mkdtemp(out) != NULL)
        return true;
    int number = errno;
    gat_fail(e, out, 0, 0, "no folder can be made for what a backend writes (TMPDIR?): %s",
             strerror(number));
    out[0] = '\0';
    return false;
}

/* A folder that its owner may not enter is opened first; links are not followed. */
static int drop(const char *path, const struct stat *s, int kind, struct FTW *at)
{
    (void)s;
    (void)at;
    if (kind == FTW_DNR)
        (void)chmod(path, 0700);
    (void)remove(path);
    return 0;
}

void gat_scratch_remove(const char *path)
{
    if (path[0] != '\0')
        (void)nftw(path, drop, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}
