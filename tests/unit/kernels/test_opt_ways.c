/* test_opt_ways.c - opt goes about thousands of questions as it did before: which loops it calls,
 * how often, on what, past the cache or not, and by how many threads:
 * tests/fixtures/drawn/ways.txt.
 *
 * A level of this test's own writes down each call before the loops of level base have it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ledger.h"
#include "opt_pool.h"
#include "opt_questions.h"

enum { ROUNDS = 120, SETUPS = 4 };

static struct lab *lab;
static struct opt *now; /* whose call it is */
static const struct opt_level *base;
static struct opt_level spies[2]; /* that permute bytes, or words */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t question;
/* The calls of one loop by one setup for one kernel. */
static struct way {
    const char *what;
    unsigned setup;
    const struct ref_kernel *kernel;
    unsigned long times;
    uint64_t sum;
} ways[64 * SETUPS * 8];
static unsigned setup;

/* Where an address lies, whatever the addresses of buffers are. */
static int64_t place(const void *address)
{
    uintptr_t p = (uintptr_t)address, memory = (uintptr_t)lab->data;
    uintptr_t scratch = (uintptr_t)now->scratch;
    if (p >= memory && p < memory + (uintptr_t)5 * (MOST + ROOM))
        return (int64_t)(p - memory);
    if (p >= scratch && p < scratch + now->is.threads * sizeof(struct opt_scratch))
        return -1 - (int64_t)((p - scratch) % sizeof(struct opt_scratch));
    return INT64_MIN;
}

/* A call of this loop with these numbers, which end with `last`. */
#define CALLED(what, ...) called(what, (const int64_t[]){__VA_ARGS__}, \
                                 sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))
static void called(const char *what, const int64_t *numbers, size_t n)
{
    uint64_t hash = ledger_hash(question, numbers, n * sizeof *numbers);
    pthread_mutex_lock(&lock);
    for (struct way *w = ways;; w++) {
        if (w->what == NULL)
            *w = (struct way){.what = what, .setup = setup, .kernel = lab->c.kernel};
        if (w->what != what || w->setup != setup || w->kernel != lab->c.kernel)
            continue;
        w->times++;
        w->sum += hash;
        break;
    }
    pthread_mutex_unlock(&lock);
}

#define FOLD(f)                                                                            \
    place((f)->from), (f)->rows, (f)->width, (f)->pitch, (f)->extent, (f)->scale, (f)->step, \
        (f)->lane, (f)->wide, (f)->wraps
#define HINT(h) place((h)->from), (h)->step, (h)->pitch

static bool spy_fold(const struct opt_fold *f)
{
    CALLED("fold", place(f->to), FOLD(f));
    return base->fold(f);
}

static void spy_take(const struct opt_take *t)
{
    struct opt_take plain = *t;
    CALLED(t->stream ? "stream" : t->far ? "far take" : "take", place(t->to), place(t->from),
           place(t->at), t->panels, t->count, t->to_pitch, t->from_pitch, t->at_pitch,
           (int64_t)t->row, t->far, t->beyond, HINT(&t->hint));
    plain.stream = t->stream && t->row >= 16; /* base has no others */
    base->take(&plain);
}

static bool spy_pick(const struct opt_pick *p)
{
    struct opt_pick plain = *p;
    CALLED(p->stream ? "stream pick" : p->far ? "far pick" : "pick", FOLD(&p->fold), place(p->to),
           place(p->from), p->to_pitch, (int64_t)p->row, p->far, p->beyond, HINT(&p->hint),
           HINT(&p->next));
    plain.stream = false;
    return base->pick(&plain);
}

static void spy_place(const struct opt_place *p)
{
    CALLED("place", place(p->to), place(p->from), place(p->at), p->rows, p->width, p->pitch,
           (int64_t)p->esize, p->far, HINT(&p->hint));
    base->place(p);
}

static bool spy_combine(const struct opt_combine *c)
{
    CALLED(c->direct ? "direct combine" : "combine", place(c->fold.to), FOLD(&c->fold),
           place(c->to), place(c->from), c->pitch, (int64_t)c->row, c->dtype, c->how, c->first,
           c->end, c->ahead, HINT(&c->hint));
    return base->combine(c);
}

static bool spy_holds(const char *from, int64_t pitch, int64_t rows, int64_t width, size_t esize,
                      uint64_t mark)
{
    CALLED("holds", place(from), pitch, rows, width, (int64_t)esize, (int64_t)mark);
    return base->holds(from, pitch, rows, width, esize, mark);
}

static void spy_copy(char *to, int64_t to_pitch, const char *from, int64_t from_pitch, int64_t rows,
                     size_t size, bool stream)
{
    CALLED(stream ? "stream copy" : "copy", place(to), to_pitch, place(from), from_pitch, rows,
           (int64_t)size);
    base->copy(to, to_pitch, from, from_pitch, rows, size, stream);
}

static void spy_streams_end(void)
{
    if (now->is.threads == 1) /* else by each that came in time */
        CALLED("end of streams", 0);
    base->streams_end();
}

