/* honest.c - no fault: every case passes.
 *
 * The control: what kills this one is a fault of the shared kernels or of the
 * suite, and then no other kill counts.
 *
 * class: none
 * origin: none
 * verdict: pass
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "broken.h"

SABOTEUR(.ask = NULL)
