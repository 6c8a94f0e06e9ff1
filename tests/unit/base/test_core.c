/* test_core.c - errors, shapes, and the sixteen element types.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "dtype.h"
#include "error.h"
#include "tap.h"
#include "tensor.h"

/* A further error is told from the size on that has room for it and for how many more there are. */
static void errors_in_little_room(void)
{
    struct gat_error e = {.file = "a.yaml", .line = 3, .text = "x", .n_also = 1};
    const char whole[] = "a.yaml:3: x\na.yaml:4: yy";
    const unsigned long least = sizeof whole + sizeof "\nand 4294967295 more";
    unsigned long first = 0;
    unsigned beyond = 0;
    char text[80];
    e.also[0] = (struct gat_error_also){.line = 4, .text = "yy"};
    for (unsigned long size = sizeof text - 1; size > 0; size--) {
        memset(text, '~', sizeof text);
        gat_error_print(&e, text, size);
        beyond += text[size] != '~';
        if (strcmp(text, whole) == 0)
            first = size;
    }
    is_int((int64_t)first, (int64_t)least, "a line more where there is room for it");
    is_int(beyond, 0, "nothing is written after the room");
    gat_error_print(&e, text, least - 1);
    is_text(text, "a.yaml:3: x\nand 1 more", "else how many there are");
}

static void errors(void)
{
    static const char *const words[] = {"indices", "updates", "data", "axis", NULL};
    struct gat_error e;
    char text[64];
    ok(!gat_fail(&e, "a.yaml", 3, 7, "unknown %s", "x"), "an error is false");
    gat_error_print(&e, text, sizeof text);
    is_text(text, "a.yaml:3:7: unknown x", "file, line, column");
    gat_fail(&e, "a.yaml", 3, 0, "x");
    gat_error_print(&e, text, sizeof text);
    is_text(text, "a.yaml:3: x", "file, line");
    gat_fail(&e, "a.yaml", 0, 0, "x");
    gat_error_print(&e, text, sizeof text);
    is_text(text, "a.yaml: x", "file");
    gat_fail(&e, NULL, 0, 0, "x");
    gat_error_print(&e, text, sizeof text);
    is_text(text, "x", "the sentence alone");
    gat_error_print(&e, text, 1);
    is_text(text, "", "no room");
    e = (struct gat_error){.file = "a.yaml", .line = 3, .text = "x", .n_also = 2};
    e.also[0] = (struct gat_error_also){.line = 4, .text = "y"};
    e.also[1] = (struct gat_error_also){.line = 5, .column = 6, .text = "z"};
    gat_error_print(&e, text, sizeof text);
    is_text(text, "a.yaml:3: x\na.yaml:4: y\na.yaml:5:6: z", "each error has a line");
    is_text(gat_suggest("indexes", words), "indices", "two edits in seven letters");
    is_text(gat_suggest("dtaa", words), "data", "a swap is one edit");
    is_text(gat_suggest("update", words), "updates", "a letter is missing");
    ok(gat_suggest("datum", words) == NULL, "two edits in five letters are too many");
    ok(gat_suggest("x", words) == NULL, "one letter suggests nothing");
    ok(gat_suggest("", words) == NULL, "nothing suggests nothing");
    char longer[100];
    memset(longer, 'a', 99);
    longer[99] = '\0';
    ok(gat_suggest(longer, words) == NULL, "very long words suggest nothing");
}

