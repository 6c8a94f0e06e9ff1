/* cmd_judge_results.c - gatherum judge-results: what a runner in any language made of the vectors.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "cli/options.h"
#include "command/cmd_run.h"

/* Results that no case asked for are told, unless patterns leave cases out. */
static int unused_tell(const struct gat_results *x, const char *path, int code)
{
    size_t unused = 0, first = 0;
    for (size_t k = x->n; k-- > 0;)
        if (!x->list[k].used) {
            unused++;
            first = k;
        }
    if (unused == 0)
        return code;
    return gat_complain(GAT_EXIT_USAGE,
                        "%s: %zu results were not judged, %s for example; does \"profile\" in "
                        "the first line agree with the vectors?",
                        path, unused, x->list[first].id);
}

static int judge_results_command(const struct gat_options *given)
{
    struct gat_results x;
    struct gat_error e = {0};
    struct gat_options o = *given;
    char seed[24];
    if (o.words.count == 0)
        return gat_complain(GAT_EXIT_USAGE, "judge-results takes a file of results: gatherum "
                                            "judge-results FILE");
    const char *path = o.words.items[0];
    o.words.items++;
    o.words.count--;
    if (!gat_results_read(&x, path, &e)) {
        gat_results_free(&x);
        return gat_complain_error(GAT_EXIT_USAGE, &e);
    }
    snprintf(seed, sizeof seed, "%" PRIu64, x.seed);
    o.seed = seed;
    int code = gat_run_judge(&o, &x, path);
    if (code <= GAT_EXIT_NOT && o.words.count == 0)
        code = unused_tell(&x, path, code);
    gat_results_free(&x);
    return code;
}

GAT_COMMAND(judge_results) = {
    .name = "judge-results",
    .arguments = "FILE [PATTERN]...",
    .sentence = "judge what a runner in any language made of the vectors",
    .order = 63,
    .run = judge_results_command,
};
