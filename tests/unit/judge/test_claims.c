/* test_claims.c - what a manifest covers, and the reason when it does not.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "judge/claims.h"
#include "judge_case.h"
#include "oracle/expect.h"
#include "parts/presentation.h"
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
    ok((why == NULL) == (claim == &claims[1]), "a claim exactly where there is no gap");
    return why != NULL ? why : "none";
}

/* claims[0] never fits; claims[1] covers the case of case_gather. */
static void start(void)
{
    static const char *const none[] = {"other", NULL};
    case_gather(&t);
    claims[0] = (struct gat_claim){.op = "gather", .variants = none};
    claims[1] = (struct gat_claim){.op = "gather",
                                   .variants = variants,
                                   .data_types = GAT_BIT(GAT_I32),
                                   .index_types = GAT_BIT(GAT_I64),
                                   .max_rank = 2};
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
    is_text(gap(), "a rank outside the claimed ones", "the output has a higher one");
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
    t.member.n_attrs = 2;
    t.member.attrs[0].name = "axis";
    t.member.attrs[1].name = "batch_dims";
    is_text(gap(), "attribute batch_dims", "after one that is");
    t.member.n_attrs = 1;
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
    t.member.question.indices.ndim = -1;
    is_text(gap(), "none", "indices that a call leaves out");
    t.member.question.indices.ndim = 1;
    t.member.question.indices.shape[0] = 0;
    is_text(gap(), "operands without elements", "no index at all");
    case_end(&t);
}

/* What is missing for operands that lie in another way. */
static void test_presentations(void)
{
    static const char views[] = "strided, offset and broadcast operands";
    static const struct {
        unsigned presentation;
        uint32_t flags;
        const char *want;
    } rows[] = {
        {GAT_P_PLAIN, 0, "none"},
        {GAT_P_STRIDED, 0, views},
        {GAT_P_STRIDED, GAT_TAKES_VIEWS, "none"},
        {GAT_P_STRIDED, GAT_ODD_ADDRESSES | GAT_WORKS_IN_PLACE, views},
        {GAT_P_ODD_DATA, GAT_TAKES_VIEWS | GAT_WORKS_IN_PLACE, "odd addresses"},
        {GAT_P_ODD_DATA, GAT_ODD_ADDRESSES, "none"},
        {GAT_P_INPLACE, GAT_TAKES_VIEWS | GAT_ODD_ADDRESSES, "work in place"},
        {GAT_P_INPLACE, GAT_WORKS_IN_PLACE, "none"},
        {GAT_P_STRIDED_INPLACE, GAT_WORKS_IN_PLACE, views},
        {GAT_P_STRIDED_INPLACE, GAT_TAKES_VIEWS, "work in place"},
        {GAT_P_ODD_INPLACE, GAT_WORKS_IN_PLACE, "odd addresses"},
    };
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        start();
        t.member.presentation = rows[k].presentation;
        claims[1].flags = rows[k].flags;
        const char *why = gap();
        is_text(why, rows[k].want, gat_presentations[rows[k].presentation].word);
        ok(gat_presentation_is_gap(why) == (strcmp(why, "none") != 0), "and is known as such");
        case_end(&t);
    }
    ok(!gat_presentation_is_gap("the variant"), "another gap is none of presentation");
}

/* Claims that name values of an attribute: what the call states, and its default where it does
 * not. */
