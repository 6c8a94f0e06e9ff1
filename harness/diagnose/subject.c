/* subject.c - one wrong element of an output, and where its value lies in the operands.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diagnose/subject.h"

#include <string.h>

#include "diagnose/damage.h"
#include "dtype.h"
#include "real.h"

/* Finds of one value that are related; elements of an operand that are searched, and searched
 * for more samples; samples that follow the first, before the others are spread. */
enum { MOST_FINDS = 4096, MOST_SEARCHED = 1 << 24, CLOSE = 4, MOST_ASIDE = 512,
       MOST_OFTEN = 1 << 16, MOST_PLACES = 64 };

struct gat_subject gat_subject_make(const struct gat_expectation *x, const void *output,
                                    const struct gat_written *written, int64_t element)
{
    struct gat_subject s = {
        .c = &x->member->question, .a = &x->answer, .element = element, .written = written};
    size_t at = (size_t)element * gat_dtype_size(s.a->output.dtype);
    s.got = (const char *)output + at;
    s.want = (const char *)s.a->output.data + at;
    s.source = ref_source_of(s.c, s.a, element);
    s.index_at = gat_chooser(s.c, s.a, element, s.source);
    return s;
}

/* The output of a scatter has the shape of data, and so its own places. */
static bool is_scatter(const struct ref_case *c)
{
    return c->updates.ndim >= 0;
}

static void relate(struct gat_finds *f, uint64_t relations, int64_t at)
{
    for (unsigned k = 0; k < GAT_FOUND_RELATIONS; k++)
        if ((relations >> k & 1) != 0 && (f->relations >> k & 1) == 0)
            f->related[k] = at;
    f->relations |= relations;
}

int64_t gat_subject_beside(const struct gat_subject *s, int64_t step)
{
    int64_t n = gat_array_count(&s->a->output);
    return (s->element + step + n) % n;
}

bool gat_is_due_beside(const struct gat_subject *s, int64_t step, int64_t at)
{
    struct ref_source x = ref_source_of(s->c, s->a, gat_subject_beside(s, step));
    return x.operand == REF_FROM_DATA && x.element == at;
}

/* Element `at` of an operand and where it should be from, as two places; false: no such two. */
static bool place_make(const struct gat_subject *s, enum ref_operand operand, int64_t at,
                       struct gat_place *p)
{
    *p = (struct gat_place){.c = s->c, .a = s->a, .found = at, .index_at = -1};
    if (operand == REF_FROM_UPDATES) {
        p->found = s->element;
        p->right = ref_target_of(s->c, s->a, gat_update_to(s->c, s->a, at, s->element));
        p->index_at = gat_chooser(s->c, s->a, p->right, (struct ref_source){operand, at});
        p->home = &s->c->updates;
        p->home_at = at;
        return p->right >= 0;
    }
    if (s->source.operand != REF_FROM_DATA)
        return false;
    p->right = s->source.element;
    if (!is_scatter(s->c)) {
        p->index_at = s->index_at;
        p->home = &s->a->output;
        p->home_at = s->element;
    }
    return true;
}

/* How element `at` of data relates to where the subject should come from. */
static uint64_t data_relations(const struct gat_subject *s, int64_t at)
{
    struct gat_place p;
    if (is_scatter(s->c) && s->source.operand == REF_FROM_UPDATES)
        return at == s->element ? UINT64_C(1) << GAT_STALE : 0;
    return place_make(s, REF_FROM_DATA, at, &p) ? gat_relations(&p) : 0;
}

uint64_t gat_update_relations(const struct gat_subject *s, int64_t u)
{
    struct gat_place p;
    if (!place_make(s, REF_FROM_UPDATES, u, &p))
        return 0;
    return p.right == s->element ? UINT64_C(1) << GAT_OTHER_WRITER : gat_relations(&p);
}

/* Is the value what a gather owes to an element beside it? */
static void beside_find(const struct gat_subject *s, struct gat_finds *f)
{
    size_t size = gat_dtype_size(s->c->data.dtype);
    for (int64_t step = -1; step <= 1 && !is_scatter(s->c); step += 2) {
        struct ref_source x = ref_source_of(s->c, s->a, gat_subject_beside(s, step));
        bool other = x.operand == REF_FROM_DATA && x.element != s->source.element;
        if (other && s->source.operand == REF_FROM_DATA &&
            gat_dtype_same(s->c->data.dtype,
                           (const char *)s->c->data.data + (size_t)x.element * size, s->got))
            relate(f, UINT64_C(1) << GAT_BESIDE, x.element);
    }
}

