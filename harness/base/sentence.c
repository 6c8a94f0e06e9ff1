/* sentence.c - texts for people, bounded and printable.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/sentence.h"
#include "dtype.h"
#include "real.h"

enum { QUOTE_SIZE = 120, VALUE_SIZE = 128 };

void gat_sentence_start(struct gat_sentence *s, char *text, size_t size)
{
    assert(size > 0);
    *s = (struct gat_sentence){.text = text, .size = size};
    text[0] = '\0';
}

void gat_sentence_add(struct gat_sentence *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(s->text + s->used, s->size - s->used, format, args);
    va_end(args);
    assert(n >= 0);
    size_t end = s->used + (size_t)n;
    if (end >= s->size)
        end = s->size - 1;
    for (; s->used < end; s->used++)
        if (s->text[s->used] < 32 || s->text[s->used] > 126)
            s->text[s->used] = '?';
}

void gat_sentence_place(struct gat_sentence *s, const char *operand,
                        const struct gat_array *t, int64_t element)
{
    int64_t at[GAT_MAX_RANK];
    gat_sentence_add(s, "%s", operand);
    if (t->ndim <= 0)
        return;
    gat_shape_unravel(t->ndim, t->shape, element, at);
    for (int32_t d = 0; d < t->ndim; d++)
        gat_sentence_add(s, "%s%" PRId64, d == 0 ? "[" : ",", at[d]);
    gat_sentence_add(s, "]");
}

void gat_sentence_bits(struct gat_sentence *s, enum gat_dtype t, const void *element)
{
    const unsigned char *bytes = element;
    unsigned parts;
    gat_real_of(t, &parts);
    size_t size = gat_dtype_size(t) / parts;
    for (unsigned k = 0; k < parts; k++) {
        gat_sentence_add(s, k == 0 ? "0x" : "+0x");
        for (size_t i = size; i-- > 0;)
            gat_sentence_add(s, "%02x", bytes[k * size + i]);
    }
    gat_sentence_add(s, parts == 2 ? "j" : "");
}

/* A NaN is one whatever its other bits; of those only gat_sentence_bits speaks. */
static const void *without_payload(enum gat_dtype t, const void *element, unsigned char *copy)
{
    unsigned parts;
    const struct gat_real *f = gat_real_of(t, &parts);
    if (f == NULL)
        return element;
    memcpy(copy, element, gat_dtype_size(t));
    for (unsigned k = 0; k < parts; k++)
        if (isnan(gat_real_get(f, copy, k)))
            gat_real_put(f, copy, k, NAN);
    return copy;
}

void gat_sentence_value(struct gat_sentence *s, enum gat_dtype t,
                        const void *element)
{
    char text[VALUE_SIZE];
    unsigned char plain[16];
    struct gat_string cut;
    if (t == GAT_STR) {
        memcpy(&cut, element, sizeof cut);
        if (cut.size > 30)
            gat_sentence_add(s, "a string of %" PRIu64 " bytes that starts with ",
                             cut.size);
        cut.size = cut.size > 30 ? 24 : cut.size;
        element = &cut;
    }
    gat_dtype_print(t, without_payload(t, element, plain), text, sizeof text);
    gat_sentence_add(s, "%s", text);
}

void gat_sentence_shape(struct gat_sentence *s, const char *operand,
                        const struct gat_array *t)
{
    char text[160];
    if (t->ndim < 0)
        return;
    gat_shape_print(t->ndim, t->shape, text, sizeof text);
    gat_sentence_add(s, "%s %s", operand, text);
}

/* Length of a number in hexadecimal at `text`, 0 if there is none. */
static size_t address_size(const char *text)
{
    size_t n = 2;
    if (text[0] != '0' || (text[1] != 'x' && text[1] != 'X'))
        return 0;
    while (isxdigit((unsigned char)text[n]))
        n++;
    return n > 2 ? n : 0;
}

void gat_sentence_quote(struct gat_sentence *s, const char *before,
                        const char *text)
{
    char out[QUOTE_SIZE + 16];
    size_t n = 0;
    if (text == NULL || text[0] == '\0')
        return;
    while (*text != '\0' && n < QUOTE_SIZE) {
        size_t skip = address_size(text);
        if (skip > 0) {
            memcpy(out + n, "address", 7);
            n += 7;
            text += skip;
        } else {
            out[n++] = *text++;
        }
    }
    out[n] = '\0';
    gat_sentence_add(s, "%s\"%s%s\"", before, out, *text != '\0' ? "..." : "");
}

const char *gat_meant_words(const char *meant)
{
    static _Thread_local char text[300];
    snprintf(text, sizeof text, meant != NULL ? "; did you mean '%s'?" : "%s",
             meant != NULL ? meant : "");
    return text;
}

const char *gat_status_words(gat_status status)
{
    switch (status) {
    case GAT_OK: return "success";
    case GAT_E_UNSUPPORTED: return "that the call is not supported";
    case GAT_E_INVALID: return "an invalid call";
    case GAT_E_TYPE: return "a type error";
    case GAT_E_RANGE: return "a range error";
    case GAT_E_NOMEM: return "no memory";
    case GAT_E_INTERNAL: return "an internal error";
    case GAT_E_LOST: return "a lost device";
    case GAT_E_FAULT: return "a kernel that its device has stopped";
    case GAT_E_DEVICE: return "a device that failed";
    default: return "a status that the contract does not have";
    }
}
