#ifndef CAPPGROUPSQLITE_SHIM_H
#define CAPPGROUPSQLITE_SHIM_H

#include <sqlite3.h>
#ifdef __linux__
#include <spawn.h>
#include <fcntl.h>
#include <sys/vfs.h>
#endif

// Variadic C functions and function-pointer macros cannot be called from Swift: each gets a plain name here.

static inline int appgroup_sqlite3_disable_checkpoint_on_close(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

static inline sqlite3_destructor_type appgroup_sqlite3_transient(void) {
    return SQLITE_TRANSIENT;
}

// Makes every process build the index of the write-ahead log anew before it reads again, by clearing the two copies of the
// header in the shared memory (sqlite.org/walformat.html, section 2.1: 48 bytes each; one that is not initialized is
// recovered from the log). The database must be in WAL mode, and the caller the only one who may write.
static inline int appgroup_sqlite3_forget_wal_index(sqlite3 *database) {
    sqlite3_file *file = 0;
    void volatile *region = 0;
    int code = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK || file->pMethods == 0 || file->pMethods->iVersion < 2) return code;
    code = file->pMethods->xShmMap(file, 0, 32768, 0, &region);
    if (code != SQLITE_OK || region == 0) return code;
    for (int index = 0; index < 2 * 48; index++) ((unsigned char volatile *)region)[index] = 0;
    file->pMethods->xShmBarrier(file);
    return SQLITE_OK;
}

#ifdef __linux__
// renameat2(2) with RENAME_NOREPLACE, a GNU extension that the C library's Swift module leaves out.
extern int renameat2(int, const char *, int, const char *, unsigned int);
static inline int appgroup_rename_without_replacing(const char *path, const char *newPath) {
    return renameat2(AT_FDCWD, path, AT_FDCWD, newPath, 1);
}

// renameat2(2) with RENAME_EXCHANGE.
static inline int appgroup_exchange(const char *path, const char *otherPath) {
    return renameat2(AT_FDCWD, path, AT_FDCWD, otherPath, 2);
}

// statfs(2), which the C library's Swift module leaves out. 0, which no file system has, where the call fails.
static inline long appgroup_filesystem_type(const char *path) {
    struct statfs status;
    return statfs(path, &status) == 0 ? (long)status.f_type : 0;
}

// syncfs(2), a GNU extension that the C library's Swift module leaves out.
extern int syncfs(int);
static inline int appgroup_sync_file_system(int descriptor) { return syncfs(descriptor); }

// GNU extensions, which the C library's Swift module leaves out as well.
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
extern int pipe2(int descriptors[2], int flags);
#endif

#endif