static void shapes(void)
{
    int64_t count, at[3];
    char text[32];
    ok(gat_shape_count(0, NULL, &count) && count == 1, "rank 0 has one element");
    ok(gat_shape_count(3, (int64_t[]){2, 3, 4}, &count) && count == 24, "[2,3,4]");
    ok(gat_shape_count(3, (int64_t[]){2, 0, 4}, &count) && count == 0, "[2,0,4]");
    ok(!gat_shape_count(2, (int64_t[]){2, -1}, &count), "a negative extent");
    ok(!gat_shape_count(3, (int64_t[]){INT64_MAX, 0, 2}, &count), "an overflow beside 0");
    ok(gat_shape_count(2, (int64_t[]){INT64_MAX, 1}, &count) && count == INT64_MAX,
       "the most");
    gat_shape_unravel(3, (int64_t[]){2, 3, 4}, 23, at);
    ok(at[0] == 1 && at[1] == 2 && at[2] == 3, "the last element's coordinates");
    gat_shape_unravel(3, (int64_t[]){2, 3, 4}, 5, at);
    ok(at[0] == 0 && at[1] == 1 && at[2] == 1, "another element's coordinates");
    gat_shape_print(3, (int64_t[]){2, 3, 4}, text, sizeof text);
    is_text(text, "[2,3,4]", "a shape as text");
    gat_shape_print(0, NULL, text, sizeof text);
    is_text(text, "[]", "rank 0 as text");
    gat_shape_print(3, (int64_t[]){20000, 30000, 40000}, text, 8);
    is_text(text, "[20000,", "a shape cut short");
    struct gat_array t = {.dtype = GAT_C128, .ndim = 2, .shape = {3, 5}};
    is_int(gat_array_count(&t), 15, "elements of a tensor");
    is_int((int64_t)gat_array_size(&t), 240, "bytes of a tensor");
}

static void index_types(void)
{
    static const struct {
        enum gat_dtype t;
        const char *text;
        int64_t want;
    } table[] = {{GAT_I8, "-128", -128}, {GAT_U8, "255", 255}, {GAT_I16, "-2", -2},
                 {GAT_U16, "65535", 65535}, {GAT_I32, "-2147483648", INT32_MIN},
                 {GAT_U32, "4294967295", UINT32_MAX},
                 {GAT_I64, "-9223372036854775808", INT64_MIN},
                 {GAT_U64, "9223372036854775807", INT64_MAX},
                 {GAT_U64, "18446744073709551615", INT64_MAX}};
    for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
        char bytes[32];
        bool exact;
        struct gat_array a = {.dtype = table[k].t, .ndim = 1, .shape = {2}};
        size_t size = gat_dtype_size(a.dtype);
        a.data = bytes + 1;
        gat_dtype_parse(a.dtype, table[k].text, bytes + 1 + size, &exact);
        is_int(gat_array_index(&a, 1), table[k].want, gat_dtype_name(a.dtype));
        ok(gat_dtype_is_index(a.dtype), "%s can index", gat_dtype_name(a.dtype));
    }
    ok(!gat_dtype_is_index(GAT_F32) && !gat_dtype_is_index(GAT_BOOL) &&
           !gat_dtype_is_index(GAT_STR) && !gat_dtype_is_index(GAT_BF16),
       "others cannot");
}

static void names(void)
{
    bool good = true;
    for (unsigned k = 0; k < GAT_DTYPE_COUNT; k++) {
        enum gat_dtype t = (enum gat_dtype)k;
        struct gat_tensor tensor = {.type = gat_dtype_code(t)};
        good &= gat_dtype_find(gat_dtype_name(t)) == t && gat_tensor_dtype(&tensor) == t &&
                gat_dtype_size(t) * 8 == gat_dtype_code(t).bits;
    }
    ok(good, "names, codes and sizes of all types");
    is_int(gat_dtype_find("float"), GAT_DTYPE_COUNT, "no such type");
}

/* Does the text give these bits (little-endian hex)?  NULL: it must be refused. */
static void parses(enum gat_dtype t, const char *text, const char *want, bool want_exact)
{
    unsigned char element[16];
    char got[40] = "refused";
    bool exact;
    if (gat_dtype_parse(t, text, element, &exact)) {
        size_t size = gat_dtype_size(t);
        for (size_t k = 0; k < size; k++)
            snprintf(got + 2 * k, sizeof got - 2 * k, "%02x", element[size - 1 - k]);
        snprintf(got + 2 * size, sizeof got - 2 * size, exact ? "" : "~");
    }
    char full[60];
    snprintf(full, sizeof full, "%s%s", want == NULL ? "refused" : want,
             want != NULL && !want_exact ? "~" : "");
    is_text(got, full, text);
}
#define EXACT true
#define ROUNDED false

