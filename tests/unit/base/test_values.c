/* test_values.c - elements as bits, text and decimals: pinned values, and every rule of
 * rounding against numbers that the C library computes in another way.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>

#include "arena.h"
#include "decimal.h"
#include "dtype.h"
#include "error.h"
#include "tap.h"

/* The bytes after the name of a case stay the same between releases. */
static const struct {
    enum gat_dtype type;
    const char *bits[7];
} pins[] = {
    {GAT_BOOL, {"01", "00", "01", "01", "01", "00", "01"}},
    {GAT_I8, {"01", "02", "03", "fb", "0a", "c3", "13"}},
    {GAT_I16, {"4ec5", "9d8a", "ec4f", "3b27", "6275", "2cf2", "9907"}},
    {GAT_I32, {"9e3779b1", "3c6ef362", "daa66d13", "2064508b", "3470dea1", "b73b7788", "7c92ae06"}},
    {GAT_I64,
     {"9e3779b97f4a7c15", "3c6ef372fe94f82a", "daa66d2c7ddf743f", "206458dfce07a897",
      "34795d6c06b7bac5", "b1b4e9a43bde72a8", "46dcdfa5ddb4397b"}},
    {GAT_U8, {"01", "02", "03", "fb", "0a", "c3", "13"}},
    {GAT_U16, {"4ec5", "9d8a", "ec4f", "3b27", "6275", "2cf2", "9907"}},
    {GAT_U32, {"9e3779b1", "3c6ef362", "daa66d13", "2064508b", "3470dea1", "b73b7788", "7c92ae06"}},
    {GAT_U64,
     {"9e3779b97f4a7c15", "3c6ef372fe94f82a", "daa66d2c7ddf743f", "206458dfce07a897",
      "34795d6c06b7bac5", "b1b4e9a43bde72a8", "46dcdfa5ddb4397b"}},
    {GAT_F16, {"0400", "ab62", "52c5", "0de0", "1434", "a01b", "18a4"}},
    {GAT_BF16, {"0080", "a7e2", "4f45", "c5a5", "7055", "588f", "96d2"}},
    {GAT_F32, {"00800000", "cf9bbcd8", "9fb779b1", "dc966bba", "379d022e", "cf925943", "3abf0fec"}},
    {GAT_F64,
     {"9e6779b97f4a7c15", "3c7ef372fe94f82a", "dad66d2c7ddf743f", "207458dfce07a897",
      "34895d6c06b7bac5", "b1e4e9a43bde72a8", "2c7b4429d9ed4d94"}},
    {GAT_C64,
     {"9872219300800000", "678dde6ccf9bbcd8", "37a99b459fb779b1", "74888d4edc966bba",
      "cf8f23c1379d022e", "67847ad7cf925943", "d2b1317f3abf0fec"}},
    {GAT_C128,
     {"a9dc1055904eda1d9e6779b97f4a7c15", "47f38a0f0f9956323c7ef372fe94f82a",
      "e64b03c88ee3d247dad66d2c7ddf743f", "2be8ef7bdf0c069f207458dfce07a897",
      "3ffdf40817bc18cd34895d6c06b7bac5", "bd5980404ce2d0b0b1e4e9a43bde72a8",
      "37efdac5eaf1ab9c2c7b4429d9ed4d94"}},
};

static void sequences(void)
{
    static const uint64_t ordinals[] = {
        0, 1, 2, 250, 65520, 1000000007, UINT64_C(123456789012345678)};
    static const char digits[] = "0123456789abcdef";
    for (unsigned p = 0; p < sizeof pins / sizeof pins[0]; p++) {
        size_t size = gat_dtype_size(pins[p].type);
        unsigned char element[16];
        char text[40];
        for (unsigned k = 0; k < 7; k++) {
            gat_dtype_distinct(pins[p].type, ordinals[k], element);
            for (size_t b = 0; b < size; b++) {
                text[2 * b] = digits[element[size - 1 - b] >> 4];
                text[2 * b + 1] = digits[element[size - 1 - b] & 15];
            }
            text[2 * size] = '\0';
            is_text(text, pins[p].bits[k], gat_dtype_name(pins[p].type));
        }
    }
}

