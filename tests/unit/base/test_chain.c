/* test_chain.c - the running hash of records: no bit flips, and no line goes, unnoticed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/chain.h"
#include "tap.h"

enum { LINES = 7, ROOM = 200 };
static char line[LINES][ROOM];
static size_t size[LINES];

static void lines_make(void)
{
    static const char *const texts[LINES] = {
        "{\"record\":\"start\",\"schema\":1}",
        "{\"record\":\"backend\",\"backend\":\"a\"}",
        "{\"record\":\"case\",\"case\":\"x/y\",\"verdict\":\"value-mismatch\"}",
        "{\"record\":\"point\",\"point\":\"x\",\"passed\":3,\"failed\":1}",
        "{\"record\":\"point\",\"point\":\"z\",\"passed\":3,\"failed\":0}",
        "{\"record\":\"variant\",\"variant\":\"v\",\"conforms\":false}",
        "{\"record\":\"end\",\"exit\":1}"};
    static const bool sealed[LINES] = {false, true, false, true, true, false, true};
    struct gat_chain c = {0};
    for (unsigned k = 0; k < LINES; k++) {
        size[k] = strlen(texts[k]);
        memcpy(line[k], texts[k], size[k]);
        size[k] = gat_chain_add(&c, line[k], size[k], sealed[k]);
    }
}

/* Are all lines but `without` taken for what was written? */
static bool believed(unsigned without)
{
    struct gat_chain c = {0};
    for (unsigned k = 0; k < LINES; k++)
        if (k != without && !gat_chain_check(&c, line[k], size[k]))
            return false;
    return true;
}

static void flips(void)
{
    unsigned all = 0, unnoticed = 0;
    for (unsigned k = 0; k < LINES; k++)
        for (size_t bit = 0; bit < 8 * size[k]; bit++) {
            line[k][bit / 8] = (char)(line[k][bit / 8] ^ 1 << bit % 8);
            unnoticed += believed(LINES);
            line[k][bit / 8] = (char)(line[k][bit / 8] ^ 1 << bit % 8);
            all++;
        }
    ok(all > 1000, "%u bits", all);
    is_int(unnoticed, 0, "flips of one bit that nobody notices");
}

static void losses(void)
{
    for (unsigned k = 0; k + 1 < LINES; k++)
        ok(!believed(k), "line %u is gone", k + 1);
}

/* Records of before there were hashes are read as they were. */
static void without_hashes(void)
{
    static const char end[] = "{\"record\":\"end\",\"exit\":0}";
    struct gat_chain c = {0};
    ok(gat_chain_check(&c, "{\"record\":\"start\"}", 18), "a file without hashes begins");
    ok(gat_chain_check(&c, end, sizeof end - 1), "and ends");
    c.sealed = true;
    ok(!gat_chain_check(&c, end, sizeof end - 1), "after a hash the last record has one");
}

int main(void)
{
    lines_make();
    ok(believed(LINES), "what was written is believed");
    flips();
    losses();
    without_hashes();
    return done();
}
