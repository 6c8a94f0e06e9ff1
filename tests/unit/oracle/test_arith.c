/* test_arith.c - what the oracle computes with elements, against results written by hand.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "arith.h"
#include "dtype.h"
#include "tap.h"

static const char *const op_names[] = {
    [GAT_ADD] = "add", [GAT_SUB] = "sub", [GAT_MUL] = "mul", [GAT_MIN] = "min", [GAT_MAX] = "max"};

/* `a` op `b` has the bits of `want`; numbers as in a case. */
static void joins(enum gat_dtype t, enum gat_arith op, const char *a, const char *b,
                  const char *want)
{
    uint64_t to[2] = {0, 0}, with[2] = {0, 0}, due[2] = {0, 0};
    if (!gat_dtype_parse(t, a, to, NULL) || !gat_dtype_parse(t, b, with, NULL) ||
        !gat_dtype_parse(t, want, due, NULL)) {
        ok(false, "%s: %s, %s and %s are numbers", gat_dtype_name(t), a, b, want);
        return;
    }
    gat_arith_join(t, op, to, with);
    ok(gat_dtype_same(t, to, due), "%s: %s %s %s is %s", gat_dtype_name(t), a, op_names[op],
       b, want);
}

static void integers(void)
{
    joins(GAT_I8, GAT_ADD, "127", "1", "-128");
    joins(GAT_I8, GAT_MUL, "-128", "-1", "-128");
    joins(GAT_I16, GAT_ADD, "-32768", "-1", "32767");
    joins(GAT_I8, GAT_SUB, "0", "-128", "-128");
    joins(GAT_U16, GAT_SUB, "1", "3", "65534");
    joins(GAT_U8, GAT_MUL, "16", "17", "16");
    joins(GAT_U64, GAT_ADD, "18446744073709551615", "2", "1");
    joins(GAT_I64, GAT_MUL, "4611686018427387904", "2", "-9223372036854775808");
    joins(GAT_I32, GAT_MIN, "-1", "1", "-1");
    joins(GAT_I32, GAT_MAX, "-1", "1", "1");
    joins(GAT_U32, GAT_MIN, "4294967295", "1", "1");
    joins(GAT_U32, GAT_MAX, "4294967295", "1", "4294967295");
    joins(GAT_I64, GAT_MIN, "3", "3", "3");
}

/* Of two numbers in order the first is the least, whatever their signs and from either side. */
static void real_order(void)
{
    static const char *const order[] = {"-inf", "-3", "-2", "-0.0", "0", "2", "3", "inf"};
    for (unsigned k = 0; k < sizeof order / sizeof order[0]; k++)
        for (unsigned j = 0; j <= k; j++) {
            joins(GAT_F32, GAT_MIN, order[j], order[k], order[j]);
            joins(GAT_F64, GAT_MIN, order[k], order[j], order[j]);
            joins(GAT_F64, GAT_MAX, order[j], order[k], order[k]);
            joins(GAT_F32, GAT_MAX, order[k], order[j], order[k]);
        }
}

static void reals(void)
{
    joins(GAT_F32, GAT_ADD, "16777216", "1", "16777216");
    joins(GAT_F32, GAT_ADD, "16777216", "3", "16777220");
    joins(GAT_F16, GAT_ADD, "65504", "16", "inf");
    joins(GAT_F16, GAT_ADD, "65504", "15", "65504");
    joins(GAT_BF16, GAT_MUL, "1.0078125", "1.0078125", "1.015625");
    joins(GAT_F64, GAT_MUL, "0.1", "3", "0.30000000000000004");
    joins(GAT_F32, GAT_ADD, "1", "-1", "0");
    joins(GAT_F32, GAT_SUB, "-0.0", "0", "-0.0");
    joins(GAT_F16, GAT_SUB, "1", "2.5", "-1.5");
    joins(GAT_F32, GAT_MUL, "-1", "0", "-0.0");
    joins(GAT_F32, GAT_MIN, "2", "-3", "-3");
    joins(GAT_F32, GAT_MIN, "-3", "2", "-3");
    joins(GAT_F32, GAT_MAX, "2", "-3", "2");
    joins(GAT_F32, GAT_MAX, "-3", "2", "2");
}

