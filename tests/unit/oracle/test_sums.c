/* test_sums.c - what the oracle makes of updates that are combined, and what else it admits.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "ask.h"
#include "real.h"

static struct question q;

/* The answer, and is `got` one too? */
static bool admitted(const char *data, const char *indices, const char *updates,
                     const char *settings, const char *got)
{
    struct gat_array theirs;
    int64_t bad;
    question_free(&q);
    question_ask(&q, "scatter_elements", data, indices, updates, NULL, settings);
    ref_run(&q.c, &q.a, q.scratch);
    question_array(&q, &theirs, q.a.output.dtype, got);
    return ref_admits(&q.c, &q.a, theirs.data, 0, &bad);
}

#define YES(data, indices, updates, settings, got)                                       \
    ok(admitted(data, indices, updates, settings, got), "%s: %s", settings, got)
#define NO(data, indices, updates, settings, got)                                        \
    ok(!admitted(data, indices, updates, settings, got), "%s: not %s", settings, got)

static void exact(void)
{
    YES("2: 1 2", "2: 0 0", "2: 4 8", "stated=add", "2: 13 2");
    NO("2: 1 2", "2: 0 0", "2: 4 8", "stated=add", "2: 12 2");
    YES("1: 100", "1: 0", "1: 100", "stated=add dtype=int8", "1: -56");
    YES("1: 100", "1: 0", "1: 100", "stated=add dtype=int8 overflow=saturates", "1: 127");
    NO("1: 100", "1: 0", "1: 100", "stated=add dtype=int8 overflow=saturates", "1: -56");
    YES("1: 100", "2: 0 0", "2: 100 -100", "stated=add dtype=int8 overflow=saturates", "1: 27");
    YES("1: -128", "1: 0", "1: 1", "stated=mul dtype=int8 overflow=saturates", "1: -128");
    YES("1: 100", "1: 0", "1: 2", "stated=mul dtype=int8 overflow=saturates", "1: 127");
    NO("1: 100", "1: 0", "1: 2", "stated=mul dtype=int8 overflow=saturates", "1: -56");
    YES("1: -100", "1: 0", "1: 2", "stated=mul dtype=int8 overflow=saturates", "1: -128");
    NO("1: -100", "1: 0", "1: 2", "stated=mul dtype=int8 overflow=saturates", "1: -127");
    YES("1: -100", "2: 0 0", "2: -2 1", "stated=mul dtype=int8 overflow=saturates", "1: 127");
    YES("1: 100", "1: 0", "1: 200", "stated=mul dtype=uint8 overflow=saturates", "1: 255");
    /* -1 after what stopped at the end of the type, or before. */
    YES("1: 100", "2: 0 0", "2: 2 -1", "stated=mul dtype=int8 overflow=saturates", "1: -127");
    YES("1: 100", "2: 0 0", "2: 2 -1", "stated=mul dtype=int8 overflow=saturates", "1: -128");
    NO("1: 50", "1: 0", "1: 2", "stated=mul dtype=int8 overflow=saturates", "1: 127");
    YES("1: 100", "2: 0 0", "2: 2 1", "stated=mul dtype=int8 overflow=saturates", "1: 127");
    NO("1: 100", "2: 0 0", "2: 2 0", "stated=mul dtype=int8 overflow=saturates", "1: 127");
    /* The widest type has an end too. */
    YES("1: 0xffffffffffffffff", "1: 0", "1: 3", "stated=add dtype=uint64", "1: 2");
    YES("1: 0xffffffffffffffff", "1: 0", "1: 3", "stated=add dtype=uint64 overflow=saturates",
        "1: 0xffffffffffffffff");
    NO("1: 0xffffffffffffffff", "1: 0", "1: 3", "stated=add dtype=uint64 overflow=saturates",
       "1: 2");
    YES("1: 0x8000000000000000", "1: 0", "1: 2", "stated=mul dtype=uint64 overflow=saturates",
        "1: 0xffffffffffffffff");
    YES("1: 0xffffffffffffffff", "1: 0", "1: 1", "stated=mean dtype=uint64",
        "1: 0x8000000000000000");
    YES("1: -3", "1: 0", "1: 0", "stated=mean", "1: -2");
    YES("1: -3", "1: 0", "1: 0", "stated=mean mean_rounding=to_zero", "1: -1");
    YES("1: 7", "2: 0 0", "2: 4 9", "only=mean", "1: 6");
    YES("1: 7", "3: 0 0 0", "3: 4 8 11", "only=mean mean_rounding=nearest", "1: 8");
    NO("1: 7", "3: 0 0 0", "3: 4 8 11", "only=mean mean_rounding=nearest", "1: 7");
    YES("1: 7", "3: 0 0 0", "3: -4 -8 -10", "only=mean mean_rounding=nearest", "1: -7");
    NO("1: 7", "3: 0 0 0", "3: -4 -8 -10", "only=mean mean_rounding=nearest", "1: -8");
    YES("1: -3", "1: 0", "1: 0", "stated=mean mean_rounding=nearest", "1: -2");
    YES("1: -3", "1: 0", "1: 0", "stated=mean mean_rounding=nearest", "1: -1");
    /* Two at a time, in an order that nobody knows. */
    YES("1: 7", "2: 0 0", "2: 4 9", "stated=mean mean_of=two", "1: 7");
    NO("1: 7", "1: 0", "1: 4", "stated=mean mean_of=two", "1: 4");
    YES("1: 0.5", "2: 0 0", "2: 1 2", "stated=mean dtype=float32 mean_of=two", "1: 1.375");
    NO("1: 0.5", "1: 0", "1: 1", "stated=mean dtype=float32 mean_of=two", "1: 1");
    YES("1: 0xffffffffffffffff", "1: 0", "1: 1", "stated=max dtype=uint64",
        "1: 0xffffffffffffffff");
    YES("1: 3", "1: 0", "1: 5", "stated=mul scratch=none", "1: 15");
}

