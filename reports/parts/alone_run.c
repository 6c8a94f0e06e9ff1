/* alone_run.c - the rest that is the same for every case: two calls, what goes wrong in
 * them, and what differs from the answers that are admitted.
 *
 * SPDX-License-Identifier: Apache-2.0 */
/* ---- what goes wrong on the way ---- */
static void wrong_end(const char *text)
{
    ssize_t unused = write(1, text, strlen(text));
    (void)unused;
    _exit(1);
}

static void on_signal(int number, siginfo_t *info, void *context)
{
    static char text[300];
    const unsigned char *at = info->si_addr;
    const char *when = call_now >= 0 ? call_words[call_now & 1] : "a call other than run()";
    (void)context;
    if (number == SIGALRM) {
        snprintf(text, sizeof text, "wrong: %s did not come back within 10 seconds\n", when);
        wrong_end(text);
    }
    for (int k = 0; call_now >= 0 && k <= N_INPUTS && (number == SIGSEGV || number == SIGBUS);
         k++) {
        const struct window *w = &windows[call_now][k];
        intptr_t page = (intptr_t)sysconf(_SC_PAGESIZE) * 16;
        if (w->low == NULL || at < w->low - page || at >= w->high + page)
            continue;
        int64_t from = at - (w->data + w->lead);
        snprintf(text, sizeof text,
                 "wrong: %s %s: byte %" PRId64 " from its first one, of %zu, in %s\n",
                 at >= w->low && at < w->high ? "wrote into" : "went outside of", w->tensor->name,
                 from, w->size - w->lead, when);
        wrong_end(text);
    }
    snprintf(text, sizeof text, "wrong: died of signal %d in %s\n", number, when);
    wrong_end(text);
}

static void on_exit_of_it(void)
{
    if (call_now >= 0)
        wrong_end("wrong: it ended the process\n");
}

/* ---- what differs ---- */
static void element_print(const struct tensor *t, const void *at)
{
    const unsigned char *bytes = at;
    struct gat_string view;
    float f;
    double d;
    int64_t i = 0;
    if (is_text(t)) {
        memcpy(&view, at, sizeof view);
        if (view.data == NULL && view.size == UINT64_MAX)
            printf("what was there before the call");
        else
            printf("\"%.*s\" of %" PRIu64 " bytes", (int)(view.size < 40 ? view.size : 40),
                   view.data, view.size);
        return;
    }
    memcpy(&i, at, esize_of(t) < sizeof i ? esize_of(t) : sizeof i);
    if (t->type.code == 2 && t->type.bits == 32) {
        memcpy(&f, at, sizeof f);
        printf("%.9g ", (double)f);
    } else if (t->type.code == 2 && t->type.bits == 64) {
        memcpy(&d, at, sizeof d);
        printf("%.17g ", d);
    } else if (t->type.code == 0 && t->type.bits <= 64) {
        printf("%" PRId64 " ",
               (int64_t)((uint64_t)i << (64 - t->type.bits)) >> (64 - t->type.bits));
    }
    printf("(0x");
    for (size_t k = esize_of(t); k-- > 0;)
        printf("%02x", bytes[k]);
    printf(")");
}

/* Part `k` of a floating element as a number. */
static double part_get(const struct tensor *t, const void *at, size_t k)
{
    const int half = t->type.bits == 16,
              wide = t->type.code == 5 ? t->type.bits == 128 : t->type.bits == 64;
    uint16_t bits;
    float f;
    double d;
    if (wide) {
        memcpy(&d, (const char *)at + 8 * k, sizeof d);
        return d;
    }
    if (!half) {
        memcpy(&f, (const char *)at + 4 * k, sizeof f);
        return (double)f;
    }
    memcpy(&bits, at, sizeof bits);
    const uint32_t sign = (uint32_t)(bits >> 15) << 31, more = bits & 0x3ffu,
                   power = bits >> 10 & 0x1fu;
    uint32_t word = t->type.code == 4 ? (uint32_t)bits << 16
                    : power == 31     ? sign | 0x7f800000u | more << 13
                                      : sign | (power + 112) << 23 | more << 13;
    memcpy(&f, &word, sizeof f);
    if (t->type.code == 2 && power == 0) /* a denormal: count its last bit, 2 to the power of -24 */
        return (sign != 0 ? -1.0 : 1.0) * more / 16777216;
    return (double)f;
}

