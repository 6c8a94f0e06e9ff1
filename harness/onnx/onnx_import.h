/* onnx_import.h - from a published ONNX node test to a case of ours.
 *
 * A node test is a folder: model.onnx, a graph of one node, and test_data_set_*
 * folders with one tensor per file.  Models and tensors are hostile: file size,
 * nesting, memory, dimensions and data lengths are bounded before they are used.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ONNX_IMPORT_H
#define GAT_ONNX_IMPORT_H

#include <stdio.h>

#include "arena.h"
#include "error.h"
#include "spec/spec_set.h"
#include "tensor.h"

/* The outcome of importing a model. */
enum gat_onnx_fate {
    GAT_ONNX_IMPORTED, /* tests follow, one per data set */
    GAT_ONNX_WAITING,  /* its operator or attributes are not in this suite: why */
    GAT_ONNX_FOREIGN,  /* not one node of the gather and scatter family: why */
    GAT_ONNX_REFUSED   /* broken: *e */
};

struct gat_onnx_test {
    const char *op;   /* "gather" */
    const char *name; /* "gather_0" */
    const char *yaml; /* an entry of `tests:` in a case file */
};

struct gat_onnx_import {
    enum gat_onnx_fate fate;
    const char *title; /* the folder's name, for people */
    const char *why;
    unsigned n_tests;
    struct gat_onnx_test *tests;
};

/* Read one model with the data sets beside it, as a case of one of these variants.  All
 * results live in `a`. */
void gat_onnx_import_read(struct gat_arena *a, const char *model_path,
                          const struct gat_spec_set *specs, struct gat_onnx_import *out,
                          struct gat_error *e);

#endif
