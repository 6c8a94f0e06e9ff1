/* start.c - what is settled before a worker is started.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "worker/start.h"

#include <errno.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/without.h"
#include "sandbox/keeper.h"
#include "sandbox/needs.h"
#include "sandbox/sandbox.h"
#include "sandbox/scratch.h"
#include "worker/adapter.h"

bool gat_start_check(const char *path, const char *options, struct gat_error *e, bool *missing)
{
    struct gat_feed *feed;
    if (strlen(path) >= sizeof feed->path || strlen(options) >= sizeof feed->options)
        return gat_fail(e, "", 0, 0, "path and options of a backend may have %zu bytes",
                        sizeof feed->path - 1);
    *missing = access(path, F_OK) != 0;
    return !*missing || gat_fail(e, path, 0, 0, "%s", strerror(errno));
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

bool gat_start_prepare(struct gat_start *start, char *scratch, struct gat_error *e,
                       bool *missing)
{
    *missing = false;
    bool is_adapter = gat_is_adapter(start->path);
    if (!gat_needs_read(start->path, is_adapter, &start->needs, e))
        return false;
    if (is_adapter && names_device(start->options))
        start->needs |= 1u << GAT_NEED_DEVICES;
    *missing = true;
    start->protections = gat_without("sandbox") ? 0 : gat_sandbox_probe();
    if (!start->here) /* a debugger may look into it */
        (void)prctl(PR_SET_DUMPABLE, 0);
    gat_keeper_start();
    if (!gat_scratch_make(scratch, GAT_SCRATCH_SIZE, e))
        return false;
    gat_keeper_folder(scratch);
    return true;
}

void gat_start_end(const char *scratch)
{
    gat_scratch_remove(scratch);
    gat_keeper_folder_gone(scratch);
}
