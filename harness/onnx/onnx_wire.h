/* onnx_wire.h - protobuf files, read whole and within bounds.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_ONNX_WIRE_H
#define GAT_ONNX_WIRE_H

#include "arena.h"
#include "error.h"

struct ProtobufCMessageDescriptor;

/* A whole message from a file, or NULL and *e.  The type is the descriptor's. */
void *gat_onnx_message_read(struct gat_arena *a, const char *path,
                            const struct ProtobufCMessageDescriptor *type,
                            struct gat_error *e);
/* Text from a file, fit for a message: what is not printable becomes '?', and what
 * is longer than 60 bytes is cut.  NULL counts as "". */
const char *gat_onnx_plain(struct gat_arena *a, const char *text);

#endif
