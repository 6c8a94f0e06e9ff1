/* yaml_tree.c - YAML as a tree whose nodes know their place.
 *
 * libyaml does the reading; this builds the tree from its events, and refuses at
 * the first event what a file of ours never holds.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yaml.h>

#include "base/sentence.h"
#include "files/yaml_tree.h"

enum { MOST_BYTES = 4 << 20, MOST_DEPTH = 32, MOST_NODES = 1000000, MOST_COLUMN = (1 << 29) - 1 };
/* Nodes and words are small and many: they share blocks of the arena. */
enum { BLOCK = 32 * 1024, MOST_SHARED = 1024 };

struct builder {
    yaml_parser_t *parser;
    yaml_event_t event;
    struct gat_arena *arena;
    struct gat_error *error;
    const char *file, *bytes;
    unsigned depth, nodes;
    char *block; /* rest of the block at hand */
    size_t left;
    /* children of the nodes that are not complete yet */
    const struct gat_node **stack;
    size_t n_stack, room;
};

static void *block_take(struct builder *b, size_t size)
{
    size = (size + 7) / 8 * 8;
    if (size > MOST_SHARED)
        return gat_arena_raw(b->arena, size);
    if (size > b->left) {
        b->block = gat_arena_raw(b->arena, BLOCK);
        b->left = BLOCK;
    }
    void *at = b->block;
    b->block += size;
    b->left -= size;
    return at;
}

bool gat_node_fail(struct gat_error *e, const struct gat_node *n, const char *format, ...)
{
    char text[sizeof e->text];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return gat_fail(e, n->file, n->line, n->column, "%s", text);
}

static bool event_fail(struct builder *b, const char *what)
{
    return gat_fail(b->error, b->file, (unsigned)b->event.start_mark.line + 1,
                    (unsigned)b->event.start_mark.column + 1, "%s", what);
}

/* An error at a byte of the file: libyaml counts no lines before it can read. */
static bool byte_fail(struct gat_error *e, const char *file, const char *bytes, size_t at,
                      const char *what)
{
    unsigned line = 1, column = 1;
    for (size_t k = 0; k < at; k++) {
        if (bytes[k] == '\n') {
            line++;
            column = 1;
        } else if ((bytes[k] & 0xc0) != 0x80) {
            column++;
        }
    }
    return gat_fail(e, file, line, column, "%s", what);
}

/* The next event is in b->event and must be deleted by the caller. */
static bool event_next(struct builder *b)
{
    char what[120];
    if (yaml_parser_parse(b->parser, &b->event))
        return true;
    const yaml_parser_t *p = b->parser;
    const char *problem = p->problem != NULL ? p->problem : "it cannot be read";
    if (p->error == YAML_MEMORY_ERROR)
        return gat_fail(b->error, b->file, 0, 0, "there is no memory left to read it");
    if (p->error == YAML_READER_ERROR) {
        bool control = strncmp(problem, "control", 7) == 0;
        snprintf(what, sizeof what, "this is no text in UTF-8: %s",
                 control ? "a control character" : problem);
        return byte_fail(b->error, b->file, b->bytes, p->problem_offset, what);
    }
    return gat_fail(b->error, b->file, (unsigned)p->problem_mark.line + 1,
                    (unsigned)p->problem_mark.column + 1, "this is no valid YAML: %s", problem);
}

static void stack_push(struct builder *b, const struct gat_node *node)
{
    if (b->n_stack == b->room) {
        size_t room = b->room == 0 ? 256 : 2 * b->room;
        const struct gat_node **more = GAT_NEW_N(b->arena, const struct gat_node *, room);
        if (b->n_stack > 0)
            memcpy(more, b->stack, b->n_stack * sizeof *more);
        b->stack = more;
        b->room = room;
    }
    b->stack[b->n_stack++] = node;
}

static bool node_build(struct builder *b, struct gat_node **out);

static bool list_build(struct builder *b, struct gat_node *n)
{
    size_t first = b->n_stack;
    for (;;) {
        struct gat_node *item;
        if (!event_next(b))
            return false;
        if (b->event.type == YAML_SEQUENCE_END_EVENT)
            break;
        if (!node_build(b, &item))
            return false;
        stack_push(b, item);
    }
    yaml_event_delete(&b->event);
    n->count = (uint32_t)(b->n_stack - first);
    n->items = block_take(b, n->count * sizeof *n->items);
    if (n->count > 0)
        memcpy(n->items, b->stack + first, n->count * sizeof *n->items);
    b->n_stack = first;
    return true;
}

