/* chain.c - a running hash over the lines of a file of records.
 *
 * FNV-1a with 64 bits: a single bit that flips anywhere always changes it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/chain.h"

static const char key[] = ",\"running\":\"";
static const char last_kind[] = "{\"record\":\"end\"";

static uint64_t take(uint64_t hash, const char *text, size_t size)
{
    for (size_t k = 0; k < size; k++)
        hash = (hash ^ (unsigned char)text[k]) * UINT64_C(0x100000001b3);
    return hash;
}

/* The object without the seal, its brace included, and the end of the line. */
static uint64_t whole(uint64_t hash, const char *line, size_t without_brace)
{
    return take(take(hash, line, without_brace), "}\n", 2);
}

size_t gat_chain_add(struct gat_chain *c, char *line, size_t size, bool seal)
{
    char text[GAT_SEAL_SIZE + 1];
    c->hash = whole(c->hash, line, size - 1);
    if (!seal)
        return size;
    c->sealed = true;
    snprintf(text, sizeof text, "%s%016" PRIx64 "\"}", key, c->hash);
    memcpy(line + size - 1, text, GAT_SEAL_SIZE);
    return size - 1 + GAT_SEAL_SIZE;
}

bool gat_chain_check(struct gat_chain *c, const char *line, size_t size)
{
    char text[GAT_SEAL_SIZE + 1];
    size_t n = sizeof last_kind - 1;
    bool is_last = size > n && memcmp(line, last_kind, n) == 0;
    const char *at = size > GAT_SEAL_SIZE ? line + size - GAT_SEAL_SIZE : NULL;
    if (at == NULL || memcmp(at, key, sizeof key - 1) != 0) {
        c->hash = take(take(c->hash, line, size), "\n", 1);
        return !is_last || !c->sealed;
    }
    c->hash = whole(c->hash, line, (size_t)(at - line));
    c->sealed = true;
    snprintf(text, sizeof text, "%s%016" PRIx64 "\"}", key, c->hash);
    return memcmp(at, text, GAT_SEAL_SIZE) == 0;
}
