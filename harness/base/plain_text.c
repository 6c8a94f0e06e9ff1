/* plain_text.c - text of strangers, as it may be shown.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/plain_text.h"

static bool is_shown(unsigned code)
{
    return !(code < 0xa0 || code == 0x61c || (code >= 0x200b && code <= 0x200f) ||
             (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) ||
             code == 0xfeff || (code >= 0xfdd0 && code <= 0xfdef) || (code & 0xfffe) == 0xfffe);
}

size_t gat_plain_look(const unsigned char *c, size_t left, bool *shown)
{
    *shown = *c >= ' ' && *c != 0x7f;
    if (*c < 0x80)
        return 1;
    size_t n = *c >= 0xf0 ? 4 : *c >= 0xe0 ? 3 : *c >= 0xc0 ? 2 : 1;
    unsigned code = n == 2 ? *c & 0x1fu : n == 3 ? *c & 0xfu : *c & 7u;
    *shown = false;
    if (n == 1 || n > left)
        return 1; /* no UTF-8 */
    for (size_t k = 1; k < n; k++) {
        if ((c[k] & 0xc0u) != 0x80)
            return 1;
        code = code << 6 | (c[k] & 0x3fu);
    }
    *shown = is_shown(code);
    return n;
}

const char *gat_plain_text(struct gat_arena *a, const char *text)
{
    static const char instead[] = "\xef\xbf\xbd";
    const unsigned char *c = (const unsigned char *)text;
    size_t size = strlen(text), used = 0;
    char *out = GAT_NEW_N(a, char, 3 * size + 1);
    for (size_t at = 0; at < size;) {
        bool shown;
        size_t n = gat_plain_look(c + at, size - at, &shown);
        memcpy(out + used, shown ? text + at : instead, shown ? n : sizeof instead - 1);
        used += shown ? n : sizeof instead - 1;
        at += n;
    }
    out[used] = '\0';
    return out;
}