static void integers(void)
{
    parses(GAT_I8, "127", "7f", EXACT);
    parses(GAT_I8, "-128", "80", EXACT);
    parses(GAT_I8, "128", NULL, EXACT);
    parses(GAT_I8, "-129", NULL, EXACT);
    parses(GAT_I8, "+5", "05", EXACT);
    parses(GAT_I8, "0x7f", "7f", EXACT);
    parses(GAT_I8, "0x80", NULL, EXACT);
    parses(GAT_I8, "0x", NULL, EXACT);
    parses(GAT_I8, "0x1g", NULL, EXACT);
    parses(GAT_I8, "2.0", "02", EXACT);
    parses(GAT_I8, "1e2", "64", EXACT);
    parses(GAT_I8, "1.5", NULL, EXACT);
    parses(GAT_I8, "1e-1", NULL, EXACT);
    parses(GAT_I8, "nan", NULL, EXACT);
    parses(GAT_I8, "", NULL, EXACT);
    parses(GAT_I8, " 1", NULL, EXACT);
    parses(GAT_I8, "1 ", NULL, EXACT);
    parses(GAT_I8, "-", NULL, EXACT);
    parses(GAT_U8, "255", "ff", EXACT);
    parses(GAT_U8, "-1", NULL, EXACT);
    parses(GAT_U8, "-0", "00", EXACT);
    parses(GAT_I16, "-32768", "8000", EXACT);
    parses(GAT_U16, "65535", "ffff", EXACT);
    parses(GAT_I32, "-2147483648", "80000000", EXACT);
    parses(GAT_U32, "4294967296", NULL, EXACT);
    parses(GAT_I64, "-9223372036854775808", "8000000000000000", EXACT);
    parses(GAT_I64, "9223372036854775808", NULL, EXACT);
    parses(GAT_U64, "18446744073709551615", "ffffffffffffffff", EXACT);
    parses(GAT_U64, "18446744073709551616", NULL, EXACT);
    parses(GAT_U64, "1e19", "8ac7230489e80000", EXACT);
    parses(GAT_U64, "1E20", NULL, EXACT);
    parses(GAT_U64, "99999999999999999999", NULL, EXACT);
    parses(GAT_U64, "99999999999999999999999", NULL, EXACT);
    parses(GAT_U64, "0xffffffffffffffff", "ffffffffffffffff", EXACT);
    parses(GAT_U64, "0x10000000000000000", NULL, EXACT);
    parses(GAT_U64, "1e999999999999", NULL, EXACT);
    parses(GAT_BOOL, "true", "01", EXACT);
    parses(GAT_BOOL, "0", "00", EXACT);
    parses(GAT_BOOL, "false", "00", EXACT);
    parses(GAT_BOOL, "2", NULL, EXACT);
    parses(GAT_BOOL, "1.0", NULL, EXACT);
    parses(GAT_STR, "abc", NULL, EXACT);
}

