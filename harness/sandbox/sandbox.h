/* sandbox.h - what a worker may do to anything that is not its own.
 *
 * The sandbox stands before the backend is loaded and nothing takes it off again, root
 * included.  A worker can neither signal, trace, read nor write its parent, nor write files
 * outside of a scratch folder, nor reach the network, nor start programs, nor use devices,
 * but for what the backend asks for in its own file (needs).  docs/why/threats.md says what
 * that stops, and what not.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SANDBOX_H
#define GAT_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

/* What a backend may ask for: X(id, word, what it opens). */
#define GAT_NEEDS_MAP(X)                                                          \
    X(DEVICES, "devices", "device nodes, and sockets of this machine")             \
    X(PROGRAMS, "programs", "other programs and processes")                        \
    X(NETWORK, "network", "sockets of all kinds")                                  \
    X(MEMORY, "shared-memory", "memory shared by name, /dev/shm and System V")     \
    X(CACHE, "cache", "a cache of the run, and those that XDG_CACHE_HOME and POCL_CACHE_DIR name")
enum {
#define X(id, word, what) GAT_NEED_##id,
    GAT_NEEDS_MAP(X)
#undef X
    GAT_NEED_COUNT
};

/* Protections that a machine has or lacks: X(id, word, what is missed without it). */
#define GAT_SANDBOX_MAP(X)                                                        \
    X(SECCOMP, "seccomp", "system calls are not filtered")                         \
    X(FILES, "landlock", "files can be written anywhere")                          \
    X(SIGNALS, "landlock-signals", "programs that a backend starts can send signals anywhere")
enum {
#define X(id, word, what) GAT_SANDBOX_##id,
    GAT_SANDBOX_MAP(X)
#undef X
    GAT_SANDBOX_COUNT
};

/* In the parent: the set of protections that this kernel has. */
uint32_t gat_sandbox_probe(void);
/* In the worker, once: give up all that is not needed.  `scratch` is the one folder that may
 * be written to; HOME, TMPDIR and the folders of caches lead there from now on.  Who asks for
 * the cache may write to `cache` too, and the folders of caches lead there, but for those that the
 * user has named.  False and a sentence: a protection in `has` could not be put up, and nothing
 * may be loaded. */
bool gat_sandbox_enter(uint32_t has, uint32_t needs, const char *scratch, const char *cache,
                       char *why, size_t n);

#endif