static int by_key(const void *a, const void *b)
{
    const struct gat_node *const *x = a, *const *y = b;
    int order = strcmp((*x)->text, (*y)->text);
    if (order == 0)
        order = ((*x)->line > (*y)->line) - ((*x)->line < (*y)->line);
    return order != 0 ? order : ((*x)->column > (*y)->column) - ((*x)->column < (*y)->column);
}

static bool keys_unique(struct builder *b, const struct gat_node *n)
{
    if (n->count < 2)
        return true;
    size_t first = b->n_stack;
    for (size_t k = 0; k < n->count; k++)
        stack_push(b, n->keys[k]);
    const struct gat_node **sorted = b->stack + first;
    b->n_stack = first;
    qsort(sorted, n->count, sizeof *sorted, by_key);
    for (size_t k = 1; k < n->count; k++)
        if (strcmp(sorted[k - 1]->text, sorted[k]->text) == 0)
            return gat_node_fail(b->error, sorted[k],
                                 "key '%.60s' stands here a second time; the first is in line %u",
                                 sorted[k]->text, sorted[k - 1]->line);
    return true;
}

static bool key_allowed(struct builder *b, const struct gat_node *key)
{
    if (key->kind != GAT_NODE_TEXT || strlen(key->text) != key->size)
        return gat_node_fail(b->error, key, "a key is a word, not a list or a map");
    if (strcmp(key->text, "<<") == 0)
        return gat_node_fail(b->error, key, "merge keys are not read; write the keys out");
    return true;
}

static bool map_build(struct builder *b, struct gat_node *n)
{
    size_t first = b->n_stack;
    for (;;) {
        struct gat_node *key, *value;
        if (!event_next(b))
            return false;
        if (b->event.type == YAML_MAPPING_END_EVENT)
            break;
        if (!node_build(b, &key) || !key_allowed(b, key))
            return false;
        stack_push(b, key);
        if (!event_next(b) || !node_build(b, &value))
            return false;
        stack_push(b, value);
    }
    yaml_event_delete(&b->event);
    n->count = (uint32_t)(b->n_stack - first) / 2;
    n->keys = block_take(b, n->count * sizeof *n->keys);
    n->items = block_take(b, n->count * sizeof *n->items);
    for (size_t k = 0; k < n->count; k++) {
        n->keys[k] = b->stack[first + 2 * k];
        n->items[k] = b->stack[first + 2 * k + 1];
    }
    b->n_stack = first;
    return keys_unique(b, n);
}

/* The construct of the current event, if no file of ours may hold it. */
static bool event_allowed(struct builder *b)
{
    const yaml_event_t *e = &b->event;
    const void *anchor = NULL, *tag = NULL;
    if (e->type == YAML_ALIAS_EVENT)
        return event_fail(b, "aliases are not read; write the value out");
    if (e->type == YAML_SCALAR_EVENT) {
        anchor = e->data.scalar.anchor;
        tag = e->data.scalar.tag;
    } else if (e->type == YAML_SEQUENCE_START_EVENT) {
        anchor = e->data.sequence_start.anchor;
        tag = e->data.sequence_start.tag;
    } else if (e->type == YAML_MAPPING_START_EVENT) {
        anchor = e->data.mapping_start.anchor;
        tag = e->data.mapping_start.tag;
    }
    if (anchor != NULL)
        return event_fail(b, "anchors are not read; write the value out");
    if (tag != NULL)
        return event_fail(b, "tags are not read; leave '!' and what follows it out");
    if (++b->nodes > MOST_NODES)
        return event_fail(b, "more than 1000000 values in one file; split it");
    return true;
}

static void text_build(struct builder *b, struct gat_node *n)
{
    n->kind = GAT_NODE_TEXT;
    n->quoted = b->event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    n->size = (uint32_t)b->event.data.scalar.length;
    char *text = block_take(b, n->size + 1);
    memcpy(text, b->event.data.scalar.value, n->size);
    text[n->size] = '\0';
    n->text = text;
}

