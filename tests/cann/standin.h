/* standin.h - stand-ins for CANN's libraries: they keep to the ABI and trust nobody.
 *
 * Memory of the "device" has addresses that fault when the host follows them.  Work is
 * done when a stream is synchronised, not before.  A call out of order, a tensor or an
 * executor that is gone, memory that is not the device's: each is refused.  What is left
 * at the end aborts.  They prove how a backend calls CANN, and nothing about Ascend.
 *
 * STANDIN_INJECT="function=code" makes that function return this code (with "function@n"
 * only its n-th call); STANDIN_CHIP names the chip, STANDIN_DEVICES how many there are.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_STANDIN_H
#define GAT_STANDIN_H

#include "cann.h"

/* The functions themselves, from the table that the backend reads. */
#define X(library, result, name, arguments) result name arguments;
CANN_CALLS(X)
#undef X

#define STANDIN_TAG ((uintptr_t)1 << 58)

/* libascendcl.so, for the other two */
int32_t standin_inject(const char *function); /* a code, or CANN_OK */
int32_t standin_refuse(int32_t code, const char *why);
/* The host's address of device memory, or NULL when these bytes are not all its. */
void *standin_host(const void *device, size_t size);
struct standin_work {
    void (*run)(struct standin_work *);
    struct standin_work *next;
};
bool standin_enqueue(void *stream, struct standin_work *work); /* false: no stream */
void standin_count(int what); /* +1 something made, -1 it is gone: 0 at the end */

/* libnnopbase.so */
struct standin_tensor {
    bool alive;
    int64_t shape[8], stride[8], offset;
    int32_t rank, type;
    void *memory;
};
const struct standin_tensor *standin_tensor(const void *tensor); /* NULL: not one */
size_t standin_esize(int32_t type); /* 0 for none */

#endif
