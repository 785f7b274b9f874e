#ifndef CFUNDSQLITE_SHIM_H
#define CFUNDSQLITE_SHIM_H

#include <sqlite3.h>

// A macro that casts to a function pointer cannot be used from Swift.
static inline sqlite3_destructor_type fund_sqlite3_transient(void) { return SQLITE_TRANSIENT; }

#endif