/* Build the node that starts with the event at hand, and delete that event. */
static bool node_build(struct builder *b, struct gat_node **out)
{
    struct gat_node *n = block_take(b, sizeof *n);
    yaml_event_type_t type = b->event.type;
    bool good = event_allowed(b);
    *n = (struct gat_node){.file = b->file,
                           .line = (unsigned)b->event.start_mark.line + 1,
                           .column = ((unsigned)b->event.start_mark.column + 1) & MOST_COLUMN};
    if (good && type == YAML_SCALAR_EVENT)
        text_build(b, n);
    yaml_event_delete(&b->event);
    *out = n;
    if (!good || type == YAML_SCALAR_EVENT)
        return good;
    if (++b->depth > MOST_DEPTH)
        return gat_node_fail(b->error, n, "nested deeper than 32 levels");
    n->kind = type == YAML_MAPPING_START_EVENT ? GAT_NODE_MAP : GAT_NODE_LIST;
    good = n->kind == GAT_NODE_MAP ? map_build(b, n) : list_build(b, n);
    b->depth--;
    return good;
}

/* Skip to the first node of the document; false at an empty stream. */
static bool document_start(struct builder *b)
{
    for (;;) {
        if (!event_next(b))
            return false;
        const yaml_event_t *event = &b->event;
        bool nothing = event->type == YAML_STREAM_END_EVENT ||
                       (event->type == YAML_SCALAR_EVENT && event->data.scalar.length == 0 &&
                        event->data.scalar.plain_implicit);
        bool start = event->type == YAML_DOCUMENT_START_EVENT;
        bool directive = start && (event->data.document_start.version_directive != NULL ||
                                   event->data.document_start.tag_directives.start !=
                                       event->data.document_start.tag_directives.end);
        if (event->type != YAML_STREAM_START_EVENT && !start && !nothing)
            return true;
        if (directive)
            (void)event_fail(b, "directives are not read; leave the line with '%' out");
        yaml_event_delete(&b->event);
        if (nothing)
            return gat_fail(b->error, b->file, 0, 0, "the file holds nothing");
        if (directive)
            return false;
    }
}

static bool document_end(struct builder *b)
{
    bool last = false;
    while (!last) {
        if (!event_next(b))
            return false;
        if (b->event.type == YAML_DOCUMENT_START_EVENT) {
            bool good = event_fail(b, "a second document starts here; a file holds one");
            yaml_event_delete(&b->event);
            return good;
        }
        last = b->event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&b->event);
    }
    return true;
}

const struct gat_node *gat_yaml_parse(struct gat_arena *a, const char *name, const void *bytes,
                                      size_t size, struct gat_error *e)
{
    yaml_parser_t parser;
    struct gat_node *root = NULL;
    if (size > MOST_BYTES)
        return gat_fail(e, name, 0, 0, "larger than 4 MiB; split it"), NULL;
    const unsigned char *nul = size > 0 ? memchr(bytes, 0, size) : NULL;
    if (nul != NULL)
        return byte_fail(e, name, bytes, (size_t)(nul - (const unsigned char *)bytes),
                         "a NUL byte: this is no text in UTF-8"),
               NULL;
    if (!yaml_parser_initialize(&parser))
        return gat_fail(e, name, 0, 0, "there is no memory left to read it"), NULL;
    if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) /* an editor's mark, no text */
        bytes = (const char *)bytes + 3, size -= 3;
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, bytes, size);
    struct builder b = {.parser = &parser,
                        .arena = a,
                        .error = e,
                        .bytes = bytes,
                        .file = gat_arena_text(a, name, strlen(name))};
    bool good = document_start(&b) && node_build(&b, &root) && document_end(&b);
    yaml_parser_delete(&parser);
    return good ? root : NULL;
}

static bool bytes_read(int fd, const char *path, char *to, size_t size, struct gat_error *e)
{
    for (size_t have = 0; have < size;) {
        ssize_t n = read(fd, to + have, size - have);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return gat_fail(e, path, 0, 0,
                            n == 0 ? "it became shorter while it was read"
                                   : "it cannot be read: %s",
                            strerror(errno));
        have += (size_t)n;
    }
    return true;
}

