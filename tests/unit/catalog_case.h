/* catalog_case.h - the catalogue of this tree, and of one file of cases of a test's own.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CATALOG_CASE_H
#define GAT_CATALOG_CASE_H

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dtype.h"
#include "suite/catalog.h"
#include "tap.h"

static struct gat_catalog home;
/* Beside the test's own program: a test that is killed leaves what its next run takes. */
static char folder[240];

__attribute__((unused)) static bool file_write(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    return f != NULL && fputs(text, f) >= 0 && fclose(f) == 0;
}

/* The catalogue of this tree and of one file of cases for gather. */
__attribute__((unused)) static bool catalog_with(struct gat_catalog *c, const char *tests)
{
    const char *const paths[] = {".", folder, NULL};
    char path[300], text[4096];
    struct gat_error e = {.line = 0};
    snprintf(path, sizeof path, "%s/cases/gather.mine.yaml", folder);
    snprintf(text, sizeof text, "cases: 1\nhunts: x\ntests:\n%s", tests);
    memset(c, 0, sizeof *c);
    if (file_write(path, text) && gat_catalog_read(c, paths, &e))
        return true;
    printf("# %s:%u:%u: %s\n", e.file, e.line, e.column, e.text);
    return false;
}

__attribute__((unused)) static const struct gat_point *point_of(const struct gat_catalog *c,
                                                                const char *name)
{
    for (unsigned k = 0; k < c->n_points; k++)
        if (strcmp(c->points[k].name, name) == 0)
            return &c->points[k];
    return NULL;
}

/* The member of a point with these types, or n_members. */
__attribute__((unused)) static unsigned member_of(const struct gat_point *p, enum gat_dtype d,
                                                  enum gat_dtype i)
{
    for (unsigned k = 0; p != NULL && k < p->n_members; k++)
        if (p->members[k][0] == d && p->members[k][1] == i)
            return k;
    return p != NULL ? p->n_members : 0;
}

__attribute__((unused)) static uint32_t types_of(const struct gat_point *p, int which)
{
    uint32_t set = 0;
    for (unsigned k = 0; p != NULL && k < p->n_members; k++)
        set |= GAT_BIT(p->members[k][which]);
    return set;
}

/* Make the folder and read the tree; false, and a failed point, if that fails. */
__attribute__((unused)) static bool home_read(void)
{
    const char *const paths[] = {".", NULL};
    struct gat_error e = {.line = 0};
    char path[300];
    ssize_t size = readlink("/proc/self/exe", folder, sizeof folder - 3);
    memcpy(folder + (size > 0 ? size : 0), ".d", 3);
    snprintf(path, sizeof path, "%s/cases", folder);
    bool made = (mkdir(folder, 0700) == 0 || errno == EEXIST) &&
                (mkdir(path, 0700) == 0 || errno == EEXIST);
    return ok(made && gat_catalog_read(&home, paths, &e),
              "the catalogue of this tree is read: %s:%u: %s", e.file, e.line, e.text);
}

__attribute__((unused)) static int home_done(void)
{
    char path[300];
    snprintf(path, sizeof path, "%s/cases/gather.mine.yaml", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/cases", folder);
    rmdir(path);
    rmdir(folder);
    gat_catalog_free(&home);
    return done();
}

#endif
