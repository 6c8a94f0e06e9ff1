/* file_write.c - a file in one piece, whatever its name leads to.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_write.h"

enum { MOST_LINKS = 40, MOST_TRIES = 100 };

static bool same_inode(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool gat_file_same(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && same_inode(&x, &y);
}

FILE *gat_file_reread(const char *path, struct gat_error *e)
{
    struct stat s;
    /* A pipe without a writer does not block. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    FILE *f = fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode) ? fdopen(fd, "r") : NULL;
    if (fd < 0)
        (void)gat_fail(e, path, 0, 0, "the file cannot be read: %s", strerror(errno));
    else if (f == NULL)
        (void)gat_fail(e, path, 0, 0, "this is no plain file; records are read more than once, so "
                                      "write them to a file first");
    if (f == NULL && fd >= 0)
        close(fd);
    return f;
}

bool gat_write_all(int fd, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

/* Stdout or stderr if it leads there too, or -1.  Such a file is not replaced: the opener of the
 * descriptor would keep the old one. */
static int own_descriptor(const struct stat *s)
{
    struct stat other;
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
        if (fstat(fd, &other) == 0 && same_inode(s, &other))
            return fd;
    return -1;
}

static bool fail(const struct gat_file *f, struct gat_error *e)
{
    return gat_fail(e, f->path, 0, 0, "it cannot be written: %s", strerror(errno));
}

/* Follow links to a file that is not there yet.  False: too many, or too long a name. */
static bool links_follow(char target[PATH_MAX])
{
    char link[PATH_MAX];
    for (int k = 0; k < MOST_LINKS; k++) {
        ssize_t n = readlink(target, link, sizeof link - 1);
        if (n < 0)
            return true; /* no link */
        link[n] = '\0';
        char *slash = strrchr(target, '/');
        size_t folder = link[0] == '/' || slash == NULL ? 0 : (size_t)(slash + 1 - target);
        if (folder + (size_t)n >= PATH_MAX)
            break;
        memcpy(target + folder, link, (size_t)n + 1);
    }
    errno = ELOOP;
    return false;
}

/* A new file beside the target, under a name that nobody else has. */
static int part_open(struct gat_file *f, mode_t mode)
{
    for (int k = 0; k < MOST_TRIES; k++) {
        unsigned random = 0;
        if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random)
            random = (unsigned)getpid() + (unsigned)k;
        snprintf(f->part, sizeof f->part, "%s.part-%08x", f->target, random);
        int fd = open(f->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

bool gat_file_open(struct gat_file *f, const char *path, struct gat_error *e)
{
    struct stat s;
    f->path = path;
    f->part[0] = '\0';
    f->fd = -1;
    bool there = stat(path, &s) == 0;
    int own = there ? own_descriptor(&s) : -1;
    if (own >= 0 || (there && !S_ISREG(s.st_mode))) {
        f->fd = own >= 0 ? fcntl(own, F_DUPFD_CLOEXEC, 0)
                         : open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
        return f->fd >= 0 || fail(f, e);
    }
    if (!there && errno != ENOENT)
        return fail(f, e);
    if (there && realpath(path, f->target) == NULL)
        return fail(f, e);
    if (!there && (size_t)snprintf(f->target, sizeof f->target, "%s", path) >= sizeof f->target)
        errno = ENAMETOOLONG;
    else if (there || links_follow(f->target))
        f->fd = part_open(f, 0666);
    if (f->fd >= 0 && there) /* the new file has the permissions of the old one */
        (void)fchmod(f->fd, s.st_mode & 0777);
    return f->fd >= 0 || fail(f, e);
}

bool gat_file_close(struct gat_file *f, bool whole, struct gat_error *e)
{
    bool in_place = f->part[0] == '\0';
    int number = errno; /* why it is not whole */
    bool good = close(f->fd) == 0 && whole;
    f->fd = -1;
    if (good && (in_place || rename(f->part, f->target) == 0))
        return true;
    number = whole ? errno : number;
    if (!in_place)
        (void)unlink(f->part);
    errno = number;
    return fail(f, e);
}

bool gat_file_write(const char *path, const void *bytes, size_t size, struct gat_error *e)
{
    struct gat_file f;
    return gat_file_open(&f, path, e) &&
           gat_file_close(&f, gat_write_all(f.fd, bytes, size), e);
}

void gat_folders_make(const char *root, const char *file)
{
    char folder[4096];
    for (const char *c = file + strlen(root); c != NULL; c = strchr(c + 1, '/'))
        if (snprintf(folder, sizeof folder, "%.*s", (int)(c - file), file) < (int)sizeof folder)
            (void)mkdir(folder, 0777);
}