static void floats(void)
{
    parses(GAT_F32, "1.5", "3fc00000", EXACT);
    parses(GAT_F32, "0.1", "3dcccccd", ROUNDED);
    parses(GAT_F32, "-0.0", "80000000", EXACT);
    parses(GAT_F32, "-0e9", "80000000", EXACT);
    parses(GAT_F32, ".5", "3f000000", EXACT);
    parses(GAT_F32, "5.", "40a00000", EXACT);
    parses(GAT_F32, ".", NULL, EXACT);
    parses(GAT_F32, "1e", NULL, EXACT);
    parses(GAT_F32, "1e+", NULL, EXACT);
    parses(GAT_F32, "1_0", NULL, EXACT);
    parses(GAT_F32, "16777217", "4b800000", ROUNDED);
    parses(GAT_F32, "16777219", "4b800002", ROUNDED);
    parses(GAT_F32, "3.4028235677973367e38", NULL, EXACT);
    parses(GAT_F32, "3.4028235677973366e38", "7f7fffff", ROUNDED);
    parses(GAT_F32, "1e-46", "00000000", ROUNDED);
    parses(GAT_F32, "-1e-400", "80000000", ROUNDED);
    parses(GAT_F32, "1e400", NULL, EXACT);
    parses(GAT_F32, "nan", "7fc00000", EXACT);
    parses(GAT_F32, "-nan", "ffc00000", EXACT);
    parses(GAT_F32, "inf", "7f800000", EXACT);
    parses(GAT_F32, "-inf", "ff800000", EXACT);
    parses(GAT_F32, "+inf", "7f800000", EXACT);
    parses(GAT_F32, "infinity", NULL, EXACT);
    parses(GAT_F32, "0x7f800001", "7f800001", EXACT);
    parses(GAT_F32, "0x17f800001", NULL, EXACT);
    parses(GAT_F32, "-0x7f800001", NULL, EXACT);
    parses(GAT_F32, "0x", NULL, EXACT);
    parses(GAT_F32, "1+2i", NULL, EXACT);
    /* Ties of float16 and what lies a hair beside them: a double cannot tell. */
    parses(GAT_F16, "1.00048828125", "3c00", ROUNDED);
    parses(GAT_F16, "1.00048828125000000000000000000000000001", "3c01", ROUNDED);
    parses(GAT_F16, "1.00146484375", "3c02", ROUNDED);
    parses(GAT_F16, "1.00146484374999999999999999999999999999", "3c01", ROUNDED);
    parses(GAT_F16, "65519.9999999999999999999999", "7bff", ROUNDED);
    parses(GAT_F16, "65520", NULL, EXACT);
    parses(GAT_F16, "65504", "7bff", EXACT);
    parses(GAT_F16, "2.98023223876953125e-8", "0000", ROUNDED);
    parses(GAT_F16, "2.980232238769531250000000000000001e-8", "0001", ROUNDED);
    parses(GAT_F16, "5.9604644775390625e-8", "0001", EXACT);
    parses(GAT_F16, "6.103515625e-5", "0400", EXACT);
    parses(GAT_F16, "0.333251953125", "3555", EXACT);
    parses(GAT_F16, "1e-320", "0000", ROUNDED);
    parses(GAT_BF16, "1.00390625", "3f80", ROUNDED);
    parses(GAT_BF16, "1.0039062500000000000000000000001", "3f81", ROUNDED);
    parses(GAT_BF16, "3.4e38", NULL, EXACT);
}

static void doubles_and_pairs(void)
{
    parses(GAT_F64, "0.1", "3fb999999999999a", ROUNDED);
    parses(GAT_F64, "1e22", "4480f0cf064dd592", EXACT);
    parses(GAT_F64, "1e23", "44b52d02c7e14af6", ROUNDED);
    parses(GAT_F64, "9007199254740993", "4340000000000000", ROUNDED);
    parses(GAT_F64, "9007199254740992.5", "4340000000000000", ROUNDED);
    parses(GAT_F64, "0e30", "0000000000000000", EXACT);
    parses(GAT_C64, "1j", NULL, EXACT);
    parses(GAT_C64, "1ii", NULL, EXACT);
    parses(GAT_F64, "4.9406564584124654e-324", "0000000000000001", ROUNDED);
    parses(GAT_F64, "0x7ff8000000000001", "7ff8000000000001", EXACT);
    parses(GAT_F64, "0.5000000000000000000000000000000", "3fe0000000000000", EXACT);
    parses(GAT_C64, "1+2i", "400000003f800000", EXACT);
    parses(GAT_C64, "1-2i", "c00000003f800000", EXACT);
    parses(GAT_C64, "3", "0000000040400000", EXACT);
    parses(GAT_C64, "-2i", "c000000000000000", EXACT);
    parses(GAT_C64, "1e+1i", "4120000000000000", EXACT);
    parses(GAT_C64, "nan-infi", "ff8000007fc00000", EXACT);
    parses(GAT_C64, "0x3f80000e+0x7fc00001i", "7fc000013f80000e", EXACT);
    parses(GAT_C64, "1-0x7fc00001i", NULL, EXACT);
    parses(GAT_C64, "1+2", NULL, EXACT);
    parses(GAT_C64, "1+2j", NULL, EXACT);
    parses(GAT_C64, "1+i", NULL, EXACT);
    parses(GAT_C64, "0.1+1i", "3f8000003dcccccd", ROUNDED);
    parses(GAT_C64, "1+0.1i", "3dcccccd3f800000", ROUNDED);
    parses(GAT_C128, "1+2i", "40000000000000003ff0000000000000", EXACT);
    char digits[2000];
    memset(digits, '1', sizeof digits);
    digits[1999] = '\0';
    bool exact;
    double d;
    ok(!gat_dtype_parse(GAT_F64, digits, &d, &exact), "2,000 digits are refused");
    digits[1500] = '\0';
    ok(!gat_dtype_parse(GAT_F64, digits, &d, &exact), "1,500 digits are refused");
    memset(digits, '0', 1500);
    digits[0] = '1';
    digits[1] = '.';
    ok(gat_dtype_parse(GAT_F64, digits, &d, &exact) && d == 1 && exact,
       "zeros at the end are not digits");
}