/* Is a computed number one that its bounds, and what else is said of it, admit? */
static int element_within(const struct answer *a, int64_t k, const void *got, const void *due)
{
    int64_t parts = output.type.code == 5 ? 2 : 1;
    if ((a->besides[k * parts] & BITS_ALONE) != 0)
        return 0;
    for (int64_t i = 0; i < parts; i++) {
        const double x = part_get(&output, got, (size_t)i),
                     want = part_get(&output, due, (size_t)i);
        const unsigned besides = a->besides[k * parts + i];
        int good = a->ranges[k * parts + i][0] <= x && x <= a->ranges[k * parts + i][1];
        if (x != x)
            good = (besides & NOT_A_NUMBER) != 0;
        else if (x == HUGE_VAL || x == -HUGE_VAL)
            good = (besides & (x > 0 ? PLUS_INFINITY : MINUS_INFINITY)) != 0;
        else if (x == 0 && want == 0 && (besides & EITHER_ZERO) == 0 &&
                 !signbit(x) != !signbit(want))
            good = 0;
        if (!good)
            return 0;
    }
    return 1;
}

static int element_admitted(const struct answer *a, int64_t k, const void *got)
{
    unsigned char due[16];
    if (a->anything != NULL && a->anything[k])
        return 1;
    element_get(&output, a->values, a->sizes, k, due);
    if (element_same(&output, got, due) || (a->ranges != NULL && element_within(a, k, got, due)))
        return 1;
    for (int n = 0; n < a->n_also; n++) {
        const struct tensor *updates = &inputs[N_INPUTS - 1];
        for (int i = 0; i < N_INPUTS; i++)
            if (strcmp(inputs[i].name, "updates") == 0)
                updates = &inputs[i];
        element_get(updates, updates->values, updates->sizes, a->also[n][1], due);
        if (a->also[n][0] == k && element_same(&output, got, due))
            return 1;
    }
    return 0;
}

/* How many elements of one answer are wrong; the first few are told when `say`. */
static int64_t values_wrong(const struct answer *a, unsigned call, int say)
{
    const struct window *w = &windows[call][CASE_IN_PLACE ? 0 : N_INPUTS];
    int64_t wrong = 0;
    for (int64_t k = 0; k < count_of(&output); k++) {
        unsigned char due[16];
        if (element_admitted(a, k, window_at(w, k)) || wrong++ >= 10 || !say)
            continue;
        printf("wrong: output[");
        for (int64_t d = 0, rest = k, step = count_of(&output); d < output.ndim; d++) {
            step /= output.shape[d];
            printf("%s%" PRId64, d > 0 ? "," : "", rest / step);
            rest %= step;
        }
        element_get(&output, a->values, a->sizes, k, due);
        printf("] must be ");
        element_print(&output, due);
        printf(" and is ");
        element_print(&output, window_at(w, k));
        printf(", after %s\n", call_words[call]);
    }
    if (say && wrong > 10)
        printf("wrong: and %" PRId64 " elements more\n", wrong - 10);
    return wrong;
}

static int output_changed(unsigned call)
{
    const struct window *w = &windows[call][CASE_IN_PLACE ? 0 : N_INPUTS];
    const struct gat_string nothing = {NULL, UINT64_MAX};
    unsigned char before[16];
    for (int64_t k = 0; k < count_of(&output); k++) {
        memset(before, w->fill, sizeof before);
        if (CASE_IN_PLACE)
            element_get(&output, inputs[0].values, inputs[0].sizes, k, before);
        else if (is_text(&output))
            memcpy(before, &nothing, sizeof nothing);
        if (!element_same(&output, window_at(w, k), before))
            return 1;
    }
    return 0;
}

static const char *status_word(int32_t s)
{
    static const char *const words[] = {"success",          "unsupported",     "an error, invalid",
                                        "an error, type",   "an error, range", "no memory",
                                        "an internal error"};
    return s >= 0 && s <= GAT_E_INTERNAL ? words[s] : "a number that is no status";
}