static void rounded(void)
{
    YES("1: 2048", "1: 0", "1: 1", "stated=add dtype=float16", "1: 2048");
    NO("1: 2048", "1: 0", "1: 1", "stated=add dtype=float16", "1: 2050");
    /* 256 + 1 + 1 in bfloat16: each 1 may be lost, or both make 2. */
    YES("1: 256", "2: 0 0", "2: 1 1", "stated=add dtype=bfloat16", "1: 256");
    YES("1: 256", "2: 0 0", "2: 1 1", "stated=add dtype=bfloat16", "1: 258");
    YES("1: 1", "2: 0 0", "2: 1 256", "stated=add dtype=bfloat16", "1: 256");
    NO("1: 256", "2: 0 0", "2: 1 1", "stated=add dtype=bfloat16", "1: 264");
    NO("1: 256", "2: 0 0", "2: 1 1", "stated=add dtype=bfloat16 precision=wide", "1: 256");
    /* An element without updates is as it was, beside a sum that may be rounded. */
    YES("2: 5 256", "2: 1 1", "2: 1 1", "stated=add dtype=bfloat16", "2: 5 258");
    NO("2: 5 256", "2: 1 1", "2: 1 1", "stated=add dtype=bfloat16", "2: 0 258");
    YES("1: 0.1", "2: 0 0", "2: 0.2 0.3", "stated=add dtype=float64", "1: 0.6000000000000001");
    YES("1: 0.1", "2: 0 0", "2: 0.2 0.3", "stated=add dtype=float64", "1: 0.6");
    NO("1: 0.1", "2: 0 0", "2: 0.2 0.3", "stated=add dtype=float64", "1: 0.600000000000001");
    YES("1: 16777215", "1: 0", "1: 1", "stated=add dtype=float32", "1: 16777216");
    NO("1: 16777215", "1: 0", "1: 1", "stated=add dtype=float32", "1: 16777215");
    YES("1: 9007199254740991", "1: 0", "1: 1", "stated=add dtype=float64", "1: 9007199254740992");
    YES("1: -1.7e308", "1: 0", "1: -1.7e308", "stated=mean dtype=float64", "1: -inf");
    YES("1: -1.7e308", "1: 0", "1: -1.7e308", "stated=mean dtype=float64", "1: -1.7e308");
    NO("1: -1.7e308", "1: 0", "1: -1.7e308", "stated=mean dtype=float64", "1: -1");
    NO("1: -1.7e308", "1: 0", "1: -1.7e308", "stated=mean dtype=float64", "1: inf");
    NO("1: -inf", "1: 0", "1: -1.7e308", "stated=mean dtype=float64", "1: -1.7e308");
    NO("1: 9007199254740991", "1: 0", "1: 1", "stated=add dtype=float64", "1: 9007199254740990");
    /* Three times half a unit of 1: each may be lost, and none is taken away. */
    const char *halves = "3: 1.1102230246251565e-16 1.1102230246251565e-16 1.1102230246251565e-16";
    YES("1: 1", "3: 0 0 0", halves, "stated=add dtype=float64", "1: 1");
    YES("1: 1", "3: 0 0 0", halves, "stated=add dtype=float64", "1: 1.0000000000000004");
    NO("1: 1", "3: 0 0 0", halves, "stated=add dtype=float64", "1: 0.9999999999999999");
    /* Each of the least numbers may be lost where 2^-1021 is reached before: a tie. */
    YES("1: 2.2250738585072014e-308", "3: 0 0 0", "3: 2.2250738585072014e-308 5e-324 5e-324",
        "stated=add dtype=float64", "1: 4.450147717014403e-308");
    NO("1: 2.2250738585072014e-308", "2: 0 0", "2: 5e-324 5e-324", "stated=add dtype=float64",
       "1: 2.225073858507202e-308");
    YES("1: 1", "2: 0 0", "2: 1 3", "stated=mean dtype=float32", "1: 1.6666666");
    ok(admitted("1: 256", "2: 0 0", "2: 1 1", "stated=add dtype=bfloat16", "1: 256") &&
           q.a.hides_update, "a lost update could hide there");
    ok(admitted("1: 0.1", "2: 0 0", "2: 0.2 0.3", "stated=add dtype=float64", "1: 0.6") &&
           !q.a.hides_update, "and not here");
}

