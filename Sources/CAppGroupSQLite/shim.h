#ifndef CAPPGROUPSQLITE_SHIM_H
#define CAPPGROUPSQLITE_SHIM_H

#include <sqlite3.h>
#ifdef __linux__
#include <spawn.h>
#include <sys/vfs.h>
#endif

// Variadic C functions and function-pointer macros cannot be called from Swift: each gets a plain name here.

static inline int appgroup_sqlite3_disable_checkpoint_on_close(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

static inline sqlite3_destructor_type appgroup_sqlite3_transient(void) {
    return SQLITE_TRANSIENT;
}

#ifdef __linux__
// statfs(2), which the C library's Swift module leaves out. 0, which no file system has, where the call fails.
static inline long appgroup_filesystem_type(const char *path) {
    struct statfs status;
    return statfs(path, &status) == 0 ? (long)status.f_type : 0;
}

// GNU extensions, which the C library's Swift module leaves out as well.
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
extern int pipe2(int descriptors[2], int flags);
#endif

#endif
