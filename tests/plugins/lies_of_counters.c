/* lies_of_counters.c - names memory that holds no counters of coverage, and too much of it.
 * For tests/fuzz_counters.t, which also lets it load an object with counters and close that.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "plugin.h"

void __sanitizer_cov_8bit_counters_init(unsigned char *start, unsigned char *stop);
#define COUNTERS __sanitizer_cov_8bit_counters_init

static unsigned char own[1000];
static const unsigned char constant[64] = {1};

__attribute__((constructor)) static void lie(void)
{
    unsigned char stack[64];
    char *heap = malloc(64);
    const char *other = getenv("OTHER_OBJECT");
    COUNTERS(NULL, (unsigned char *)UINTPTR_MAX);
    COUNTERS(stack, stack + sizeof stack);
    COUNTERS((unsigned char *)heap, (unsigned char *)heap + 64);
    COUNTERS((unsigned char *)(uintptr_t)constant, (unsigned char *)(uintptr_t)constant + sizeof constant);
    COUNTERS((unsigned char *)stdout, (unsigned char *)stdout + 8);
    COUNTERS((unsigned char *)&environ, (unsigned char *)&environ + 8);
    COUNTERS(own + 1, own);
    COUNTERS(own, (unsigned char *)((uintptr_t)own + (64 << 20)));
    COUNTERS(own, (unsigned char *)UINTPTR_MAX);
    void *closed = other != NULL ? dlopen(other, RTLD_NOW) : NULL;
    if (closed != NULL)
        dlclose(closed);
    if (getenv("MANY_REGIONS") != NULL)
        for (size_t k = 0; k < sizeof own; k++)
            COUNTERS(own + k, own + k + 1);
    free(heap);
}

static gat_status answer(struct gather *g)
{
    for (size_t k = 0; k < sizeof own; k++)
        own[k]++;
    return gather_run(g);
}

PLUGIN(0)
