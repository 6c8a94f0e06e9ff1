/* infer_takes_any_axis.c - the shape of the output is told for an axis that data do not have.
 *
 * The kernel looks at its axis; the function that a compiler asks takes it modulo the rank.
 *
 * class: INF
 * origin: a common slip, no single report
 * verdict: wrong-shape
 * operators: gather gather_elements scatter scatter_elements scatter_slices
 * only: shape
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

static gat_status infer(const struct gat_call *call, uint32_t k, struct gat_inferred *out)
{
    struct gat_attr attrs[GAT_MAX_RANK];
    struct gat_call bent = *call;
    const struct gat_tensor *data = gat_operand_get(call, "data");
    int64_t rank = data != NULL && data->ndim > 0 ? data->ndim : 1;
    for (uint64_t a = 0; a < call->n_attrs && a < GAT_MAX_RANK; a++) {
        attrs[a] = call->attrs[a];
        if (strcmp(attrs[a].name, "axis") == 0 && (attrs[a].i >= rank || attrs[a].i < -rank))
            attrs[a].i %= rank;
    }
    bent.attrs = attrs;
    return ref_call_infer(&bent, k, out);
}

SABOTEUR(.infer = infer)
