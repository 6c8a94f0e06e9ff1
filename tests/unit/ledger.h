/* ledger.h - what is said of thousands of drawn cases, in a file that a test compares.
 *
 * A line of the file is a form of words, its numbers and strings left out, with how often it was
 * said, and a sum over all that was said in that form, numbers included, and over whom it was said
 * of.  Whoever changes what is said runs the test with the word `write`, and reads the
 * difference of the file.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_LEDGER_H
#define GAT_LEDGER_H

#include <ctype.h>
#include <stdlib.h>

#include "tap.h"

enum { LEDGER_FORMS = 1 << 12, LEDGER_TEXT = 600 };

struct ledger_form {
    char text[LEDGER_TEXT];
    unsigned long times;
    uint64_t sum;
};
struct ledger {
    struct ledger_form *forms; /* a table by hash; no text: free */
    unsigned n;
};

static inline uint64_t ledger_hash(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *b = bytes;
    for (size_t k = 0; k < size; k++)
        hash = (hash ^ b[k]) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 29;
}

/* How many characters there are a number: "1.5e-05", "-0x7f", "nan+infi". */
static inline size_t ledger_number(const char *c)
{
    size_t n = c[0] == '-' || c[0] == '+';
    bool word = strncmp(c + n, "nan", 3) == 0 || strncmp(c + n, "inf", 3) == 0;
    if (word && !isalpha((unsigned char)c[n + 3]))
        return n + 3;
    if (word && c[n + 3] == 'i' && !isalpha((unsigned char)c[n + 4]))
        return n + 4;
    if (!isdigit((unsigned char)c[n]))
        return 0;
    while (isxdigit((unsigned char)c[n]) || c[n] == '.' || c[n] == 'x' ||
           ((c[n] == '-' || c[n] == '+') && c[n - 1] == 'e'))
        n++;
    return n - (c[n - 1] == '.') +
           ((c[n] == 'i' || c[n] == 'j') && !isalpha((unsigned char)c[n + 1]));
}

/* How many characters there are the name of an element type, or a truth value. */
static inline size_t ledger_type(const char *c)
{
    static const char *const types[] = {"true", "false", "bool", "string", "no known name",
                                        "bfloat", "float", "complex", "uint", "int"};
    for (unsigned k = 0; k < sizeof types / sizeof types[0]; k++) {
        size_t n = strlen(types[k]);
        if (strncmp(c, types[k], n) != 0)
            continue;
        while (isdigit((unsigned char)c[n]))
            n++;
        if (!isalnum((unsigned char)c[n]) && (k < 5 || isdigit((unsigned char)c[n - 1])))
            return n;
    }
    return 0;
}

/* The words without numbers, places and types: "output must be data = #". */
static inline void ledger_form_of(const char *text, char *out)
{
    size_t n = 0;
    while (*text != '\0' && n < LEDGER_TEXT - 4) {
        bool first = n == 0 || !isalnum((unsigned char)out[n - 1]);
        size_t number = ledger_number(text), type = first ? ledger_type(text) : 0;
        if (number > 0 || type > 0) {
            text += number > 0 ? number : type;
            if (n == 0 || out[n - 1] != '#')
                out[n++] = '#';
        } else if (*text == '"' && strchr(text + 1, '"') != NULL) {
            text = strchr(text + 1, '"') + 1;
            out[n++] = '#';
        } else if (*text == '[' && strchr(text, ']') != NULL) {
            text = strchr(text, ']') + 1;
        } else {
            out[n++] = *text++;
        }
    }
    out[n] = '\0';
}

/* What counts as `form` was said so often, with this sum. */
static inline void ledger_many(struct ledger *l, const char *form, unsigned long times,
                               uint64_t sum)
{
    if (l->forms == NULL)
        l->forms = calloc(LEDGER_FORMS, sizeof *l->forms);
    size_t at = ledger_hash(0, form, strlen(form)) % LEDGER_FORMS;
    while (l->forms[at].text[0] != '\0' && strcmp(l->forms[at].text, form) != 0)
        at = (at + 1) % LEDGER_FORMS;
    struct ledger_form *f = &l->forms[at];
    if (f->text[0] == '\0' && ++l->n == LEDGER_FORMS)
        abort();
    snprintf(f->text, sizeof f->text, "%s", form);
    f->times += times;
    f->sum += sum;
}

/* Of number `of` this was said, which counts as `form`. */
static inline void ledger_count(struct ledger *l, uint64_t of, const char *form, const char *text)
{
    ledger_many(l, form, 1, ledger_hash(of + 1, text, strlen(text)));
}

/* Where a part of a sentence ends, outside of brackets and quotes. */
static inline const char *ledger_part_end(const char *c)
{
    bool quoted = false, inside = false;
    for (; *c != '\0'; c++) {
        quoted ^= *c == '"';
        inside = !quoted && (inside || *c == '[') && *c != ']';
        bool mark = strchr(",:;", *c) != NULL && (c[1] == ' ' || c[1] == '\0');
        if (!quoted && !inside && (mark || *c == '(' || *c == ')'))
            break;
    }
    return c;
}

/* Each part of a sentence counts as its words. */
static inline void ledger_say(struct ledger *l, uint64_t of, const char *sentence)
{
    char part[LEDGER_TEXT], form[LEDGER_TEXT];
    for (const char *end; *sentence != '\0'; sentence = end + (*end != '\0')) {
        sentence += strspn(sentence, " ");
        end = ledger_part_end(sentence);
        snprintf(part, sizeof part, "%.*s", (int)(end - sentence), sentence);
        ledger_form_of(part, form);
        if (form[0] != '\0')
            ledger_count(l, of, form, part);
    }
}

static int ledger_compare(const void *a, const void *b)
{
    const struct ledger_form *x = a, *y = b;
    return x->text[0] == '\0' || y->text[0] == '\0' ? (x->text[0] == '\0') - (y->text[0] == '\0')
                                                    : strcmp(x->text, y->text);
}

static inline void ledger_line(const struct ledger_form *f, char *out, size_t size)
{
    snprintf(out, size, "%6lu %08x %s\n", f->times, (unsigned)(f->sum ^ f->sum >> 32), f->text);
}

/* Does the file hold these lines?  With `write` it does from now on. */
static inline void ledger_check(struct ledger *l, const char *path, bool write)
{
    char due[LEDGER_TEXT + 40], is[LEDGER_TEXT + 40];
    unsigned differ = 0;
    qsort(l->forms, LEDGER_FORMS, sizeof *l->forms, ledger_compare);
    FILE *f = fopen(path, write ? "w" : "r");
    for (unsigned k = 0; f != NULL && k < l->n; k++) {
        ledger_line(&l->forms[k], is, sizeof is);
        if (write)
            fputs(is, f);
        else if ((fgets(due, sizeof due, f) == NULL || strcmp(due, is) != 0) && differ++ < 5)
            printf("# was %s# is  %s", due, is);
    }
    bool more = f != NULL && !write && fgets(due, sizeof due, f) != NULL;
    ok(f != NULL && differ == 0 && !more, "%s holds the %u forms of what is said", path, l->n);
    if (differ > 0)
        printf("# a change that is meant: run this test with the word 'write' and read the diff\n");
    if (f != NULL)
        fclose(f);
    free(l->forms);
}

#endif
