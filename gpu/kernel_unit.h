/* kernel_unit.h - rows moved in units of K_BITS bits; read once for each size of unit.
 *
 * SPDX-License-Identifier: Apache-2.0 */

/* Far to near: a gather; without indices (depth 0) a copy. */
K_KERNEL K_NAME(k_take)(K_ARGS)
{
    K_GLOBAL const K_UNIT *from = (K_GLOBAL const K_UNIT *)far;
    K_GLOBAL K_UNIT *to = (K_GLOBAL K_UNIT *)near;
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    k_u64 lanes = (k_u64)1 << w->lane_shift, lane = K_ITEM & (lanes - 1);
    k_u64 bad = K_NOWHERE;
    (void)notes, (void)step;
    for (k_u64 row = K_ITEM >> w->lane_shift; row < w->rows; row += K_ITEMS >> w->lane_shift) {
        struct k_spot spot = k_find(w, indices, &bad, row);
        if (spot.what == K_THERE)
            for (k_u64 u = lane; u < w->width; u += lanes)
                to[spot.near + u] = from[spot.far + u];
        else if (spot.what == K_FILLED)
            for (k_u64 u = lane; u < w->width; u += lanes)
                to[spot.near + u] = K_FILL_UNIT(w, u);
    }
    k_tell(state, bad);
}

/* Near to far: a scatter; an update whose indices name no place is left out. */
K_KERNEL K_NAME(k_place)(K_ARGS)
{
    K_GLOBAL const K_UNIT *from = (K_GLOBAL const K_UNIT *)near;
    K_GLOBAL K_UNIT *to = (K_GLOBAL K_UNIT *)far;
    K_GLOBAL const struct k_walk *w = &state->walks[which];
    k_u64 lanes = (k_u64)1 << w->lane_shift, lane = K_ITEM & (lanes - 1);
    k_u64 bad = K_NOWHERE;
    (void)step;
    for (k_u64 at = K_ITEM >> w->lane_shift; at < w->rows; at += K_ITEMS >> w->lane_shift) {
        k_u64 row = w->elects == K_BY_ORDER ? k_ordered(w, notes, at) : at;
        struct k_spot spot = k_find(w, indices, &bad, row);
        if (spot.what != K_THERE ||
            (w->elects == K_BY_VOTE && notes[k_note(w, spot.far)] != k_vote(w, row)) ||
            (w->elects == K_BY_ORDER && !k_is_elected(w, notes, at)))
            continue;
        for (k_u64 u = lane; u < w->width; u += lanes)
            to[spot.far + u] = from[spot.near + u];
    }
    k_tell(state, bad);
}