static void special(void)
{
    YES("1: inf", "1: 0", "1: -inf", "stated=add dtype=float32", "1: 0xffc01234");
    NO("1: inf", "1: 0", "1: -inf", "stated=add dtype=float32", "1: inf");
    YES("1: 65504", "1: 0", "1: 65504", "stated=add dtype=float16", "1: inf");
    NO("1: 65504", "1: 0", "1: 65504", "stated=add dtype=float16", "1: 65504");
    YES("1: 65504", "2: 0 0", "2: 65504 -65504", "stated=add dtype=float16", "1: 65504");
    YES("1: 65504", "2: 0 0", "2: 65504 -65504", "stated=add dtype=float16", "1: inf");
    NO("1: 65504", "2: 0 0", "2: 65504 -100", "stated=add dtype=float16", "1: -inf");
    YES("1: 1e308", "1: 0", "1: 1e308", "stated=add dtype=float64", "1: inf");
    YES("1: 65504", "2: 0 0", "2: 65504 -inf", "stated=add dtype=float16", "1: nan");
    YES("1: 65504", "2: 0 0", "2: 65504 -inf", "stated=add dtype=float16", "1: -inf");
    NO("1: 65504", "2: 0 0", "2: 65504 inf", "stated=add dtype=float16", "1: nan");
    NO("1: 60000", "2: 0 0", "2: 5 -inf", "stated=add dtype=float16", "1: nan");
    YES("1: 0", "1: 0", "1: inf", "stated=mul dtype=float64", "1: nan");
    YES("1: -0.0", "1: 0", "1: 0", "stated=min dtype=float32", "1: 0");
    NO("1: -0.0", "1: 0", "1: 0", "stated=min dtype=float32 zero_sign=kept", "1: 0");
    YES("1: -0.0", "1: 0", "1: -0.0", "stated=add dtype=float32 zero_sign=kept", "1: -0.0");
    YES("1: nan", "1: 0", "1: 2", "stated=max dtype=float32", "1: nan");
    NO("1: nan", "1: 0", "1: 2", "stated=max dtype=float32", "1: 2");
    YES("1: nan", "1: 0", "1: 2", "stated=max dtype=float32 nan=ignored", "1: 2");
    NO("2: 0x7fa00001 1", "1: 1", "1: 2", "stated=add dtype=float32", "2: 0x7fe00001 3");
    YES("1: 1+2i", "1: 0", "1: 3+4i", "stated=mul dtype=complex64", "1: -5+10i");
    NO("1: 1+2i", "1: 0", "1: 3+4i", "stated=mul dtype=complex64", "1: 3+8i");
    YES("1: 0x0001", "1: 0", "1: 0x0001", "stated=add dtype=float16", "1: 0x0002");
}

