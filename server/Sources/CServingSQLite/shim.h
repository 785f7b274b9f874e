#ifndef CSERVINGSQLITE_SHIM_H
#define CSERVINGSQLITE_SHIM_H

#include <sqlite3.h>

// Variadic C functions cannot be called from Swift: each gets a plain name here.

static inline int serving_sqlite3_disable_checkpoint_on_close(sqlite3 *database) {
    return sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

#endif
