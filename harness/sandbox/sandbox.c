/* sandbox.c - a worker gives up what it does not need.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox/calls.h"
#include "sandbox/sandbox.h"

/* The rights that Landlock decides here, each with the version that brought it. */
#define WRITES                                                                                     \
    (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |                               \
     LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | \
     LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |   \
     LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM)
enum {
    REFER = 1 << 13,    /* version 2 */
    TRUNCATE = 1 << 14, /* version 3 */
    IOCTL = 1 << 15,    /* version 5 */
    SCOPE_ABSTRACT = 1 << 0,
    SCOPE_SIGNAL = 1 << 1, /* version 6 */
    SCOPES_SINCE = 6
};

/* The structure since version 6 of the kernel; older kernels take its first members. */
struct rules {
    uint64_t files, network, scoped;
};

static int landlock_version(void)
{
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

uint32_t gat_sandbox_probe(void)
{
    int version = landlock_version();
    return (gat_calls_known() ? 1u << GAT_SANDBOX_SECCOMP : 0) |
           (version >= 1 ? 1u << GAT_SANDBOX_FILES : 0) |
           (version >= SCOPES_SINCE ? 1u << GAT_SANDBOX_SIGNALS : 0);
}

/* ---- files ---- */

static uint64_t rights(int version)
{
    return WRITES | (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0) |
           (version >= 5 ? IOCTL : 0);
}

/* Let what lies below `path` be written; a path that is not there is none. */
static bool allow(int set, const char *path, uint64_t what)
{
    int file = open(path, O_PATH | O_CLOEXEC);
    if (file < 0)
        return true;
    struct landlock_path_beneath_attr rule = {.allowed_access = what, .parent_fd = file};
    bool good = syscall(SYS_landlock_add_rule, set, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    close(file);
    return good;
}

/* The run's, and folders that the environment named before it was changed. */
static bool caches_allow(int set, uint64_t all, const char *cache)
{
    static const char *const names[] = {"XDG_CACHE_HOME", "POCL_CACHE_DIR"};
    bool good = allow(set, cache, all);
    for (unsigned k = 0; good && k < 2; k++) {
        const char *path = getenv(names[k]);
        if (path == NULL || path[0] == '\0')
            continue;
        (void)mkdir(path, 0777); /* what is not there yet could not be made from inside */
        good = allow(set, path, all);
    }
    return good;
}

static bool files_close(uint32_t needs, const char *scratch, const char *cache)
{
    static const char *const harmless[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                           "/dev/urandom"};
    int version = landlock_version();
    uint64_t all = rights(version), one = all & (LANDLOCK_ACCESS_FS_WRITE_FILE | TRUNCATE | IOCTL);
    struct rules rules = {.files = all,
                          .scoped = version >= SCOPES_SINCE ? SCOPE_SIGNAL | SCOPE_ABSTRACT : 0};
    if ((needs & 1u << GAT_NEED_DEVICES) != 0 || (needs & 1u << GAT_NEED_NETWORK) != 0)
        rules.scoped &= ~(uint64_t)SCOPE_ABSTRACT;
    size_t size = version >= SCOPES_SINCE ? sizeof rules : sizeof rules.files;
    int set = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    if (set < 0)
        return false;
    bool good = allow(set, scratch, all);
    for (unsigned k = 0; good && k < sizeof harmless / sizeof harmless[0]; k++)
        good = allow(set, harmless[k], one);
    if (good && (needs & 1u << GAT_NEED_DEVICES) != 0)
        good = allow(set, "/dev", one);
    if (good && (needs & 1u << GAT_NEED_MEMORY) != 0)
        good = allow(set, "/dev/shm", all);
    if (good && (needs & 1u << GAT_NEED_CACHE) != 0)
        good = caches_allow(set, all, cache);
    good = good && syscall(SYS_landlock_restrict_self, set, 0) == 0;
    close(set);
    return good;
}

/* ---- everything else ---- */

/* Root without these capabilities is a user that owns much.  It may still read files of others,
 * because a backend may lie below somebody's home. */
static bool capabilities_drop(void)
{
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {{0}}, has[2] = {{0}};
    if (syscall(SYS_capget, &head, has) != 0)
        return false;
    const uint32_t kept = has[0].permitted & 1u << CAP_DAC_READ_SEARCH;
    for (int k = 0; k < 64; k++) /* fails for those that do not exist, and without privilege */
        if (k != CAP_DAC_READ_SEARCH)
            (void)prctl(PR_CAPBSET_DROP, k, 0, 0, 0);
    (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    none[0].effective = none[0].permitted = kept;
    return syscall(SYS_capset, &head, none) == 0;
}

/* Caches of compilers and runtimes lie in scratch, or in the cache for who asks for it. */
static void environment_lead(uint32_t needs, const char *scratch, const char *cache)
{
    static const char *const folders[] = {"HOME",         "TMPDIR",          "TMP",          "TEMP",
                                          "MPLCONFIGDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME"};
    static const char *const caches[] = {"XDG_CACHE_HOME",  "POCL_CACHE_DIR", /* the user's */
                                         "CUDA_CACHE_PATH", "TRITON_CACHE_DIR",
                                         "NUMBA_CACHE_DIR", "TORCHINDUCTOR_CACHE_DIR"};
    bool kept = (needs & 1u << GAT_NEED_CACHE) != 0;
    const char *home = getenv("HOME");
    char user[4200];
    if (home != NULL && (size_t)snprintf(user, sizeof user, "%s/.local", home) < sizeof user)
        setenv("PYTHONUSERBASE", user, 0); /* where packages lie is not where files are made */
    for (unsigned k = 0; k < sizeof folders / sizeof folders[0]; k++)
        setenv(folders[k], scratch, 1);
    for (unsigned k = 0; k < sizeof caches / sizeof caches[0]; k++)
        setenv(caches[k], kept ? cache : scratch, !kept || k >= 2);
}

static bool fail(const char *what, char *why, size_t n)
{
    snprintf(why, n, "the sandbox cannot be made: %s: %s", what, strerror(errno));
    return false;
}

bool gat_sandbox_enter(uint32_t has, uint32_t needs, const char *scratch, const char *cache,
                       char *why, size_t n)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return fail("no_new_privs", why, n);
    if (!capabilities_drop())
        return fail("capabilities", why, n);
    if ((has & 1u << GAT_SANDBOX_FILES) != 0 && !files_close(needs, scratch, cache))
        return fail("Landlock", why, n);
    environment_lead(needs, scratch, cache);
    if ((has & 1u << GAT_SANDBOX_SECCOMP) != 0 && !gat_calls_filter(needs))
        return fail("seccomp", why, n);
    return true;
}
