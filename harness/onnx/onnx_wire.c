/* onnx_wire.c - protobuf files, read whole and within bounds.
 *
 * protobuf-c checks lengths but recurses as deep as a message is nested and
 * allocates as much as it asks for.  So the nesting is measured first, by the
 * types' own descriptors, and all memory comes from an arena with a budget.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <protobuf-c/protobuf-c.h>

#include "checked.h"
#include "onnx/onnx_wire.h"

#define MAX_FILE ((size_t)16 << 20)
#define MAX_MEMORY                                                                                 \
    ((size_t)256 << 20) /* what one message may take when unpacked                                 \
                         */
#define MAX_DEPTH 32

const char *gat_onnx_plain(struct gat_arena *a, const char *text)
{
    if (text == NULL)
        return "";
    size_t size = strnlen(text, 60);
    char *out = gat_arena_text(a, text, size);
    for (size_t k = 0; k < size; k++)
        if (!isprint((unsigned char)out[k]))
            out[k] = '?';
    return out;
}

/* The bytes of a regular file of at most MAX_FILE bytes. */
static const uint8_t *file_read(struct gat_arena *a, const char *path, size_t *size,
                                struct gat_error *e)
{
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 || fstat(fd, &info) != 0) {
        gat_fail(e, path, 0, 0, "cannot be read: %s", strerror(errno));
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    uint8_t *bytes = NULL;
    if (!S_ISREG(info.st_mode)) {
        gat_fail(e, path, 0, 0, "is not a file");
    } else if ((uintmax_t)info.st_size > MAX_FILE) {
        gat_fail(e, path, 0, 0, "has %jd bytes; at most 16 MiB are read", (intmax_t)info.st_size);
    } else {
        size_t want = (size_t)info.st_size, have = 0;
        bytes = gat_arena_raw(a, want + 1);
        ssize_t n = 1;
        while (have < want && n > 0)
            if ((n = read(fd, bytes + have, want - have)) > 0)
                have += (size_t)n;
        if (n < 0) {
            gat_fail(e, path, 0, 0, "cannot be read: %s", strerror(errno));
            bytes = NULL;
        }
        *size = have;
    }
    close(fd);
    return bytes;
}

struct wire {
    const uint8_t *at, *end;
};

GAT_MUST_USE static bool varint_read(struct wire *w, uint64_t *out)
{
    *out = 0;
    for (unsigned shift = 0; shift < 70 && w->at < w->end; shift += 7) {
        uint8_t byte = *w->at++;
        if (shift < 64)
            *out |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

GAT_MUST_USE static bool wire_skip(struct wire *w, uint64_t size)
{
    if (size > (uint64_t)(w->end - w->at))
        return false;
    w->at += size;
    return true;
}

/* Is this message well formed as far as lengths go, and nested at most `depth`
 * deep?  NULL, or what is wrong with it.  Its recursion is bounded by `depth`. */
static const char *shape_check(struct wire w, const ProtobufCMessageDescriptor *type,
                               unsigned depth)
{
    static const char broken[] = "is not a whole protobuf message; is it truncated?";
    if (depth == 0)
        return "is nested too deep";
    while (w.at < w.end) {
        uint64_t tag, size;
        if (!varint_read(&w, &tag) || tag > UINT32_MAX || tag >> 3 == 0)
            return broken;
        bool fine = true;
        switch (tag & 7) {
        case 0:
            fine = varint_read(&w, &size);
            break;
        case 1:
            fine = wire_skip(&w, 8);
            break;
        case 5:
            fine = wire_skip(&w, 4);
            break;
        case 2: {
            if (!varint_read(&w, &size) || size > (uint64_t)(w.end - w.at))
                return broken;
            const ProtobufCFieldDescriptor *field =
                protobuf_c_message_descriptor_get_field(type, (unsigned)(tag >> 3));
            if (field != NULL && field->type == PROTOBUF_C_TYPE_MESSAGE) {
                const char *why =
                    shape_check((struct wire){w.at, w.at + size}, field->descriptor, depth - 1);
                if (why != NULL)
                    return why;
            }
            w.at += size;
            break;
        }
        default:
            fine = false;
        }
        if (!fine)
            return broken;
    }
    return NULL;
}

struct budget {
    struct gat_arena *arena;
    size_t left;
};

static void *budget_alloc(void *user, size_t size)
{
    struct budget *b = user;
    size_t cost = size + 64; /* alignment */
    if (cost < size || cost > b->left)
        return NULL;
    b->left -= cost;
    return gat_arena_raw(b->arena, size);
}

static void budget_free(void *user, void *memory)
{
    (void)user, (void)memory;
}

void *gat_onnx_message_read(struct gat_arena *a, const char *path,
                            const ProtobufCMessageDescriptor *type, struct gat_error *e)
{
    size_t size;
    const uint8_t *bytes = file_read(a, path, &size, e);
    if (bytes == NULL)
        return NULL;
    if (size == 0) {
        gat_fail(e, path, 0, 0, "is empty");
        return NULL;
    }
    const char *why = shape_check((struct wire){bytes, bytes + size}, type, MAX_DEPTH);
    if (why != NULL) {
        gat_fail(e, path, 0, 0, "%s", why);
        return NULL;
    }
    struct budget budget = {a, MAX_MEMORY};
    ProtobufCAllocator allocator = {budget_alloc, budget_free, &budget};
    ProtobufCMessage *message = protobuf_c_message_unpack(type, &allocator, size, bytes);
    if (message == NULL)
        gat_fail(e, path, 0, 0, "is not a %s of ONNX", type->short_name);
    return message;
}
