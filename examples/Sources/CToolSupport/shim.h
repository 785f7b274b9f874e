#ifndef CTOOLSUPPORT_SHIM_H
#define CTOOLSUPPORT_SHIM_H

// What the example tools call in the C library.
#include <arpa/nameser.h>
#include <errno.h>
#include <fcntl.h>
#include <iconv.h>
#include <math.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <resolv.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/inotify.h>
#include <sys/syscall.h>
#endif

// `errno` is a macro, which Swift can't see.
static inline int toolsupport_errno(void) { return errno; }

// Lets the system begin to write a part of a file to the disk, without waiting for the end of that.
static inline void toolsupport_start_writing(int descriptor, off_t start, off_t count) {
#ifdef __linux__
    // sync_file_range(2) is declared only for GNU's own names.
    syscall(SYS_sync_file_range, descriptor, start, count, 2 /* SYNC_FILE_RANGE_WRITE */);
#endif
}

// Reserves space on the disk for a part of a file, whose size stays the same; -1 if the system can't.
static inline int toolsupport_reserve(int descriptor, off_t start, off_t count) {
#ifdef __linux__
    // fallocate(2) is declared only for GNU's own names.
    return (int)syscall(SYS_fallocate, descriptor, 1 /* FALLOC_FL_KEEP_SIZE */, start, count);
#else
    return -1;
#endif
}

// The local time in the form of ISO 8601, such as 2026-11-23T09:30:00. The text must have room for 20 bytes.
static inline void toolsupport_local_time(time_t time, char *text) {
    struct tm parts;
    localtime_r(&time, &parts);
    strftime(text, 20, "%Y-%m-%dT%H:%M:%S", &parts);
}

// Lets a function take a signal once; the next one does what it does by default. SIGHUP is taken every time, because both the shell
// and the system send it when a terminal is closed. Returns 0 if the signal is ignored, and stays so.
static inline int toolsupport_catch(int number, void (*handler)(int)) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) != 0 || action.sa_handler == SIG_IGN) return 0;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = (number == SIGHUP ? 0 : SA_RESETHAND) | SA_RESTART;
    return sigaction(number, &action, NULL) == 0;
}

// Lets a signal do what it does by default.
static inline void toolsupport_uncatch(int number) { signal(number, SIG_DFL); }

// A server in a DNS record of the type SRV (RFC 2782).
struct toolsupport_service {
    unsigned priority, weight, port;
    char host[256];
};

// Asks the system's name servers, twice for three seconds each; or the name server at this port of 127.0.0.1, unless it is 0.
// Returns how many records were found, at most `limit`; -1 if there is no answer.
static inline int toolsupport_find_services(
    const char *name, unsigned short port, struct toolsupport_service *services, int limit) {
    struct __res_state state;
    unsigned char answer[8192];
    ns_msg message;
    ns_rr record;
    int found = 0;
    memset(&state, 0, sizeof state);
    if (res_ninit(&state) != 0) return -1;
    state.retrans = 3;
    state.retry = 2;
    if (port) {
        memset(&state.nsaddr_list[0], 0, sizeof state.nsaddr_list[0]);
        state.nsaddr_list[0].sin_family = AF_INET;
        state.nsaddr_list[0].sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        state.nsaddr_list[0].sin_port = htons(port);
        state.nscount = 1;
    }
    int length = res_nquery(&state, name, ns_c_in, ns_t_srv, answer, sizeof answer);
    res_nclose(&state);
    if (length < 0 || length > (int)sizeof answer || ns_initparse(answer, length, &message) != 0) return -1;
    for (int place = 0; place < ns_msg_count(message, ns_s_an) && found < limit; place++) {
        if (ns_parserr(&message, ns_s_an, place, &record) != 0 || ns_rr_type(record) != ns_t_srv) continue;
        const unsigned char *data = ns_rr_rdata(record);
        if (ns_rr_rdlen(record) < 7) continue;
        struct toolsupport_service *service = &services[found];
        service->priority = ns_get16(data);
        service->weight = ns_get16(data + 2);
        service->port = ns_get16(data + 4);
        if (dn_expand(answer, answer + length, data + 6, service->host, sizeof service->host) > 0) found++;
    }
    return found;
}

#endif