static void prints(enum gat_dtype t, const void *element, size_t size, const char *want)
{
    char text[64];
    gat_dtype_print(t, element, text, size);
    is_text(text, want, want);
}

static void printing(void)
{
    prints(GAT_F32, &(float){1.0f}, 64, "1.0");
    prints(GAT_F32, &(float){0.1f}, 64, "0.1");
    prints(GAT_F32, &(float){-0.0f}, 64, "-0.0");
    prints(GAT_F32, &(float){100.0f}, 64, "100.0");
    prints(GAT_F32, &(float){1e20f}, 64, "1e+20");
    prints(GAT_F32, &(uint32_t){0x7fc00000}, 64, "nan");
    prints(GAT_F32, &(uint32_t){0xffc00000}, 64, "0xffc00000");
    prints(GAT_F32, &(uint32_t){0xff800000}, 64, "-inf");
    prints(GAT_F16, &(uint16_t){0x7bff}, 64, "65504.0");
    prints(GAT_F64, &(double){0.1}, 64, "0.1");
    prints(GAT_F64, &(double){0.1 + 0.2}, 64, "0.30000000000000004");
    prints(GAT_C64, (float[]){1.5f, -2.0f}, 64, "1.5-2.0i");
    prints(GAT_C64, (uint32_t[]){0x3f800000, 0x7fc00001}, 64, "1.0+0x7fc00001i");
    prints(GAT_I8, &(int8_t){-128}, 64, "-128");
    prints(GAT_U64, &(uint64_t){UINT64_MAX}, 64, "18446744073709551615");
    prints(GAT_I64, &(int64_t){INT64_MIN}, 64, "-9223372036854775808");
    prints(GAT_BOOL, &(uint8_t){1}, 64, "true");
    prints(GAT_BOOL, &(uint8_t){0}, 64, "false");
    prints(GAT_BOOL, &(uint8_t){0xA5}, 64, "0xa5");
    prints(GAT_I32, &(int32_t){123456}, 4, "123");
    prints(GAT_STR, &(struct gat_string){"a\"\\\n\0z", 6}, 64, "\"a\\\"\\\\\\x0a\\x00z\"");
    prints(GAT_STR, &(struct gat_string){NULL, 0}, 64, "\"\"");
    prints(GAT_STR, &(struct gat_string){NULL, UINT64_MAX}, 64, "(no text)");
    prints(GAT_STR, &(struct gat_string){"abcdefghijkl", 12}, 10, "\"abcde...");
}

/* Everything that is printed is read back to the same bits. */
static void round_trips(void)
{
    for (unsigned t = 0; t < GAT_STR; t++) {
        enum gat_dtype type = (enum gat_dtype)t;
        bool good = true, exact;
        uint64_t many = gat_dtype_size(type) <= 2 ? 65536 : 5000;
        for (uint64_t k = 0; k < many && good; k++) {
            unsigned char element[16], again[16];
            char text[64];
            gat_dtype_distinct(type, k, element);
            if (type == GAT_F16 || type == GAT_BF16)
                memcpy(element, &(uint16_t){(uint16_t)k}, 2); /* all of them */
            else if (type != GAT_BOOL && k % 7 == 0)
                element[0] = 0;
            gat_dtype_print(type, element, text, sizeof text);
            good = gat_dtype_parse(type, text, again, &exact) &&
                   memcmp(element, again, gat_dtype_size(type)) == 0;
        }
        ok(good, "%s: what is printed is read back", gat_dtype_name(type));
    }
}

