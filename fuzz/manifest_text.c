/* manifest_text.c - any bytes as what a backend says about itself.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "exchange/ring.h"
#include "target.h"
#include "worker/manifest.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct gat_arena arena;
    struct gat_manifest m;
    char why[200] = "";
    bool good = gat_manifest_read(&arena, (const char *)bytes, size, &m, why, sizeof why);
    HOLDS(good || why[0] != '\0');
    for (unsigned k = 0; good && k < m.n_claims; k++)
        HOLDS(m.claims[k].op != NULL && m.claims[k].variants != NULL);
    gat_arena_reset(&arena);
    return 0;
}
