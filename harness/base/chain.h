/* chain.h - a running hash over the lines of a file of records.
 *
 * A line may end with the member "running": a hash of all lines before it and of itself,
 * that member left out.  It shows damage: a bit that flipped, a line that is gone.  It is no
 * signature: whoever changes a file on purpose can make the hashes anew.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CHAIN_H
#define GAT_CHAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gat_chain {
    uint64_t hash;
    bool sealed; /* some line had a hash */
};

enum { GAT_SEAL_SIZE = 30 }; /* bytes that a seal adds to a line */

/* `line` holds one JSON object of `size` bytes, and room for GAT_SEAL_SIZE more.  Take it into
 * the chain, and where `seal` add the hash as its last member; returns its size then. */
size_t gat_chain_add(struct gat_chain *c, char *line, size_t size, bool seal);
/* Take a line that was read, without its newline.  False: its hash is not the one that is
 * due, or it is the last record, which should have one, and has none. */
bool gat_chain_check(struct gat_chain *c, const char *line, size_t size);

#endif