/* What the rules leave open of signs, of infinities, and of what is on the way. */
static void beyond(void)
{
    YES("1: -1e308", "1: 0", "1: -1e308", "stated=add dtype=float64", "1: -inf");
    NO("1: -1e308", "1: 0", "1: -1e308", "stated=add dtype=float64", "1: inf");
    YES("1: 1e308", "2: 0 0", "2: 1e308 -1e308", "stated=add dtype=float64", "1: 1e308");
    YES("1: 1e308", "2: 0 0", "2: 1e308 -1e308", "stated=add dtype=float64", "1: inf");
    YES("1: inf", "1: 0", "1: 1", "stated=mean dtype=float32", "1: inf");
    NO("1: inf", "1: 0", "1: 1", "stated=mean dtype=float32", "1: 1");
    YES("1: 1e308", "2: 0 0", "2: 1e308 -1e308", "stated=mean dtype=float64",
        "1: 0.3333333333333333e308");
    YES("1: 1", "1: 0", "1: -1", "stated=mean dtype=float32", "1: -0.0");
    NO("1: 1", "1: 0", "1: -1", "stated=mean dtype=float32", "1: 0x00000001");
    /* 0 in sum, and up to 4 * 2^-24 * 2e8 / 4 beside it by rounding. */
    YES("1: 1e8", "3: 0 0 0", "3: 0.1 -1e8 -0.1", "stated=mean dtype=float32", "1: 1");
    NO("1: 1e8", "3: 0 0 0", "3: 0.1 -1e8 -0.1", "stated=mean dtype=float32", "1: 100");
    YES("1: 1", "1: 0", "1: -1", "stated=add dtype=float32 zero_sign=kept", "1: 0");
    NO("1: 1", "1: 0", "1: -1", "stated=add dtype=float32 zero_sign=kept", "1: -0.0");
    /* A zero whose sign counts, beside a part that is rounded either way. */
    const char *parts = "stated=add dtype=complex64 zero_sign=kept";
    YES("1: 1+16777216i", "2: 0 0", "2: -1+1i 0+1i", parts, "1: 0+16777218i");
    YES("1: 1+16777216i", "2: 0 0", "2: -1+1i 0+1i", parts, "1: 0+16777216i");
    NO("1: 1+16777216i", "2: 0 0", "2: -1+1i 0+1i", parts, "1: -0.0+16777216i");
    NO("1: 3+16777216i", "2: 0 0", "2: -1+1i 0+1i", parts, "1: 0+16777216i");
    YES("1: 0", "1: 0", "1: -0.0", "stated=add dtype=float32 zero_sign=kept", "1: 0");
    NO("1: 0", "1: 0", "1: -0.0", "stated=add dtype=float32 zero_sign=kept", "1: -0.0");
    YES("1: -inf", "1: 0", "1: 1", "stated=add dtype=float32", "1: -inf");
    NO("1: -inf", "1: 0", "1: 1", "stated=add dtype=float32", "1: inf");
    YES("1: nan", "1: 0", "1: 1", "stated=add dtype=float32", "1: nan");
    NO("1: nan", "1: 0", "1: 1", "stated=add dtype=float32", "1: 1");
    YES("1: nan", "1: 0", "1: nan", "stated=max dtype=float32 nan=ignored", "1: nan");
    NO("1: nan", "1: 0", "1: nan", "stated=max dtype=float32 nan=ignored", "1: 0");
    YES("1: nan", "2: 0 0", "2: 3 5", "stated=max dtype=float32 nan=either", "1: nan");
    YES("1: nan", "2: 0 0", "2: 3 5", "stated=max dtype=float32 nan=either", "1: 5");
    YES("1: 3", "2: 0 0", "2: nan 5", "stated=min dtype=float32 nan=either", "1: 5");
    NO("1: nan", "2: 0 0", "2: 3 5", "stated=max dtype=float32 nan=either", "1: 6");
    NO("1: nan", "2: 0 0", "2: 3 5", "stated=min dtype=float32 nan=either", "1: 2");
    YES("1: nan", "2: 0 0", "2: inf 5", "stated=max dtype=float32 nan=either", "1: inf");
    NO("1: nan", "2: 0 0", "2: inf 5", "stated=max dtype=float32 nan=either", "1: -inf");
    NO("1: 1", "2: 0 0", "2: 3 5", "stated=max dtype=float32 nan=either", "1: 3");
    YES("1: -0.0", "1: 0", "1: 0", "stated=max dtype=float32 zero_sign=kept", "1: 0");
    NO("1: -0.0", "1: 0", "1: 0", "stated=max dtype=float32 zero_sign=kept", "1: -0.0");
    YES("1: 0", "1: 0", "1: 5", "stated=min dtype=float32 zero_sign=kept", "1: 0");
    NO("1: 0", "1: 0", "1: 5", "stated=min dtype=float32", "1: -0.0");
}