/* Is the value what data hold at its own place, where an update was due? */
static void stale_find(const struct gat_subject *s, struct gat_finds *f)
{
    size_t size = gat_dtype_size(s->c->data.dtype);
    uint64_t stale = is_scatter(s->c) ? data_relations(s, s->element) : 0;
    if (stale != 0 &&
        gat_dtype_same(s->c->data.dtype,
                       (const char *)s->c->data.data + (size_t)s->element * size, s->got))
        relate(f, stale, s->element);
}

void gat_value_find(const struct gat_subject *s, enum ref_operand operand, struct gat_finds *f)
{
    const struct gat_array *t =
        operand == REF_FROM_DATA ? &s->c->data : &s->c->updates;
    memset(f, 0, sizeof *f);
    if (t->ndim < 0)
        return;
    size_t size = gat_dtype_size(t->dtype);
    int64_t count = gat_array_count(t);
    if (count > MOST_SEARCHED && t->sparse == NULL)
        return;
    if (operand == REF_FROM_DATA) { /* of very many finds these may be none */
        beside_find(s, f);
        stale_find(s, f);
    }
    for (int64_t at = gat_array_filled(t, 0); at < count && f->n < MOST_FINDS;
         at = gat_array_filled(t, at + 1)) {
        if (!gat_dtype_same(t->dtype, (const char *)t->data + (size_t)at * size,
                            s->got))
            continue;
        if (f->n++ == 0)
            f->first = at;
        relate(f,
               operand == REF_FROM_DATA ? data_relations(s, at)
                                        : gat_update_relations(s, at),
               at);
    }
}

static bool flushed_at(const struct gat_expectation *x, const void *output, int64_t element,
                       bool loosely)
{
    const struct gat_array *out = &x->answer.output;
    size_t at = (size_t)element * gat_dtype_size(out->dtype);
    return gat_damage_flushed(out->dtype, (const char *)output + at, (const char *)out->data + at,
                              loosely);
}

int64_t gat_subject_first(const struct gat_expectation *x, const void *output,
                          const struct gat_written *written, int64_t first)
{
    int64_t n = gat_array_count(&x->answer.output), e = first, flushed = -1, other = -1;
    unsigned parts;
    if (gat_real_of(x->answer.output.dtype, &parts) == NULL)
        return first;
    for (unsigned k = 0; k < MOST_ASIDE && e < n && (flushed < 0 || other < 0); k++) {
        if (!flushed_at(x, output, e, true))
            other = other < 0 ? e : other;
        else if (flushed < 0 && flushed_at(x, output, e, false))
            flushed = e;
        e = gat_next_wrong(&x->member->question, &x->answer, output, written, e + 1);
    }
    return flushed < 0 ? first : other < 0 ? flushed : other;
}

/* Does the element fail as the first does: by more than a denormal number counted as zero? */
static bool alike(const struct gat_expectation *x, const void *output, int64_t element,
                  bool flushed)
{
    return flushed ? flushed_at(x, output, element, false)
                   : !flushed_at(x, output, element, true);
}

void gat_samples_take(const struct gat_expectation *x, const void *output,
                      const struct gat_written *written, int64_t first, unsigned most,
                      struct gat_samples *out)
{
    int64_t n = gat_array_count(&x->answer.output), e = first;
    bool flushed = flushed_at(x, output, first, false);
    bool any = !flushed && flushed_at(x, output, first, true); /* a sign of zero */
    out->n = 0;
    for (unsigned k = 0, aside = 0; k < most && e < n; k++) {
        int64_t part = k < CLOSE ? 0 : k - CLOSE + 1;
        int64_t far = first + (n - first) / (most - CLOSE + 1) * part;
        if (k > 0)
            e = gat_next_wrong(&x->member->question, &x->answer, output, written,
                               far > e ? far : e + 1);
        while (e < n && !any && !alike(x, output, e, flushed) && aside++ < MOST_ASIDE)
            e = gat_next_wrong(&x->member->question, &x->answer, output, written, e + 1);
        if (e < n)
            out->at[out->n++] = e;
    }
}

uint64_t gat_relations_told(uint64_t relations)
{
    if (__builtin_popcountll(relations) > GAT_RELATIONS_TOLD)
        relations = gat_relations_plainest((uint32_t)relations);
    return __builtin_popcountll(relations) <= GAT_RELATIONS_TOLD ? relations : 0;
}

uint64_t gat_explanations_shared(const uint64_t *sets, unsigned n, unsigned aside)
{
    unsigned misses[64] = {0}, least = n;
    uint64_t best = 0;
    for (uint64_t left = sets[0]; left != 0; left &= left - 1) {
        unsigned r = (unsigned)__builtin_ctzll(left);
        for (unsigned k = 1; k < n; k++)
            misses[r] += (sets[k] >> r & 1) == 0;
        least = misses[r] < least ? misses[r] : least;
    }
    for (uint64_t left = least <= aside ? sets[0] : 0; left != 0; left &= left - 1)
        if (misses[__builtin_ctzll(left)] == least)
            best |= left & -left;
    return best;
}

