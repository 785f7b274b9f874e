#ifndef CAPPGROUPPLATFORM_SHIM_H
#define CAPPGROUPPLATFORM_SHIM_H

#include <locale.h>
#include <string.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

// How a locale groups the digits of a number, as localeconv(3) describes it: the separator and the sizes of the groups. 0 if it does
// not group them, or if there is no such locale.
static inline int appgroup_number_grouping(const char *name, char separator[16], char sizes[16]) {
    locale_t wanted = newlocale(LC_NUMERIC_MASK, name, (locale_t)0);
    if (!wanted) return 0;
    locale_t before = uselocale(wanted);
    const struct lconv *conventions = localeconv();
    int groups = conventions->thousands_sep[0] != 0 && conventions->grouping[0] != 0
        && strlen(conventions->thousands_sep) < 16 && strlen(conventions->grouping) < 16;
    if (groups) {
        strcpy(separator, conventions->thousands_sep);
        strcpy(sizes, conventions->grouping);
    }
    uselocale(before);
    freelocale(wanted);
    return groups;
}

#ifdef __linux__
#include <fcntl.h>
#include <malloc.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#endif

#ifdef __linux__
// renameat2(2), a GNU extension that the C library's Swift module leaves out.
extern int renameat2(int, const char *, int, const char *, unsigned int);

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
