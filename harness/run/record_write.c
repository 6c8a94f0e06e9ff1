/* record_write.c - a record as a line of the file of records, of stdout, or of both.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "run/record_write.h"

#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "base/file_write.h"

bool gat_records_kept(const struct gat_output *o)
{
    return o->records >= 0 || o->jsonl;
}

/* Records after which a run can go on carry the running hash. */
static bool is_sealed(const json_t *record)
{
    static const char *const kinds[] = {"backend", "absent", "point", "end"};
    const char *kind = json_string_value(json_object_get(record, "record"));
    for (unsigned k = 0; kind != NULL && k < sizeof kinds / sizeof kinds[0]; k++)
        if (strcmp(kind, kinds[k]) == 0)
            return true;
    return false;
}

/* To `fd`, or to stdout where that is -1.  Each has a hash of its own: a file that is resumed
 * has lines that stdout has not. */
static bool line_write(struct gat_chain *chain, int fd, bool seal, const char *text)
{
    size_t size = strlen(text);
    struct gat_arena scratch = {0};
    char *line = gat_arena_raw(&scratch, size + GAT_SEAL_SIZE + 1);
    memcpy(line, text, size);
    size = gat_chain_add(chain, line, size, seal);
    line[size++] = '\n';
    bool good = fd >= 0 ? gat_write_all(fd, line, size)
                        : fwrite(line, 1, size, stdout) == size && fflush(stdout) == 0;
    gat_arena_free(&scratch);
    return good;
}

void gat_record_write(struct gat_output *o, json_t *record)
{
    bool file = o->records >= 0 && !o->muted, seal = is_sealed(record);
    if (file || o->jsonl) {
        char *text = json_dumps(record, JSON_COMPACT | JSON_PRESERVE_ORDER);
        if (text == NULL) /* a text that is no UTF-8 got past its reader */
            o->broken = true;
        if (text != NULL && file && !line_write(&o->file_chain, o->records, seal, text))
            o->broken = o->file_broken = true;
        if (text != NULL && o->jsonl && !line_write(&o->screen_chain, -1, seal, text))
            o->broken = true;
        free(text);
    }
    json_decref(record);
}