static void periods(void)
{
    static const uint64_t due[] = {
        [GAT_BOOL] = 2, [GAT_I8] = 251, [GAT_U16] = 65521, [GAT_I32] = 2147483647,
        [GAT_U64] = UINT64_C(9223372036854775783), [GAT_F16] = 61417, [GAT_BF16] = 65011,
        [GAT_F32] = UINT64_C(4261412863), [GAT_F64] = UINT64_C(4503599627370449),
        [GAT_C64] = UINT64_C(4261412863), [GAT_C128] = UINT64_C(4503599627370449)};
    for (unsigned t = 0; t < sizeof due / sizeof due[0]; t++)
        if (due[t] != 0)
            is_int((int64_t)gat_dtype_period((enum gat_dtype)t), (int64_t)due[t],
                   gat_dtype_name((enum gat_dtype)t));
}

/* Under ASan there are gaps. */
#if defined(__SANITIZE_ADDRESS__)
#define GAPS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GAPS 1
#endif
#endif

/* Where a block ends shows in `used`: the next piece starts a block anew. */
static void memory(void)
{
    struct gat_arena a = {0};
    is_text(gat_arena_text(&a, "x", 1), "x", "one letter");
    gat_arena_free(&a);
#ifndef GAPS
    gat_arena_text(&a, "012345678901234567890123456789012345678901234567890123456789012", 63);
    is_int((int64_t)a.used, 64, "63 letters and their end take one line");
    void *first = a.current;
    for (size_t size = 16384; size < 1 << 22; size *= 2) {
        size_t room = size < 1 << 20 ? size : 1 << 20;
        gat_arena_raw(&a, room - 64);
        is_int((int64_t)a.used, (int64_t)room, "a block is filled");
        gat_arena_raw(&a, 1);
        is_int((int64_t)a.used, 64, "and the next one begun");
    }
    gat_arena_raw(&a, 3000000);
    is_int((int64_t)a.used, 3000000, "a block for what is larger than all");
    gat_arena_reset(&a);
    ok(a.current == first && a.used == 0, "a reset goes back to the first block");
    gat_arena_raw(&a, 16384);
    ok(a.current == first, "what fills the first block fits it");
    gat_arena_raw(&a, 32768);
    is_int((int64_t)a.used, 32768, "what fills the second");
    void *second = a.current;
    gat_arena_reset(&a);
    gat_arena_raw(&a, 16385);
    ok(a.current == second, "the next block is taken where it is large enough");
    gat_arena_raw(&a, 1 << 20);
    gat_arena_raw(&a, 16384);
    gat_arena_reset(&a);
    gat_arena_raw(&a, 16384);
    gat_arena_raw(&a, 1 << 15);
    ok(a.current == second, "and a larger one is put behind it");
    gat_arena_free(&a);
#endif
}

static struct gat_decimal read_all(const char *text)
{
    struct gat_decimal d;
    if (!gat_decimal_read(text, gat_decimal_span(text), &d))
        d.n = SIZE_MAX;
    return d;
}

