/* machine.c - what a run takes from the machine: the day, the bytes of a file.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/machine.h"

FILE *gat_regular_open(const char *path)
{
    struct stat s;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO is waited for by nobody */
    FILE *f = fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode) ? fdopen(fd, "r") : NULL;
    if (f == NULL && fd >= 0)
        close(fd);
    return f;
}

bool gat_proc_text(const char *file, const char *key, char *out, size_t size)
{
    char line[512];
    FILE *f = fopen(file, "re");
    const char *colon = NULL;
    while (f != NULL && colon == NULL && fgets(line, sizeof line, f) != NULL)
        colon = strncmp(line, key, strlen(key)) == 0 ? strchr(line, ':') : NULL;
    line[colon != NULL ? strcspn(line, "\n") : 0] = '\0';
    snprintf(out, size, "%s", colon != NULL ? colon + 1 + strspn(colon + 1, " \t") : "");
    if (f != NULL)
        fclose(f);
    return colon != NULL;
}

uint64_t gat_file_hash(const char *path, uint64_t seed)
{
    char bytes[4096];
    FILE *f = gat_regular_open(path);
    if (f == NULL)
        return seed; /* a reader of its contents will complain */
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, f)) > 0;)
        seed = XXH3_64bits_withSeed(bytes, n, seed);
    fclose(f);
    return seed;
}

/* The year 9999 is the last that ten letters can say. */
bool gat_today(char *out, size_t size)
{
    const long long last = 253402300799;
    const char *said = getenv("SOURCE_DATE_EPOCH");
    struct timespec now;
    struct tm day;
    char *end;
    clock_gettime(CLOCK_REALTIME, &now);
    if (said != NULL) {
        errno = 0;
        long long seconds = strtoll(said, &end, 10);
        if (said[0] < '0' || said[0] > '9' || *end != '\0' || errno != 0 || seconds > last)
            return false;
        now.tv_sec = (time_t)seconds;
    }
    return gmtime_r(&now.tv_sec, &day) != NULL && strftime(out, size, "%Y-%m-%d", &day) > 0;
}