/* ---- chance ---- */

/* A wrong element, and where the operand holds its value. */
struct found {
    struct gat_subject subject;
    struct gat_finds finds;
};

static const struct gat_array *operand_of(const struct gat_subject *s, enum ref_operand operand)
{
    return operand == REF_FROM_DATA ? &s->c->data : &s->c->updates;
}

int64_t gat_spread(int64_t k, int64_t count)
{
    uint64_t far = (uint64_t)k * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    return (int64_t)(far * (uint64_t)count >> 32);
}

/* What else could have been, number k of many: another element of the operand is meant, or the
 * update came to another place. */
static bool other_place(const struct found *e, enum ref_operand operand, const struct gat_place *p,
                        bool moves, int64_t k, struct gat_place *other)
{
    const struct gat_array *t = operand_of(&e->subject, operand);
    int64_t count = gat_array_count(moves ? &e->subject.c->data : t);
    if (k >= count || k >= GAT_ASKED)
        return false;
    k = count > GAT_ASKED ? gat_spread(k, count) : k;
    *other = *p;
    if (moves)
        other->found = k;
    else if (!place_make(&e->subject, operand, k, other))
        other->right = other->found;
    return true;
}

/* Of what else could have been, how much has the relation: of all, or of what a wrong index alone
 * would do. */
static double share_of(const struct found *e, enum ref_operand operand, unsigned r,
                       const struct gat_place *p, bool moves, double *along)
{
    int64_t elsewhere = 0, hits = 0, moved = 0, both = 0;
    struct gat_place q;
    for (int64_t k = 0; other_place(e, operand, p, moves, k, &q); k++) {
        bool hit = (gat_relations(&q) >> r & 1) != 0;
        bool move = q.right != q.found && gat_move_of(&q).others > 0;
        elsewhere += q.right != q.found;
        hits += hit;
        moved += move;
        both += hit && move;
    }
    if (both > 0 && (double)both / (double)moved > *along)
        *along = (double)both / (double)moved;
    return hits > 0 ? (double)hits / (double)elsewhere : 0;
}

/* Does place `at` of data relate so to where some update belongs that holds the value? */
static bool relates_to_some(const struct gat_subject *s, unsigned r, int64_t at)
{
    const struct gat_array *t = &s->c->updates;
    size_t size = gat_dtype_size(t->dtype);
    int64_t count = gat_array_count(t);
    for (int64_t u = 0; u < count; u++) {
        struct gat_place p;
        if (!gat_dtype_same(t->dtype, (const char *)t->data + (size_t)u * size, s->got) ||
            !place_make(s, REF_FROM_UPDATES, u, &p))
            continue;
        p.found = at;
        if ((gat_relations(&p) >> r & 1) != 0)
            return true;
    }
    return false;
}

/* Of places that no update is due to, as none is to this one, how many relate so to some of the
 * updates that hold the value? */
static double share_of_places(const struct gat_subject *s, unsigned r)
{
    int64_t count = gat_array_count(&s->c->data), asked = 0, hits = 0;
    for (int64_t k = 0; k < count && k < MOST_PLACES; k++) {
        int64_t at = count > MOST_PLACES ? gat_spread(k, count) : k;
        if (ref_source_of(s->c, s->a, at).operand != REF_FROM_DATA)
            continue;
        asked++;
        hits += relates_to_some(s, r, at);
    }
    return asked > 0 ? (double)(hits + 1) / (double)(asked + 1) : 1;
}

/* How likely is one element to show a relation by chance: were its value from anywhere, or, as a
 * wrong index has it, from anywhere along the axis? */
static double chance_of(const struct found *e, enum ref_operand operand, unsigned r,
                        const struct gat_place *p, const struct gat_move *m)
{
    int64_t count = gat_array_count(operand_of(&e->subject, operand));
    double n = (double)e->finds.n, any = n == 1 ? 0 : n / (double)count, unused = 0;
    double along = m->others > 0 ? 1.0 / (double)m->others : 0;
    if (r == GAT_STALE || (r == GAT_BESIDE && e->finds.n == 1)) /* facts */
        return 0;
    if (r >= GAT_RELATIONS_MOST)
        return any > along ? any : along;
    bool moves = operand == REF_FROM_UPDATES && n == 1;
    bool spilt = operand == REF_FROM_UPDATES && n > 1 && e->subject.source.operand == REF_FROM_DATA;
    if (spilt && count <= MOST_PLACES * 4)
        return share_of_places(&e->subject, r);
    double meant = share_of(e, operand, r, p, false, moves ? &unused : &along);
    double placed = moves ? share_of(e, operand, r, p, true, &along) : 0;
    if (moves && count > 1 && meant >= 1) /* each update would show it there */
        return 1;
    any = moves && placed > 0 ? placed : !moves && meant > 0 ? n * meant : any;
    return any > along ? any : along;
}