static void decimals(void)
{
    static const double numbers[] = {0,    1,   9.5,     10,  99,   1e-5,   0x1p-1074, 0x1p-1022,
                                     1e15, 0.1, 1.0 / 3, 1e9, 12.5, 0x1p53, 1e300,     0x1.fp1023};
    enum { N = sizeof numbers / sizeof numbers[0] };
    unsigned wrong = 0;
    char text[1200];
    for (unsigned i = 0; i < N; i++)
        for (unsigned j = 0; j < N; j++) {
            snprintf(text, sizeof text, "%s%.770e", i % 2 == 0 ? "" : "-", numbers[i]);
            struct gat_decimal d = read_all(text);
            int due = (numbers[i] > numbers[j]) - (numbers[i] < numbers[j]);
            wrong += gat_decimal_compare(&d, numbers[j]) != due;
            wrong += gat_decimal_compare(&d, -numbers[j]) != due;
        }
    is_int(wrong, 0, "exact decimals compare as their numbers do");
    struct gat_decimal d = read_all("1e-800");
    is_int(gat_decimal_compare(&d, 0), 1, "1e-800 is more than nothing");
    d = read_all("0");
    is_int(gat_decimal_compare(&d, 0x1p-1074), -1, "nothing is less than the least double");
    is_int(gat_decimal_compare(&d, 0), 0, "nothing is nothing");
    d = read_all("-00120.4500e-2");
    ok(d.negative && d.exponent == 1 && d.n == 5 && memcmp(d.digits, "12045", 5) == 0,
       "digits without zeros at either end");
    d = read_all("0.000120");
    ok(!d.negative && d.exponent == -3 && d.n == 2, "zeros after the point");
    memset(text, '1', 900);
    memcpy(text, "0.", 2);
    text[802] = '\0';
    ok(read_all(text).n == 800, "800 digits");
    text[802] = '1';
    text[803] = '\0';
    ok(read_all(text).n == SIZE_MAX, "801 digits are refused");
    text[802] = '0';
    ok(read_all(text).n == 800, "unless the last is a zero");
    is_int((int64_t)gat_decimal_span("12.5e+3x"), 7, "span with an exponent");
    is_int((int64_t)gat_decimal_span("12.5e+x"), 4, "span without its digits");
    is_int((int64_t)gat_decimal_span("+.5"), 3, "span of a sign and a fraction");
    is_int((int64_t)gat_decimal_span("+."), 0, "no span");
    uint64_t n;
    d = read_all("1e18446744073709551617");
    ok(!gat_decimal_integer(&d, &n), "an exponent beyond 64 bits is a large one");
    d = read_all("1e-18446744073709551617");
    ok(!gat_decimal_integer(&d, &n), "and so is a negative one");
    d = read_all("18446744073709551615");
    ok(gat_decimal_integer(&d, &n) && n == UINT64_MAX, "the greatest of 64 bits");
    d = read_all("10000000000000000000");
    ok(gat_decimal_integer(&d, &n) && n == UINT64_C(10000000000000000000), "twenty digits");
}

/* The value of these bits, by the definition of the format. */
static double worth(unsigned bits, unsigned mantissa, int bias)
{
    int exponent = (int)(bits >> mantissa);
    unsigned fraction = bits & ((1u << mantissa) - 1);
    if (exponent > 0)
        fraction |= 1u << mantissa;
    return ldexp(fraction, (exponent > 0 ? exponent : 1) - bias - (int)mantissa);
}

static unsigned bits_of(enum gat_dtype t, const char *text, bool *exact)
{
    uint16_t bits = 0xEEEE;
    return gat_dtype_parse(t, text, &bits, exact) ? bits : 0x10000;
}

/* 5^5861 modulo 2^64 is 708137942788789: who divides by powers of five in 64 bits is misled. */
static void beyond_words(void)
{
    bool exact = true;
    is_int(bits_of(GAT_F16, "708137942788789e-5861", &exact), 0, "far below the least number");
    ok(!exact, "which it is not");
}

/* Between two neighbours: the middle goes to the even one, a hair decides. */
static void rounding(enum gat_dtype t, unsigned mantissa, int bias, unsigned infinity)
{
    unsigned wrong = 0, wrong_exact = 0;
    char text[1300];
    for (unsigned b = 0; b < infinity; b += b < 40 || infinity - b < 20 ? 1 : 13) {
        double low = worth(b, mantissa, bias), middle = (low + worth(b + 1, mantissa, bias)) / 2;
        unsigned above = b + 1 == infinity ? 0x10000 : b + 1;
        bool exact = false;
        snprintf(text, sizeof text, "%.770e", low);
        wrong += bits_of(t, text, &exact) != b;
        wrong_exact += !exact;
        snprintf(text, sizeof text, "%.770e", middle);
        wrong += bits_of(t, text, &exact) != ((b & 1) == 0 ? b : above);
        wrong_exact += exact && (b & 1) == 0;
        char *e = strchr(text, 'e');
        memmove(e + 1, e, strlen(e) + 1);
        *e = '1';
        wrong += bits_of(t, text, &exact) != above;
        snprintf(text, sizeof text, "%.770e", nextafter(middle, 0));
        wrong += bits_of(t, text, &exact) != b;
        text[0] = '-';
        snprintf(text + 1, sizeof text - 1, "%.770e", nextafter(middle, INFINITY));
        wrong += bits_of(t, text, &exact) != (above == 0x10000 ? above : above | 0x8000);
    }
    is_int(wrong, 0, gat_dtype_name(t));
    is_int(wrong_exact, 0, "exactness");
}

