/* onnx_export.h - a case as a node test of ONNX: model.onnx and tensors beside it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ONNX_EXPORT_H
#define GAT_ONNX_EXPORT_H

#include "export/export.h"

/* Why the case is no node test of ONNX, as the rest of a sentence about it, or NULL; and the
 * files of one, which gat_onnx_import_read() reads back to the case. */
const char *gat_onnx_export_misfit(const struct gat_export *x);
bool gat_onnx_export_write(const struct gat_export *x, const char *folder, struct gat_error *e);

#endif