static void test_attribute_values(void)
{
    static const struct {
        const char *listed, *stated; /* NULL: the call states none */
        int32_t kind;
        int64_t number;
        const char *text, *want;
    } rows[] = {
        {"axis=1", "axis", GAT_ATTR_INT, 1, NULL, "none"},
        {"axis=1", "axis", GAT_ATTR_INT, 0, NULL, "another value of attribute axis"},
        {"axis=1", "axis", GAT_ATTR_INT, 11, NULL, "another value of attribute axis"},
        {"axis-1=1", "axis", GAT_ATTR_INT, 1, NULL, "attribute axis"},
        {"axi=1", "axis", GAT_ATTR_INT, 1, NULL, "attribute axis"},
        {"reduction=add", "reduction", GAT_ATTR_TEXT, 0, "add", "none"},
        {"reduction=add", "reduction", GAT_ATTR_TEXT, 0, "mul",
         "another value of attribute reduction"},
        {"slice_sizes=1", "slice_sizes", GAT_ATTR_INTS, 1, NULL,
         "another value of attribute slice_sizes"},
        {"mode", "mode", GAT_ATTR_TEXT, 0, "clip", "none"},
        {"mode=clip", "mode", GAT_ATTR_TEXT, 0, "clip", "an attribute of the call"},
    };
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const char *listed[] = {"other", rows[k].listed, NULL};
        start();
        claims[1].attrs = listed;
        t.member.n_attrs = 1;
        t.member.attrs[0] = (struct gat_attr){.name = rows[k].stated,
                                              .kind = rows[k].kind,
                                              .i = rows[k].number,
                                              .text = rows[k].text};
        is_text(gap(), rows[k].want, rows[k].listed);
        case_end(&t);
    }
}

static void test_attribute_defaults(void)
{
    static const struct {
        const char *listed;
        struct gat_attr_spec spec;
        const char *want;
    } rows[] = {
        {"axis=0", {.name = "axis", .has_otherwise = true}, "none"},
        {"axis=1", {.name = "axis", .has_otherwise = true}, "another value of attribute axis"},
        {"axis=1", {.name = "axis", .has_otherwise = true, .otherwise = 1}, "none"},
        {"axis=1", {.name = "axis"}, "none"},
        {"axis=1", {.name = "axis", .required = true, .has_otherwise = true}, "none"},
        {"axis=1", {.name = "batch_dims", .has_otherwise = true}, "none"},
        {"batch_dims", {.name = "axis", .has_otherwise = true}, "none"},
        {"reduction=none", {.name = "reduction", .kind = GAT_ATTR_TEXT}, "none"},
        {"reduction=add",
         {.name = "reduction", .kind = GAT_ATTR_TEXT},
         "another value of attribute reduction"},
    };
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const char *listed[] = {rows[k].listed, NULL};
        struct gat_attr_spec spec = rows[k].spec;
        start();
        claims[1].attrs = listed;
        t.spec.n_attrs = 1;
        t.spec.attrs = &spec;
        is_text(gap(), rows[k].want, rows[k].listed);
        case_end(&t);
    }
}

/* An axis that data reach far past 1 GiB, and what lies at its limit. */
static void test_giants(void)
{
    static const struct {
        uint32_t flags;
        int64_t extent;
        const char *want;
    } rows[] = {
        {GAT_NO_GIANTS, INT64_C(1) << 28, "none"},
        {GAT_NO_GIANTS, (INT64_C(1) << 28) + 1, "tensors above 1 GiB"},
        {0, (INT64_C(1) << 28) + 1, "none"},
    };
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const struct gat_claim *claim;
        start();
        claims[1].flags = rows[k].flags;
        gat_expect(&t.member, &t.arena, &t.x);
        t.member.question.data.ndim = 1;
        t.member.question.data.shape[0] = rows[k].extent;
        const char *why = gat_claim_gap(&manifest, &t.x, &claim);
        is_text(why == NULL ? "none" : why, rows[k].want, "a large tensor");
        case_end(&t);
    }
}

