/* waiver_file.c - any bytes as a file of waivers: entries that say all they must, or an
 * error with a sentence.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "run/waiver.h"
#include "run/waiver_read.h"
#include "target.h"

static void waiver_check(const struct gat_waiver *w)
{
    const char *const texts[] = {w->pattern, w->reason, w->owner, w->link, w->expires};
    for (unsigned k = 0; k < sizeof texts / sizeof texts[0]; k++)
        HOLDS(texts[k] != NULL && texts[k][0] != '\0');
    HOLDS(w->line > 0 && w->versions != NULL);
    /* Days of one length are ordered as texts are. */
    HOLDS(w->expired == (strcmp(w->expires, "2026-11-21") < 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct gat_arena arena;
    struct gat_waiver *list = NULL;
    struct gat_error e = {0};
    unsigned n = 0;
    bool good = gat_waiver_file_read(&arena, target_file(bytes, size), "x=1,jit=yes", "1.4.2-rc1",
                                     "2026-11-21", &list, &n, &e);
    HOLDS(good || e.text[0] != '\0');
    for (unsigned k = 0; good && k < n; k++)
        waiver_check(&list[k]);
    gat_arena_reset(&arena);
    return 0;
}
