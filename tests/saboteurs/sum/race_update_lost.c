/* race_update_lost.c - two real threads add to the same elements without knowing of each other.
 *
 * An element is read, added to and written; what the other one added in between is lost.
 *
 * class: DUP
 * origin: microsoft/onnxruntime scatter_nd.cc 178ba40c, openvinotoolkit/openvino#29154
 * verdict: wrong-value unstable
 * operators: scatter_elements
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <sched.h>

#include "broken.h"

enum { LEAST = 1024, PAUSE = 16 };

struct half {
    const struct broken *b;
    int64_t first, end;
};

static void *half_run(void *user)
{
    const struct half *h = user;
    const struct broken *b = h->b;
    for (int64_t u = h->first; u < h->end; u++) {
        unsigned char sum[16];
        int64_t at = ref_target_of(&b->c, &b->a, u);
        memcpy(sum, broken_at(b, at), b->esize);
        if (u % PAUSE == 0)
            sched_yield();
        gat_arith_join(b->c.data.dtype, GAT_ADD, sum, broken_update(b, u));
        memcpy(broken_at(b, at), sum, b->esize);
    }
    return NULL;
}

/* Without a second thread the answer stays as it was, and right. */
static void end(const struct broken *b)
{
    int64_t n = gat_array_count(&b->c.updates);
    struct half halves[2] = {{b, 0, n / 2}, {b, n / 2, n}};
    pthread_t other;
    broken_end(b);
    if (n < LEAST || b->how != REF_ADD || b->c.without_data || broken_in_place(b) ||
        !gat_arith_has(b->c.data.dtype, GAT_ADD) || n != b->count)
        return;
    memcpy(b->to, b->c.data.data, broken_size(b));
    if (pthread_create(&other, NULL, half_run, &halves[1]) == 0) {
        half_run(&halves[0]);
        pthread_join(other, NULL);
    } else {
        half_run(&halves[0]);
        half_run(&halves[1]);
    }
}

SABOTEUR(.end = end)
