/* onnx_round_trip.c - a case as a node test of ONNX, imported again, is the same case.
 *
 * The first byte chooses a variant of specs/ that ONNX defines, the others draw the case.
 * One that no node test can hold is left out.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "export/export.h"
#include "draw/draft.h"
#include "draw/draft_case.h"
#include "onnx/onnx_export.h"
#include "onnx/onnx_import.h"
#include "oracle/expect.h"
#include "spec/spec.h"
#include "suite/candidate_member.h"
#include "suite/case_yaml.h"
#include "suite/member.h"
#include "suite/points.h"
#include "target.h"
#include "target_case.h"

enum { MOST_ELEMENTS = 60, MOST_SPECS = 64 };

static struct {
    struct gat_arena arena;
    struct gat_spec_set all; /* of the folder that holds specs/ */
    struct gat_spec *list[MOST_SPECS]; /* those of ONNX */
    unsigned count;
} specs;

/* Here, or beside the target. */
static const char *home_find(struct gat_arena *a)
{
    char exe[4096];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    exe[n > 0 ? n : 0] = '\0';
    if (strrchr(exe, '/') != NULL)
        *strrchr(exe, '/') = '\0';
    return access("specs", R_OK) == 0 ? "." : gat_arena_text(a, exe, strlen(exe));
}

static void specs_read(void)
{
    struct gat_error e = {0};
    const char *const paths[] = {home_find(&specs.arena), NULL};
    HOLDS(gat_spec_set_read(&specs.arena, paths, NULL, NULL, &specs.all, &e));
    for (unsigned k = 0; k < specs.all.n_specs; k++)
        if (strncmp(specs.all.specs[k]->variant, "onnx-", 5) == 0 && specs.count < MOST_SPECS)
            specs.list[specs.count++] = specs.all.specs[k];
    HOLDS(specs.count > 0);
}

/* ---- the folder of the node test ---- */

static char top[64], folder[96];

static void folder_remove(void)
{
    static const char *const files[] = {"model.onnx", "test_data_set_0/input_0.pb",
                                        "test_data_set_0/input_1.pb", "test_data_set_0/input_2.pb",
                                        "test_data_set_0/output_0.pb"};
    char path[160];
    for (unsigned k = 0; k < sizeof files / sizeof files[0]; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[k]);
        (void)unlink(path);
    }
    snprintf(path, sizeof path, "%s/test_data_set_0", folder);
    (void)rmdir(path);
    (void)rmdir(folder);
    (void)rmdir(top);
}

static void folder_make(void)
{
    snprintf(top, sizeof top, "%s/gatherum-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    HOLDS(mkdtemp(top) != NULL);
    snprintf(folder, sizeof folder, "%s/test_case", top);
    atexit(folder_remove);
}

/* ---- there and back ---- */

static bool same_answer(const struct gat_test *t, const struct ref_answer *a)
{
    struct gat_array back = a->output;
    back.ndim = t->expect_output.ndim;
    memcpy(back.shape, t->expect_output.shape, sizeof back.shape);
    back.data = t->expect_output.bytes[back.dtype];
    return t->expect_output.present && (t->expect_output.types & GAT_BIT(back.dtype)) != 0 &&
           target_same_array(&a->output, &back);
}

static void compare(struct gat_arena *a, struct gat_spec *spec, const struct gat_export *x,
                    const struct gat_onnx_test *test)
{
    struct gat_test **tests;
    struct gat_error e = {0};
    struct gat_member back;
    unsigned n = 0;
    const char *yaml =
        gat_arena_print(a, "cases: 1\nhunts: what is lost on the way\ntests:\n%s", test->yaml);
    const char *file = gat_arena_print(a, "%s.onnx-node.yaml", test->op);
    if (!gat_cases_parse(a, file, yaml, strlen(yaml), &tests, &n, &e))
        fprintf(stderr, "%s\nline %u: %s\n", yaml, e.line, e.text);
    HOLDS(n == 1);
    struct gat_catalog c = {.n_specs = 1, .specs = &spec, .n_tests = n, .tests = tests};
    bool made = gat_points_make(&c, &e);
    if (!made)
        fprintf(stderr, "%s\nline %u: %s\n", yaml, e.line, e.text);
    HOLDS(made && c.n_points >= 1 && c.points[0].n_members == 1);
    gat_member_make(&c.points[0], 0, 1, a, &back);
    bool same = target_same_case(&x->member->question, &back.question) &&
                same_answer(tests[0], &x->expectation->answer);
    if (!same)
        fprintf(stderr, "%s\n", yaml);
    HOLDS(same);
    gat_arena_free(&c.arena);
}

static void round_trip(struct gat_arena *a, struct gat_spec *spec, const struct gat_export *x)
{
    struct gat_onnx_import in;
    struct gat_error e = {0};
    bool written = gat_onnx_export_write(x, folder, &e);
    if (!written)
        fprintf(stderr, "%s: %s\n", e.file, e.text);
    HOLDS(written);
    gat_onnx_import_read(a, gat_arena_print(a, "%s/model.onnx", folder), &specs.all, &in, &e);
    if (in.fate != GAT_ONNX_IMPORTED)
        fprintf(stderr, "%s\n", in.fate == GAT_ONNX_REFUSED ? e.text : in.why);
    HOLDS(in.fate == GAT_ONNX_IMPORTED && in.n_tests == 1);
    compare(a, spec, x, &in.tests[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct gat_arena arena;
    struct gat_breed breed;
    struct gat_draft d;
    struct gat_candidate c;
    struct gat_expectation answer;
    struct gat_export x;
    if (specs.count == 0) {
        specs_read();
        folder_make();
    }
    struct gat_spec *s = specs.list[size > 0 ? bytes[0] % specs.count : 0];
    const struct gat_profile *p = &s->profiles[0];
    gat_breed_make(s, p, MOST_ELEMENTS, &breed);
    gat_draft_make(&breed, size > 0 ? bytes + 1 : bytes, size > 0 ? size - 1 : 0, &d);
    gat_draft_candidate(&d, s, p, &arena, &c);
    c.presentation = 0;
    if (gat_candidate_misfit(&c, s, &arena) == NULL &&
        gat_candidate_is_bounded(&c, s, p, GAT_MOST_BYTES, &arena)) {
        gat_expect(gat_candidate_member(&c, s, p, &arena), &arena, &answer);
        if (gat_export_misfit(&answer, false, &arena) == NULL) {
            gat_export_make(&answer, 1, &arena, &x);
            if (gat_onnx_export_misfit(&x) == NULL)
                round_trip(&arena, s, &x);
        }
    }
    gat_arena_reset(&arena);
    return 0;
}