/* Where many places hold the value, moves of one index may differ. */
static bool same_index(const struct found *a, const struct found *b)
{
    bool many = a->finds.n > 1 || b->finds.n > 1;
    return many && a->subject.index_at >= 0 && a->subject.index_at == b->subject.index_at;
}

/* Places of data that hold one value may lie together, as a run of zeros does. */
static bool same_value(const struct found *a, const struct found *b, enum ref_operand operand)
{
    enum gat_dtype t = a->subject.a->output.dtype;
    return operand == REF_FROM_DATA && a->finds.n > 1 && b->finds.n > 1 &&
           gat_dtype_same(t, a->subject.got, b->subject.got);
}

/* How likely do wrong elements share a relation by chance?  Those that move alike count once: the
 * same index chose them; and those of one value that data hold in many places.  One that does not
 * share it could have been any of them. */
static double chance_of_all(const struct found *all, unsigned n, enum ref_operand operand,
                            unsigned r)
{
    struct gat_move moves[GAT_MORE_SAMPLES];
    double chance = 1;
    bool one_value = true;
    for (unsigned k = 0; k < n; k++) {
        chance *= (all[k].finds.relations >> r & 1) == 0 ? n : 1;
        one_value = one_value && same_value(&all[0], &all[k], operand);
    }
    if (one_value) /* one find, and so many relations that it could have had */
        chance *= GAT_RELATIONS_MOST;
    for (unsigned k = 0; k < n && chance > 1.0 / GAT_RARE; k++) {
        struct gat_place p = {0};
        bool again = false;
        moves[k] = (struct gat_move){0};
        if ((all[k].finds.relations >> r & 1) == 0)
            continue;
        if (place_make(&all[k].subject, operand, all[k].finds.related[r], &p))
            moves[k] = gat_move_of(&p);
        for (unsigned i = 0; i < k; i++)
            again |= (all[i].finds.relations >> r & 1) != 0 &&
                     (same_index(&all[i], &all[k]) || same_value(&all[i], &all[k], operand) ||
                      (moves[i].from == moves[k].from && moves[i].to == moves[k].to &&
                       moves[i].others == moves[k].others));
        double one = again ? 1 : chance_of(&all[k], operand, r, &p, &moves[k]);
        chance *= one < 1 ? one : 1;
    }
    return chance < 1 ? chance : 1;
}

uint64_t gat_relations_shared(const struct gat_expectation *x, const void *output,
                              const struct gat_subject *first, enum ref_operand operand,
                              struct gat_finds *f)
{
    struct gat_samples samples;
    struct found all[GAT_MORE_SAMPLES] = {{.subject = *first}};
    uint64_t sets[GAT_MORE_SAMPLES];
    unsigned n = 1;
    gat_value_find(first, operand, f);
    if (f->relations == 0)
        return 0;
    all[0].finds = *f;
    sets[0] = f->relations;
    bool few = gat_array_count(operand_of(first, operand)) > MOST_OFTEN;
    gat_samples_take(x, output, first->written, first->element,
                     few ? GAT_SAMPLES : GAT_MORE_SAMPLES, &samples);
    for (unsigned k = 1; k < samples.n; k++) {
        all[n].subject = gat_subject_make(x, output, first->written, samples.at[k]);
        gat_value_find(&all[n].subject, operand, &all[n].finds);
        if (all[n].finds.n > 0) {
            sets[n] = all[n].finds.relations;
            n++;
        }
    }
    bool zeros = f->n == 1; /* which much else makes */
    for (unsigned k = 0; k < n; k++)
        zeros &= gat_damage_is_zero(first->a->output.dtype, all[k].subject.got);
    unsigned aside = n < 2 * CLOSE && n >= CLOSE ? 1 : n / 8; /* chance speaks against it */
    uint64_t shared = gat_explanations_shared(sets, n, aside);
    for (uint64_t left = shared; left != 0; left &= left - 1) {
        double chance = chance_of_all(all, n, operand, (unsigned)__builtin_ctzll(left));
        if (zeros && (left & -left) != UINT64_C(1) << GAT_STALE && chance < 1.0 / GAT_MAYBE)
            chance = 1.0 / GAT_MAYBE;
        if (f->n == 1 && chance > 1.0 / GAT_RARE && chance <= 1.0 / GAT_MAYBE)
            f->perhaps |= left & -left;
        shared &= chance > 1.0 / GAT_RARE ? ~(left & -left) : ~UINT64_C(0);
    }
    return shared;
}