/* No text with a digit less gives the same number, but whole numbers keep theirs. */
static void shortest(void)
{
    unsigned longer = 0, other = 0;
    for (uint64_t k = 0; k < 3000; k++) {
        char text[64], less[340];
        double d, again;
        float f, short_f;
        gat_dtype_distinct(GAT_F64, k, &d);
        gat_dtype_print(GAT_F64, &d, text, sizeof text);
        other += strtod(text, NULL) != d;
        int digits = (int)strspn(text + (text[0] == '-'), "0123456789.") - 1;
        snprintf(less, sizeof less, "%.*e", digits > 2 ? digits - 2 : 0, d);
        again = strtod(less, NULL);
        longer += digits > 1 && again == d && strchr(text, 'e') != NULL;
        f = (float)k / 128.0f;
        gat_dtype_print(GAT_F32, &f, text, sizeof text);
        short_f = strtof(text, NULL);
        other += memcmp(&f, &short_f, sizeof f) != 0;
        snprintf(less, sizeof less, "%.9g", (double)f); /* few digits: exact */
        if (strchr(less, '.') == NULL)
            snprintf(less + strlen(less), 3, ".0");
        float back = strtof(less, NULL);
        other += memcmp(&f, &back, sizeof f) != 0;
        longer += strlen(text) > strlen(less);
    }
    is_int(other, 0, "what is printed is the number");
    is_int(longer, 0, "and no digit too many");
}

static void prints(enum gat_dtype t, const void *element, const char *want)
{
    char text[64];
    gat_dtype_print(t, element, text, sizeof text);
    is_text(text, want, want);
}

static void printing(void)
{
    prints(GAT_F16, &(uint16_t){0x63d0}, "1000.0");
    prints(GAT_F16, &(uint16_t){0x7000}, "8192.0");
    prints(GAT_F16, &(uint16_t){0x70e2}, "10000.0");
    prints(GAT_F16, &(uint16_t){0x0001}, "6e-08");
    prints(GAT_BF16, &(uint16_t){0x4120}, "10.0");
    prints(GAT_BF16, &(uint16_t){0x42c8}, "100.0");
    prints(GAT_BF16, &(uint16_t){0x447a}, "1000.0");
    prints(GAT_BF16, &(uint16_t){0x4640}, "1.23e+04");
    prints(GAT_BF16, &(uint16_t){0x461c}, "9984.0");
    prints(GAT_F32, &(float){9.0f}, "9.0");
    prints(GAT_F32, &(float){10.0f}, "10.0");
    prints(GAT_F32, &(float){12345678.0f}, "12345678.0");
    prints(GAT_F32, &(float){1e8f}, "100000000.0");
    prints(GAT_F32, &(float){16777216.0f}, "16777216.0");
    prints(GAT_F64, &(double){1234567890123456.0}, "1234567890123456.0");
    prints(GAT_F32, &(float){1e9f}, "1e+09");
    prints(GAT_F64, &(double){1e16}, "10000000000000000.0");
    prints(GAT_F64, &(double){1e17}, "1e+17");
    prints(GAT_F32, &(uint32_t){0x7f800000}, "inf");
    prints(GAT_BF16, &(uint16_t){0x7f81}, "0x7f81");
    prints(GAT_BF16, &(uint16_t){0x7fc0}, "nan");
    prints(GAT_F16, &(uint16_t){0x7e00}, "nan");
    prints(GAT_F64, &(uint64_t){UINT64_C(0x7ff8000000000000)}, "nan");
    prints(GAT_I8, &(int8_t){-1}, "-1");
    prints(GAT_U8, &(uint8_t){200}, "200");
    prints(GAT_I16, &(int16_t){-32768}, "-32768");
    prints(GAT_U16, &(uint16_t){65535}, "65535");
    prints(GAT_U32, &(uint32_t){UINT32_MAX}, "4294967295");
    prints(GAT_BOOL, &(uint8_t){2}, "0x02");
    prints(GAT_STR, &(struct gat_string){"\x1f ~\x7f\xff", 5}, "\"\\x1f ~\\x7f\\xff\"");
    char small[8];
    gat_dtype_print(GAT_STR, &(struct gat_string){"abcde", 5}, small, sizeof small);
    is_text(small, "\"abcde\"", "a text that just fits");
    gat_dtype_print(GAT_STR, &(struct gat_string){"abcdef", 6}, small, sizeof small);
    is_text(small, "\"abc...", "and one that does not");
    gat_dtype_print(GAT_STR, &(struct gat_string){"abcdef", 6}, small, 5);
    is_text(small, "\"...", "no room but for the dots");
    gat_dtype_print(GAT_STR, &(struct gat_string){"abcdef", 6}, small, 4);
    is_text(small, "\"ab", "no room for the dots");
    memset(small, 'z', sizeof small);
    gat_dtype_print(GAT_STR, &(struct gat_string){"abcdef", 6}, small, 6);
    ok(small[5] == '\0' && small[6] == 'z', "nothing after its room is written");
}