static void products(void)
{
    /* A complex product of one factor is that factor, whatever it is. */
    YES("1: 7", "1: 0", "1: 3+4i", "only=mul dtype=complex64", "1: 3+4i");
    NO("1: 7", "1: 0", "1: 3+4i", "only=mul dtype=complex64", "1: 3+5i");
    YES("1: 7", "1: 0", "1: 0", "only=mul dtype=complex64", "1: 0");
    NO("1: 7", "1: 0", "1: 0", "only=mul dtype=complex64", "1: 7");
    YES("1: 7", "1: 0", "1: inf", "only=mul dtype=complex64", "1: inf");
    YES("1: 7", "1: 0", "1: nan", "only=mul dtype=complex64", "1: nan");
    YES("1: 1e308", "4: 0 0 0 0", "4: 1e308 1e308 1e308 1e308", "stated=mul dtype=float64",
        "1: inf");
    NO("1: 1e308", "4: 0 0 0 0", "4: 1e308 1e308 1e308 1e308", "stated=mul dtype=float64",
       "1: 1e308");
    YES("1: 1e-308", "4: 0 0 0 0", "4: 1e-308 1e-308 1e-308 1e-308", "stated=mul dtype=float64",
        "1: 0");
    NO("1: 1e-308", "4: 0 0 0 0", "4: 1e-308 1e-308 1e-308 1e-308", "stated=mul dtype=float64",
       "1: -1");
    YES("1: nan", "1: 0", "1: 2", "stated=mul dtype=float32", "1: nan");
    NO("1: nan", "1: 0", "1: 2", "stated=mul dtype=float32", "1: 2");
    YES("1: inf", "1: 0", "1: -3", "stated=mul dtype=float32", "1: -inf");
    NO("1: inf", "1: 0", "1: -3", "stated=mul dtype=float32", "1: inf");
    YES("1: 0", "1: 0", "1: -3", "stated=mul dtype=float32 zero_sign=kept", "1: -0.0");
    NO("1: 0", "1: 0", "1: -3", "stated=mul dtype=float32 zero_sign=kept", "1: 0");
    /* 1e30 * 1e30 is an infinity, and times 0 a NaN; 1e-30 * 1e-30 is 0, and so on. */
    YES("1: 1e30", "2: 0 0", "2: 1e30 0", "stated=mul dtype=float32", "1: 0");
    YES("1: 1e30", "2: 0 0", "2: 1e30 0", "stated=mul dtype=float32", "1: nan");
    NO("1: 1e3", "2: 0 0", "2: 1e3 0", "stated=mul dtype=float32", "1: nan");
    YES("1: 1e-30", "2: 0 0", "2: 1e-30 inf", "stated=mul dtype=float32", "1: inf");
    YES("1: 1e-30", "2: 0 0", "2: 1e-30 inf", "stated=mul dtype=float32", "1: nan");
    NO("1: 1e-3", "2: 0 0", "2: 1e-3 inf", "stated=mul dtype=float32", "1: nan");
    YES("1: 1+2i", "2: 0 0", "2: 0+0i 3+4i", "stated=mul dtype=complex64", "1: 0+0i");
    NO("1: 1+2i", "2: 0 0", "2: 0+0i 3+4i", "stated=mul dtype=complex64", "1: 1+0i");
    YES("1: 0+2i", "1: 0", "1: 2+1i", "stated=mul dtype=complex64", "1: -2+4i");
    NO("1: 0+2i", "1: 0", "1: 2+1i", "stated=mul dtype=complex64", "1: 2+4i");
    /* 16777215 + 16777217i, which is rounded up or down: the lowest bit is that of 1i. */
    YES("1: 16777216+1i", "1: 0", "1: 1+1i", "stated=mul dtype=complex64", "1: 16777215+16777218i");
    NO("1: 16777216+1i", "1: 0", "1: 1+1i", "stated=mul dtype=complex64", "1: 16777215+16777300i");
    YES("1: nan+1i", "1: 0", "1: 2+0i", "stated=mul dtype=complex64", "1: nan+2i");
    /* The parts of one factor may lie farther apart than exponents reach. */
    YES("1: 9", "1: 0", "1: -3e-147+6e203i", "only=mul dtype=complex128", "1: -3e-147+6e203i");
    NO("1: 9", "1: 0", "1: -3e-147+6e203i", "only=mul dtype=complex128", "1: 0+6e203i");
}

