/* cuda_space.h - addresses of an NVIDIA GPU that are mapped piece by piece: the driver's virtual
 * memory management.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CUDA_SPACE_H
#define GAT_CUDA_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where memory lies and how it is made, as the driver's header has them. */
struct cuda_location {
    int type, id; /* 1: a device */
};
struct cuda_memory {
    int type, handles; /* 1: pinned to its location; no handles for other processes */
    struct cuda_location location;
    void *unused;
    unsigned char flags[8];
};
struct cuda_access {
    struct cuda_location location;
    int flags; /* 1: read, 3: read and write */
};

#define CUDA_SPACE(X)                                                                     \
    X(cuMemGetAllocationGranularity, (size_t *, const struct cuda_memory *, int))         \
    X(cuMemAddressReserve, (unsigned long long *, size_t, size_t, unsigned long long,     \
                            unsigned long long))                                          \
    X(cuMemAddressFree, (unsigned long long, size_t))                                     \
    X(cuMemCreate, (unsigned long long *, size_t, const struct cuda_memory *,             \
                    unsigned long long))                                                  \
    X(cuMemRelease, (unsigned long long))                                                 \
    X(cuMemMap, (unsigned long long, size_t, size_t, unsigned long long, unsigned long long)) \
    X(cuMemUnmap, (unsigned long long, size_t))                                           \
    X(cuMemSetAccess, (unsigned long long, size_t, const struct cuda_access *, size_t))   \
    X(cuMemsetD8_v2, (unsigned long long, unsigned char, size_t))

/* Memory that reads as zeros, under as many addresses as are asked for. */
struct cuda_zeros {
    unsigned long long handle, at; /* mapped at this address, too */
    size_t size;
};
enum { CUDA_ZEROS = 4 };
struct cuda_space; /* reserved addresses */
struct cuda_spaces {
#define X(name, arguments) int (*name) arguments;
    CUDA_SPACE(X)
#undef X
    size_t grain; /* 0: this driver or device has none of it */
    struct cuda_memory memory;
    struct cuda_zeros zeros[CUDA_ZEROS]; /* of 1, 8, 64 and 512 grains */
    struct cuda_space *first;
};

/* The functions that the driver in `library` offers for this device. */
void cuda_spaces_open(struct cuda_spaces *s, void *library, int device);
/* Codes of the driver; 0: done.  Positions and sizes in bytes, multiples of the grain. */
int cuda_space_reserve(struct cuda_spaces *s, uint64_t size, unsigned long long *at);
int cuda_space_map(struct cuda_spaces *s, unsigned long long at, uint64_t from, uint64_t size,
                   bool own);
/* False: nothing was reserved there. */
bool cuda_space_free(struct cuda_spaces *s, unsigned long long at);

#endif