/* For every type with a NaN and two zeros: bits of 1, of two NaNs, of infinity. */
static void sameness(void)
{
    static const struct {
        enum gat_dtype type;
        unsigned parts, size;
        uint64_t one, nan, other_nan, infinity;
    } t[] = {{GAT_F16, 1, 2, 0x3C00, 0x7C01, 0xFE00, 0x7C00},
             {GAT_BF16, 1, 2, 0x3F80, 0x7F81, 0xFFC0, 0x7F80},
             {GAT_F32, 1, 4, 0x3F800000, 0x7F800001, 0xFFC00000, 0x7F800000},
             {GAT_F64, 1, 8, UINT64_C(0x3FF0000000000000), UINT64_C(0x7FF0000000000001),
              UINT64_C(0xFFF8000000000000), UINT64_C(0x7FF0000000000000)},
             {GAT_C64, 2, 4, 0x3F800000, 0x7F800001, 0xFFC00000, 0x7F800000},
             {GAT_C128, 2, 8, UINT64_C(0x3FF0000000000000), UINT64_C(0x7FF0000000000001),
              UINT64_C(0xFFF8000000000000), UINT64_C(0x7FF0000000000000)}};
    for (unsigned k = 0; k < sizeof t / sizeof t[0]; k++)
        for (unsigned part = 0; part < t[k].parts; part++) {
            unsigned char a[16] = {0}, b[16] = {0};
            void *x = a + part * t[k].size, *y = b + part * t[k].size;
            uint64_t minus = UINT64_C(1) << (8 * t[k].size - 1);
            enum gat_dtype type = t[k].type;
            memcpy(x, &t[k].nan, t[k].size);
            memcpy(y, &t[k].other_nan, t[k].size);
            ok(gat_dtype_same_nan(type, a, b) && !gat_dtype_same_zero(type, a, b), "two NaNs of %s",
               gat_dtype_name(type));
            memcpy(y, &t[k].infinity, t[k].size);
            ok(!gat_dtype_same_nan(type, a, b) && !gat_dtype_same_nan(type, b, a),
               "a NaN and an infinity");
            memcpy(x, &t[k].one, t[k].size);
            memset(y, 0, t[k].size);
            ok(!gat_dtype_same_zero(type, a, b) && !gat_dtype_same_zero(type, b, a),
               "one and zero");
            memcpy(x, &minus, t[k].size);
            ok(gat_dtype_same_zero(type, a, b) && gat_dtype_same_zero(type, b, a) &&
                   !gat_dtype_same_nan(type, a, b),
               "two zeros");
        }
}

static void suggestions(void)
{
    static const char *const words[] = {"abcdef", "abcxyz", NULL};
    char word[80], other[80];
    const char *const longest[] = {other, NULL};
    is_text(gat_suggest("abcdxf", words), "abcdef", "the nearest");
    ok(gat_suggest("abqqqf", words) == NULL, "three edits in six letters");
    is_text(gat_suggest("abxxef", words), "abcdef", "two edits in six letters");
    is_text(gat_suggest("bacdfe", words), "abcdef", "two swaps");
    is_text(gat_suggest("abcdefg", (const char *const[]){"abcdef", "abcdeg", NULL}), "abcdef",
            "the first of two that are as near");
    memset(word, 'a', sizeof word);
    memset(other, 'a', sizeof other);
    word[64] = other[64] = '\0';
    word[10] = 'b';
    is_text(gat_suggest(word, longest), other, "64 letters are not too many");
    other[64] = 'a';
    other[65] = '\0';
    ok(gat_suggest(word, longest) == NULL, "65 are");
}

int main(void)
{
    sequences();
    periods();
    memory();
    decimals();
    beyond_words();
    rounding(GAT_F16, 10, 15, 0x7C00);
    rounding(GAT_BF16, 7, 127, 0x7F80);
    shortest();
    printing();
    sameness();
    suggestions();
    return done();
}
