#ifndef CAPPGROUPPLATFORM_SHIM_H
#define CAPPGROUPPLATFORM_SHIM_H

#include <locale.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
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

// A terminal to be restored by a process that ends because of its own fault. Only what signal-safety(7) allows happens then.
struct appgroup_fault {
    volatile sig_atomic_t is_armed;
    int input, output;
    struct termios mode;
    char text[128];
    size_t length;
    // A stack that has overflowed leaves no room for the handler.
    char stack[32768];
};

// Inside of a function, because Swift leaves out variables of a header.
static inline struct appgroup_fault *appgroup_fault(void) {
    static struct appgroup_fault fault;
    return &fault;
}

static inline void appgroup_on_fault(int number) {
    struct appgroup_fault *fault = appgroup_fault();
    if (fault->is_armed) {
        fault->is_armed = 0;
        if (write(fault->output, fault->text, fault->length) < 0) {}
        tcsetattr(fault->input, TCSANOW, &fault->mode);
    }
    // The signal comes again once this returns, and then ends the process as usual.
    raise(number);
}

static inline void appgroup_restore_after_fault(int input, const struct termios *mode, int output, const char *text) {
    static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};
    struct appgroup_fault *fault = appgroup_fault();
    fault->input = input;
    fault->output = output;
    fault->mode = *mode;
    fault->length = strnlen(text, sizeof fault->text);
    memcpy(fault->text, text, fault->length);
    stack_t stack = {.ss_sp = fault->stack, .ss_size = sizeof fault->stack, .ss_flags = 0};
    sigaltstack(&stack, 0);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = appgroup_on_fault;
    action.sa_flags = SA_ONSTACK | SA_RESETHAND;
    for (size_t place = 0; place < sizeof faults / sizeof *faults; place++) sigaction(faults[place], &action, 0);
    fault->is_armed = 1;
}

static inline void appgroup_forget_fault(void) { appgroup_fault()->is_armed = 0; }

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

// malloc_trim(3), which the C library's Swift module leaves out, and which musl does not have.
static inline int appgroup_return_free_memory(void) {
#ifdef __GLIBC__
    return malloc_trim(0);
#else
    return 0;
#endif
}

// GNU extensions, which the C library's Swift module leaves out as well.
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
extern int pipe2(int descriptors[2], int flags);
extern int dup3(int from, int to, int flags);
#endif

#endif
