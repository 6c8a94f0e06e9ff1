/* worker_counters.c - coverage counters of the backend: where they are, what is new in them.
 *
 * A backend may lie about where its counters are, and they are written to.  So a region counts
 * only inside a writable segment of the object that names it, which stays loaded from then on;
 * at most so many regions and bytes do.  A backend that takes such memory away later dies in its
 * own process, as if it had touched it itself.  Constructors, which name regions, run one at a
 * time.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "exchange/worker_counters.h"

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MOST_REGIONS = 256 };

static struct {
    unsigned char *start[MOST_REGIONS];
    size_t size[MOST_REGIONS];
    atomic_uint count;
    _Atomic uint32_t bytes;
} regions;

/* ---- where they are ---- */

struct claim {
    uintptr_t start, stop, caller;
    char object[4200];
    bool found;
};

static bool holds(const struct dl_phdr_info *info, const ElfW(Phdr) * h, uintptr_t start,
                  uintptr_t stop)
{
    uintptr_t from = info->dlpi_addr + h->p_vaddr;
    return start >= from && stop - from <= h->p_memsz;
}

static bool meets(const struct dl_phdr_info *info, const ElfW(Phdr) * h, uintptr_t start,
                  uintptr_t stop)
{
    uintptr_t from = info->dlpi_addr + h->p_vaddr;
    return start < from + h->p_memsz && stop > from;
}

/* Is this the object that holds the code, and are the bytes variables of it?  Memory that
 * becomes read-only after loading is not.  Our own program has no name here. */
static int object_see(struct dl_phdr_info *info, size_t size, void *user)
{
    struct claim *c = user;
    bool is_it = false, inside = false, constant = false;
    (void)size;
    for (unsigned k = 0; k < info->dlpi_phnum; k++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[k];
        bool loaded = h->p_type == PT_LOAD;
        is_it |= loaded && holds(info, h, c->caller, c->caller + 1);
        inside |= loaded && (h->p_flags & PF_W) != 0 && holds(info, h, c->start, c->stop);
        constant |= h->p_type == PT_GNU_RELRO && meets(info, h, c->start, c->stop);
    }
    if (!is_it)
        return 0;
    int n = snprintf(c->object, sizeof c->object, "%s", info->dlpi_name);
    c->found = inside && !constant && n > 0 && (size_t)n < sizeof c->object;
    return 1;
}

/* It stays where it is, whoever closes it. */
static bool object_keep(const char *name)
{
    return dlopen(name, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE) != NULL;
}

void gat_counters_add(unsigned char *start, unsigned char *stop, const void *caller)
{
    struct claim c = {(uintptr_t)start, (uintptr_t)stop, (uintptr_t)caller, "", false};
    unsigned n = atomic_load(&regions.count);
    uint32_t bytes = atomic_load(&regions.bytes);
    if (c.start >= c.stop || n == MOST_REGIONS || c.stop - c.start > GAT_MOST_COUNTERS - bytes)
        return;
    for (unsigned k = 0; k < n; k++) /* each module of an object names the same ones */
        if (regions.start[k] == start)
            return;
    dl_iterate_phdr(object_see, &c);
    if (!c.found || !object_keep(c.object))
        return;
    regions.start[n] = start;
    regions.size[n] = c.stop - c.start;
    atomic_store(&regions.bytes, bytes + (uint32_t)(c.stop - c.start));
    atomic_store(&regions.count, n + 1);
}

uint32_t gat_counters_count(void)
{
    return atomic_load(&regions.bytes);
}

/* ---- what is new in them ---- */

void gat_counters_clear(void)
{
    unsigned n = atomic_load(&regions.count);
    for (unsigned k = 0; k < n; k++)
        memset(regions.start[k], 0, regions.size[k]);
}

/* Once, twice, three times, up to 7, 15, 31, 127, and more. */
static unsigned char magnitude(unsigned char n)
{
    unsigned k = n < 4 ? n - 1u : n < 8 ? 3 : n < 16 ? 4 : n < 32 ? 5 : n < 128 ? 6 : 7;
    return (unsigned char)(1u << k);
}

static uint32_t region_note(unsigned char *at, size_t size, unsigned char *seen)
{
    uint32_t fresh = 0;
    uint64_t eight = 0;
    for (size_t k = 0; k < size; k++) {
        if (k % sizeof eight == 0 && size - k >= sizeof eight) { /* most are 0 */
            memcpy(&eight, at + k, sizeof eight);
            if (eight == 0) {
                k += sizeof eight - 1;
                continue;
            }
        }
        unsigned char n = at[k];
        if (n == 0)
            continue;
        fresh += (seen[k] & magnitude(n)) == 0;
        seen[k] |= magnitude(n);
        at[k] = 0;
    }
    return fresh;
}

uint32_t gat_counters_note(unsigned char seen[GAT_MOST_COUNTERS])
{
    uint32_t fresh = 0;
    unsigned n = atomic_load(&regions.count);
    for (unsigned k = 0; k < n; k++) {
        fresh += region_note(regions.start[k], regions.size[k], seen);
        seen += regions.size[k];
    }
    return fresh;
}