/* Holes are not for backends that would get them as memory. */
static void test_sparse(void)
{
    static const char copied[] =
        "sparse tensors, which an adapter would have to copy with their holes";
    static const char unmapped[] =
        "sparse tensors, because its device cannot map memory piece by piece";
    static const char holes_open[] =
        "sparse tensors of an undefined case, whose holes have no memory on a device";
    static const struct gat_sparse holes;
    static const struct {
        bool is_copied, on_device, maps, sparse, undefined;
        const char *want;
    } rows[] = {
        {true, false, false, true, false, copied},   {true, false, false, false, false, "none"},
        {false, true, false, true, false, unmapped}, {false, true, false, false, false, "none"},
        {false, true, true, true, false, "none"},    {false, true, true, true, true, holes_open},
        {false, true, true, false, true, "none"},    {false, false, false, true, true, "none"},
    };
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const struct gat_claim *claim;
        struct gat_manifest m = manifest;
        m.is_copied = rows[k].is_copied;
        m.on_device = rows[k].on_device;
        m.maps = rows[k].maps;
        start();
        gat_expect(&t.member, &t.arena, &t.x);
        t.member.question.data.sparse = rows[k].sparse ? &holes : NULL;
        if (rows[k].undefined)
            t.x.answer.demand = REF_FREE;
        const char *why = gat_claim_gap(&m, &t.x, &claim);
        is_text(why == NULL ? "none" : why, rows[k].want, "holes");
        case_end(&t);
    }
}

/* Which calls does the document leave undefined, for a backend that declines them? */
static void test_undefined(void)
{
    static const char open[] = "inputs that the document leaves undefined";
    static const struct {
        int64_t index, domain, outside, rank;
        const char *want;
    } rows[] = {
        {3, REF_WRAPS, REF_OOR_UNDEFINED, REF_ERROR, open},
        {2, REF_WRAPS, REF_OOR_UNDEFINED, REF_ERROR, "none"},
        {-1, REF_BELOW_UNDEFINED, REF_OOR_ERROR, REF_ERROR, open},
        {3, REF_BELOW_UNDEFINED, REF_OOR_ERROR, REF_ERROR, open},
        {2, REF_BELOW_UNDEFINED, REF_OOR_ERROR, REF_ERROR, "none"},
        {3, REF_WRAPS, REF_OOR_CLAMP, REF_ERROR, "none"},
        {2, REF_WRAPS, REF_OOR_ERROR, REF_UNDEFINED, open},
    };
    for (unsigned k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        start();
        claims[1].flags = GAT_NO_UNDEFINED;
        t.rules[0].value[REF_index_domain] = rows[k].domain;
        t.rules[0].value[REF_out_of_range] = rows[k].outside;
        t.rules[0].value[REF_bad_rank] = rows[k].rank;
        if (rows[k].rank == REF_UNDEFINED)
            t.rules[0].value[REF_data_rank_min] = 3; /* which data have not */
        ((int64_t *)t.member.question.indices.data)[1] = rows[k].index;
        is_text(gap(), rows[k].want, "what is undefined");
        case_end(&t);
    }
}

/* A member that some claim takes, by its types and by how its operands lie. */
static void test_takes(void)
{
    start();
    ok(gat_claim_takes(&manifest, &t.spec, &t.member), "a claim of its types takes it");
    claims[1].data_types = GAT_BIT(GAT_F32);
    ok(!gat_claim_takes(&manifest, &t.spec, &t.member), "one of other data does not");
    claims[1].data_types = GAT_BIT(GAT_I32);
    claims[1].index_types = GAT_BIT(GAT_I32);
    ok(!gat_claim_takes(&manifest, &t.spec, &t.member), "nor one of other indices");
    claims[1].index_types = GAT_BIT(GAT_I64);
    t.member.presentation = GAT_P_STRIDED;
    ok(!gat_claim_takes(&manifest, &t.spec, &t.member), "nor one without strides");
    claims[1].flags = GAT_TAKES_VIEWS;
    ok(gat_claim_takes(&manifest, &t.spec, &t.member), "one with strides does");
    claims[1].op = "scatter";
    ok(!gat_claim_takes(&manifest, &t.spec, &t.member), "another operator does not");
    case_end(&t);
}

int main(void)
{
    test_takes();
    test_presentations();
    test_attribute_values();
    test_attribute_defaults();
    test_giants();
    test_sparse();
    test_undefined();
    test_names();
    test_named();
    test_types();
    test_ranks();
    test_attributes();
    test_flags();
    return done();
}
