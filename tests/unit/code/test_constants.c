/* test_constants.c - the constants of shared objects, of broken ones too.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <elf.h>
#include <stdlib.h>
#include <unistd.h>

#include "tap.h"
#include "code/constants.h"

/* cmp rax, 5380; cmp rax, 5380; cmp al, 100; cmp eax, 0x12000; and edi, 63; shr rax, 12;
 * add rdi, 600; sub rsp, 800; mov ecx, 900; cmp ecx, 700 */
static const unsigned char x86[] = {
    0x48, 0x3d, 0x04, 0x15, 0, 0, 0x48, 0x3d, 0x04, 0x15, 0, 0, 0x3c, 0x64, 0x3d, 0, 0x20, 0x01, 0,
    0x83, 0xe7, 0x3f, 0x48, 0xc1, 0xe8, 0x0c, 0x48, 0x81, 0xc7, 0x58, 0x02, 0, 0, 0x48, 0x81, 0xec,
    0x20, 0x03, 0, 0, 0xb9, 0x84, 0x03, 0, 0, 0x81, 0xf9, 0xbc, 0x02, 0, 0, 0xc3};
/* cmp x0, 1285; and x0, x0, 63; mov w1, 5380; add sp, sp, 800; ret */
static const unsigned char arm[] = {0x1f, 0x14, 0x14, 0xf1, 0x00, 0x14, 0x40, 0x92, 0x81, 0xa0,
                                    0x82, 0x52, 0xff, 0x83, 0x0c, 0x91, 0xc0, 0x03, 0x5f, 0xd6};

struct file {
    Elf64_Ehdr head;
    Elf64_Shdr section;
    Elf64_Phdr segment;
    unsigned char code[sizeof x86];
};

static struct file file_make(Elf64_Half machine, const unsigned char *code, size_t size)
{
    struct file f = {.head = {.e_machine = machine,
                              .e_shoff = offsetof(struct file, section),
                              .e_shentsize = sizeof f.section,
                              .e_shnum = 1,
                              .e_phoff = offsetof(struct file, segment),
                              .e_phentsize = sizeof f.segment,
                              .e_phnum = 1},
                     .section = {.sh_type = SHT_PROGBITS,
                                 .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
                                 .sh_offset = offsetof(struct file, code),
                                 .sh_size = size},
                     .segment = {.p_type = PT_LOAD,
                                 .p_flags = PF_R | PF_X,
                                 .p_offset = offsetof(struct file, code),
                                 .p_filesz = size}};
    memcpy(f.head.e_ident, ELFMAG, SELFMAG);
    f.head.e_ident[EI_CLASS] = ELFCLASS64;
    f.head.e_ident[EI_DATA] = ELFDATA2LSB;
    memcpy(f.code, code, size);
    return f;
}

static const char *text_of(const struct gat_constants *c)
{
    static char text[1024];
    int at = 0;
    text[0] = '\0';
    for (unsigned k = 0; k < c->n; k++)
        at += snprintf(text + at, sizeof text - (size_t)at, " %lld", (long long)c->value[k]);
    return text;
}

static void found(const struct file *f, const char *want, const char *name)
{
    struct gat_constants c;
    gat_code_constants(f, sizeof *f, &c);
    is_text(text_of(&c), want, name);
}

static void test_found(void)
{
    struct file f = file_make(EM_X86_64, x86, sizeof x86);
    found(&f, " 64 700 5380 600 900 4096",
          "compared with and masked, rare first; then others; no letters, types and stack");
    f.head.e_shnum = 0;
    found(&f, " 64 700 5380 600 900 4096", "of segments where there are no sections");
    f.segment.p_flags = PF_R;
    found(&f, "", "none where nothing can be executed");
    f = file_make(EM_AARCH64, arm, sizeof arm);
    found(&f, " 64 1285 5380", "AArch64");
    f.head.e_machine = EM_RISCV;
    found(&f, "", "none of another processor");
}

/* Nothing outside of the file is read: each length has memory of its own. */
static void test_broken(void)
{
    const struct file whole = file_make(EM_X86_64, x86, sizeof x86);
    struct gat_constants c;
    bool good = true;
    for (size_t size = 0; size < sizeof whole; size++) {
        void *bytes = malloc(size + 1);
        memcpy(bytes, &whole, size);
        gat_code_constants(bytes, size, &c);
        good &= c.n <= 6;
        free(bytes);
    }
    ok(good, "a file that was cut anywhere has a part of them");
    struct file f = whole;
    f.section.sh_size = UINT64_MAX;
    found(&f, " 64 700 5380 600 900 4096", "a section that goes on behind the file ends with it");
    f.section.sh_offset = UINT64_MAX;
    f.segment.p_offset = UINT64_MAX - 4;
    found(&f, "", "one that begins there is none");
    f = whole;
    f.head.e_shoff = f.head.e_phoff = UINT64_MAX - 8;
    found(&f, "", "tables behind the file are none");
    f = whole;
    f.head.e_shentsize = f.head.e_phentsize = 1;
    found(&f, "", "neither are those of entries too short");
}

static void test_files(void)
{
    struct gat_constants c = {.n = 3};
    gat_object_constants("/nonexistent", &c);
    is_int(c.n, 0, "no file, no constants");
    gat_object_constants("/", &c);
    is_int(c.n, 0, "nor of a folder");
    char path[] = "/tmp/gatherum-constants-XXXXXX";
    int fd = mkstemp(path);
    const struct file f = file_make(EM_X86_64, x86, sizeof x86);
    bool written = fd >= 0 && write(fd, &f, sizeof f) == (ssize_t)sizeof f;
    gat_object_constants(path, &c);
    ok(written, "a file of one's own");
    is_text(text_of(&c), " 64 700 5380 600 900 4096", "has them all");
    unlink(path);
    close(fd);
}

int main(void)
{
    if (!gat_code_constants_known()) {
        skip("this build has no libcapstone", "constants of objects");
        return done();
    }
    test_found();
    test_broken();
    test_files();
    return done();
}
