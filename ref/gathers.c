/* gathers.c - what every gather does: each row of the output is copied from where the
 * operator's formula says.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "gathers.h"

#include "dtype.h"
#include "walk.h"

/*@ // The element of data that a row of the output is due, where all of its indices point inside.
    logic integer due{L}(struct ref_rules *r, struct gat_array *indices, struct ref_answer *a,
                         integer row) =
      data_at(&a->map, row) + moves(r, indices, a, indices_at(&a->map, row), a->depth);
    predicate is_due{L}(struct ref_rules *r, struct gat_array *indices, struct ref_answer *a,
                        integer row) =
      all_point(r, indices, a, indices_at(&a->map, row), a->depth);
    // The last element that may be due, and the bytes of data up to the end of its row.
    logic integer due_most{L}(struct ref_answer *a) =
      data_reach(&a->map) + moves_reach(a, a->depth);
    logic integer due_bytes{L}(struct ref_answer *a, integer esize, integer row) =
      due_most(a) * esize + row;
    predicate lies_inside(integer element, integer esize, integer row, integer bytes) =
      0 <= element * esize && element * esize + row <= bytes;
    // The byte at which row number r of the output begins: r * row.
    logic integer begins(integer r, integer row) = r <= 0 ? 0 : begins(r - 1, row) + row;
    predicate begins_there(integer r, integer row) = begins(r, row) == r * row;
    logic integer byte_at{L}(char *p, integer first, integer b) = p[b + first];
    predicate same_bytes{L, Data}(char *to, integer at, char *from, integer first, integer n) =
      \forall integer b; 0 <= b < n ==> byte_at{L}(to, at, b) == byte_at{Data}(from, first, b);
    predicate unchanged{L, Old}(char *p, integer n) =
      \forall integer b; 0 <= b < n ==> \at(p[b], L) == \at(p[b], Old);
    lemma same_as_before{L, M, Old}:
      \forall char *to, char *from, integer at, first, n, bytes;
        same_bytes{L, M}(to, at, from, first, n) && unchanged{M, Old}(from, bytes) &&
        0 <= first && first + n <= bytes ==> same_bytes{L, Old}(to, at, from, first, n);
    lemma same_still{L, M, Old}:
      \forall char *to, char *from, integer at, first, n, bytes;
        same_bytes{M, Old}(to, at, from, first, n) && unchanged{L, M}(to, bytes) &&
        0 <= at && at + n <= bytes ==> same_bytes{L, Old}(to, at, from, first, n);

    // Rows of `row` bytes, and elements of `esize`, are memory that can be counted.
    predicate rows_fit{L}(struct ref_answer *a, integer esize, integer row) =
      walkable(&a->map) && places_fit(a) && 0 <= indices_reach(&a->map) <= INT64_MAX &&
      1 <= a->map.run && 1 <= esize <= 64 && row == a->map.run * esize && 1 <= row <= INT64_MAX &&
      0 <= a->map.rows && 0 <= a->map.rows * row <= INT64_MAX &&
      0 <= a->map.rows * a->map.run <= INT64_MAX && due_bytes(a, esize, row) <= INT64_MAX &&
      \forall integer p; 0 <= p <= due_most(a) ==>
        lies_inside(p, esize, row, due_bytes(a, esize, row));
*/
/*@ ghost
    /@ requires row == run * esize;
       terminates \true;
       assigns \nothing;
       ensures (r * run) * esize == r * row;
    @/
    void ref_lemma_bytes(int64_t r, int64_t run, int64_t esize, int64_t row)
    {
    }
*/

