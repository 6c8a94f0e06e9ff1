/* needs.h - what the file of a backend asks for, and what a sandbox has, in words.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_NEEDS_H
#define GAT_NEEDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

/* What a backend asks for: the text "gatherum needs: " with words after it, anywhere in its
 * file; a program needs programs.  False and *e: a word that is none of these. */
bool gat_needs_read(const char *path, bool is_program, uint32_t *needs, struct gat_error *e);
/* The words of a set, with blanks between, into `out`; returns `out`. */
const char *gat_needs_text(uint32_t needs, char *out, size_t n);
/* The protections that a set has and lacks, as one line. */
const char *gat_sandbox_text(uint32_t has, char *out, size_t n);

#endif
