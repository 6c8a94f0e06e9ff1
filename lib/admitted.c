/* admitted.c - is an answer admitted, and if not, where did it come from?
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dtype.h"
#include "question.h"

/* "data[1,0]" */
static void place_print(const char *name, const struct gat_array *t, int64_t element, char *out,
                        size_t size)
{
    int64_t at[GAT_MAX_RANK] = {0};
    gat_shape_unravel(t->ndim, t->shape, element, at);
    int n = snprintf(out, size, "%s[", name);
    for (int32_t d = 0; d < t->ndim && n >= 0 && (size_t)n < size; d++)
        n += snprintf(out + n, size - (size_t)n, "%s%lld", d > 0 ? "," : "", (long long)at[d]);
    if (n >= 0 && (size_t)n < size)
        snprintf(out + n, size - (size_t)n, "]");
}

/* How many elements of an operand have these bits, and the first of them. */
static int64_t alike(const struct gat_array *t, const void *got, int64_t *first)
{
    int64_t n = 0, count = t->ndim < 0 ? 0 : gat_array_count(t);
    size_t esize = gat_dtype_size(t->dtype);
    for (int64_t k = count - 1; k >= 0; k--)
        if (gat_dtype_same(t->dtype, got, (const char *)t->data + (size_t)k * esize)) {
            *first = k;
            n++;
        }
    return n;
}

/* "which is data[0,2]", if the operands tell. */
static void origin_print(const struct gat_oracle *o, const void *got, char *out, size_t size)
{
    int64_t in_data = -1, in_updates = -1;
    int64_t n = alike(&o->c.data, got, &in_data), m = alike(&o->c.updates, got, &in_updates);
    char place[400];
    if (n + m == 1) {
        if (n == 1)
            place_print("data", &o->c.data, in_data, place, sizeof place);
        else
            place_print("updates", &o->c.updates, in_updates, place, sizeof place);
        snprintf(out, size, ", which is %s", place);
    } else if (n + m == 0) {
        snprintf(out, size, ", which no operand holds");
    } else {
        snprintf(out, size, ", which %lld elements of data and %lld of updates are",
                 (long long)n, (long long)m);
    }
}

/* "output[1,0] must be data[1,0] = 2.3 by indices[0,0] = 0 and is 1.9" */
static void sentence_write(struct gat_oracle *o, int64_t element, const void *got)
{
    const struct ref_answer *a = &o->a;
    char where[400], source[400] = "", by[440] = "", want[96], is[96], origin[440];
    size_t esize = gat_dtype_size(a->output.dtype);
    const char *ours = (const char *)a->output.data + (size_t)element * esize;
    struct ref_source s = ref_source_of(&o->c, a, element);
    struct gat_admitted set;
    (void)gat_oracle_element(o, element, &set);
    place_print("output", &a->output, element, where, sizeof where);
    gat_dtype_print(a->output.dtype, ours, want, sizeof want);
    gat_dtype_print(a->output.dtype, got, is, sizeof is);
    if (s.operand == REF_FROM_DATA)
        place_print("data", &o->c.data, s.element, source, sizeof source);
    else if (s.operand == REF_FROM_UPDATES)
        place_print("updates", &o->c.updates, s.element, source, sizeof source);
    int64_t index = o->c.kernel->scatters ? -1 : ref_first_index(&o->c, a, element);
    if (index >= 0 && index < gat_array_count(&o->c.indices)) {
        char place[400];
        place_print("indices", &o->c.indices, index, place, sizeof place);
        snprintf(by, sizeof by, " by %s = %lld", place,
                 (long long)gat_array_index(&o->c.indices, index));
    }
    origin_print(o, got, origin, sizeof origin);
    bool moved = source[0] != '\0' && set.kind == GAT_ADMITS_ONE && o->a.ranges == NULL;
    gat_refuse(o, GAT_OK, "%s must be %s%s%s%s%s and is %s%s", where, moved ? source : "",
               moved ? " = " : "", want, moved ? by : "",
               set.kind == GAT_ADMITS_ONE ? "" : " or what else is admitted", is, origin);
}

static int values_judge(struct gat_oracle *o, const struct gat_tensor *output, int64_t *element)
{
    void *copy;
    gat_status status = gat_question_copy(o, "the output", output, &copy);
    if (status != GAT_OK)
        return -1;
    const struct gat_array *want = &o->a.output;
    int good = 0;
    if (gat_tensor_dtype(output) != want->dtype) {
        gat_refuse(o, GAT_OK, "the output must have type %s and has %s",
                   gat_dtype_name(want->dtype), gat_dtype_name(gat_tensor_dtype(output)));
    } else if (output->ndim != want->ndim ||
               (want->ndim > 0 && memcmp(output->shape, want->shape,
                                         (size_t)want->ndim * sizeof want->shape[0]) != 0)) {
        char due[400], is[400];
        gat_shape_print(want->ndim, want->shape, due, sizeof due);
        gat_shape_print(output->ndim, output->shape, is, sizeof is);
        gat_refuse(o, GAT_OK, "the output must have shape %s and has %s", due, is);
    } else if (copy == NULL || ref_admits(&o->c, &o->a, copy, 0, element)) {
        *element = -1;
        good = 1;
    } else {
        sentence_write(o, *element,
                       (const char *)copy + (size_t)*element * gat_dtype_size(want->dtype));
    }
    free(copy);
    return good;
}

static bool is_report(gat_status status)
{
    return status == GAT_E_INVALID || status == GAT_E_TYPE || status == GAT_E_RANGE;
}

int gat_oracle_judge(struct gat_oracle *o, gat_status status, const struct gat_tensor *output,
                     int64_t *element)
{
    int64_t unused;
    element = element == NULL ? &unused : element;
    *element = -1;
    if (o == NULL)
        return -1;
    if (o->demand == GAT_NO_QUESTION) {
        if (o->reason[0] == '\0')
            gat_refuse(o, GAT_OK, "nothing was asked");
        return -1;
    }
    o->reason[0] = '\0';
    if (o->demand == GAT_FREE)
        return 1;
    if (status != GAT_OK) {
        if (is_report(status) && o->demand != GAT_MUST_SUCCEED)
            return 1;
        if (is_report(status))
            gat_refuse(o, GAT_OK, "an answer is due, and an error was reported");
        else
            gat_refuse(o, GAT_OK, "status %ld is not an answer to a call", (long)status);
        return 0;
    }
    if (o->demand == GAT_MUST_REPORT) {
        memcpy(o->reason, o->due, sizeof o->reason);
        return 0;
    }
    if (output == NULL) {
        gat_refuse(o, GAT_OK, "a success without an output was given to judge");
        return -1;
    }
    return values_judge(o, output, element);
}
