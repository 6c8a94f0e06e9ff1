/* test_claims.c - what a manifest covers, and the reason when it does not.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "judge/claims.h"
#include "judge_case.h"
#include "oracle/expect.h"
#include "tap.h"

static struct judge_case t;
static const char *variants[] = {"other", "made-up-1.x", NULL};
static struct gat_claim claims[2];
static const struct gat_manifest manifest = {.n_claims = 2, .claims = claims};

static const char *gap(void)
{
    const struct gat_claim *claim;
    gat_expect(&t.member, &t.arena, &t.x);
    const char *why = gat_claim_gap(&manifest, &t.x, &claim);
    ok((why == NULL) == (claim == &claims[1]),
       "a claim exactly where there is no gap");
    return why != NULL ? why : "none";
}

/* claims[0] never fits; claims[1] covers the case of case_gather. */
static void start(void)
{
    static const char *const none[] = {"other", NULL};
    case_gather(&t);
    claims[0] = (struct gat_claim){.op = "gather", .variants = none};
    claims[1] = (struct gat_claim){.op = "gather", .variants = variants,
                                   .data_types = GAT_BIT(GAT_I32),
                                   .index_types = GAT_BIT(GAT_I64), .max_rank = 2};
    variants[1] = "made-up-1.x";
}

static void test_names(void)
{
    start();
    is_text(gap(), "none", "everything is claimed");
    variants[1] = "made-up";
    is_text(gap(), "none", "the alias stands for the variant");
    variants[1] = "made-up-2.x";
    is_text(gap(), "the variant", "another version is another variant");
    claims[0].op = claims[1].op = "scatter";
    is_text(gap(), "the operator", "another operator");
    case_end(&t);
}

/* Is the variant named at all, whatever the case? */
static void test_named(void)
{
    start();
    const struct gat_spec *spec = t.member.point->spec;
    ok(gat_claim_names(&manifest, spec), "the second claim names it");
    claims[1].data_types = 0;
    ok(gat_claim_names(&manifest, spec), "for no type, too");
    claims[1].op = "gathers";
    ok(!gat_claim_names(&manifest, spec), "a longer operator is another");
    claims[1].op = "a";
    ok(!gat_claim_names(&manifest, spec), "a smaller one is");
    claims[1].op = "gather";
    variants[1] = "made-up-2.x";
    ok(!gat_claim_names(&manifest, spec), "another version is another variant");
    case_end(&t);
}

static void test_types(void)
{
    start();
    claims[1].data_types = GAT_BIT(GAT_F32);
    is_text(gap(), "element type int32", "an element type");
    claims[1].data_types = GAT_ALL_TYPES;
    claims[1].index_types = GAT_BIT(GAT_I32);
    is_text(gap(), "index type int64", "an index type");
    case_end(&t);
}

static void test_ranks(void)
{
    start();
    claims[1].max_rank = 1;
    is_text(gap(), "a rank outside the claimed ones", "data has a higher rank");
    claims[1].max_rank = 2;
    claims[1].min_rank = 2;
    is_text(gap(), "a rank outside the claimed ones", "indices have a lower one");
    case_end(&t);
    start();
    case_indices(&t, SHAPE(1, 2), (const int64_t[]){0, 1});
    is_text(gap(), "a rank outside the claimed ones",
            "the output has a higher one");
    case_end(&t);
}

static void test_attributes(void)
{
    static const char *const axis_only[] = {"axis", NULL};
    start();
    t.member.n_attrs = 1;
    t.member.attrs[0].name = "axis";
    claims[1].attrs = axis_only;
    is_text(gap(), "none", "an attribute that is claimed");
    t.member.attrs[0].name = "batch_dims";
    is_text(gap(), "attribute batch_dims", "one that is not");
    t.member.attrs[0].name = "mode";
    is_text(gap(), "an attribute of the call", "one that nobody knows");
    claims[1].attrs = NULL;
    is_text(gap(), "none", "no list claims all");
    case_end(&t);
}

static void test_flags(void)
{
    start();
    claims[1].flags = GAT_NO_NEGATIVE_INDEX;
    is_text(gap(), "negative indices", "a negative index");
    ((int64_t *)t.member.question.indices.data)[1] = 1;
    is_text(gap(), "none", "none");
    claims[1].flags = GAT_NO_ERRORS;
    is_text(gap(), "none", "a case that must succeed");
    ((int64_t *)t.member.question.indices.data)[1] = 3;
    is_text(gap(), "inputs that break the document", "a case that must fail");
    claims[1].flags = GAT_NO_UNDEFINED;
    is_text(gap(), "none", "an error is no matter of choice");
    t.rules[0].value[REF_out_of_range] = REF_OOR_UNDEFINED;
    is_text(gap(), "inputs that the document leaves undefined", "an element that may be anything");
    claims[1].flags = 0;
    is_text(gap(), "none", "without the flag it is sent");
    case_end(&t);
    start();
    claims[1].flags = GAT_NO_SCALAR_INDEX | GAT_NO_EMPTY;
    is_text(gap(), "none", "neither scalar nor empty");
    t.member.question.indices.ndim = 0;
    is_text(gap(), "indices of rank 0", "a scalar index");
    t.member.question.indices.ndim = 1;
    t.member.question.indices.shape[0] = 0;
    is_text(gap(), "operands without elements", "no index at all");
    case_end(&t);
}

int main(void)
{
    test_names();
    test_named();
    test_types();
    test_ranks();
    test_attributes();
    test_flags();
    return done();
}
