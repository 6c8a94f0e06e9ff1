/* shard.c - which part of the plan this run is about: --shard, or what the scheduler
 * that started it says in the environment.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "run/run.h"
#include "run/shard.h"

enum { MOST_SHARDS = 10000 };

static bool number_read(const char *text, unsigned *out)
{
    char rest;
    return text[0] >= '0' && text[0] <= '9' && sscanf(text, "%6u%c", out, &rest) == 1;
}

/* How a scheduler tells a part: `index` counts from the value of `first`, which is 0
 * where there is no such variable. */
struct scheduler {
    const char *name, *index, *total, *first;
};
static const struct scheduler schedulers[] = {
    {"Bazel", "TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", NULL},
    {"GoogleTest", "GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS", NULL},
    {"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN"},
};

static const char *said(const char *name)
{
    const char *text = name == NULL ? NULL : getenv(name);
    return text != NULL && text[0] != '\0' ? text : NULL;
}

/* 1: it says which part; 0: it says nothing; else an exit code. */
static int scheduler_read(const struct scheduler *s, unsigned *shard, unsigned *n)
{
    const char *index = said(s->index), *total = said(s->total), *least = said(s->first);
    unsigned first = 0;
    if (index == NULL && total == NULL)
        return 0;
    if (index == NULL || total == NULL)
        return gat_complain(GAT_EXIT_USAGE, "%s is set and %s is not; --shard K/N needs neither",
                            index == NULL ? s->total : s->index,
                            index == NULL ? s->index : s->total);
    if (!number_read(index, shard) || !number_read(total, n) ||
        (least != NULL && !number_read(least, &first)) || *n < 1 || *n > MOST_SHARDS ||
        *shard < first || *shard - first >= *n)
        return gat_complain(
            GAT_EXIT_USAGE, "%s=%.40s with %s=%.40s%s%s%s%.40s is no shard; --shard K/N states one",
            s->index, index, s->total, total, least != NULL ? " and " : "",
            least != NULL ? s->first : "", least != NULL ? "=" : "", least != NULL ? least : "");
    *shard -= first;
    return 1;
}

static int environment_read(unsigned *shard, unsigned *n)
{
    const struct scheduler *by = NULL;
    for (unsigned k = 0; k < sizeof schedulers / sizeof schedulers[0]; k++) {
        unsigned its_shard = 0, its_n = 1;
        int code = scheduler_read(&schedulers[k], &its_shard, &its_n);
        if (code > 1)
            return code;
        if (code == 1 && by != NULL && (its_shard != *shard || its_n != *n))
            return gat_complain(GAT_EXIT_USAGE,
                                "%s says shard %u/%u and %s shard %u/%u; --shard K/N decides",
                                by->name, *shard + 1, *n, schedulers[k].name, its_shard + 1, its_n);
        if (code == 1) {
            by = &schedulers[k];
            *shard = its_shard;
            *n = its_n;
        }
    }
    if (by != NULL)
        fprintf(stderr, "gatherum: shard %u/%u by %s of %s\n", *shard + 1, *n, by->index, by->name);
    return 0;
}

/* Bazel wants to know that the test has understood: it looks for this file. */
static int status_touch(void)
{
    const char *file = said("TEST_SHARD_STATUS_FILE");
    if (file == NULL)
        return 0;
    int fd = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        return gat_complain(GAT_EXIT_OURS, "TEST_SHARD_STATUS_FILE=%.200s cannot be written", file);
    close(fd);
    return 0;
}

int gat_shard_read(struct gat_run *r)
{
    const char *text = r->options->shard;
    unsigned shard = 0;
    char rest;
    r->n_shards = 1;
    if (text != NULL) {
        if (sscanf(text, "%5u/%5u%c", &shard, &r->n_shards, &rest) != 2 || shard < 1 ||
            shard > r->n_shards || r->n_shards > MOST_SHARDS)
            return gat_complain(GAT_EXIT_USAGE, "--shard takes K/N with 1 <= K <= N, not '%s'",
                                text);
        r->shard = shard - 1;
        return status_touch();
    }
    int code = environment_read(&r->shard, &r->n_shards);
    return code != 0 ? code : status_touch();
}
