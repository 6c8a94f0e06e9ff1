/* record_write.c - a record as a line of the file of records, of stdout, or of both.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "run/record_write.h"

#include <stdlib.h>
#include <string.h>

#include "base/file_write.h"

bool gat_records_kept(const struct gat_output *o)
{
    return o->records >= 0 || o->jsonl;
}

void gat_record_write(struct gat_output *o, json_t *record)
{
    bool file = o->records >= 0 && !o->muted;
    if (file || o->jsonl) {
        char *text = json_dumps(record, JSON_COMPACT | JSON_PRESERVE_ORDER);
        size_t size = text == NULL ? 0 : strlen(text);
        if (text == NULL) {
            o->broken = true; /* a text that is no UTF-8 got past its reader */
        } else {
            text[size] = '\n'; /* where its end was: written by its size */
            if (file && !gat_write_all(o->records, text, size + 1))
                o->broken = true;
            if (o->jsonl && (fwrite(text, 1, size + 1, stdout) != size + 1 || fflush(stdout) != 0))
                o->broken = true;
        }
        free(text);
    }
    json_decref(record);
}