static int is_error(int32_t s) { return s == GAT_E_INVALID || s == GAT_E_TYPE || s == GAT_E_RANGE; }

/* 1: both calls are what this answer admits. */
static int answer_fits(const struct answer *a, const int32_t status[2], uint32_t flags, int say)
{
    if (a->demand == ANYTHING)
        return 1;
    for (unsigned c = 0; c < 2; c++) {
        int good = status[c] == GAT_OK ? a->demand != MUST_REPORT
                                       : is_error(status[c]) && a->demand != MUST_SUCCEED;
        if (good && status[c] != GAT_OK && a->demand == MUST_REPORT &&
            (flags & GAT_NAMES_ERRORS) != 0)
            good = status[c] == a->error;
        if (!good && say)
            printf("wrong: must report %s%s and reports %s in %s\n",
                   a->demand == MUST_REPORT ? status_word(a->error) : "success",
                   a->demand == MAY_EITHER ? " or an error" : "", status_word(status[c]),
                   call_words[c]);
        if (!good)
            return 0;
    }
    if (status[0] != status[1]) {
        if (say)
            printf("wrong: reports %s, then %s\n", status_word(status[0]), status_word(status[1]));
        return 0;
    }
    for (unsigned c = 0; c < 2 && status[c] != GAT_OK; c++)
        if ((flags & GAT_CLEAN_ERRORS) != 0 && output_changed(c)) {
            if (say)
                printf("wrong: claims that an error leaves the output untouched, and changed it in "
                       "%s\n",
                       call_words[c]);
            return 0;
        }
    int64_t wrong = 0;
    for (unsigned c = 0; c < 2 && status[c] == GAT_OK && wrong == 0; c++)
        wrong += values_wrong(a, c, say);
    return wrong == 0;
}

/* ---- the plug-in, or a kernel that is linked to this file ---- */
#ifdef KERNEL
int32_t KERNEL(void *context, const struct gat_call *call);
static const struct gat_backend kernel = {
    .abi = GAT_ABI, .struct_size = sizeof kernel, .name = "kernel", .run = KERNEL};
#endif

static const struct gat_backend *backend_load(const char *path)
{
#ifdef KERNEL
    (void)path;
    return &kernel;
#else
    const struct gat_backend *(*get)(uint32_t) = NULL;
    void *object = path != NULL ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL, *symbol;
    if (object == NULL) {
        fprintf(stderr, "%s\n",
                path != NULL ? dlerror()
                             : "which plug-in? Its path is the first argument; a name without "
                               "slash is looked for by the system");
        exit(2);
    }
    symbol = dlsym(object, "gat_backend_get");
    memcpy(&get, &symbol, sizeof get);
    const struct gat_backend *b = symbol != NULL ? get(GAT_ABI) : NULL;
    if (b == NULL || b->abi != GAT_ABI || b->run == NULL) {
        fprintf(stderr, "%s: no plug-in of ABI %d\n", path, (int)GAT_ABI);
        exit(2);
    }
    return b;
#endif
}

#define HAS(b, member)                                                                             \
    ((b)->struct_size > offsetof(struct gat_backend, member) && (b)->member != NULL)

/* The claim that is about the case, or an empty one. */
static struct gat_claim claim_find(const struct gat_backend *b)
{
    for (uint64_t k = 0; k < b->n_claims; k++)
        for (const char *const *v = b->claims[k].variants;
             strcmp(b->claims[k].op, CASE_OP) == 0 && *v != NULL; v++)
            if (strcmp(*v, CASE_VARIANT) == 0)
                return b->claims[k];
    fprintf(stderr, "it does not claim " CASE_OP "/" CASE_VARIANT "; asked all the same\n");
    return (struct gat_claim){.op = CASE_OP};
}

static struct gat_operand operand_make(const struct window *w, int role)
{
    const struct tensor *t = w->tensor;
    return (struct gat_operand){t->name,
                                role,
                                GAT_TENSOR,
                                {w->data, {1, 0}, t->ndim, t->type, t->shape, t->strides, w->lead}};
}

