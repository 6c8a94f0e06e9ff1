/* tap.h - TAP for tests in C: a plan, `ok` with both sides shown, skips.
 *
 * Each macro evaluates its arguments once.  prove reads what it prints.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_TAP_H
#define GAT_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static unsigned tap_count, tap_failed;

__attribute__((format(printf, 4, 5), unused)) static bool
tap_point(bool good, const char *file, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("%sok %u - ", good ? "" : "not ", ++tap_count);
    vprintf(format, args);
    printf("\n");
    va_end(args);
    if (!good) {
        tap_failed++;
        printf("#   at %s line %d\n", file, line);
    }
    fflush(stdout);
    return good;
}

__attribute__((unused)) static bool tap_same_int(int64_t got, int64_t want,
                                                 const char *file, int line,
                                                 const char *name)
{
    if (tap_point(got == want, file, line, "%s", name))
        return true;
    printf("#   got  %lld\n#   want %lld\n", (long long)got, (long long)want);
    return false;
}

__attribute__((unused)) static bool tap_same_text(const char *got, const char *want,
                                                  const char *file, int line,
                                                  const char *name)
{
    if (tap_point(got != NULL && strcmp(got, want) == 0, file, line, "%s", name))
        return true;
    printf("#   got  %s\n#   want %s\n", got == NULL ? "(null)" : got, want);
    return false;
}

__attribute__((unused)) static bool tap_contains(const char *got, const char *part,
                                                 const char *file, int line,
                                                 const char *name)
{
    if (tap_point(got != NULL && strstr(got, part) != NULL, file, line, "%s", name))
        return true;
    printf("#   got      %s\n#   no part  %s\n", got == NULL ? "(null)" : got, part);
    return false;
}

#define ok(good, ...) tap_point((good), __FILE__, __LINE__, __VA_ARGS__)
#define is_int(got, want, name) tap_same_int((got), (want), __FILE__, __LINE__, (name))
#define is_text(got, want, name) tap_same_text((got), (want), __FILE__, __LINE__, (name))
#define has_text(got, part, name) tap_contains((got), (part), __FILE__, __LINE__, (name))
#define skip(why, name) printf("ok %u - %s # SKIP %s\n", ++tap_count, (name), (why))

/* The last line of main: return done(); prints the plan. */
__attribute__((unused)) static int done(void)
{
    printf("1..%u\n", tap_count);
    return tap_failed != 0;
}

#endif
