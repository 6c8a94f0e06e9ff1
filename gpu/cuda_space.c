/* cuda_space.c - addresses of an NVIDIA GPU that are mapped piece by piece.
 *
 * What is only read as zeros is one piece of memory under all its addresses: a large one as often
 * as it fits, for each mapping costs time, and smaller ones for what is left.  Kernels may
 * not write there, where the driver grants that.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "cuda_space.h"

#include <dlfcn.h>
#include <stdlib.h>

#define MOST_ZEROS ((size_t)128 << 20) /* bytes */
enum { READ = 1, READ_AND_WRITE = 3, NO_MEMORY = 2 };

struct mapped {
    unsigned long long at;
    size_t size;
};
struct cuda_space {
    struct cuda_space *next;
    unsigned long long at;
    size_t size, n, room;
    struct mapped *pieces;
};

int cuda_space_reserve(struct cuda_spaces *s, uint64_t size, unsigned long long *at)
{
    struct cuda_space *space = calloc(1, sizeof *space);
    if (space == NULL)
        return NO_MEMORY;
    int code = s->cuMemAddressReserve(&space->at, size, 0, 0, 0);
    if (code != 0) {
        free(space);
        return code;
    }
    space->size = size;
    space->next = s->first;
    s->first = space;
    *at = space->at;
    return 0;
}

static bool piece_note(struct cuda_space *space, unsigned long long at, size_t size)
{
    if (space->n == space->room) {
        size_t room = 2 * space->room + 4;
        struct mapped *more = realloc(space->pieces, room * sizeof *more);
        if (more == NULL)
            return false;
        space->pieces = more;
        space->room = room;
    }
    space->pieces[space->n++] = (struct mapped){at, size};
    return true;
}

static int piece_map(struct cuda_spaces *s, struct cuda_space *space, unsigned long long at,
                     size_t size, unsigned long long handle)
{
    int code = s->cuMemMap(at, size, 0, handle, 0);
    if (code == 0 && !piece_note(space, at, size)) {
        (void)s->cuMemUnmap(at, size);
        return NO_MEMORY;
    }
    return code;
}

static int access_set(const struct cuda_spaces *s, unsigned long long at, size_t size, int flags)
{
    struct cuda_access access = {s->memory.location, flags};
    return s->cuMemSetAccess(at, size, &access, 1);
}

/* Made when it is first asked for, and kept. */
static int zeros_make(struct cuda_spaces *s, struct cuda_zeros *z, size_t size)
{
    if (z->size != 0)
        return 0;
    int code = s->cuMemAddressReserve(&z->at, size, 0, 0, 0);
    if (code == 0)
        code = s->cuMemCreate(&z->handle, size, &s->memory, 0);
    if (code == 0)
        code = s->cuMemMap(z->at, size, 0, z->handle, 0);
    if (code == 0)
        code = access_set(s, z->at, size, READ_AND_WRITE);
    if (code == 0)
        code = s->cuMemsetD8_v2(z->at, 0, size);
    z->size = code == 0 ? size : 0;
    return code;
}

/* The largest piece of zeros that is no longer than `size`. */
static int zeros_choose(struct cuda_spaces *s, size_t size, struct cuda_zeros **z)
{
    unsigned k = 0;
    while (k + 1 < CUDA_ZEROS && s->grain << (3 * (k + 1)) <= MOST_ZEROS &&
           s->grain << (3 * (k + 1)) <= size)
        k++;
    *z = &s->zeros[k];
    return zeros_make(s, *z, s->grain << (3 * k));
}

static int zeros_map(struct cuda_spaces *s, struct cuda_space *space, unsigned long long at,
                     size_t size)
{
    struct cuda_zeros *z;
    int code = 0;
    for (size_t left = size; code == 0 && left > 0; left -= z->size) {
        code = zeros_choose(s, left, &z);
        if (code == 0)
            code = piece_map(s, space, at + (size - left), z->size, z->handle);
    }
    if (code != 0)
        return code;
    code = access_set(s, at, size, READ);
    return code == 0 ? 0 : access_set(s, at, size, READ_AND_WRITE);
}

/* The mapping keeps the memory, so its handle is given up at once. */
static int own_map(struct cuda_spaces *s, struct cuda_space *space, unsigned long long at,
                   size_t size)
{
    unsigned long long handle;
    int code = s->cuMemCreate(&handle, size, &s->memory, 0);
    if (code != 0)
        return code;
    code = piece_map(s, space, at, size, handle);
    (void)s->cuMemRelease(handle);
    return code == 0 ? access_set(s, at, size, READ_AND_WRITE) : code;
}

int cuda_space_map(struct cuda_spaces *s, unsigned long long at, uint64_t from, uint64_t size,
                   bool own)
{
    struct cuda_space *space = s->first;
    while (space != NULL && space->at != at)
        space = space->next;
    if (space == NULL)
        return 1; /* an invalid value */
    return own ? own_map(s, space, at + from, size) : zeros_map(s, space, at + from, size);
}

bool cuda_space_free(struct cuda_spaces *s, unsigned long long at)
{
    struct cuda_space **link = &s->first, *space;
    while (*link != NULL && (*link)->at != at)
        link = &(*link)->next;
    space = *link;
    if (space == NULL)
        return false;
    *link = space->next;
    for (size_t k = 0; k < space->n; k++)
        (void)s->cuMemUnmap(space->pieces[k].at, space->pieces[k].size);
    (void)s->cuMemAddressFree(space->at, space->size);
    free(space->pieces);
    free(space);
    return true;
}

/* A driver may know the calls and refuse them: in a container, or for a part of a device. */
static bool is_permitted(struct cuda_spaces *s)
{
    unsigned long long at;
    if (cuda_space_reserve(s, s->grain, &at) != 0)
        return false;
    bool maps = cuda_space_map(s, at, 0, s->grain, true) == 0;
    return cuda_space_free(s, at) && maps;
}

void cuda_spaces_open(struct cuda_spaces *s, void *library, int device)
{
    *s = (struct cuda_spaces){.memory = {.type = 1, .location = {1, device}}};
#define X(name, arguments)                                                                \
    *(void **)&s->name = dlsym(library, #name);                                           \
    if (s->name == NULL)                                                                  \
        return;
    CUDA_SPACE(X)
#undef X
    if (s->cuMemGetAllocationGranularity(&s->grain, &s->memory, 0) != 0 || !is_permitted(s))
        s->grain = 0;
}
