/* onnx_print.c - a tensor as a literal of a case file, value by value.
 *
 * A case that is read back has the same bits.  In a quoted YAML string an escape stands
 * for a code point, not for a byte, so strings are taken apart as UTF-8.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "dtype.h"
#include "onnx/onnx_print.h"

/* The code point at the start of `size` > 0 bytes: how many of them it takes, 0 for
 * what is not UTF-8 (overlong forms and surrogates included). */
static size_t code_point(const unsigned char *at, uint64_t size, uint32_t *out)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = at[0] < 0x80             ? 1
               : (at[0] & 0xe0) == 0xc0 ? 2
               : (at[0] & 0xf0) == 0xe0 ? 3
               : (at[0] & 0xf8) == 0xf0 ? 4
                                        : 0;
    if (n == 0 || n > size)
        return 0;
    *out = n == 1 ? at[0] : at[0] & (0x7fu >> n);
    for (size_t k = 1; k < n; k++) {
        if ((at[k] & 0xc0) != 0x80)
            return 0;
        *out = *out << 6 | (at[k] & 0x3f);
    }
    bool fine = *out >= least[n] && *out <= 0x10ffff && (*out < 0xd800 || *out > 0xdfff);
    return fine ? n : 0;
}

bool gat_onnx_is_utf8(const struct gat_string *text)
{
    uint32_t unused;
    size_t n;
    for (uint64_t k = 0; k < text->size; k += n)
        if ((n = code_point((const unsigned char *)text->data + k, text->size - k, &unused)) == 0)
            return false;
    return true;
}

static void string_print(FILE *to, const struct gat_string *text)
{
    uint32_t c;
    size_t n;
    fputc('"', to);
    for (uint64_t k = 0; k < text->size; k += n) {
        n = code_point((const unsigned char *)text->data + k, text->size - k, &c);
        if (n == 0)
            break; /* cannot be: checked when it was read */
        if (c < 0x20 || c >= 0x7f)
            fprintf(to, "\\U%08" PRIX32, c);
        else
            fprintf(to, c == '"' || c == '\\' ? "\\%c" : "%c", (int)c);
    }
    fputc('"', to);
}

static void value_print(FILE *to, enum gat_dtype type, const char *at)
{
    char text[128];
    if (type == GAT_STR) {
        struct gat_string view;
        memcpy(&view, at, sizeof view);
        string_print(to, &view);
        return;
    }
    gat_dtype_print(type, at, text, sizeof text);
    fputs(text, to);
}

void gat_onnx_operand_print(FILE *to, const struct gat_array *t)
{
    int64_t count = gat_array_count(t);
    fputs("{shape: [", to);
    for (int32_t d = 0; d < t->ndim; d++)
        fprintf(to, "%s%" PRId64, d == 0 ? "" : ", ", t->shape[d]);
    fputs("], values: [", to);
    for (int64_t k = 0; k < count; k++) {
        fputs(k == 0 ? "" : k % 8 == 0 ? ",\n      " : ", ", to);
        value_print(to, t->dtype, (const char *)t->data + (size_t)k * gat_dtype_size(t->dtype));
    }
    fputs("]}", to);
}
