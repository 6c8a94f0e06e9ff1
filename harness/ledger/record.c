/* record.c - verdicts as JSON lines: one object per line, written as it happens.
 *
 * Each line goes out whole, with one write, so what a killed run leaves behind is
 * valid line by line.  The schema is docs/reference/records.md.  Nothing here depends on
 * time, address or order of threads.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "diagnose/verdict.h"
#include "ledger/record.h"
#include "spec/spec_json.h"

json_t *gat_counts_json(const unsigned long count[GAT_V_COUNT])
{
    json_t *o = json_object();
    for (int v = 0; v < GAT_V_COUNT; v++)
        if (count[v] > 0)
            json_object_set_new(o, gat_verdict_name((enum gat_verdict_class)v),
                                json_integer((json_int_t)count[v]));
    return o;
}

json_t *gat_observed_json(const struct gat_tally *t)
{
    unsigned long count[GAT_V_COUNT];
    memcpy(count, t->observed, sizeof count);
    count[GAT_V_PASS] = 0;
    return gat_counts_json(count);
}

json_t *gat_gaps_json(const struct gat_tally *t)
{
    return gat_texts_json(&(struct gat_list){t->n_gaps, t->gaps});
}

void gat_record_count(json_t *record, const char *key, unsigned long n)
{
    if (n > 0)
        json_object_set_new(record, key, json_integer((json_int_t)n));
}