static void spy_permute(const struct opt_permute *p)
{
    const struct opt_level *spy = now->is.level;
    size_t bytes = (size_t)p->vectors * spy->permute_size, unit = spy->permute_unit;
    CALLED(p->stream ? "stream permute" : "permute", place(p->to), place(p->from), p->groups,
           p->vectors, (int64_t)p->in, (int64_t)p->window,
           (int64_t)ledger_hash(ledger_hash(0, p->start, (size_t)p->vectors * sizeof *p->start),
                                p->map, bytes));
    for (int64_t g = 0; g < p->groups; g++)
        for (size_t b = 0; b < bytes; b += unit) {
            size_t from = (size_t)p->start[b / spy->permute_size] + p->map[b] * unit;
            memcpy(p->to + (size_t)g * bytes + b, p->from + (size_t)g * p->in + from, unit);
        }
}

static bool available(void)
{
    return false;
}

/* ---- contexts ---- */

static struct opt *contexts[SETUPS];

static void spies_open(void)
{
    /* Everything is large, for one thread and for three; nothing is; something in between. */
    static const struct opt_setup sizes[SETUPS] = {
        {.threads = 1, .near_size = 1 << 12, .last_size = 1 << 14, .stream_from = 1 << 12,
         .share_from = 1 << 14, .task_size = 1 << 14},
        {.threads = 3, .near_size = 1 << 12, .last_size = 1 << 14, .stream_from = 1 << 12,
         .share_from = 1 << 14, .task_size = 1 << 14},
        {.threads = 1, .few = 8, .near_size = 1 << 20, .last_size = 1 << 22,
         .stream_from = 24 << 20, .share_from = 1 << 20, .task_size = 256 << 10},
        {.threads = 2, .few = 3, .near_size = 1 << 14, .last_size = 1 << 17,
         .stream_from = 1 << 16, .share_from = 1 << 13, .task_size = (1 << 13) - 4}};
    struct opt_setup s;
    char why[200];
    if (!opt_setup_read("level=base", &s, why, sizeof why))
        exit(1);
    base = s.level;
    spies[0] = (struct opt_level){.name = "spy", .available = available, .fold = spy_fold,
                                  .take = spy_take, .pick = spy_pick, .place = spy_place,
                                  .combine = spy_combine, .holds = spy_holds, .copy = spy_copy,
                                  .streams_end = spy_streams_end, .words_stream = true,
                                  .permute_most = 256, .permute_size = 64, .permute_unit = 1,
                                  .permute = spy_permute};
    spies[1] = spies[0];
    spies[1].words_stream = false;
    spies[1].permute_size = 32;
    spies[1].permute_unit = 4;
    for (unsigned k = 0; k < SETUPS; k++) {
        s = sizes[k];
        s.level = &spies[k / 2];
        contexts[k] = context_open(&s);
    }
}

/* ---- questions ---- */

/* By each setup, in place now and then, or beside that place, which opt leaves to others; threads
 * have a question only if no index is outside. */
static bool all_ways(void)
{
    struct ref_answer due, a;
    const struct gat_array data = lab->c.data;
    bool good = true, own = true, place = lab->c.updates.ndim >= 0 && below(lab, 2) == 0;
    size_t apart = (size_t)below(lab, 2) * (size_t)below(lab, 64);
    size_t beside = below(lab, 8) == 0 ? (size_t)below(lab, 129) : 64; /* 64: in place */
    ref_check(&lab->c, &due);
    if (due.demand != REF_MUST_SUCCEED || gat_array_size(&due.output) > MOST)
        return true;
    a = due;
    due.output.data = lab->theirs;
    void *scratch = malloc(ref_scratch_size(&lab->c, &due) + 1);
    ref_run(&lab->c, &due, scratch);
    size_t size = opt_room(&lab->c, &due);
    void *room = memset(malloc(size + 1), 0xA5, size + 1);
    for (setup = 0; setup < SETUPS && own; setup++) {
        now = contexts[setup];
        unsigned long calls = now->calls;
        a.output.data = lab->ours + apart + 64;
        if (place)
            lab->c.data.data = memcpy(lab->ours + apart + beside, data.data, gat_array_size(&data));
        opt_room_give(now, room);
        own = opt_run(now, &lab->c, &a);
        lab->c.data = data;
        CALLED(own ? "answer" : "no answer", (int64_t)opt_room(&lab->c, &due));
        if (now->calls != calls)
            CALLED("share", (int64_t)(now->calls - calls), now->started);
        good &= !own || due.demand != REF_MUST_SUCCEED ||
                ref_admits(&lab->c, &due, a.output.data, 0, &(int64_t){0});
    }
    free(scratch);
    free(room);
    return good;
}

/* A few rows, which a user has without a level. */
static bool few_question(void)
{
    const int64_t extent = 1 + (int64_t)below(lab, 20);
    lab->c.kernel = ref_kernel_find("gather");
    lab->c.updates.ndim = -1;
    types_make(lab);
    lab->c.data.ndim = 2;
    lab->c.data.shape[0] = extent;
    lab->c.data.shape[1] = 1 + (int64_t)below(lab, 70);
    lab->c.indices.ndim = 1;
    lab->c.indices.shape[0] = 1 + (int64_t)below(lab, 10);
    lab->c.axis = lab->c.batch_dims = 0;
    fill(lab, &lab->c.data, lab->data);
    fill_indices(lab, extent);
    return true;
}

