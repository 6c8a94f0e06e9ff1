/* next_wrong.c - the elements that an answer has wrong, one after the other.
 *
 * A sparse tensor has two lists: what it should hold, and, from the file system, what was
 * written.  Everything else is a hole in both, and is not looked at.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <unistd.h>

#include "dtype.h"
#include "oracle/next_wrong.h"

/* Elements [first, end) that may differ. */
struct stretch {
    int64_t first, end;
};

/* The next of what was written, from element `from` on. */
static struct stretch written_next(const struct gat_written *w, int64_t from, int64_t count,
                                   int64_t esize)
{
    struct stretch none = {count, count};
    off_t here = (off_t)w->at + from * esize, end = (off_t)w->at + count * esize;
    off_t data = lseek(w->file, here, SEEK_DATA);
    if (data < 0 || data >= end)
        return none;
    off_t hole = lseek(w->file, data, SEEK_HOLE);
    if (hole < 0 || hole > end)
        hole = end;
    /* An element may begin before the page that was written. */
    return (struct stretch){(data - (off_t)w->at) / esize,
                            (hole - (off_t)w->at + esize - 1) / esize};
}

/* The next of what should be there. */
static struct stretch held_next(const struct gat_array *t, int64_t from, int64_t esize)
{
    int64_t count = gat_array_count(t);
    for (size_t k = 0; k < t->sparse->count; k++) {
        const struct gat_extent *x = &t->sparse->extents[k];
        int64_t first = (int64_t)x->at / esize, end = first + (int64_t)x->size / esize;
        if (from < end)
            return (struct stretch){first > from ? first : from, end};
    }
    return (struct stretch){count, count};
}

int64_t gat_next_change(const struct gat_array *ours, const void *got,
                        const struct gat_written *w, int64_t from)
{
    int64_t count = gat_array_count(ours), esize = (int64_t)gat_dtype_size(ours->dtype);
    const char *x = ours->data, *y = got;
    while (from < count) {
        struct stretch a = written_next(w, from, count, esize);
        struct stretch b = held_next(ours, from, esize);
        struct stretch s = a.first <= b.first ? a : b;
        for (int64_t at = s.first > from ? s.first : from; at < s.end; at++)
            if (memcmp(x + at * esize, y + at * esize, (size_t)esize) != 0)
                return at;
        from = s.end;
    }
    return count;
}

int64_t gat_next_wrong(const struct ref_case *c, const struct ref_answer *a,
                       const void *got, const struct gat_written *w, int64_t from)
{
    int64_t n = gat_array_count(&a->output), bad = n;
    if (a->output.sparse != NULL && a->demand != REF_FREE)
        return gat_next_change(&a->output, got, w, from);
    if (from >= n || ref_admits(c, a, got, from, &bad))
        return n;
    assert(bad >= from && bad < n);
    return bad;
}
