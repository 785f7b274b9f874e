#ifndef CAPPGROUPSQLITE_SHIM_H
#define CAPPGROUPSQLITE_SHIM_H

#include <sqlite3.h>

// Variadic C functions and function-pointer macros cannot be called from Swift: each gets a plain name here.

static inline int appgroup_sqlite3_disable_checkpoint_on_close(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

static inline sqlite3_destructor_type appgroup_sqlite3_transient(void) {
    return SQLITE_TRANSIENT;
}

// The open file that SQLITE_FCNTL_FILE_POINTER or SQLITE_FCNTL_JOURNAL_POINTER names; 0 if none is open.
static inline sqlite3_file *appgroup_sqlite3_file(sqlite3 *database, int which) {
    sqlite3_file *file = 0;
    int code = sqlite3_file_control(database, "main", which, &file);
    return code == SQLITE_OK && file != 0 && file->pMethods != 0 ? file : 0;
}

static inline sqlite3_int64 appgroup_sqlite3_size(sqlite3_file *file) {
    sqlite3_int64 size = -1;
    return file != 0 && file->pMethods->xFileSize(file, &size) == SQLITE_OK ? size : -1;
}

// The size in bytes of the file of the database, without its log; -1 if it is not known.
static inline sqlite3_int64 appgroup_sqlite3_file_size(sqlite3 *database) {
    return appgroup_sqlite3_size(appgroup_sqlite3_file(database, SQLITE_FCNTL_FILE_POINTER));
}

// The size in bytes of the open write-ahead log or rollback journal; -1 if none is open.
static inline sqlite3_int64 appgroup_sqlite3_log_size(sqlite3 *database) {
    return appgroup_sqlite3_size(appgroup_sqlite3_file(database, SQLITE_FCNTL_JOURNAL_POINTER));
}

// Reads the first bytes of the file of the database as they are on the disk, without its log. It has to have that many.
static inline int appgroup_sqlite3_read_file(sqlite3 *database, void *bytes, int count) {
    sqlite3_file *file = appgroup_sqlite3_file(database, SQLITE_FCNTL_FILE_POINTER);
    return file != 0 ? file->pMethods->xRead(file, bytes, count, 0) : SQLITE_IOERR;
}

// Finds the index of the write-ahead log in the shared memory (sqlite.org/walformat.html, section 2.1): 0 if there is none yet.
// The database must be in WAL mode.
static inline int appgroup_sqlite3_wal_index(sqlite3_file *file, void volatile **index) {
    *index = 0;
    if (file == 0 || file->pMethods->iVersion < 2) return SQLITE_IOERR;
    return file->pMethods->xShmMap(file, 0, 32768, 0, index);
}

// Whether everything in the write-ahead log is in the file of the database, too, so that the next write starts the log over
// unless a reader is in the way: mxFrame and nBackfill are equal. To be called by the only one who may write.
static inline int appgroup_sqlite3_log_is_copied(sqlite3 *database) {
    void volatile *index;
    int code = appgroup_sqlite3_wal_index(appgroup_sqlite3_file(database, SQLITE_FCNTL_FILE_POINTER), &index);
    if (code != SQLITE_OK || index == 0) return 0;
    unsigned int volatile *words = index;
    return words[16 / 4] == words[96 / 4];
}

// Makes every process rebuild the index of the write-ahead log before it reads again, by clearing the two copies of the
// header in the shared memory: 48 bytes each; one that is not initialized is recovered from the log. The database must be in
// WAL mode, and the caller the only one who may write.
static inline int appgroup_sqlite3_forget_wal_index(sqlite3 *database) {
    sqlite3_file *file = appgroup_sqlite3_file(database, SQLITE_FCNTL_FILE_POINTER);
    void volatile *index;
    int code = appgroup_sqlite3_wal_index(file, &index);
    if (code != SQLITE_OK || index == 0) return code;
    for (int byte = 0; byte < 2 * 48; byte++) ((unsigned char volatile *)index)[byte] = 0;
    file->pMethods->xShmBarrier(file);
    return SQLITE_OK;
}

#endif
