/* test_yaml.c - the YAML reader: what it takes, what it refuses, and where.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "files/yaml_tree.h"
#include "tap.h"

static struct gat_arena arena;

static const struct gat_node *parse(const char *text, struct gat_error *e)
{
    *e = (struct gat_error){.line = 0};
    return gat_yaml_parse(&arena, "t.yaml", text, strlen(text), e);
}

/* A text, and the place and a part of the sentence with which it is refused. */
static void refused(const char *name, const char *text, size_t size, unsigned line,
                    unsigned column, const char *part)
{
    struct gat_error e = {.line = 0};
    const struct gat_node *n = gat_yaml_parse(&arena, "t.yaml", text, size, &e);
    bool good = n == NULL && strcmp(e.file, "t.yaml") == 0 && e.line == line &&
                e.column == column && strstr(e.text, part) != NULL;
    if (!ok(good, "refused: %s", name))
        printf("#   got  %s:%u:%u: %s\n#   want %u:%u: %s\n", n == NULL ? e.file : "(a tree)",
               e.line, e.column, e.text, line, column, part);
}

static void refusals(void)
{
    static const struct {
        const char *name, *text;
        unsigned line, column;
        const char *part;
    } t[] = {
        {"an anchor", "a: &x 1\nb: 2\n", 1, 4, "anchor"},
        {"an anchor on a list", "a: &x [1]\n", 1, 4, "anchor"},
        {"an anchor on a map", "a: &x {b: 1}\n", 1, 4, "anchor"},
        {"an alias", "a: 1\nb: *x\n", 2, 4, "alias"},
        {"a tag", "a: !!int 1\n", 1, 4, "tag"},
        {"a tag of one's own", "a: !x [1]\n", 1, 4, "tag"},
        {"the tag that means none", "a: ! 1\n", 1, 4, "tag"},
        {"a merge key", "a: 1\n<<: {b: 1}\n", 2, 1, "merge"},
        {"a key twice", "a: 1\nb: 2\n\n  \na: 3\n", 5, 1, "'a'"},
        {"a key twice in a line", "{a: 1, b: 2, a: 3}", 1, 14, "'a'"},
        {"a key twice, once quoted", "a: 1\n\"a\": 3\n", 2, 1, "'a'"},
        {"a list as key", "[a]: 1\n", 1, 1, "key"},
        {"a map as key", "? {a: 1}\n: 1\n", 1, 3, "key"},
        {"a second document", "a: 1\n---\nb: 1\n", 2, 1, "second document"},
        {"a directive", "%YAML 1.1\n---\na: 1\n", 1, 1, "directive"},
        {"a tag directive", "%TAG ! tag:x,2000:\n---\na: 1\n", 1, 1, "directive"},
        {"a truncated list", "a: [1, 2\n", 2, 1, ""},
        {"a truncated quote", "a: \"b\n", 2, 1, ""},
        {"bad indentation", "a:\n  b: 1\n c: 2\n", 3, 2, ""},
        {"a tab as indentation", "a:\n\tb: 1\n", 2, 1, ""},
        {"an unknown escape", "a: \"\\q\"\n", 1, 5, ""},
        {"bytes that are no UTF-8", "a: b\nc: \xff\xfe\n", 2, 4, "UTF-8"},
        {"a cut UTF-8 sequence", "a: \xc3(\n", 1, 5, "UTF-8"},
        {"an overlong sequence", "a: \xc0\xaf\n", 1, 4, "UTF-8"},
        {"a surrogate", "a: \xed\xa0\x80\n", 1, 4, "UTF-8"},
        {"a control character", "a: b\x01\n", 1, 5, "control"},
        {"nothing", "", 0, 0, "nothing"},
        {"only a comment", "# a\n", 0, 0, "nothing"},
        {"only a start of a document", "---\n", 0, 0, "nothing"},
    };
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++)
        refused(t[k].name, t[k].text, strlen(t[k].text), t[k].line, t[k].column, t[k].part);
    refused("a NUL byte", "a: 1\nb: \0x\n", 11, 2, 4, "NUL");
    refused("UTF-16", "\xff\xfe" "a\0:\0 \0" "1\0", 10, 1, 4, "UTF-8");
}

/* `n` brackets, closed again. */
static void nested(unsigned n, char *out)
{
    memset(out, '[', n);
    memset(out + n, ']', n);
    out[2 * n] = '\0';
}

