/* lemmas.h - arithmetic that `make proof` has to be told; a compiler sees nothing here.
 *
 * Provers know little of products and quotients of two variables.  Each lemma is proved by
 * itself; the loops call the functions where they need one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef REF_LEMMAS_H
#define REF_LEMMAS_H

/*@ lemma small_multiple: \forall integer s, x; 0 < s && -s < s * x < s ==> x == 0;
    lemma euclid: \forall integer k, s; 0 <= k && 0 < s ==>
      k == s * (k / s) + k % s && 0 <= k % s < s && 0 <= k / s;
    lemma difference: \forall integer k, s, q, r;
      0 <= k && 0 < s && 0 <= r < s && k == s * q + r ==> s * (q - k / s) == k % s - r;
    lemma quotient: \forall integer k, s, q, r;
      0 <= k && 0 < s && 0 <= r < s && k == s * q + r ==> q == k / s;
    lemma remainder: \forall integer k, s, q, r;
      0 <= k && 0 < s && 0 <= r < s && k == s * q + r ==> r == k % s;
*/
/*@ ghost
    // A product grows with its factor.
    /@ requires 0 <= a <= b && 0 <= c;
       terminates \true;
       assigns \nothing;
       ensures 0 <= a * c <= b * c;
    @/
    void ref_lemma_grows(int64_t a, int64_t b, int64_t c)
    {
    }
    /@ requires 0 <= k && 0 < s && 0 <= r < s && k == s * q + r;
       terminates \true;
       assigns \nothing;
       ensures k / s == q && k % s == r;
    @/
    void ref_lemma_quotient(int64_t k, int64_t s, int64_t q, int64_t r)
    {
        /@ assert s * (q - k / s) == k % s - r; @/
        /@ assert -s < s * (q - k / s) < s; @/
        /@ assert q - k / s == 0; @/
    }
    // The next number has the same quotient, unless a multiple begins.
    /@ requires 0 <= k < INT64_MAX && 0 < s && k % s + 1 < s;
       terminates \true;
       assigns \nothing;
       ensures (k + 1) % s == k % s + 1 && (k + 1) / s == k / s;
    @/
    void ref_lemma_next(int64_t k, int64_t s)
    {
        int64_t q = k / s;
        int64_t r = k % s;
        /@ assert k == s * q + r; @/
        /@ assert k + 1 == s * q + (r + 1); @/
        ref_lemma_quotient(k + 1, s, q, r + 1);
    }
    /@ requires 0 <= b <= a && 0 <= c;
       terminates \true;
       assigns \nothing;
       ensures (a - b) * c + b * c == a * c;
    @/
    void ref_lemma_split(int64_t a, int64_t b, int64_t c)
    {
    }
    // A row is a part of all rows.
    /@ requires 0 <= r < rows && 0 <= row;
       terminates \true;
       assigns \nothing;
       ensures 0 <= r * row && r * row + row <= rows * row && (r + 1) * row == r * row + row;
    @/
    void ref_lemma_row(int64_t r, int64_t rows, int64_t row)
    {
        ref_lemma_grows(r + 1, rows, row);
        ref_lemma_grows(0, r, row);
        /@ assert (r + 1) * row == r * row + row; @/
    }
    // A quotient that is divided once more.
    /@ requires 0 <= k && 0 < r && 0 < s && m == r * s;
       terminates \true;
       assigns \nothing;
       ensures k / m == k / r / s && k % m == (k / r) % s * r + k % r;
       ensures 0 <= k / r && 0 <= k / m;
    @/
    void ref_lemma_nested(int64_t k, int64_t r, int64_t s, int64_t m)
    {
        int64_t q = k / r;
        int64_t t = k % r;
        int64_t p = q / s;
        int64_t u = q % s;
        /@ assert k == r * q + t && 0 <= t < r && 0 <= q; @/
        /@ assert q == s * p + u && 0 <= u < s && 0 <= p; @/
        /@ assert r * q == r * (s * p) + r * u; @/
        /@ assert r * (s * p) == m * p; @/
        /@ assert r * u == u * r; @/
        ref_lemma_grows(u, s - 1, r);
        /@ assert (s - 1) * r == m - r; @/
        /@ assert 0 <= u * r + t < m; @/
        /@ assert k == m * p + (u * r + t); @/
        ref_lemma_quotient(k, m, p, u * r + t);
    }
*/

#endif
