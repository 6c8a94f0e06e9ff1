/* plain_text.h - text of strangers, as it may be shown.
 *
 * A control character, or one that reverses or hides what stands beside it, could forge a
 * line of TAP or change what a terminal shows.  Such a character becomes U+FFFD.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_PLAIN_TEXT_H
#define GAT_PLAIN_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "arena.h"

/* Bytes of the character at `c`, of which `left` remain, and whether it may be shown.  The
 * text is UTF-8; ends of lines and tabs may not be shown either. */
size_t gat_plain_look(const unsigned char *c, size_t left, bool *shown);
/* A copy in the arena, of one line, without such characters. */
const char *gat_plain_text(struct gat_arena *a, const char *text);

#endif