/* None in one of two, else any, and means more often, which have ways of their own. */
static int64_t reduction_draw(void)
{
    const uint64_t kind = below(lab, 4);
    lab->rules.value[REF_mean_rounding] = (int64_t)below(lab, 2);
    return kind < 2 ? 0 : kind == 2 ? (int64_t)below(lab, REF_REDUCTIONS) + 1 : REF_MEAN + 1;
}

/* Updates that cover all of data, or all but a few elements. */
static bool covered_question(void)
{
    static const enum gat_dtype types[] = {GAT_F32, GAT_I64, GAT_F16};
    struct gat_array *data = &lab->c.data;
    lab->c.kernel = ref_kernel_find("scatter_elements");
    types_make(lab);
    *data = (struct gat_array){.dtype = types[below(lab, 3)], .ndim = 3};
    data->shape[0] = 1 + (int64_t)below(lab, 30);
    data->shape[1] = 2 + (int64_t)below(lab, 120);
    data->shape[2] = 1 + (int64_t)below(lab, 3) * (int64_t)below(lab, 40);
    lab->c.indices = lab->c.updates = *data;
    lab->c.indices.dtype = GAT_I32;
    lab->c.indices.data = lab->indices;
    lab->c.batch_dims = 0;
    lab->c.axis = 1;
    lab->c.reduction = reduction_draw();
    fill(lab, data, lab->data);
    fill(lab, &lab->c.updates, lab->updates);
    for (int64_t e = 0; e < gat_array_count(data); e++) {
        int32_t row = (int32_t)((e / data->shape[2] + e % data->shape[2]) % data->shape[1]);
        row = below(lab, 2000) == 0 ? 0 : row;
        memcpy(lab->indices + e * 4, &row, 4);
    }
    return true;
}

/* A few picks from each of many long rows. */
static bool slender_question(void)
{
    struct gat_array *data = &lab->c.data;
    lab->c.kernel = ref_kernel_find("gather_elements");
    lab->c.updates.ndim = -1;
    lab->c.batch_dims = 0;
    lab->c.axis = 1;
    types_make(lab);
    data->ndim = lab->c.indices.ndim = 2;
    data->shape[0] = lab->c.indices.shape[0] = 1 + (int64_t)below(lab, 40);
    data->shape[1] = 20 + (int64_t)below(lab, 1000);
    lab->c.indices.shape[1] = 1 + (int64_t)below(lab, 12);
    fill(lab, data, lab->data);
    fill_indices(lab, data->shape[1]);
    return true;
}

static bool question_make(const char *kernel)
{
    lab->c.reduction = 0;
    if (strcmp(kernel, "gather") == 0 && below(lab, 4) == 0)
        return few_question();
    if (strcmp(kernel, "gather") == 0)
        return gather_question(lab);
    if (strcmp(kernel, "scatter_elements") == 0 && below(lab, 2) == 0)
        return covered_question();
    if (strcmp(kernel, "gather_elements") == 0 && below(lab, 4) == 0)
        return slender_question();
    if (strstr(kernel, "elements") == NULL)
        return places_question(lab, kernel);
    lab->c.reduction = reduction_draw();
    return elements_question(lab, kernel, strcmp(kernel, "scatter_elements") == 0);
}

static void ways_check(bool write)
{
    struct ledger gone = {NULL, 0};
    for (const struct way *w = ways; w->what != NULL; w++) {
        char form[80];
        snprintf(form, sizeof form, "%s of %s, setup %u", w->what, w->kernel->name, w->setup);
        ledger_many(&gone, form, w->times, w->sum);
    }
    ledger_check(&gone, "tests/fixtures/drawn/ways.txt", write);
}

int main(int argc, char **argv)
{
    static const char *const kernels[] = {"gather", "gather_elements", "scatter_elements",
                                          "gather_nd", "scatter_nd", "scatter_slices", "take",
                                          "put"};
    bool good = true;
    lab = lab_new();
    spies_open();
    for (unsigned k = 0; k < sizeof kernels / sizeof kernels[0]; k++)
        for (unsigned n = 0; n < ROUNDS; n++) {
            question = lab->random.state = UINT64_C(0x9E37) * (k * ROUNDS + n);
            if (!question_make(kernels[k]))
                continue;
            if (below(lab, 30) == 0) /* indices that opt does not read */
                lab->c.indices.dtype = lab->c.indices.dtype == GAT_I32 ? GAT_U32 : GAT_U64;
            good &= all_ways();
        }
    ok(good, "every answer is that of ref");
    ways_check(argc > 1 && strcmp(argv[1], "write") == 0);
    for (unsigned k = 0; k < SETUPS; k++) {
        opt_stop(contexts[k]);
        free(contexts[k]);
    }
    free(lab->data);
    free(lab);
    return done();
}
