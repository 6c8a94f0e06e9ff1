/* capstone.h - the functions of libcapstone that are called, loaded when they are first asked for.
 *
 * That library has 77,000 addresses to be worked out when it is loaded, which every process of a
 * run would do: only the one that decodes loads it.  The program of the wheel has it linked in.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_CAPSTONE_H
#define GAT_CAPSTONE_H

#include <capstone/capstone.h>
#include <stdbool.h>

#define GAT_CAPSTONE_CALLS(X)                                                                      \
    X(cs_open) X(cs_close) X(cs_option) X(cs_malloc) X(cs_free) X(cs_disasm_iter)
#define X(name) __typeof__(name) *name;
struct gat_capstone {
    GAT_CAPSTONE_CALLS(X)
};
#undef X

/* False where this machine has no such library. */
bool gat_capstone_load(struct gat_capstone *c);

#endif
