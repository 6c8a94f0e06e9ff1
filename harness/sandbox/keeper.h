/* keeper.h - whatever ends gatherum, nothing of its workers is left behind.
 *
 * The keeper is a process of its own that waits for the end of this one, by SIGKILL too, and then
 * ends the process groups and removes the folders that were not given up.  A backend can neither
 * reach it nor leave its group: both are filtered.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GAT_KEEPER_H
#define GAT_KEEPER_H

#include <sys/types.h>

/* Start one for this process, unless it has one.  Without it, which is no error, all else works. */
void gat_keeper_start(void);
/* The group of a worker, from its start until it has ended and before its number is free. */
void gat_keeper_group(pid_t group);
void gat_keeper_group_gone(pid_t group);
/* A folder to be removed; paths that are too long to be kept are not. */
void gat_keeper_folder(const char *path);
void gat_keeper_folder_gone(const char *path);

#endif