const struct gat_node *gat_yaml_read(struct gat_arena *a, const char *path, struct gat_error *e)
{
    struct stat st;
    const struct gat_node *root = NULL;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return gat_fail(e, path, 0, 0, "it cannot be opened: %s", strerror(errno)), NULL;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        (void)gat_fail(e, path, 0, 0, "this is not a regular file");
    } else if (st.st_size > MOST_BYTES) {
        (void)gat_fail(e, path, 0, 0, "larger than 4 MiB; split it");
    } else {
        size_t size = (size_t)st.st_size;
        char *bytes = gat_arena_raw(a, size + 1);
        if (bytes_read(fd, path, bytes, size, e))
            root = gat_yaml_parse(a, path, bytes, size, e);
    }
    close(fd);
    return root;
}

const struct gat_node *gat_node_get(const struct gat_node *map, const char *key)
{
    for (size_t k = 0; map->kind == GAT_NODE_MAP && k < map->count; k++)
        if (map->keys[k]->text[0] == key[0] && strcmp(map->keys[k]->text, key) == 0)
            return map->items[k];
    return NULL;
}

bool gat_node_need(const struct gat_node *map, const char *key, const struct gat_node **out,
                   struct gat_error *e)
{
    *out = gat_node_get(map, key);
    return *out != NULL || gat_node_fail(e, map, "the key '%s' is missing", key);
}

const char *gat_meant(const char *word, const char *const *known)
{
    static const char *const theirs[][2] = {
        {"index", "indices"}, {"input", "data"},     {"self", "data"},   {"params", "data"},
        {"src", "updates"},   {"source", "updates"}, {"dim", "axis"},    {"sum", "add"},
        {"prod", "mul"},      {"multiply", "mul"},   {"amax", "max"},    {"amin", "min"},
        {"replace", "none"},  {"subtract", "sub"},   {"average", "mean"}};
    for (size_t k = 0; k < sizeof theirs / sizeof theirs[0]; k++)
        for (const char *const *ours = known; *ours != NULL; ours++)
            if (strcmp(word, theirs[k][0]) == 0 && strcmp(*ours, theirs[k][1]) == 0)
                return *ours;
    return gat_suggest(word, known);
}

bool gat_node_keys(const struct gat_node *map, const char *const *known, struct gat_error *e)
{
    if (map->kind != GAT_NODE_MAP)
        return gat_node_fail(e, map, "a map is due here: key: value");
    for (size_t k = 0; k < map->count; k++) {
        const char *const *word = known;
        while (*word != NULL &&
               ((*word)[0] != map->keys[k]->text[0] || strcmp(*word, map->keys[k]->text) != 0))
            word++;
        if (*word != NULL)
            continue;
        return gat_node_fail(e, map->keys[k], "unknown key '%.60s'%s", map->keys[k]->text,
                             gat_meant_words(gat_meant(map->keys[k]->text, known)));
    }
    return true;
}

bool gat_node_text(const struct gat_node *n, const char **out, struct gat_error *e)
{
    if (n->kind != GAT_NODE_TEXT || n->size == 0)
        return gat_node_fail(e, n, "a text is due here, not %s",
                             n->kind == GAT_NODE_LIST  ? "a list"
                             : n->kind == GAT_NODE_MAP ? "a map"
                                                       : "nothing");
    if (strlen(n->text) != n->size)
        return gat_node_fail(e, n, "a word holds no NUL");
    *out = n->text;
    return true;
}

bool gat_node_int(const struct gat_node *n, int64_t *out, struct gat_error *e)
{
    char *end;
    if (n->kind != GAT_NODE_TEXT || n->size == 0)
        return gat_node_fail(e, n, "an integer is due here");
    errno = 0;
    const char *digits = n->text + (n->text[0] == '-' || n->text[0] == '+');
    *out = strtoll(n->text, &end, strncmp(digits, "0x", 2) == 0 ? 16 : 10);
    if (errno == ERANGE)
        return gat_node_fail(e, n, "%.40s does not fit: integers lie in [%" PRId64 ", %" PRId64 "]",
                             n->text, INT64_MIN, INT64_MAX);
    if (end != n->text + n->size || end == n->text || n->text[0] == ' ')
        return gat_node_fail(e, n, "an integer is due here, not '%.40s'", n->text);
    return true;
}

bool gat_node_bool(const struct gat_node *n, bool *out, struct gat_error *e)
{
    bool text = n->kind == GAT_NODE_TEXT && strlen(n->text) == n->size;
    bool yes = text && strcmp(n->text, "true") == 0;
    if (!yes && (!text || strcmp(n->text, "false") != 0))
        return gat_node_fail(e, n, "true or false is due here");
    *out = yes;
    return true;
}
