/* test_readings.c - sets of combinations in the words of the clauses.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "judge/judge.h"
#include "judge/readings.h"
#include "tap.h"

/* Two clauses of two readings each; combination k takes reading k % 2 of the first
 * and k / 2 of the second. */
static struct gat_reading readings[2][2];
static struct gat_clause clauses[3];
static struct ref_rules rules[4];
static struct gat_spec spec = {.n_clauses = 3, .clauses = clauses};
static struct gat_profile profile = {.n_combinations = 4, .combinations = rules};

static void make(void)
{
    static const enum ref_rule rule[2] = {REF_index_domain, REF_empty};
    static const char *const names[2][2] = {{"wraps", "nonnegative"},
                                            {"allowed", "refused"}};
    for (unsigned c = 0; c < 2; c++)
        for (unsigned r = 0; r < 2; r++) {
            readings[c][r] = (struct gat_reading){.name = names[c][r], .n_rules = 1};
            readings[c][r].rule[0] = rule[c];
            readings[c][r].value[0] = r;
        }
    clauses[0] = (struct gat_clause){.id = "t/plain"};
    clauses[1] = (struct gat_clause){.id = "t/domain", .n_readings = 2};
    clauses[2] = (struct gat_clause){.id = "t/empty", .n_readings = 2};
    clauses[1].readings = readings[0];
    clauses[2].readings = readings[1];
    for (unsigned k = 0; k < 4; k++) {
        rules[k].value[REF_index_domain] = k % 2;
        rules[k].value[REF_empty] = k / 2;
    }
}

static const char *print(uint64_t combinations)
{
    static char out[200];
    gat_readings_print(&spec, &profile, combinations, out, sizeof out);
    return out;
}

int main(void)
{
    char small[12];
    make();
    is_text(print(GAT_EVERY_READING), "", "all fit: nothing to tell");
    is_text(print(0x5), "t/domain: wraps", "the first clause is settled");
    is_text(print(0xc), "t/empty: refused", "the second is");
    is_text(print(0x8), "t/domain: nonnegative, t/empty: refused", "both are");
    is_text(print(0x9), "", "two combinations with nothing in common settle nothing");
    is_text(print(0), "", "none fits: there is nothing to say");
    profile.n_combinations = 2;
    is_text(print(GAT_EVERY_READING), "", "a reading that the profile excludes is not missed");
    is_text(print(0x2), "t/domain: nonnegative", "the others are told apart");
    profile.n_combinations = 4;
    gat_readings_print(&spec, &profile, 0x8, small, sizeof small);
    is_text(small, "t/domain: n", "what does not fit is cut");
    return done();
}