/* NaN wins; -0 is below +0. */
static void specials(void)
{
    for (unsigned side = 0; side < 2; side++) {
        const char *a = side ? "-0.0" : "0", *b = side ? "0" : "-0.0";
        joins(GAT_F64, GAT_MIN, a, b, "-0.0");
        joins(GAT_F64, GAT_MAX, a, b, "0");
        a = side ? "nan" : "1", b = side ? "1" : "nan";
        joins(GAT_F32, GAT_MIN, a, b, "nan");
        joins(GAT_F32, GAT_MAX, a, b, "nan");
        a = side ? "inf" : "-inf", b = side ? "-inf" : "inf";
        joins(GAT_F16, GAT_MIN, a, b, "-inf");
        joins(GAT_F16, GAT_MAX, a, b, "inf");
    }
    joins(GAT_F32, GAT_MIN, "-0.0", "-0.0", "-0.0");
    joins(GAT_F32, GAT_MAX, "0", "0", "0");
}

static void pairs(void)
{
    float z[] = {1, 2}, w[] = {3, -4};
    gat_arith_join(GAT_C64, GAT_MUL, z, w);
    ok(z[0] == 11 && z[1] == 2, "(1+2i) * (3-4i) is 11+2i");
    double x[] = {1, 2}, y[] = {3, -4};
    gat_arith_join(GAT_C128, GAT_ADD, x, y);
    ok(x[0] == 4 && x[1] == -2, "(1+2i) + (3-4i) is 4-2i");
    unsigned char odd[9] = {0};
    uint64_t five = 5;
    gat_integer_put(GAT_I64, odd + 1, 7);
    gat_arith_join(GAT_I64, GAT_ADD, odd + 1, &five);
    is_int((int64_t)gat_integer_get(GAT_I64, odd + 1), 12, "at an odd address");
    is_int(odd[0], 0, "and nowhere else");
}

static void kinds(void)
{
    is_int((int64_t)gat_integer_divide(GAT_I32, (uint64_t)-7, 2), -4, "-7 / 2, down");
    is_int((int64_t)gat_integer_divide(GAT_I32, (uint64_t)-8, 2), -4, "-8 / 2");
    is_int((int64_t)gat_integer_divide(GAT_I32, 7, 2), 3, "7 / 2, down");
    is_int((int64_t)gat_integer_divide(GAT_I8, 0, 3), 0, "0 / 3");
    ok(gat_integer_divide(GAT_U64, UINT64_MAX, 2) == UINT64_MAX / 2, "unsigned");
    is_int((int64_t)gat_integer_most(GAT_I16), 32767, "the most of int16");
    is_int((int64_t)gat_integer_least(GAT_I16), 32768, "the magnitude of its least");
    is_int((int64_t)gat_integer_least(GAT_U16), 0, "the least of uint16");
    for (int op = GAT_ADD; op <= GAT_MAX; op++) {
        bool pair = op == GAT_ADD || op == GAT_SUB || op == GAT_MUL;
        ok(gat_arith_has(GAT_C64, op) == pair && gat_arith_has(GAT_C128, op) == pair,
           "complex numbers and %s", op_names[op]);
        ok(gat_arith_has(GAT_U8, op) && gat_arith_has(GAT_BF16, op), "numbers and %s",
           op_names[op]);
        ok(!gat_arith_has(GAT_BOOL, op) && !gat_arith_has(GAT_STR, op),
           "neither truth nor text, and %s", op_names[op]);
    }
}

int main(void)
{
    integers();
    reals();
    real_order();
    specials();
    pairs();
    kinds();
    return done();
}
