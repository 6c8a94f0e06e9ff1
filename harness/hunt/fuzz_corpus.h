/* fuzz_corpus.h - genomes that are kept in a folder, for later searches and for those beside.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FUZZ_CORPUS_H
#define GAT_FUZZ_CORPUS_H

#include "hunt/fuzz.h"

/* A folder that outlives the search; false: f->broken says why. */
bool gat_corpus_open(struct gat_fuzz *f, const char *folder);
void gat_corpus_put(struct gat_fuzz *f, struct gat_hunt *h, const struct gat_genome *g);
/* Take up what others have put there, now and then. */
void gat_corpus_look(struct gat_fuzz *f);

#endif