static void infer_check(const struct gat_backend *b, void *context, struct gat_call call)
{
    struct gat_inferred stated = {.ndim = -1};
    call.n_operands = N_INPUTS;
    if (answers[0].demand != MUST_SUCCEED || !HAS(b, infer))
        return;
    int32_t status = b->infer(context, &call, 0, &stated);
    int same = status == GAT_OK && stated.ndim == output.ndim &&
               memcmp(&stated.type, &output.type, sizeof output.type) == 0;
    for (int32_t d = 0; same && d < output.ndim; d++)
        same = stated.shape[d] == output.shape[d];
    if (!same)
        wrong_end("wrong: infer() states another shape or type for the output, or an error\n");
}

static int32_t call_make(const struct gat_backend *b, void *context, unsigned c, uint32_t min_align)
{
    struct gat_operand operands[N_INPUTS + 1];
    for (int k = 0; k <= N_INPUTS; k++) {
        const struct tensor *t = k < N_INPUTS ? &inputs[k] : &output;
        size_t align = esize_of(t) < min_align ? min_align : esize_of(t);
        struct window *w = &windows[c][k];
        if (k == N_INPUTS && CASE_IN_PLACE) {
            operands[k] = operand_make(&windows[c][0], GAT_OUT);
            operands[k].name = "output";
            continue;
        }
        window_make(w, t, c, align < 1 ? 1 : align);
        window_fill(w, k < N_INPUTS, c == 0 ? 0xA7 : 0x5D);
        operands[k] = operand_make(w, k == N_INPUTS             ? GAT_OUT
                                      : k == 0 && CASE_IN_PLACE ? GAT_INOUT
                                                                : GAT_IN);
    }
    const struct gat_call call = {sizeof call,
                                  0,
                                  CASE_OP,
                                  CASE_VARIANT,
                                  CASE_PROFILE,
                                  attributes,
                                  sizeof attributes / sizeof attributes[0] - 1,
                                  operands,
                                  N_INPUTS + 1};
    call_now = (sig_atomic_t)c;
    int32_t status = b->run(context, &call);
    call_now = -1;
    if (c == 1)
        infer_check(b, context, call);
    return status;
}

static int damage_tell(unsigned c)
{
    for (int k = 0; k <= N_INPUTS; k++) {
        const struct window *w = &windows[c][k];
        const unsigned char *at = w->tensor != NULL ? window_damage(w) : NULL;
        if (at != NULL)
            printf("wrong: wrote to byte %td of the buffer of %s, which is none of its elements, "
                   "in %s\n",
                   at - w->data, w->tensor->name, call_words[c]);
        if (at != NULL)
            return 1;
    }
    return 0;
}

int main(int n, char **words)
{
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
    void *context = NULL;
    char why[200] = "";
    int32_t status[2];
    setvbuf(stdout, NULL, _IOLBF, 0);
    const struct gat_backend *b = backend_load(n > 1 ? words[1] : NULL);
    if (HAS(b, open) && b->open(n > 2 ? words[2] : "", &context, why, sizeof why) != GAT_OK) {
        fprintf(stderr, "its open() failed: %.*s\n", (int)sizeof why, why);
        return 2;
    }
    struct gat_claim claim = claim_find(b);
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
        sigaction(numbers[k], &action, NULL);
    atexit(on_exit_of_it);
    alarm(10);
    for (unsigned c = 0; c < 2; c++) {
        status[c] = call_make(b, context, c, claim.min_align);
        if (damage_tell(c))
            return 1;
    }
    alarm(0);
    for (int k = 0; k < N_ANSWERS; k++)
        if (answer_fits(&answers[k], status, claim.flags, 0)) {
            printf("right: %s%s%s\n", status_word(status[0]),
                   answers[k].reading[0] != '\0' ? ", reading " : "", answers[k].reading);
            return 0;
        }
    (void)answer_fits(&answers[0], status, claim.flags, 1);
    if (N_ANSWERS > 1)
        printf("wrong: nor is it right by another reading of the document\n");
    return 1;
}
