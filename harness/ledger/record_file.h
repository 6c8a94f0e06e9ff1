/* record_file.h - the file that a run writes its records to.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_RECORD_FILE_H
#define GAT_RECORD_FILE_H

/* Open it to append records, and lock it: two runs would write over each other.  Nothing in
 * it changes so far.  -1 and, in *code, an exit code, when that fails: it was told. */
int gat_record_file_open(const char *path, int *code);
/* Records are written after the first `keep` bytes; the rest of the file is gone. */
int gat_record_file_begin(int fd, const char *path, long long keep);

#endif