/* Terms below half a unit of the greatest double: each is lost, and all are an infinity. */
static void lost_past_the_end(void)
{
    YES("1: 1.7976931348623157e308", "3: 0 0 0", "3: 8e291 8e291 8e291", "stated=add dtype=float64",
        "1: inf");
    YES("1: 1.7976931348623157e308", "3: 0 0 0", "3: 8e291 8e291 8e291", "stated=add dtype=float64",
        "1: 1.7976931348623157e308");
}

/* `n` updates of 3, at most 200. */
static const char *threes(size_t n)
{
    static char updates[500];
    int at = snprintf(updates, sizeof updates, "%zu:", n);
    for (size_t k = 0; k < n; k++)
        at += snprintf(updates + at, sizeof updates - (size_t)at, " 3");
    return updates;
}

/* What is lost in 100 steps of 2^-8 is at most 0.64 of the sum of 301. */
static void hundred_steps(void)
{
    YES("1: 1", "100: 0", threes(100), "stated=add dtype=bfloat16", "1: 128");
    NO("1: 1", "100: 0", threes(100), "stated=add dtype=bfloat16", "1: 100");
}

/* Updates are taken off, and data are not. */
static void differences(void)
{
    YES("2: 9 2", "2: 0 0", "2: 4 8", "stated=sub", "2: -3 2");
    NO("2: 9 2", "2: 0 0", "2: 4 8", "stated=sub", "2: 21 2");
    NO("2: 9 2", "2: 0 0", "2: 4 8", "stated=sub", "2: 5 2");
    YES("1: 9", "1: 0", "1: 4", "only=sub", "1: -4");
    YES("1: 9", "2: 0 0", "2: 4 3", "stated=sub scratch=none", "1: 2");
    YES("1: 0", "1: 0", "1: -128", "stated=sub dtype=int8", "1: -128");
    YES("1: 0", "1: 0", "1: -128", "stated=sub dtype=int8 overflow=saturates", "1: 127");
    YES("1: 1", "1: 0", "1: 3", "stated=sub dtype=uint8", "1: 254");
    YES("1: 1", "1: 0", "1: 3", "stated=sub dtype=uint8 overflow=saturates", "1: 0");
    YES("1: -0.0", "1: 0", "1: 0", "stated=sub dtype=float32 zero_sign=kept", "1: -0.0");
    NO("1: 0", "1: 0", "1: 0", "stated=sub dtype=float32 zero_sign=kept", "1: -0.0");
    YES("1: inf", "1: 0", "1: inf", "stated=sub dtype=float16", "1: nan");
    YES("1: 256", "2: 0 0", "2: -1 -1", "stated=sub dtype=bfloat16", "1: 256");
    NO("1: 256", "2: 0 0", "2: -1 -1", "stated=sub dtype=bfloat16", "1: 254");
    YES("1: 1+2i", "1: 0", "1: 4+8i", "stated=sub dtype=complex64", "1: -3-6i");
}

