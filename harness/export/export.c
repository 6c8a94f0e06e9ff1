/* export.c - what every format of exports needs: the case, whether a file holds it, and where.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/file_write.h"
#include "cli/options.h"
#include "export/export.h"
#include "judge/job.h"

size_t gat_export_bytes(const struct gat_job *job)
{
    size_t size = gat_array_size(&job->output);
    for (unsigned k = 0; k < job->n_inputs; k++) {
        const struct gat_sparse *s = job->inputs[k].sparse;
        if (!gat_size_add(size, s != NULL ? s->filled : gat_array_size(&job->inputs[k]), &size))
            return SIZE_MAX;
    }
    return size;
}

const char *gat_export_misfit(const struct gat_expectation *x, bool giants, struct gat_arena *a)
{
    struct gat_job job;
    gat_job_fill(x, NULL, &job);
    size_t size = gat_export_bytes(&job);
    bool sparse = job.output.sparse != NULL;
    for (unsigned k = 0; k < job.n_inputs; k++)
        sparse |= job.inputs[k].sparse != NULL && !giants;
    if (sparse)
        return "is a giant: most of its data have no memory, and no file holds it";
    if (size > GAT_EXPORT_MOST)
        return gat_arena_print(a, "holds %zu bytes; at most 2 MiB is exported, and gatherum shrink "
                                  "makes a case smaller", size);
    return NULL;
}

void gat_export_make(const struct gat_expectation *x, uint64_t seed, struct gat_arena *a,
                     struct gat_export *out)
{
    *out = (struct gat_export){.arena = a, .seed = seed, .member = x->member, .expectation = x};
    gat_job_fill(x, NULL, &out->job);
}

int gat_export_text(const struct gat_export *x, const char *text)
{
    struct gat_error e = {0};
    struct gat_file file;
    if (x->out == NULL)
        return fputs(text, stdout) >= 0 && fflush(stdout) == 0
                   ? 0
                   : gat_complain(GAT_EXIT_OURS, "stdout cannot be written");
    if (!gat_file_open(&file, x->out, &e))
        return gat_complain_error(GAT_EXIT_USAGE, &e);
    return gat_file_close(&file, gat_write_all(file.fd, text, strlen(text)), &e)
               ? 0
               : gat_complain_error(GAT_EXIT_OURS, &e);
}
