/* bench_level.c - the variables by which numpy and torch keep to an instruction set.
 *
 * numpy has named its loops in two ways, and ignores names of the other.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench_level.h"

#define BEYOND_AVX2                                                                                \
    "X86_V4 AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL AVX512_SPR"

bool gat_bench_level_set(const char *name)
{
    static const struct {
        const char *name, *aten, *numpy_without;
    } levels[] = {{"base", "default", "X86_V3 AVX F16C FMA3 AVX2 " BEYOND_AVX2},
                  {"avx2", "avx2", BEYOND_AVX2},
                  {"avx512", "avx512", ""}};
    for (size_t k = 0; k < sizeof levels / sizeof levels[0]; k++) {
        if (strcmp(name, levels[k].name) != 0)
            continue;
        setenv("ATEN_CPU_CAPABILITY", levels[k].aten, 1);
        setenv("NPY_DISABLE_CPU_FEATURES", levels[k].numpy_without, 1);
        return true;
    }
    return false;
}
