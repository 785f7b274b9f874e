// Loaded into a program by LD_PRELOAD, it counts the calls that change files, and kills the program with SIGKILL just before the
// one with the number KILL_AT. Without KILL_AT, it writes at the end how many there were into the file KILL_COUNT.
//
//     gcc -shared -fPIC -o kill_at.so kill_at.c -ldl
//
// Every moment at which a kill can make a difference to files lies between two such calls.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;
static long moment;

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("KILL_AT");
    moment = text ? atol(text) : 0;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("KILL_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%ld", atomic_load(&calls));
    fclose(file);
}

static void count(void) {
    if (atomic_fetch_add(&calls, 1) + 1 == moment) kill(getpid(), SIGKILL);
}

#define COUNTED(result, name, parameters, arguments)                 \
    result name parameters {                                         \
        static result (*next) parameters;                            \
        if (!next) *(void **)&next = dlsym(RTLD_NEXT, #name);        \
        count();                                                     \
        return next arguments;                                       \
    }

COUNTED(ssize_t, write, (int file, const void *bytes, size_t size), (file, bytes, size))
COUNTED(ssize_t, pwrite, (int file, const void *bytes, size_t size, off_t place), (file, bytes, size, place))
COUNTED(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off64_t place), (file, bytes, size, place))
COUNTED(int, ftruncate, (int file, off_t size), (file, size))
COUNTED(int, ftruncate64, (int file, off64_t size), (file, size))
COUNTED(int, link, (const char *path, const char *other), (path, other))
COUNTED(int, unlink, (const char *path), (path))
COUNTED(int, rename, (const char *path, const char *other), (path, other))
COUNTED(int, mkdir, (const char *path, mode_t mode), (path, mode))
COUNTED(int, fsync, (int file), (file))
COUNTED(int, fdatasync, (int file), (file))
COUNTED(int, futimens, (int file, const struct timespec times[2]), (file, times))
