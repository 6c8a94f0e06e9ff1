/* lua_host.c - a Lua script that may compute and nothing else.
 *
 * Instructions are counted, so that a script without end stops at the same place
 * on every machine; processor time is the net below, for what one instruction can
 * take long to do.  Nothing is caught inside a script: there is no pcall in it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena.h"
#include "files/lua_host.h"
#include "files/lua_library.h"

enum { HOOK_STEP = 1000 }; /* instructions between two looks at the limits */

/* A fuzzer runs thousands of scripts a second; the macro is its usual name. */
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define STEPS_OF_CASES 100
#else
#define STEPS_OF_CASES 200000
#endif
const struct gat_lua_limits gat_lua_of_cases = {
    .memory = 64, .text = 1, .steps = STEPS_OF_CASES, .seconds = 20};

struct gat_lua {
    lua_State *L;
    const char *file;
    struct gat_lua_limits most;
    size_t used;
    uint64_t steps;
    int64_t deadline;     /* ns of this thread's processor time */
    unsigned memory_line; /* where memory was last refused */
    bool failed;
    struct gat_error error;
};

static struct gat_lua *host_of(lua_State *L)
{
    struct gat_lua *h;
    memcpy(&h, lua_getextraspace(L), sizeof h);
    return h;
}

static int64_t processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

unsigned gat_lua_line(lua_State *L)
{
    lua_Debug ar;
    for (int level = 0; lua_getstack(L, level, &ar); level++)
        if (lua_getinfo(L, "Sl", &ar) && ar.currentline > 0 &&
            strcmp(ar.short_src, GAT_LUA_MAIN) == 0)
            return (unsigned)ar.currentline;
    return 0;
}

/* For a new object Lua passes its kind in place of its old size. */
static void *memory_take(void *user, void *old, size_t old_size, size_t size)
{
    struct gat_lua *h = user;
    bool text = old == NULL && old_size == LUA_TSTRING;
    if (old == NULL)
        old_size = 0;
    if (size == 0) {
        h->used -= old_size;
        free(old);
        return NULL;
    }
    if ((text && size > (size_t)h->most.text << 20) ||
        (size > old_size && size - old_size > ((size_t)h->most.memory << 20) - h->used)) {
        h->memory_line = h->L != NULL ? gat_lua_line(h->L) : 0;
        return NULL;
    }
    void *now = realloc(old, size);
    if (now != NULL)
        h->used = h->used - old_size + size;
    return now;
}

/* Only reached when something raises outside of gat_lua_call: our own bug. */
static int panic(lua_State *L)
{
    fprintf(stderr, "gatherum: a script's error was not caught in %s\n", host_of(L)->file);
    abort();
}

void gat_lua_charge(lua_State *L, uint64_t n)
{
    struct gat_lua *h = host_of(L);
    uint64_t most = h->most.steps * UINT64_C(1000);
    h->steps += n < most ? n : most;
    if (h->steps > most)
        luaL_error(L, "the script has taken %d million instructions; it must come to an end",
                   (int)(h->most.steps / 1000));
    if (processor_time() > h->deadline)
        luaL_error(L, "the script has run for %d seconds; it must come to an end",
                   (int)h->most.seconds);
}

static void hook(lua_State *L, lua_Debug *ar)
{
    (void)ar;
    gat_lua_charge(L, HOOK_STEP);
}

/* "script:12: text" into a line and a text that is one printable line. */
static void sentence_make(struct gat_lua *h, unsigned line, const char *raw)
{
    char text[400];
    unsigned named;
    int used = 0;
    if (sscanf(raw, "script:%9u: %n", &named, &used) == 1 && used > 0) {
        line = named;
        raw += used;
    }
    snprintf(text, sizeof text, "%s", raw);
    for (char *c = text; *c != '\0'; c++)
        if (*c < ' ' || *c > '~')
            *c = *c == '\n' ? ' ' : '?';
    (void)gat_fail(&h->error, h->file, line, 0, "%s", text);
    h->failed = true;
}

/* Called where the error arose, while its stack still stands. */
static int error_describe(lua_State *L)
{
    struct gat_lua *h = host_of(L);
    char text[100];
    if (h->failed)
        return 1;
    if (lua_type(L, 1) == LUA_TSTRING) {
        sentence_make(h, gat_lua_line(L), lua_tostring(L, 1));
        return 1;
    }
    snprintf(text, sizeof text, "the script raised a %s; raise a text", luaL_typename(L, 1));
    sentence_make(h, gat_lua_line(L), text);
    return 1;
}

