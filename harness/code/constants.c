/* constants.c - the constants of a shared object's own code.
 *
 * The bytes are a stranger's: headers are believed only inside the file, and code is decoded by
 * capstone in a process of its own, which may die.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "code/constants.h"

#ifdef GAT_CAPSTONE
#include "code/capstone.h"
#endif
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena.h"
#include "base/machine.h"

enum { MOST_FILE = 64 << 20 };

#ifdef GAT_CAPSTONE
enum { MOST_CODE = 4 << 20, MOST_FOUND = 4096 };
struct found {
    int64_t value;
    bool tells; /* it is compared with, or is a mask: sizes are told apart by it */
    unsigned count;
};
struct search {
    struct gat_capstone by;
    unsigned n;
    struct found found[MOST_FOUND]; /* by value */
};

/* Is it an element type of the contract, one lane, as a word? */
static bool is_type(int64_t value)
{
    int64_t bits = value >> 8 & 0xff;
    return value >> 16 == 1 && (value & 0xff) < 32 && bits >= 8 && (bits & (bits - 1)) == 0;
}

static void take(struct search *s, int64_t value, bool tells)
{
    unsigned at = 0, end = s->n;
    if (value < GAT_LEAST_CONSTANT || value > GAT_GREATEST_CONSTANT || is_type(value))
        return;
    while (at < end) {
        unsigned middle = (at + end) / 2;
        if (s->found[middle].value < value)
            at = middle + 1;
        else
            end = middle;
    }
    bool known = at < s->n && s->found[at].value == value;
    if (!known && s->n == MOST_FOUND)
        return;
    if (!known) {
        memmove(&s->found[at + 1], &s->found[at], (s->n - at) * sizeof s->found[0]);
        s->found[at] = (struct found){.value = value};
        s->n++;
    }
    s->found[at].count++;
    s->found[at].tells |= tells;
}

/* A mask of low or of high bits stands for the block that it rounds to. */
static void take_mask(struct search *s, int64_t mask)
{
    if (mask == INT64_MIN || mask == INT64_MAX)
        return;
    int64_t block = mask < 0 ? -mask : mask & (mask - 1) ? mask + 1 : mask;
    if ((block & (block - 1)) == 0)
        take(s, block, true);
}

static void take_shift(struct search *s, int64_t by)
{
    if (by >= 0 && by < 32)
        take(s, INT64_C(1) << by, false);
}

/* ---- instructions ---- */

static void x86_look(struct search *s, unsigned id, const cs_x86 *x)
{
    if (x->op_count < 2)
        return;
    const cs_x86_op *to = &x->operands[0], *from = &x->operands[x->op_count - 1];
    if (from->type != X86_OP_IMM)
        return;
    bool wide = to->size >= 4, moves_stack = to->type == X86_OP_REG && to->reg == X86_REG_RSP;
    int64_t n = from->imm;
    switch (id) {
    case X86_INS_CMP: /* narrower ones compare letters */
        if (wide)
            take(s, n, true);
        break;
    case X86_INS_TEST:
    case X86_INS_AND:
        take_mask(s, n);
        break;
    case X86_INS_SHL:
    case X86_INS_SHR:
    case X86_INS_SAR:
        take_shift(s, n);
        break;
    case X86_INS_ADD:
    case X86_INS_SUB:
    case X86_INS_IMUL:
    case X86_INS_MOV:
        if (wide && !moves_stack && to->type == X86_OP_REG)
            take(s, n > INT64_MIN && n < 0 ? -n : n, false);
        break;
    default:
        break;
    }
}

static void arm64_look(struct search *s, unsigned id, const cs_arm64 *x)
{
    if (x->op_count < 2)
        return;
    const cs_arm64_op *to = &x->operands[0], *from = &x->operands[x->op_count - 1];
    if (from->type != ARM64_OP_IMM)
        return;
    bool moves_stack = to->type == ARM64_OP_REG && to->reg == ARM64_REG_SP;
    bool high = from->shift.type == ARM64_SFT_LSL && from->shift.value < 32;
    int64_t n = high && from->imm < INT32_MAX && from->imm >= 0 ? from->imm << from->shift.value
                                                                : from->imm;
    switch (id) {
    case ARM64_INS_CMP:
    case ARM64_INS_CMN:
    case ARM64_INS_CCMP:
        take(s, n, true);
        break;
    case ARM64_INS_TST:
    case ARM64_INS_AND:
        take_mask(s, n);
        break;
    case ARM64_INS_LSL:
    case ARM64_INS_LSR:
    case ARM64_INS_ASR:
        take_shift(s, n);
        break;
    case ARM64_INS_ADD:
    case ARM64_INS_SUB:
    case ARM64_INS_MOV:
    case ARM64_INS_MOVZ:
        if (!moves_stack)
            take(s, n, false);
        break;
    default:
        break;
    }
}

static void code_look(struct search *s, csh engine, bool arm, const unsigned char *code,
                      size_t size)
{
    cs_insn *one = s->by.cs_malloc(engine);
    uint64_t address = 0;
    while (one != NULL && s->by.cs_disasm_iter(engine, &code, &size, &address, one)) {
        if (one->id == 0 || one->detail == NULL)
            continue; /* no instruction */
        if (arm)
            arm64_look(s, one->id, &one->detail->arm64);
        else
            x86_look(s, one->id, &one->detail->x86);
    }
    if (one != NULL)
        s->by.cs_free(one, 1);
}

/* ---- the object ---- */

