#ifndef CAPPGROUPPLATFORM_SHIM_H
#define CAPPGROUPPLATFORM_SHIM_H

#ifdef __linux__
#include <fcntl.h>
#include <malloc.h>
#include <spawn.h>
#include <sys/signalfd.h>
#include <sys/vfs.h>
#endif

#ifdef __linux__
// renameat2(2) with RENAME_NOREPLACE, a GNU extension that the C library's Swift module leaves out.
extern int renameat2(int, const char *, int, const char *, unsigned int);
static inline int appgroup_rename_without_replacing(const char *path, const char *newPath) {
    return renameat2(AT_FDCWD, path, AT_FDCWD, newPath, 1);
}

static inline int appgroup_rename_without_replacing_in(int folder, const char *name, int other, const char *newName) {
    return renameat2(folder, name, other, newName, 1);
}

// renameat2(2) with RENAME_EXCHANGE.
static inline int appgroup_exchange_in(int folder, const char *name, int other, const char *otherName) {
    return renameat2(folder, name, other, otherName, 2);
}

// statfs(2), which the C library's Swift module leaves out. 0, which no file system has, where the call fails.
static inline long appgroup_filesystem_type(const char *path) {
    struct statfs status;
    return statfs(path, &status) == 0 ? (long)status.f_type : 0;
}

// syncfs(2), a GNU extension that the C library's Swift module leaves out.
extern int syncfs(int);
static inline int appgroup_sync_file_system(int descriptor) { return syncfs(descriptor); }

// malloc_trim(3), which the C library's Swift module leaves out.
static inline int appgroup_return_free_memory(void) { return malloc_trim(0); }

// GNU extensions, which the C library's Swift module leaves out as well.
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
extern int pipe2(int descriptors[2], int flags);
#endif

#endif
