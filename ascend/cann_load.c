/* cann_load.c - the libraries of CANN, found where it is installed.
 *
 * First below $ASCEND_HOME_PATH/lib64, as its setup script says, then wherever the
 * loader looks.  Names changed over releases, so each part may be in one of several.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "cann.h"

enum { ACL, NN, OP, LIBRARIES, MOST_NAMES = 4 };

static const char *const names[LIBRARIES][MOST_NAMES] = {
    [ACL] = {"libascendcl.so", "libacl_rt.so"},
    [NN] = {"libnnopbase.so"},
    [OP] = {"libopapi.so", "libopapi_nn.so", "libopapi_math.so"},
};

static void *object_open(const char *name)
{
    char path[1024];
    const char *home = getenv("ASCEND_HOME_PATH");
    void *object = NULL;
    if (home != NULL &&
        (size_t)snprintf(path, sizeof path, "%s/lib64/%s", home, name) < sizeof path)
        object = dlopen(path, RTLD_LAZY | RTLD_GLOBAL);
    return object != NULL ? object : dlopen(name, RTLD_LAZY | RTLD_GLOBAL);
}

static void *symbol_find(void *const *objects, const char *name)
{
    void *symbol = NULL;
    for (int k = 0; symbol == NULL && k < MOST_NAMES; k++)
        if (objects[k] != NULL)
            symbol = dlsym(objects[k], name);
    return symbol;
}

bool cann_load(struct cann *c, char *why, size_t n)
{
    void *objects[LIBRARIES][MOST_NAMES] = {{NULL}};
    for (int l = 0; l < LIBRARIES; l++) {
        bool any = false;
        for (int k = 0; k < MOST_NAMES && names[l][k] != NULL; k++) {
            objects[l][k] = object_open(names[l][k]);
            any |= objects[l][k] != NULL;
        }
        if (!any) {
            snprintf(why, n, "no CANN on this machine: %s is not found; source its set_env.sh",
                     names[l][0]);
            return false;
        }
    }
#define X(library, result, name, arguments)                                        \
    *(void **)&c->name = symbol_find(objects[library], #name);                     \
    if (c->name == NULL) {                                                         \
        snprintf(why, n, "the CANN of this machine has no function " #name);       \
        return false;                                                              \
    }
    CANN_CALLS(X)
#undef X
    return true;
}

const char *cann_code_text(int32_t code)
{
    switch (code) {
#define X(id, number, text)                                                        \
    case number:                                                                   \
        return text;
        CANN_CODES(X)
#undef X
    default:
        return "";
    }
}
