/* file_write.h - a file in one piece: there is the old one, or the new one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FILE_WRITE_H
#define GAT_FILE_WRITE_H

#include <stddef.h>

#include "error.h"

bool gat_file_write(const char *file, const void *bytes, size_t size, struct gat_error *e);

#endif
