/* capstone.c - libcapstone, loaded when it is first asked for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifdef GAT_CAPSTONE
#include "code/capstone.h"

#ifndef GAT_CAPSTONE_LINKED
#include <dlfcn.h>

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
#endif

bool gat_capstone_load(struct gat_capstone *c)
{
#ifdef GAT_CAPSTONE_LINKED
#define X(name) c->name = name;
    GAT_CAPSTONE_CALLS(X)
    return true;
#else
    void *library = dlopen("libcapstone.so." TEXT(CS_API_MAJOR), RTLD_NOW | RTLD_LOCAL);
    bool all = library != NULL;
#define X(name) all = all && (*(void **)&c->name = dlsym(library, #name)) != NULL;
    GAT_CAPSTONE_CALLS(X)
    return all;
#endif
}
#else
typedef int gat_no_capstone; /* a file has to declare something */
#endif
