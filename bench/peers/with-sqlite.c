/* A program that links SQLite alone. */
#include <sqlite3.h>

int main(void) { return sqlite3_libversion_number() == 0; }