/* Row number `at` of the output, `row` bytes, is that of data from element p on. */
/*@ requires 0 <= at && 0 <= p && 1 <= row && 0 <= esize;
    requires 0 <= at * row <= INT64_MAX && 0 <= p * esize <= INT64_MAX;
    requires \valid(to + (at * row .. at * row + row - 1));
    requires \valid_read(from + (p * esize .. p * esize + row - 1));
    requires \separated(to + (at * row .. at * row + row - 1),
                        from + (p * esize .. p * esize + row - 1));
    terminates \true;
    assigns to[at * row .. at * row + row - 1];
    ensures copied: same_bytes{Here, Old}(to, at * row, from, p * esize, row);
*/
static void row_move(const char *from, char *to, int64_t esize, int64_t row, int64_t at, int64_t p)
{
    //@ assert (size_t)row == row;
    ref_move(to + at * row, from + p * esize, (size_t)row);
    /*@ assert bytes: \forall integer b; 0 <= b < row ==>
          to[b + at * row] == \at(from[b + p * esize], Pre); */
    /*@ assert named: \forall integer b; 0 <= b < row ==>
          byte_at{Here}(to, at * row, b) == byte_at{Pre}(from, p * esize, b); */
}

/*@ predicate memory_lies{L}(struct ref_case *c, struct ref_answer *a, char *from, char *to,
                             integer esize, integer row, unsigned char *scratch) =
      \valid(to + (0 .. a->map.rows * row - 1)) &&
      \valid_read(from + (0 .. due_bytes(a, esize, row) - 1)) &&
      \separated(to + (0 .. a->map.rows * row - 1),
                 from + (0 .. due_bytes(a, esize, row) - 1)) &&
      \separated(a, c) && \separated(a, c->rules) &&
      to == (char *)a->output.data && esize == size_of(a->output.dtype) &&
      elements_of(&a->output) == a->map.rows * a->map.run &&
      (scratch == \null || \valid(scratch + (0 .. a->map.rows * a->map.run - 1))) &&
      \separated(scratch + (0 .. a->map.rows * a->map.run - 1), a) &&
      (a->unspecified == \null || a->unspecified == scratch);
*/
/* Row `w.row` of the output, `row` bytes, is the one of data that its indices name. */
/*@ requires readable(c, a) && \valid(a) && rows_fit(a, esize, row);
    requires memory_lies(c, a, from, to, esize, row, scratch);
    requires walks(&a->map, w) && w.row < a->map.rows;
    terminates \true;
    assigns to[w.row * row .. w.row * row + row - 1], a->unspecified,
            scratch[0 .. a->map.rows * a->map.run - 1];
    ensures noted: a->unspecified == \null || a->unspecified == scratch;
    ensures inside: is_due(c->rules, &c->indices, a, w.row) ==>
      lies_inside(due(c->rules, &c->indices, a, w.row), esize, row, due_bytes(a, esize, row));
    ensures formula: is_due(c->rules, &c->indices, a, w.row) ==>
      same_bytes{Here, Old}(to, w.row * row, from,
                            due(c->rules, &c->indices, a, w.row) * esize, row);
*/
static void row_make(const struct ref_case *c, struct ref_answer *a, struct ref_walk w,
                     const char *from, char *to, int64_t esize, int64_t row, unsigned char *scratch)
{
    const struct ref_map *m = &a->map;
    int64_t p = ref_walk_place(c, a, w);
    //@ ghost ref_lemma_bytes(m->rows, m->run, esize, row);
    //@ ghost ref_lemma_row(w.row, m->rows, row);
    //@ ghost ref_lemma_row(w.row, m->rows, m->run);
    //@ ghost ref_lemma_bytes(w.row, m->run, esize, row);
    //@ assert 0 <= p ==> p == due(c->rules, &c->indices, a, w.row);
    //@ assert 0 <= p ==> lies_inside(p, esize, row, due_bytes(a, esize, row));
    //@ assert esize == size_of(a->output.dtype) && to == (char *)a->output.data;
    //@ assert row == m->run * esize && elements_of(&a->output) == m->rows * m->run;
    //@ assert (m->rows * m->run) * esize == m->rows * row;
    //@ assert 0 <= w.row * row && w.row * row + row <= m->rows * row;
    //@ assert (w.row * m->run) * esize == w.row * row;
    if (p < 0)
        ref_put_nothing(a, p, w.row * m->run, m->run, scratch);
    else
        row_move(from, to, esize, row, w.row, p);
}