void gat_lua_raise(lua_State *L, const struct gat_error *e)
{
    struct gat_lua *h = host_of(L);
    h->error = *e;
    h->failed = true;
    lua_pushnil(L);
    lua_error(L);
    abort(); /* lua_error does not come back */
}

static int environment_get(lua_State *L)
{
    lua_pushvalue(L, 2);
    lua_rawget(L, lua_upvalueindex(1));
    if (!lua_isnil(L, -1))
        return 1;
    return luaL_error(L, "there is no global '%s' in a script",
                      lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?");
}

static int environment_set(lua_State *L)
{
    return luaL_error(L, "assignment to global '%s'; write local",
                      lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?");
}

/* An empty table before the library: every read and write of a global passes the
 * two functions above. */
static void environment_push(lua_State *L)
{
    lua_newtable(L);
    lua_newtable(L);
    gat_lua_library(L);
    lua_getfield(L, LUA_REGISTRYINDEX, "part");
    lua_setfield(L, -2, "part");
    lua_pushcclosure(L, environment_get, 1);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, environment_set);
    lua_setfield(L, -2, "__newindex");
    lua_setmetatable(L, -2);
}

void gat_lua_load(lua_State *L, const char *source, size_t size, const char *name)
{
    lua_pushfstring(L, "=%s", name);
    int status = luaL_loadbufferx(L, source, size, lua_tostring(L, -1), "t");
    lua_remove(L, -2);
    if (status != LUA_OK)
        lua_error(L);
    environment_push(L);
    lua_setupvalue(L, -2, 1);
}

struct finder {
    gat_lua_find *find;
    void *user;
};

/* Upvalues: a struct finder, and what the parts returned that ran. */
static int part(lua_State *L)
{
    const struct finder *f = lua_touserdata(L, lua_upvalueindex(1));
    const char *name = luaL_checkstring(L, 1);
    size_t size;
    lua_settop(L, 1);
    if (lua_getfield(L, lua_upvalueindex(2), name) != LUA_TNIL)
        return 1;
    const char *source = f->find(L, f->user, name, &size);
    gat_lua_load(L, source, size, lua_tostring(L, -1));
    lua_call(L, 0, 1);
    lua_pushvalue(L, -1);
    lua_setfield(L, lua_upvalueindex(2), name);
    return 1;
}

void gat_lua_parts(lua_State *L, gat_lua_find *find, void *user)
{
    struct finder *f = lua_newuserdatauv(L, sizeof *f, 0);
    *f = (struct finder){find, user};
    lua_newtable(L);
    lua_pushcclosure(L, part, 2);
    lua_pushvalue(L, -1);
    lua_setfield(L, LUA_REGISTRYINDEX, "part");
}

struct gat_lua *gat_lua_open(const char *file, const struct gat_lua_limits *most)
{
    struct gat_arena none = {0};
    struct gat_lua *h = calloc(1, sizeof *h);
    if (h == NULL)
        (void)gat_arena_alloc(&none, SIZE_MAX); /* says so and ends */
    h->file = file;
    h->most = *most;
    lua_State *L = lua_newstate(memory_take, h);
    if (L == NULL)
        (void)gat_arena_alloc(&none, SIZE_MAX);
    h->L = L;
    memcpy(lua_getextraspace(L), &h, sizeof h);
    lua_atpanic(L, panic);
    return h;
}

void gat_lua_close(struct gat_lua *h)
{
    lua_close(h->L);
    free(h);
}

bool gat_lua_call(struct gat_lua *h, lua_CFunction body, void *user, struct gat_error *e)
{
    lua_State *L = h->L;
    h->failed = false;
    h->memory_line = 0;
    h->deadline = processor_time() + h->most.seconds * INT64_C(1000000000);
    lua_sethook(L, hook, LUA_MASKCOUNT, HOOK_STEP);
    lua_pushcfunction(L, error_describe);
    lua_pushcfunction(L, body);
    lua_pushlightuserdata(L, user);
    int status = lua_pcall(L, 1, 0, -3);
    lua_settop(L, 0);
    if (status == LUA_OK)
        return true;
    if (!h->failed) {
        char text[100] = "the script failed, and so did telling why";
        if (status == LUA_ERRMEM)
            snprintf(text, sizeof text,
                     "the script needs more than %u MiB, or a text of more than %u MiB",
                     h->most.memory, h->most.text);
        sentence_make(h, h->memory_line, text);
    }
    *e = h->error;
    return false;
}

void gat_lua_text_set(lua_State *L, const char *key, const char *text)
{
    lua_pushstring(L, text);
    lua_setfield(L, -2, key);
}