static void bounds(void)
{
    static char text[5 << 20];
    struct gat_error e;
    nested(32, text);
    ok(parse(text, &e) != NULL, "32 levels are read");
    nested(33, text);
    refused("33 levels", text, strlen(text), 1, 33, "32");
    nested(200000, text);
    refused("200000 levels", text, strlen(text), 1, 33, "32");
    text[0] = '[';
    for (size_t k = 0; k < 1000001; k++)
        memcpy(text + 1 + 2 * k, "1,", 2);
    memcpy(text + 1 + 2 * 1000001, "]", 2);
    ok(gat_yaml_parse(&arena, "t.yaml", text, strlen(text), &e) == NULL &&
           strstr(e.text, "1000000") != NULL,
       "1000001 values are refused");
    memset(text, ' ', sizeof text);
    memcpy(text, "a: 1\n", 5);
    ok(gat_yaml_parse(&arena, "t.yaml", text, 4 << 20, &e) != NULL, "4 MiB are read");
    refused("4 MiB and a byte", text, (4 << 20) + 1, 0, 0, "4 MiB");
}

/* Time may not grow faster than the bytes: maps of many keys, long texts. */
static void speed(void)
{
    enum { SIZE = 3 << 20 };
    char *text = malloc(SIZE + 64);
    size_t n = 0;
    struct gat_error e = {.line = 0};
    struct timespec start, end;
    for (unsigned k = 0; text != NULL && n < SIZE; k++)
        n += (size_t)snprintf(text + n, 64, "k%u: 1\n", k);
    clock_gettime(CLOCK_MONOTONIC, &start);
    bool read = text != NULL && gat_yaml_parse(&arena, "t.yaml", text, n, &e) != NULL;
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - start.tv_sec) +
                     (double)(end.tv_nsec - start.tv_nsec) / 1e9;
    ok(seconds < 20, "a map of 3 MiB is %s in %.2f s", read ? "read" : "refused", seconds);
    free(text);
}

static void shapes(void)
{
    struct gat_error e;
    const struct gat_node *n = parse("# c\nb: [1, \"x y\", {k: v}]\nname: 'q'\nlast:\n", &e);
    ok(n != NULL && n->kind == GAT_NODE_MAP && n->count == 3, "a map of three");
    if (n == NULL)
        return;
    const struct gat_node *b = gat_node_get(n, "b");
    is_text(n->keys[0]->text, "b", "keys keep their order");
    is_int(n->keys[0]->line, 2, "line of a key");
    is_int(n->keys[0]->column, 1, "column of a key");
    ok(b != NULL && b->kind == GAT_NODE_LIST && b->count == 3, "a list of three");
    is_int(b->items[1]->line, 2, "line of an item");
    is_int(b->items[1]->column, 8, "column of an item");
    is_text(b->items[1]->text, "x y", "a quoted text");
    ok(b->items[1]->quoted && !b->items[0]->quoted, "quotes are known");
    is_int((int64_t)b->items[1]->size, 3, "size of a text");
    is_text(gat_node_get(b->items[2], "k")->text, "v", "a map in a list");
    ok(gat_node_get(n, "none") == NULL, "a key that is not there");
    is_int((int64_t)gat_node_get(n, "last")->size, 0, "a key without a value");
    n = parse("a: \"x\\0y\\u00fc\"\n", &e);
    ok(n != NULL && n->items[0]->size == 5 && memcmp(n->items[0]->text, "x\0y\xc3\xbc", 6) == 0,
       "an escaped NUL stays in a text, and its size counts it");
    n = parse("{\"a\": [1, 2.5, true, null, \"s\"], \"b\": {}}", &e);
    ok(n != NULL && n->count == 2 && n->items[0]->count == 5 && n->items[1]->count == 0,
       "JSON is read");
    n = parse("\xef\xbb\xbf" "a: 1\n", &e);
    ok(n != NULL && strcmp(n->keys[0]->text, "a") == 0, "a byte order mark of UTF-8 is no text");
    n = parse("a: \xc3\xbc\nb: 1\n", &e);
    ok(n != NULL && strcmp(n->items[0]->text, "\xc3\xbc") == 0, "UTF-8 is read");
}

