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
#include "tensor.h"

/* What became of a model. */
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

/* Read one model with the data sets beside it.  The variants are those that the
 * specs in `paths` (NULL ends) define.  All results live in `a`. */
void gat_onnx_import_read(struct gat_arena *a, const char *model_path,
                          const char *const *paths, struct gat_onnx_import *out,
                          struct gat_error *e);

/* onnx_export.c: why the case is no node test of ONNX, as the rest of a sentence about it,
 * or NULL; and the files of one, which gat_onnx_import_read() reads back to the case. */
struct gat_export;
const char *gat_onnx_export_misfit(const struct gat_export *x);
bool gat_onnx_export_write(const struct gat_export *x, const char *folder, struct gat_error *e);

/* ---- for the files onnx_*.c, which alone know the generated types ---- */

struct ProtobufCMessageDescriptor;

/* A whole message from a file, or NULL and *e.  The type is the descriptor's. */
void *gat_onnx_message_read(struct gat_arena *a, const char *path,
                            const struct ProtobufCMessageDescriptor *type,
                            struct gat_error *e);
/* A tensor from a file holding one TensorProto. */
bool gat_onnx_tensor_read(struct gat_arena *a, const char *path,
                          struct gat_array *out, struct gat_error *e);
/* TensorProto.DataType of an element type; 0 where ONNX has none. */
int32_t gat_onnx_type_number(enum gat_dtype t);
/* Does ONNX admit these bytes as a string: are they UTF-8? */
bool gat_onnx_is_utf8(const struct gat_string *text);
/* A tensor as an operand of a case file; its strings are UTF-8. */
void gat_onnx_operand_print(FILE *to, const struct gat_array *t);
/* Text from a file, fit for a message: what is not printable becomes '?', and what
 * is longer than 60 bytes is cut.  NULL counts as "". */
const char *gat_onnx_plain(struct gat_arena *a, const char *text);

#endif
