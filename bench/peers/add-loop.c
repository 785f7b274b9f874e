/* Adds 1 to a badge again and again, each time in a transaction of its own, with SQLite's own means: prepared
 * statements, its own busy handler, its own checkpoints. Prints start, end and the longest single addition in
 * nanoseconds of CLOCK_MONOTONIC, as store-bench does.
 *
 * add-loop FILE APP COUNT
 */
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static sqlite3 *database;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void check(int code) {
    if (code != SQLITE_OK && code != SQLITE_DONE) {
        fprintf(stderr, "add-loop: %s\n", sqlite3_errmsg(database));
        exit(1);
    }
}

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement = NULL;
    check(sqlite3_prepare_v2(database, sql, -1, &statement, NULL));
    return statement;
}

static void run(sqlite3_stmt *statement) {
    check(sqlite3_step(statement));
    check(sqlite3_reset(statement));
}

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "add-loop FILE APP COUNT\n");
        return 64;
    }
    check(sqlite3_open_v2(arguments[1], &database, SQLITE_OPEN_READWRITE, NULL));
    sqlite3_busy_timeout(database, 60000);
    check(sqlite3_exec(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", NULL, NULL, NULL));
    sqlite3_stmt *begin = prepare("BEGIN IMMEDIATE");
    sqlite3_stmt *commit = prepare("COMMIT");
    sqlite3_stmt *update = prepare("UPDATE app SET badge = badge + 1 WHERE id = ?");
    check(sqlite3_bind_text(update, 1, arguments[2], -1, SQLITE_STATIC));

    while (getchar() != EOF) {
    }
    int64_t start = now(), last = start, worst = 0;
    for (long rest = atol(arguments[3]); rest > 0; rest--) {
        run(begin);
        run(update);
        if (sqlite3_changes(database) != 1) {
            fprintf(stderr, "add-loop: no app %s\n", arguments[2]);
            return 1;
        }
        run(commit);
        int64_t moment = now();
        if (moment - last > worst) worst = moment - last;
        last = moment;
    }
    printf("%lld %lld %lld\n", (long long)start, (long long)last, (long long)worst);
    return 0;
}
