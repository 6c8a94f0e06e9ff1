/* drawn_case.h - thousands of cases of all operators, valid or nearly so, under rules that may
 * be those of no variant; each depends on its number alone.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_DRAWN_CASE_H
#define GAT_DRAWN_CASE_H

#include "catalog_case.h"
#include "draw/draft_case.h"
#include "oracle/expect.h"
#include "prng.h"
#include "suite/candidate_member.h"

struct drawn_case {
    struct gat_prng prng;
    struct gat_arena arena;
    const struct gat_spec *spec;
    struct ref_rules rules[2];
    struct gat_profile profile;
    struct gat_point point;
    struct gat_member member;
    struct gat_expectation x;
};

static inline int64_t drawn_below(struct drawn_case *d, int64_t n)
{
    return (int64_t)gat_prng_below(&d->prng, (uint64_t)n);
}

static const char *const drawn_variants[] = {
    "gather/onnx-13", "gather_elements/onnx-13", "scatter_elements/onnx-18",
    "gather/tensorflow-2.x", "gather_nd/tensorflow-2.x", "scatter_nd/onnx-18",
    "scatter_elements/torch-scatter_reduce-2.x", "scatter_slices/torch-index-reduce-2.x",
    "gather_windows/stablehlo-1.x", "scatter_windows/stablehlo-1.x", "put/numpy-raise-2.x",
    "put/torch-2.x", "take/torch-2.x", "tensor_scatter/onnx-circular-24",
    "gather_elements/pypto-2026.02", "scatter_elements/openvino-12"};

static const struct gat_drawing drawn_drawing; /* half of the cases count as drawn */

/* Other values for a few rules of words, but not for tilings, which need lists. */
static inline void drawn_rules(struct drawn_case *d, struct ref_rules *r)
{
    for (int64_t left = drawn_below(d, 4); left > 0; left--) {
        enum ref_rule rule = (enum ref_rule)drawn_below(d, REF_RULE_COUNT);
        const char *words = ref_rule_infos[rule].values;
        int64_t n = 1;
        for (const char *c = words; c != NULL && *c != '\0'; c++)
            n += *c == ' ';
        int64_t value = drawn_below(d, n);
        if (words != NULL && rule != REF_tiling)
            r->value[rule] = value;
    }
}

/* The same consequence of whatever may be broken. */
static inline void drawn_consequence(struct drawn_case *d, struct ref_rules *r)
{
    int64_t all = drawn_below(d, 6);
    for (unsigned k = 0; k < REF_RULE_COUNT && all <= REF_UNDEFINED; k++)
        if (ref_rule_infos[k].values != NULL &&
            strncmp(ref_rule_infos[k].values, "error either undefined", 22) == 0)
            r->value[k] = all;
}

/* One of the profiles of its variant, as it is or with other rules, and maybe a second reading. */
static inline void drawn_profile(struct drawn_case *d)
{
    d->profile = d->spec->profiles[drawn_below(d, d->spec->n_profiles)];
    d->rules[0] = d->rules[1] = d->profile.rules;
    if (drawn_below(d, 2) == 0)
        return;
    drawn_consequence(d, &d->rules[0]);
    drawn_rules(d, &d->rules[0]);
    d->rules[1] = d->rules[0];
    drawn_rules(d, &d->rules[1]);
    d->profile.rules = d->rules[0];
    d->profile.combinations = d->rules;
    d->profile.ambiguous = 0;
    for (unsigned k = 0; k < REF_RULE_COUNT; k++)
        if (d->rules[0].value[k] != d->rules[1].value[k])
            d->profile.ambiguous |= UINT64_C(1) << k;
    d->profile.n_combinations = drawn_below(d, 4) == 0 && d->profile.ambiguous != 0 ? 2 : 1;
}

/* Case number `number`, with what the oracle says; false: there is no such case. */
static inline bool drawn_make(struct drawn_case *d, uint64_t number)
{
    unsigned char bytes[64];
    struct gat_breed breed;
    struct gat_draft draft;
    struct gat_candidate c;
    gat_arena_reset(&d->arena);
    d->prng.state = number * UINT64_C(0x632BE59BD9B4E019);
    d->spec = gat_catalog_spec(
        &home, drawn_variants[number % (sizeof drawn_variants / sizeof drawn_variants[0])]);
    drawn_profile(d);
    int64_t plain = drawn_below(d, 3);
    for (unsigned k = 0; k < sizeof bytes; k++)
        bytes[k] = drawn_below(d, 3) < plain ? 0 : (unsigned char)drawn_below(d, 256);
    gat_breed_make(d->spec, &d->profile, 120, &breed);
    gat_draft_make(&breed, bytes, sizeof bytes, &draft);
    gat_draft_candidate(&draft, d->spec, &d->profile, &d->arena, &c);
    if (gat_candidate_misfit(&c, d->spec, &d->arena) != NULL ||
        !gat_candidate_is_bounded(&c, d->spec, &d->profile, 1 << 14, &d->arena))
        return false;
    struct gat_candidate *kept = GAT_NEW(&d->arena, struct gat_candidate);
    *kept = c;
    d->member = *gat_candidate_member(kept, d->spec, &d->profile, &d->arena);
    if (!gat_candidate_is_presented(kept, &d->member))
        return false;
    kept->test.drawing = drawn_below(d, 2) == 0 ? &drawn_drawing : NULL;
    d->member.placed = gat_prng_next(&d->prng);
    d->member.name_hash = drawn_below(d, 9) == 0 ? 0 : gat_prng_next(&d->prng);
    gat_expect(&d->member, &d->arena, &d->x);
    return true;
}

#endif
