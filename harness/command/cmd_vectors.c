/* cmd_vectors.c - gatherum vectors: the suite as test vectors for any language.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/options.h"
#include "cli/seed.h"
#include "draw/draws.h"
#include "export/vectors.h"

static int vectors_command(const struct gat_options *o)
{
    struct gat_catalog catalog = {.wanted = o->words.items, .n_wanted = o->words.count};
    uint64_t seed;
    if (o->out == NULL)
        return gat_complain(GAT_EXIT_USAGE, "vectors need a new folder: gatherum vectors -o DIR");
    int code = gat_options_seed(o, &seed);
    if (code == 0)
        code = gat_catalog_open(&catalog, o);
    if (code == 0)
        code = gat_vectors_write(o, &catalog, seed);
    gat_catalog_free(&catalog);
    return code;
}

GAT_COMMAND(vectors) = {
    .name = "vectors",
    .arguments = "-o DIR [PATTERN]...",
    .sentence = "the suite as test vectors in JSON, for runners in any language",
    .order = 62,
    .run = vectors_command,
};
