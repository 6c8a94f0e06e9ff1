/* sentence.h - a bounded text that grows by pieces, and the words for the parts of
 * a case that diagnoses speak of.
 *
 * Text from a backend goes through gat_sentence_quote only; the finished
 * text is printable ASCII, whatever the operands hold.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_SENTENCE_H
#define GAT_SENTENCE_H

#include "gatherum/backend.h"
#include "tensor.h"

struct gat_sentence {
    char *text; /* always terminated */
    size_t size, used;
};

/* Start in a buffer of `size` bytes, at least one. */
void gat_sentence_start(struct gat_sentence *s, char *text, size_t size);
/* Append what fits; bytes that do not print become '?'. */
void gat_sentence_add(struct gat_sentence *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "output[3,1]"; the name alone for rank 0. */
void gat_sentence_place(struct gat_sentence *s, const char *operand, const struct gat_array *t,
                        int64_t element);
/* One element that is not poison; a string is cut after some 30 characters, and a NaN is "nan"
 * whatever its other bits. */
void gat_sentence_value(struct gat_sentence *s, enum gat_dtype t, const void *element);
/* Its bits as a number; of a complex one both parts. */
void gat_sentence_bits(struct gat_sentence *s, enum gat_dtype t, const void *element);
/* "data [2,3] and indices [4]" */
void gat_sentence_shape(struct gat_sentence *s, const char *operand, const struct gat_array *t);
/* A backend's own words in quotes, bounded, addresses left out; nothing for "". */
void gat_sentence_quote(struct gat_sentence *s, const char *before, const char *text);

/* "; did you mean 'axis'?", or "" for NULL; until this thread asks again. */
const char *gat_meant_words(const char *meant);
/* "a range error" and the like. */
const char *gat_status_words(gat_status status);

#endif