static void sequences(void)
{
    for (unsigned t = 0; t < GAT_STR; t++) {
        enum gat_dtype type = (enum gat_dtype)t;
        static unsigned char seen[1 << 16];
        unsigned char element[16], later[16], next[16], zero[16] = {0}, ones[16];
        size_t size = gat_dtype_size(type);
        uint64_t period = gat_dtype_period(type);
        unsigned twice = 0, flat = 0, weak = 0;
        memset(seen, 0, sizeof seen);
        memset(ones, 0xFF, sizeof ones);
        for (uint64_t k = 0; k < 65536; k++) {
            uint16_t key = 0;
            gat_dtype_distinct(type, k, element);
            memcpy(&key, element, size < 2 ? size : 2);
            twice += size <= 2 && k < period && seen[key]++;
            flat += memcmp(element, zero, size) == 0 || memcmp(element, ones, size) == 0;
            gat_dtype_distinct(type, k + 1, next);
            weak += memcmp(element, next, size) == 0;
            weak += gat_dtype_same_nan(type, element, (memset(later, 0xFF, 16), later));
        }
        is_int(twice, 0, "elements of one period are distinct");
        is_int(weak, 0, "neighbours are distinct and nothing is a NaN");
        ok(flat == 0 || type == GAT_BOOL, "%s: nothing is zero or all ones",
           gat_dtype_name(type));
        gat_dtype_distinct(type, 5, element);
        gat_dtype_distinct(type, 5 + period, later);
        ok(memcmp(element, later, size) == 0, "and the period is what it is said to be");
    }
}

static void sameness(void)
{
    struct gat_string a = {"abc", 3}, b = {"abcd", 3}, c = {"abd", 3}, d = {"ab", 2},
                      e = {NULL, 0}, f = {"x", 0}, poison = {NULL, UINT64_MAX},
                      wild = {NULL, 3};
    ok(gat_dtype_same(GAT_STR, &a, &b), "strings by content");
    ok(!gat_dtype_same(GAT_STR, &a, &c) && !gat_dtype_same(GAT_STR, &a, &d),
       "other strings");
    ok(gat_dtype_same(GAT_STR, &e, &f), "empty strings");
    ok(!gat_dtype_same(GAT_STR, &a, &poison) && !gat_dtype_same(GAT_STR, &wild, &a) &&
           !gat_dtype_same(GAT_STR, &a, &wild),
       "no text is no string");
    uint32_t quiet = 0x7fc00000, other = 0xff800001, one = 0x3f800000, minus = 0x80000000,
             plus = 0, infinity = 0x7f800000;
    ok(gat_dtype_same_nan(GAT_F32, &quiet, &other), "two NaNs");
    ok(!gat_dtype_same_nan(GAT_F32, &quiet, &quiet), "the same NaN is no difference");
    ok(!gat_dtype_same_nan(GAT_F32, &quiet, &one), "a NaN and a number");
    ok(!gat_dtype_same_nan(GAT_F32, &quiet, &infinity), "a NaN and an infinity");
    ok(gat_dtype_same_zero(GAT_F32, &minus, &plus), "two zeros");
    ok(!gat_dtype_same_zero(GAT_F32, &plus, &plus), "the same zero is no difference");
    ok(!gat_dtype_same_zero(GAT_F32, &plus, &one), "a zero and a number");
    uint32_t x[] = {one, quiet}, y[] = {one, other}, z[] = {plus, other};
    ok(gat_dtype_same_nan(GAT_C64, x, y), "complex: one part is another NaN");
    ok(!gat_dtype_same_nan(GAT_C64, x, z), "complex: the other part differs too");
    ok(!gat_dtype_same_nan(GAT_I32, &quiet, &other), "integers have no NaN");
    ok(!gat_dtype_same_zero(GAT_STR, &a, &b), "strings have no zero");
}

int main(void)
{
    errors();
    errors_in_little_room();
    shapes();
    index_types();
    names();
    integers();
    floats();
    doubles_and_pairs();
    printing();
    round_trips();
    sequences();
    sameness();
    return done();
}
