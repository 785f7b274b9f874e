#ifndef CTOOLSQLITE_SHIM_H
#define CTOOLSQLITE_SHIM_H

#include <sqlite3.h>

// A macro that casts to a function pointer cannot be used from Swift.
static inline sqlite3_destructor_type toolsqlite_transient(void) { return SQLITE_TRANSIENT; }

#endif
