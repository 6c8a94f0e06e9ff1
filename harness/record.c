/* record.c - verdicts as JSON lines: one object per line, written as it happens.
 *
 * Each line goes out whole, with one write, so what a killed run leaves behind is
 * valid line by line.  The schema is docs/records.md.  Nothing here depends on
 * time, address or order of threads.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "run.h"

static void line_write(struct gat_output *o, FILE *to, const char *text)
{
    if (fputs(text, to) < 0 || fputc('\n', to) < 0 || fflush(to) != 0)
        o->broken = true;
}

void gat_record_write(struct gat_output *o, json_t *record)
{
    if (o->records != NULL || o->jsonl) {
        char *text = json_dumps(record, JSON_COMPACT | JSON_PRESERVE_ORDER);
        if (text == NULL) {
            o->broken = true; /* a text that is no UTF-8 got past its reader */
        } else {
            if (o->records != NULL)
                line_write(o, o->records, text);
            if (o->jsonl)
                line_write(o, stdout, text);
        }
        free(text);
    }
    json_decref(record);
}