/* Each row of the output. */
/*@ requires readable(c, a) && \valid(a) && rows_fit(a, esize, row);
    requires memory_lies(c, a, from, to, esize, row, scratch);
    terminates \true;
    assigns to[0 .. a->map.rows * row - 1], a->unspecified,
            scratch[0 .. a->map.rows * a->map.run - 1];
    ensures formula: \forall integer r;
      0 <= r < a->map.rows && is_due(c->rules, &c->indices, a, r) ==>
      same_bytes{Here, Old}(to, begins(r, row), from,
                            due(c->rules, &c->indices, a, r) * esize, row);
*/
static void rows_run(const struct ref_case *c, struct ref_answer *a, const char *from, char *to,
                     int64_t esize, int64_t row, unsigned char *scratch)
{
    const struct ref_map *m = &a->map;
    struct ref_walk w = ref_walk_at(m, 0);
    //@ ghost const struct ref_rules *rules = c->rules;
    /*@ loop invariant walk: walks(m, w) && 0 <= w.row <= m->rows;
        loop invariant lies: memory_lies(c, a, from, to, esize, row, scratch);
        loop invariant rules: c->rules == rules;
        loop invariant begins: begins_there(w.row, row);
        loop invariant apart: \forall integer r; 0 <= r < w.row ==>
          0 <= begins(r, row) && begins(r, row) + row <= begins(w.row, row);
        loop invariant data: unchanged{Here, Pre}(from, due_bytes(a, esize, row));
        loop invariant formula: \forall integer r;
          0 <= r < w.row && is_due(rules, &c->indices, a, r) ==>
          same_bytes{Here, Pre}(to, begins(r, row), from,
                                due(rules, &c->indices, a, r) * esize, row);
        loop assigns w, to[0 .. a->map.rows * row - 1], a->unspecified,
                     scratch[0 .. a->map.rows * a->map.run - 1];
        loop variant m->rows - w.row;
    */
    for (; w.row < m->rows; w = ref_walk_next(m, w)) {
        //@ ghost ref_lemma_row(w.row, m->rows, row);
        //@ assert begins(w.row, row) == w.row * row;
        //@ assert begins(w.row + 1, row) == begins(w.row, row) + row;
        //@ assert begins_there(w.row + 1, row);
        row_make(c, a, w, from, to, esize, row, scratch);
        //@ assert same_rules: c->rules == rules;
        //@ assert before: unchanged{Here, LoopCurrent}(to, begins(w.row, row));
        /*@ assert made: is_due(rules, &c->indices, a, w.row) ==>
              same_bytes{Here, Pre}(to, begins(w.row, row), from,
                                    due(rules, &c->indices, a, w.row) * esize, row); */
        /*@ assert kept: \forall integer r;
              0 <= r < w.row && is_due(rules, &c->indices, a, r) ==>
              same_bytes{Here, Pre}(to, begins(r, row), from,
                                    due(rules, &c->indices, a, r) * esize, row); */
    }
}

void ref_gather_run(const struct ref_case *c, struct ref_answer *a, void *scratch)
{
    int64_t esize = (int64_t)gat_dtype_size(a->output.dtype);
    ref_check_indices(c, a, REF_EITHER);
    if (ref_answers(a) && a->map.run > 0 && a->map.rows > 0)
        rows_run(c, a, c->data.data, a->output.data, esize, a->map.run * esize, scratch);
}

struct ref_source ref_gather_source(const struct ref_case *c, const struct ref_answer *a,
                                    int64_t element)
{
    int64_t p = ref_place_of(c, a, element);
    if (p < 0)
        return (struct ref_source){REF_FROM_NOWHERE, 0};
    return (struct ref_source){REF_FROM_DATA, p};
}