struct object {
    const unsigned char *bytes;
    size_t size;
    Elf64_Ehdr head;
};

/* Record number k of a table of the file, if all of it is there. */
static bool entry(const struct object *o, uint64_t table, uint64_t each, unsigned k, void *out,
                  size_t size)
{
    if (each < size || table > o->size || (o->size - table) / each <= k)
        return false;
    memcpy(out, o->bytes + table + (size_t)k * each, size);
    return true;
}

/* The k-th part of the file that holds code, of sections or else of segments; its size is 0 where
 * it holds none. */
static bool part(const struct object *o, bool sections, unsigned k, uint64_t *at, uint64_t *size)
{
    Elf64_Shdr section;
    Elf64_Phdr segment;
    bool code;
    if (sections) {
        if (k >= o->head.e_shnum ||
            !entry(o, o->head.e_shoff, o->head.e_shentsize, k, &section, sizeof section))
            return false;
        code = section.sh_type == SHT_PROGBITS && (section.sh_flags & SHF_EXECINSTR) != 0;
        *at = section.sh_offset;
        *size = section.sh_size;
    } else {
        if (k >= o->head.e_phnum ||
            !entry(o, o->head.e_phoff, o->head.e_phentsize, k, &segment, sizeof segment))
            return false;
        code = segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0;
        *at = segment.p_offset;
        *size = segment.p_filesz;
    }
    if (!code || *at > o->size)
        *at = *size = 0;
    if (*size > o->size - *at)
        *size = o->size - *at;
    return true;
}

static void object_look(struct search *s, const struct object *o, csh engine, bool arm)
{
    uint64_t at, size, left = MOST_CODE;
    for (unsigned sections = 1; sections < 2 && left == MOST_CODE; sections--)
        for (unsigned k = 0; left > 0 && part(o, sections == 1, k, &at, &size); k++) {
            size = size < left ? size : left;
            code_look(s, engine, arm, o->bytes + at, (size_t)size);
            left -= size;
        }
}

static int by_use(const void *a, const void *b)
{
    const struct found *x = a, *y = b;
    if (x->tells != y->tells)
        return x->tells ? -1 : 1;
    if (x->count != y->count)
        return x->count < y->count ? -1 : 1;
    return x->value < y->value ? -1 : x->value > y->value;
}

void gat_code_constants(const void *bytes, size_t size, struct gat_constants *out)
{
    struct object o = {.bytes = bytes, .size = size};
    csh engine;
    out->n = 0;
    if (size < sizeof o.head)
        return;
    memcpy(&o.head, bytes, sizeof o.head);
    bool arm = o.head.e_machine == EM_AARCH64;
    if (memcmp(o.head.e_ident, ELFMAG, SELFMAG) != 0 || o.head.e_ident[EI_CLASS] != ELFCLASS64 ||
        o.head.e_ident[EI_DATA] != ELFDATA2LSB || (o.head.e_machine != EM_X86_64 && !arm))
        return;
    struct gat_arena scratch = {0};
    struct search *s = GAT_NEW(&scratch, struct search);
    if (gat_capstone_load(&s->by) &&
        s->by.cs_open(arm ? CS_ARCH_ARM64 : CS_ARCH_X86, arm ? CS_MODE_ARM : CS_MODE_64,
                      &engine) == 0) {
        s->by.cs_option(engine, CS_OPT_DETAIL, CS_OPT_ON);
        s->by.cs_option(engine, CS_OPT_SKIPDATA, CS_OPT_ON);
        object_look(s, &o, engine, arm);
        qsort(s->found, s->n, sizeof s->found[0], by_use);
        for (unsigned k = 0; k < s->n; k++)
            gat_constants_add(out, s->found[k].value);
        s->by.cs_close(&engine);
    }
    gat_arena_free(&scratch);
}

bool gat_code_constants_known(void)
{
    return true;
}
#else
bool gat_code_constants_known(void)
{
    return false;
}

void gat_code_constants(const void *bytes, size_t size, struct gat_constants *out)
{
    (void)bytes;
    (void)size;
    out->n = 0;
}
#endif

/* ---- a file ---- */

/* In the child: all of the file, its constants into the pipe. */
static void file_read(const char *path, int pipe)
{
    struct gat_arena arena = {0};
    struct gat_constants found = {0};
    FILE *f = gat_regular_open(path);
    unsigned char *bytes = f != NULL ? gat_arena_raw(&arena, MOST_FILE) : NULL;
    size_t size = f != NULL ? fread(bytes, 1, MOST_FILE, f) : 0;
    gat_code_constants(bytes, size, &found);
    size_t n = found.n * sizeof found.value[0];
    _exit(write(pipe, found.value, n) == (ssize_t)n ? 0 : 1);
}

void gat_object_constants(const char *path, struct gat_constants *out)
{
    int pipes[2], status;
    size_t size = 0;
    out->n = 0;
    if (pipe2(pipes, O_CLOEXEC) != 0)
        return;
    pid_t child = fork();
    if (child == 0)
        file_read(path, pipes[1]);
    close(pipes[1]);
    char *to = (char *)out->value;
    for (ssize_t n = 1; child > 0 && n > 0 && size < sizeof out->value; size += (size_t)n)
        n = read(pipes[0], to + size, sizeof out->value - size);
    close(pipes[0]);
    if (child > 0 && waitpid(child, &status, 0) == child && status == 0)
        out->n = (unsigned)(size / sizeof out->value[0]);
}
