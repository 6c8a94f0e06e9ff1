/* start.c - what is settled before a worker is started.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "engine/start.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/stderr_pass.h"
#include "base/without.h"
#include "exchange/sparse_out.h"
#include "exchange/window.h"
#include "sandbox/keeper.h"
#include "sandbox/needs.h"
#include "sandbox/sandbox.h"
#include "sandbox/scratch.h"
#include "worker/adapter.h"

extern char **environ;

char **gat_start_environment(struct gat_arena *a)
{
    static const char name[] = "GLIBC_TUNABLES=", value[] = "glibc.malloc.tcache_count=0";
    size_t n = 0, kept = 0;
    const char *others = "";
    while (environ[n] != NULL)
        n++;
    char **made = GAT_NEW_N(a, char *, n + 2);
    for (size_t k = 0; k < n; k++)
        if (strncmp(environ[k], name, sizeof name - 1) == 0)
            others = environ[k] + sizeof name - 1;
        else
            made[kept++] = environ[k];
    made[kept++] =
        gat_arena_print(a, "%s%s%s%s", name, others, others[0] != '\0' ? ":" : "", value);
    made[kept] = NULL;
    return made;
}

/* The loader's demands on an object: class and machine, by their bytes in the header. */
struct object {
    unsigned char magic[4], class, rest[13];
    uint16_t machine;
};

static bool object_read(const char *path, struct object *out)
{
    FILE *file = fopen(path, "re");
    bool whole = file != NULL && fread(out, sizeof *out, 1, file) == 1;
    if (file != NULL)
        fclose(file);
    return whole && memcmp(out->magic, "\177ELF", sizeof out->magic) == 0;
}

/* Is it an object for a processor of another kind than the one that runs this program? */
static bool is_foreign(const char *path)
{
    struct object it, own;
    return object_read(path, &it) && object_read("/proc/self/exe", &own) &&
           (it.class != own.class || it.machine != own.machine);
}

bool gat_start_check(const char *path, const char *options, struct gat_error *e, bool *missing)
{
    struct gat_feed *feed;
    *missing = false;
    if (strlen(path) >= sizeof feed->path || strlen(options) >= sizeof feed->options)
        return gat_fail(e, "", 0, 0, "path and options of a backend may have %zu bytes",
                        sizeof feed->path - 1);
    struct stat s;
    if (stat(path, &s) != 0) {
        *missing = errno != ENOENT && errno != ENOTDIR; /* or it was mistyped */
        return gat_fail(e, path, 0, 0, "%s", strerror(errno));
    }
    if (!S_ISREG(s.st_mode))
        return gat_fail(e, path, 0, 0, "it is no regular file; name a shared object or an adapter");
    *missing = is_foreign(path);
    return !*missing || gat_fail(e, path, 0, 0, "it was made for another kind of processor");
}

/* Does an adapter's option `device` name another device than the CPU? */
static bool names_device(const char *options)
{
    static const char key[] = "device=";
    for (const char *at = options; at != NULL; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, key, sizeof key - 1) != 0)
            continue;
        const char *value = at + sizeof key - 1;
        return strcspn(value, ",") != 3 || strncmp(value, "cpu", 3) != 0;
    }
    return false;
}

/* The text before its lines on stderr: for a function of Python the name of the function. */
static const char *name_of(struct gat_arena *a, const struct gat_start *start)
{
    static const char key[] = "function=";
    if (strncmp(start->options, key, sizeof key - 1) != 0)
        return start->path;
    const char *at = start->options + sizeof key - 1, *last = at, *end = at + strcspn(at, ",");
    for (; at < end; at++)
        if (*at == ':' || *at == '.')
            last = at + 1;
    return gat_arena_text(a, last, (size_t)(end - last));
}

static void limits_complete(const struct gat_start *start, struct gat_engine_limits *limits)
{
    bool compiles = (start->needs & 1u << GAT_NEED_PROGRAMS) != 0;
    if (limits->seconds <= 0)
        limits->seconds = compiles ? 15 : limits->usual > 0 ? limits->usual : 5;
    if (limits->here) { /* a debugger takes its time, and a thread cannot be ended */
        limits->seconds = 1e9;
        limits->memory = 0;
    }
}

bool gat_start_prepare(struct gat_arena *a, struct gat_start *start, char *scratch,
                       struct gat_engine_limits *limits, struct gat_error *e, bool *missing)
{
    *missing = false;
    bool is_adapter = gat_is_adapter(start->path);
    if (!gat_needs_read(start->path, is_adapter, &start->needs, e))
        return false;
    if (is_adapter && names_device(start->options))
        start->needs |= 1u << GAT_NEED_DEVICES;
    limits_complete(start, limits);
    *missing = true;
    start->protections = gat_without("sandbox") ? 0 : gat_sandbox_probe();
    if (!start->here) /* a debugger may look into it */
        (void)prctl(PR_SET_DUMPABLE, 0);
    gat_keeper_start();
    if (!gat_scratch_make(scratch, GAT_SCRATCH_SIZE, e))
        return false;
    gat_keeper_folder(scratch);
    if (limits->cache == NULL)
        limits->cache = scratch;
    start->cache = limits->cache;
    if (!start->here)
        start->errors = gat_stderr_pass_begin(a, is_adapter ? name_of(a, start) : start->path, e);
    return start->here || start->errors != NULL;
}

bool gat_start_files(struct gat_start *start, size_t size, struct gat_error *e)
{
    start->file = gat_sealed_file("gatherum", size, e);
    if (start->file < 0)
        return false;
    start->giants = gat_sparse_out_file(e);
    return start->giants >= 0;
}

void gat_start_end(const struct gat_start *start)
{
    if (start->file >= 0)
        close(start->file);
    if (start->giants >= 0)
        close(start->giants);
    gat_stderr_pass_end(start->errors);
    if (start->scratch == NULL)
        return;
    gat_scratch_remove(start->scratch);
    gat_keeper_folder_gone(start->scratch);
}
