/* target.h - what a file of fuzz/ has to have.
 *
 * A target is one file with LLVMFuzzerTestOneInput(); it says what is wrong by
 * ending the process.  The same file is run by libFuzzer, which looks for new inputs,
 * and by replay.c, which repeats known ones with any compiler.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_FUZZ_TARGET_H
#define GAT_FUZZ_TARGET_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* A property that does not hold. */
#define HOLDS(condition)                                                       \
    ((condition) ? (void)0 : target_fail(#condition, __FILE__, __LINE__))
_Noreturn void target_fail(const char *condition, const char *file, int line);

/* The bytes as a file that a reader can open by name: always the same name, so one
 * at a time. */
const char *target_file(const uint8_t *bytes, size_t size);

#endif
