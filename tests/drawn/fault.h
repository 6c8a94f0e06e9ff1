/* fault.h - a drawn fault as numbers and as text.
 *
 * The text is the option that the plug-in takes: words joined by '+', the variant first:
 *
 *     gather/onnx-13+next-place+every:8+picks-ge:517+data-is:float16
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef DRAWN_FAULT_H
#define DRAWN_FAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum drawn_parameter {
#define COUNT(n, weight)
#define PARAMETER(id, low, high, block) PARAMETER_##id,
#define SITE(id, name, parameter, sentence)
#define EFFECT(id, kind, name, parameter, site, who, sentence)
#define CONDITION(id, kind, name, parameter, who, sentence)
#include "distribution.def"
#undef PARAMETER
    PARAMETERS
};
enum drawn_site {
#define PARAMETER(id, low, high, block)
#undef SITE
#define SITE(id, name, parameter, sentence) SITE_##id,
#include "distribution.def"
#undef SITE
    SITES
};
enum drawn_effect {
#define SITE(id, name, parameter, sentence)
#undef EFFECT
#define EFFECT(id, kind, name, parameter, site, who, sentence) EFFECT_##id,
#include "distribution.def"
#undef EFFECT
    EFFECTS
};
enum drawn_condition {
#define EFFECT(id, kind, name, parameter, site, who, sentence)
#undef CONDITION
#define CONDITION(id, kind, name, parameter, who, sentence) IF_##id,
#include "distribution.def"
#undef CONDITION
#undef EFFECT
#undef SITE
#undef PARAMETER
#undef COUNT
    CONDITIONS
};

/* Whom an effect or a condition can be drawn for; see distribution.def. */
enum drawn_who { FOR_A, FOR_S, FOR_R, FOR_E, FOR_X, FOR_P, FOR_T, FOR_V, FOR_B, FOR_N, FOR_I };
/* A line of the distribution: of an effect, a site or a condition. */
struct drawn_word {
    const char *kind, *name;
    enum drawn_parameter parameter;
    bool has_site;
    enum drawn_who who;
    const char *sentence;
};
struct drawn_range {
    int64_t low, high;
    bool block;
};
extern const struct drawn_word drawn_sites[SITES], drawn_effects[EFFECTS],
    drawn_conditions[CONDITIONS];
extern const struct drawn_range drawn_ranges[PARAMETERS];
extern const unsigned drawn_counts[3]; /* weights of one to three conditions */

enum { DRAWN_MOST = 3, DRAWN_TEXT = 256 };
struct drawn_fault {
    char variant[64]; /* "gather/onnx-13" */
    enum drawn_effect effect;
    int64_t amount; /* of the effect */
    enum drawn_site site;
    int64_t step; /* of the site */
    unsigned n;
    struct drawn_if {
        enum drawn_condition id;
        int64_t number;
    } when[DRAWN_MOST];
};

void drawn_print(const struct drawn_fault *f, char *out, size_t size);
/* False, and the word that is none in *bad, when the text is no fault. */
bool drawn_read(const char *text, struct drawn_fault *f, char *bad, size_t size);
/* The number of that condition, or NULL when the fault does not have it. */
const int64_t *drawn_when(const struct drawn_fault *f, enum drawn_condition id);

#endif
