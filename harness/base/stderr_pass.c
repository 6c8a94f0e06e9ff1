/* stderr_pass.c - what a backend writes to stderr is passed on: cleaned, named, bounded.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/stderr_pass.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/plain_text.h"
#include "base/thread.h"

enum {
    MOST_SHOWN = 64 << 10,
    LONGEST_LINE = 1000, /* a longer one is cut in pieces */
    LONGEST_NAME = 60,
    AT_ONCE = 4096,     /* that many bytes a pipe takes without waiting, where it takes any */
    LAST_READS = 256,   /* of a process that outlived its backend no more is read */
    ABOVE_STREAMS = 10, /* descriptors that processes are given lie below */
};

struct gat_stderr_pass {
    char name[LONGEST_NAME + 1];
    int pipe[2], over; /* `over`: its processes have ended */
    pthread_t thread;
    char line[LONGEST_LINE];
    size_t in_line;
    char shown[MOST_SHOWN];
    size_t filled, written;
    uint64_t dropped; /* bytes */
};

/* ---- what is shown ---- */

static void put(struct gat_stderr_pass *p, const char *text, size_t n)
{
    memcpy(p->shown + p->filled, text, n);
    p->filled += n;
}

/* The line so far, if there is room for the longest that it may become. */
static void line_end(struct gat_stderr_pass *p, size_t taken)
{
    static const char instead[] = "\xef\xbf\xbd";
    size_t most = strlen(p->name) + 3 + 3 * p->in_line + 1;
    if (p->dropped > 0 || most > MOST_SHOWN - p->filled) {
        p->dropped += taken;
        p->in_line = 0;
        return;
    }
    put(p, "[", 1);
    put(p, p->name, strlen(p->name));
    put(p, "] ", 2);
    for (size_t at = 0; at < p->in_line;) {
        bool shown;
        const char *c = p->line + at;
        size_t n = gat_plain_look((const unsigned char *)c, p->in_line - at, &shown);
        shown |= *c == '\t';
        put(p, shown ? c : instead, shown ? n : sizeof instead - 1);
        at += n;
    }
    put(p, "\n", 1);
    p->in_line = 0;
}

static void take(struct gat_stderr_pass *p, const char *bytes, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        bool ends = bytes[k] == '\n' || bytes[k] == '\r';
        if (!ends)
            p->line[p->in_line++] = bytes[k];
        if (ends ? p->in_line > 0 || bytes[k] == '\n' : p->in_line == LONGEST_LINE)
            line_end(p, p->in_line + ends);
    }
}

/* False when nothing is there at the moment. */
static bool read_some(struct gat_stderr_pass *p)
{
    char bytes[16 << 10];
    ssize_t n = read(p->pipe[0], bytes, sizeof bytes);
    if (n > 0)
        take(p, bytes, (size_t)n);
    return n > 0;
}

static void write_some(struct gat_stderr_pass *p)
{
    size_t n = p->filled - p->written;
    ssize_t done = write(STDERR_FILENO, p->shown + p->written, n < AT_ONCE ? n : AT_ONCE);
    if (done < 0 && errno != EINTR && errno != EAGAIN)
        done = (ssize_t)n; /* nobody can be told */
    p->written += done > 0 ? (size_t)done : 0;
}

static void last_pass(struct gat_stderr_pass *p)
{
    for (unsigned k = 0; k < LAST_READS && read_some(p); k++)
        ;
    if (p->in_line > 0)
        line_end(p, p->in_line);
    while (p->written < p->filled)
        write_some(p);
    if (p->dropped > 0)
        dprintf(STDERR_FILENO,
                "gatherum: %" PRIu64 " more bytes that [%s] wrote to stderr are not shown\n",
                p->dropped, p->name);
}

static void *pass(void *user)
{
    struct gat_stderr_pass *p = user;
    struct pollfd on[] = {{.fd = p->pipe[0], .events = POLLIN},
                          {.fd = p->over, .events = POLLIN},
                          {.fd = STDERR_FILENO, .events = POLLOUT}};
    for (;;) {
        bool waits = p->written < p->filled;
        if (poll(on, waits ? 3 : 2, -1) < 0)
            continue;
        if (on[0].revents != 0)
            (void)read_some(p);
        if (waits && on[2].revents != 0)
            write_some(p);
        if (on[1].revents != 0)
            break;
    }
    last_pass(p);
    return NULL;
}

/* ---- begin and end ---- */

/* The file's name without its ending, as far as it may be shown. */
static void name_take(struct gat_stderr_pass *p, const char *path)
{
    const char *slash = strrchr(path, '/');
    snprintf(p->name, sizeof p->name, "%s", slash != NULL ? slash + 1 : path);
    char *dot = strrchr(p->name, '.');
    if (dot != NULL && dot != p->name)
        *dot = '\0';
    for (char *c = p->name; *c != '\0'; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
}

static int above(int file)
{
    int moved = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, ABOVE_STREAMS);
    int code = errno == EINVAL ? EMFILE : errno; /* no number above those is allowed */
    if (file >= 0)
        close(file);
    errno = code;
    return moved;
}

static void files_close(struct gat_stderr_pass *p)
{
    const int files[] = {p->pipe[0], p->pipe[1], p->over};
    for (unsigned k = 0; k < 3; k++)
        if (files[k] >= 0)
            close(files[k]);
}

struct gat_stderr_pass *gat_stderr_pass_begin(struct gat_arena *a, const char *name,
                                              struct gat_error *e)
{
    struct gat_stderr_pass *p = GAT_NEW(a, struct gat_stderr_pass);
    int ends[2] = {-1, -1}, code;
    name_take(p, name);
    code = pipe2(ends, O_CLOEXEC) != 0 ? errno : 0;
    p->pipe[0] = above(ends[0]);
    p->pipe[1] = above(ends[1]);
    p->over = above(eventfd(0, EFD_CLOEXEC));
    if (code == 0 && (p->pipe[0] < 0 || p->pipe[1] < 0 || p->over < 0))
        code = errno;
    if (code == 0 && fcntl(p->pipe[0], F_SETFL, O_NONBLOCK) != 0)
        code = errno;
    if (code == 0)
        code = gat_thread_start(&p->thread, pass, p);
    if (code == 0)
        return p;
    files_close(p);
    (void)gat_fail(e, "", 0, 0, "nothing can read what a backend writes to stderr: %s",
                   strerror(code));
    return NULL;
}

int gat_stderr_pass_file(const struct gat_stderr_pass *p)
{
    return p->pipe[1];
}

void gat_stderr_pass_end(struct gat_stderr_pass *p)
{
    const uint64_t one = 1;
    if (p == NULL)
        return;
    (void)!write(p->over, &one, sizeof one);
    pthread_join(p->thread, NULL);
    files_close(p);
}