static void numbers(void)
{
    static const struct {
        const char *text;
        bool good;
        int64_t value;
    } t[] = {
        {"0", true, 0}, {"-1", true, -1}, {"+7", true, 7}, {"007", true, 7},
        {"9223372036854775807", true, INT64_MAX}, {"-9223372036854775808", true, INT64_MIN},
        {"0x10", true, 16}, {"9223372036854775808", false, 0},
        {"-9223372036854775809", false, 0}, {"1.5", false, 0}, {"1e3", false, 0},
        {"1.0", false, 0}, {"", false, 0}, {"one", false, 0}, {"1 2", false, 0},
        {"--1", false, 0}, {"0x", false, 0}, {"\"1\\0\"", false, 0}, {"1_000", false, 0},
        {"[1]", false, 0}, {"{a: 1}", false, 0}, {"nan", false, 0}, {"~", false, 0},
        {"\" 1\"", false, 0}, {"- 1", false, 0}};
    char yaml[64];
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        struct gat_error e;
        int64_t got = 0;
        snprintf(yaml, sizeof yaml,
                 t[k].text[0] == '-' && t[k].text[1] == ' ' ? "a:\n %s" : "a: %s", t[k].text);
        const struct gat_node *n = parse(yaml, &e);
        bool good = n != NULL && gat_node_int(n->items[0], &got, &e);
        ok(good == t[k].good && (!good || got == t[k].value) && (good || e.line > 0),
           "'%s' is %s integer", t[k].text, t[k].good ? "an" : "no");
    }
    struct gat_error e;
    int64_t value;
    const struct gat_node *n = parse("a: 9223372036854775808", &e);
    gat_node_int(n->items[0], &value, &e);
    has_text(e.text, "9223372036854775807", "an integer that does not fit: the limits are named");
}

static void typed(void)
{
    static const char *const known[] = {"shape", "values", "fill", NULL};
    struct gat_error e;
    const char *text;
    bool value = false;
    const struct gat_node *n = parse("shap: 1\n", &e);
    ok(!gat_node_keys(n, known, &e), "an unknown key is refused");
    has_text(e.text, "'shape'", "and the one that was meant is named");
    is_int(e.column, 1, "at its place");
    n = parse("zzzzzz: 1\n", &e);
    ok(!gat_node_keys(n, known, &e) && strstr(e.text, "mean") == NULL,
       "nothing is suggested for what resembles nothing");
    n = parse("[a]", &e);
    ok(!gat_node_keys(n, known, &e), "a list has no keys");
    n = parse("{a: true, b: no, c: \"x\\0y\", d: [], e: false}", &e);
    ok(gat_node_bool(n->items[0], &value, &e) && value, "true");
    ok(gat_node_bool(n->items[4], &value, &e) && !value, "false");
    ok(!gat_node_bool(n->items[1], &value, &e), "'no' is not false");
    ok(!gat_node_text(n->items[2], &text, &e), "a text with a NUL inside is no word");
    ok(!gat_node_text(n->items[3], &text, &e), "a list is no text");
    n = parse("a:\n  \x7e\n", &e);
    ok(n != NULL, "a tilde is read");
}

static void file_refused(const char *name, const char *path, const char *part)
{
    struct gat_error e = {.line = 0};
    ok(gat_yaml_read(&arena, path, &e) == NULL && strstr(e.text, part) != NULL &&
           strcmp(e.file, path) == 0,
       "%s is refused: %s", name, e.text);
}

static void files(void)
{
    char folder[] = "/tmp/gat_yaml_XXXXXX", path[64];
    struct gat_error e = {.line = 0};
    if (mkdtemp(folder) == NULL) {
        ok(false, "a folder for files");
        return;
    }
    file_refused("a folder", folder, "regular file");
    file_refused("a device", "/dev/zero", "regular file");
    snprintf(path, sizeof path, "%s/none", folder);
    file_refused("a file that is not there", path, "No such file");
    snprintf(path, sizeof path, "%s/f", folder);
    alarm(20); /* a reader that waits for somebody to write would wait for ever */
    ok(mkfifo(path, 0600) == 0, "a FIFO is made");
    file_refused("a FIFO", path, "regular file");
    alarm(0);
    unlink(path);
    int fd = open(path, O_CREAT | O_RDWR, 0600);
    ok(fd >= 0 && ftruncate(fd, 1 << 30) == 0, "a sparse file of 1 GiB is made");
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    file_refused("1 GiB", path, "4 MiB");
    clock_gettime(CLOCK_MONOTONIC, &end);
    ok(end.tv_sec - start.tv_sec < 2, "at once");
    ok(ftruncate(fd, 0) == 0 && pwrite(fd, "a: 1\n", 5, 0) == 5, "a file is written");
    const struct gat_node *n = gat_yaml_read(&arena, path, &e);
    ok(n != NULL && n->count == 1 && strcmp(n->file, path) == 0, "a file is read");
    close(fd);
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    refusals();
    bounds();
    speed();
    shapes();
    numbers();
    typed();
    files();
    gat_arena_free(&arena);
    return done();
}
