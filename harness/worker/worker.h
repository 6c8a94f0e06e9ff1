/* worker.h - the child: loads the backend and calls it; the only dlopen.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_WORKER_H
#define GAT_WORKER_H

#include "exchange/exchange.h"
#include "exchange/ring.h"

_Noreturn void gat_worker_main(int argc, char **argv);
void *gat_worker_here(void *here);

#endif
