/* file_write.h - how a file that the user named is written.
 *
 * A regular file is replaced in one piece: there is the old one or the new one, wherever the
 * process dies; it does not wait for the disk.  The new one is made beside it under a name
 * that nobody else has.  A symbolic link stays, and what it leads to is written.  Anything
 * that is no regular file (a device, a pipe, stdout by its name) is written in place.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FILE_WRITE_H
#define GAT_FILE_WRITE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "error.h"

/* A file that is being written. */
struct gat_file {
    const char *path;            /* as the user named it */
    int fd;                      /* write here; -1: not open */
    char target[PATH_MAX];       /* the file that the path leads to */
    char part[PATH_MAX + 32];    /* the new file, or "" where it is written in place */
};

/* False and *e when it cannot be opened.  `path` must stay valid until the file is closed. */
bool gat_file_open(struct gat_file *f, const char *path, struct gat_error *e);
/* Close it.  When all of it is there (`whole`), it takes the place of the old one; else the
 * old one stays.  False and *e when that fails. */
bool gat_file_close(struct gat_file *f, bool whole, struct gat_error *e);
/* Both, with one text between. */
bool gat_file_write(const char *path, const void *bytes, size_t size, struct gat_error *e);
/* Are both paths there, and the same file? */
bool gat_file_same(const char *a, const char *b);
/* Open a file of records, which are read more than once.  NULL and *e when it cannot be opened,
 * or is a pipe, a folder or a device.  The caller closes it. */
FILE *gat_file_reread(const char *path, struct gat_error *e);
/* Write all bytes, however often the system takes only some. */
bool gat_write_all(int fd, const void *bytes, size_t size);
/* Make the folder `root`, which `file` begins with, and those below it that `file` lies in, as
 * far as they are missing.  Where that fails the write of the file tells. */
void gat_folders_make(const char *root, const char *file);

#endif
