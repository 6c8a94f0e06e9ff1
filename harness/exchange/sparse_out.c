/* sparse_out.c - data that are mostly holes and the output too, in a file of their own.
 *
 * Both processes must see what is written, so these pages are shared, and looking at a
 * hole makes it.  The parent writes what data hold, the worker maps all of it
 * writable, and afterwards SEEK_DATA tells what was touched.  The two calls have a
 * window each; there is one such case at a time.  The file is apart from that of the
 * other windows, so that what a backend wrote counts against its limit.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "dtype.h"
#include "exchange/entry.h"
#include "exchange/placement.h"
#include "exchange/sparse_out.h"
#include "exchange/window.h"
#include "layout.h"

#define MOST_TOUCHED ((off_t)256 << 20) /* bytes: a scatter writes a few pages */
enum { OUT_OF_THE_WAY = 16 };           /* no number that a worker's descriptors are moved to */

int gat_sparse_out_file(struct gat_error *e)
{
    int fd = gat_sealed_file("gatherum-giants", 2 * GAT_GIANT_STORE, e);
    if (fd < 0)
        return -1;
    int high = fcntl(fd, F_DUPFD_CLOEXEC, OUT_OF_THE_WAY);
    if (high < 0)
        return fd;
    close(fd);
    return high;
}

static off_t store_of(const struct gat_seat *s)
{
    return (off_t)(s->at / s->geo->seat_size * GAT_GIANT_STORE);
}

void gat_sparse_out_return(const struct gat_seat *s)
{
    (void)fallocate(s->giants, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, store_of(s),
                    (off_t)GAT_GIANT_STORE);
}

/* Mapped anew for each case: the page tables of the last one go with its mapping. */
bool gat_sparse_out_open(struct gat_seat *s)
{
    gat_sparse_out_return(s);
    void *map = mmap(s->sparse_out, GAT_GIANT_STORE, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_NORESERVE | (s->sparse_out != NULL ? MAP_FIXED : 0),
                     s->giants, store_of(s));
    if (map == MAP_FAILED)
        return false;
    (void)madvise(map, GAT_GIANT_STORE, MADV_NOHUGEPAGE);
    (void)madvise(map, GAT_GIANT_STORE, MADV_DONTDUMP);
    s->sparse_out = map;
    return true;
}

bool gat_sparse_out_swept(const struct gat_seat *s)
{
    struct stat file;
    return s->sparse_out != NULL && fstat(s->giants, &file) == 0 &&
           (off_t)file.st_blocks > MOST_TOUCHED / 512;
}

void gat_sparse_out_close(struct gat_seat *s)
{
    if (s->sparse_out != NULL)
        munmap(s->sparse_out, GAT_GIANT_STORE);
    s->sparse_out = NULL;
}

/* Where data hold something or updates go, for a device that has no other way to know it. */
static uint64_t places_put(const struct gat_seat *s, unsigned set, const struct gat_entry *e)
{
    const struct gat_sparse *answer = e->job.output.sparse;
    const struct gat_sparse *places = answer != NULL ? answer : e->job.inputs[0].sparse;
    if (places->count > 0)
        memcpy(s->map + gat_window_file(s->geo, set, GAT_WINDOW_IN), places->extents,
               places->count * sizeof *places->extents);
    return places->count;
}

struct gat_spot gat_sparse_out_place(const struct gat_seat *s, unsigned set,
                                     const struct gat_entry *e, unsigned k, struct gat_order *o)
{
    const struct gat_array *t = &e->job.inputs[0];
    const struct gat_sparse *holds = t->sparse;
    size_t size = e->size[0], page = s->geo->page;
    size_t align = gat_layout_align(e->job.min_align, gat_dtype_size(t->dtype));
    bool right = gat_placed_right(e->job.placed, k);
    size_t at = right ? (GAT_GIANT_WINDOW - size) & ~(align - 1) : 0;
    size_t before = at % page, after = (page - (at + size) % page) % page;
    unsigned char *here = s->sparse_out + k * GAT_GIANT_WINDOW + at;
    memset(here - before, gat_poison[k], before);
    memset(here + size, gat_poison[k], after);
    for (size_t n = 0; n < holds->count; n++)
        memcpy(here + holds->extents[n].at, (const char *)t->data + holds->extents[n].at,
               holds->extents[n].size);
    o->windows |= GAT_BIT(GAT_WINDOW_IN);
    o->giant = (struct gat_giant){
        .there = s->base + s->geo->at_giant + at,
        .size = size,
        .packed = s->base + gat_window_span(s->geo, set, GAT_WINDOW_IN),
        .n_extents = places_put(s, set, e),
        .written = 1,
        .from = k * GAT_GIANT_WINDOW + at - before,
    };
    return (struct gat_spot){
        .here = here, .there = o->giant.there, .size = size, .before = before, .after = after};
}

struct gat_written gat_sparse_out_written(const struct gat_seat *s, const struct gat_entry *e,
                                          unsigned k)
{
    const unsigned char *here = e->spots[k][GAT_WINDOW_OUT].here;
    return (struct gat_written){s->giants,
                                (uint64_t)store_of(s) + (uint64_t)(here - s->sparse_out)};
}