/* Of 24 bits a sum needs none more: it is exact in every order. */
static void just_exact(void)
{
    YES("1: 8388608", "2: 0 0", "2: 1 1", "stated=add dtype=float32", "1: 8388610");
    NO("1: 8388608", "2: 0 0", "2: 1 1", "stated=add dtype=float32", "1: 8388609");
    NO("1: 8388608", "2: 0 0", "2: 1 1", "stated=add dtype=float32", "1: 8388611");
}

/* A third of 4 times the least number of float16. */
static void below_normal(void)
{
    const char *settings = "stated=mean dtype=float16";
    YES("1: 0x0001", "2: 0 0", "2: 0x0001 0x0002", settings, "1: 0x0002");
    NO("1: 0x0001", "2: 0 0", "2: 0x0001 0x0002", settings, "1: 0x0004");
}

/* So many steps of bfloat16 that rounding may leave nothing. */
static void many_steps(void)
{
    const char *updates = threes(200);
    YES("1: 1", "200: 0", updates, "stated=add dtype=bfloat16", "1: 600");
    YES("1: 1", "200: 0", updates, "stated=add dtype=bfloat16", "1: 256");
    ok(q.a.hides_update, "which hides updates");
}

static void without_scratch(void)
{
    YES("2: 1 2", "1: 1", "1: 5", "only=add scratch=none", "2: 1 5");
    NO("2: 1 2", "1: 1", "1: 5", "only=add scratch=none", "2: 1 7");
    YES("2: 1 2", "2: 1 9", "2: 5 7", "stated=add scratch=none out_of_range=drop", "2: 1 7");
    NO("2: 1 2", "2: 1 9", "2: 5 7", "stated=add scratch=none out_of_range=drop", "2: 1 14");
}

static void larger_updates(void)
{
    const char *settings = "stated=add updates_sizes=at_least";
    YES("2,2: 1 2 3 4", "2,1: 0 1", "2,2: 10 20 30 40", settings, "2,2: 11 2 33 4");
    NO("2,2: 1 2 3 4", "2,1: 0 1", "2,2: 10 20 30 40", settings, "2,2: 11 2 23 4");
}

/* Where a product of two doubles is below the normal ones, it is rounded once: in a double before
 * that, one in some of them lies halfway. */
static void denormal_products(void)
{
    enum { PAIRS = 4000 };
    int refused = 0, beside = 0;
    uint64_t x = 88172645463325252u;
    YES("1: 2.8589118169182504", "1: 0", "1: 1.383043210151446e-309", "stated=mul dtype=float64",
        "1: 3.95399857681052e-309");
    NO("1: 2.8589118169182504", "1: 0", "1: 1.383043210151446e-309", "stated=mul dtype=float64",
       "1: 3.953998576810517e-309");
    for (int k = 0; k < PAIRS; k++) {
        char data[40], updates[40], got[40];
        double f[2];
        for (int j = 0; j < 2; j++) {
            x ^= x << 13, x ^= x >> 7, x ^= x << 17;
            f[j] = ldexp((double)(x >> 11), -52 - (j == 0 ? 0 : 1020 + (int)(x % 56))) *
                   (x >> 10 & 1 ? 1 : -1);
        }
        snprintf(data, sizeof data, "1: %.17g", f[0]);
        snprintf(updates, sizeof updates, "1: %.17g", f[1]);
        snprintf(got, sizeof got, "1: %.17g", f[0] * f[1]);
        refused += !admitted(data, "1: 0", updates, "stated=mul dtype=float64", got);
        snprintf(got, sizeof got, "1: %.17g", nextafter(f[0] * f[1], INFINITY));
        beside += admitted(data, "1: 0", updates, "stated=mul dtype=float64", got);
    }
    is_int(refused, 0, "products of this machine are right");
    is_int(beside, 0, "numbers beside them are not");
}

int main(void)
{
    exact();
    rounded();
    denormal_products();
    special();
    beyond();
    products();
    lost_past_the_end();
    hundred_steps();
    differences();
    just_exact();
    below_normal();
    many_steps();
    without_scratch();
    larger_updates();
    question_free(&q);
    return done();
}
