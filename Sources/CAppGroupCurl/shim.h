#ifndef CAPPGROUPCURL_SHIM_H
#define CAPPGROUPCURL_SHIM_H

#include <curl/curl.h>
#include <dlfcn.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// libcurl is loaded for the first request, not when a program starts: the thirty libraries it brings along take longer to load
// than many commands without a request take as a whole. Each function has the type that libcurl's own header gives it.
struct appgroup_curl {
    __typeof__(curl_global_init) *global_init;
    __typeof__(curl_easy_init) *easy_init;
    __typeof__(curl_easy_cleanup) *easy_cleanup;
    __typeof__(curl_easy_reset) *easy_reset;
    __typeof__(curl_easy_perform) *easy_perform;
    __typeof__(curl_easy_pause) *easy_pause;
    __typeof__(curl_easy_send) *easy_send;
    __typeof__(curl_easy_recv) *easy_recv;
    __typeof__(curl_easy_strerror) *easy_strerror;
    __typeof__(curl_easy_setopt) *easy_setopt;
    __typeof__(curl_easy_getinfo) *easy_getinfo;
    __typeof__(curl_slist_append) *slist_append;
    __typeof__(curl_slist_free_all) *slist_free_all;
    __typeof__(curl_getdate) *getdate;
    __typeof__(curl_url) *url;
    __typeof__(curl_url_set) *url_set;
    __typeof__(curl_url_get) *url_get;
    __typeof__(curl_url_cleanup) *url_cleanup;
    __typeof__(curl_free) *free;
};

#define APPGROUP_CURL_FOUND(function) (curl->function = dlsym(library, "curl_" #function))

// Whether a library of this name exists and has all of these functions.
static inline bool appgroup_curl_load(struct appgroup_curl *curl, const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    return library && APPGROUP_CURL_FOUND(global_init) && APPGROUP_CURL_FOUND(easy_init)
        && APPGROUP_CURL_FOUND(easy_cleanup) && APPGROUP_CURL_FOUND(easy_reset) && APPGROUP_CURL_FOUND(easy_perform)
        && APPGROUP_CURL_FOUND(easy_pause) && APPGROUP_CURL_FOUND(easy_send) && APPGROUP_CURL_FOUND(easy_recv)
        && APPGROUP_CURL_FOUND(easy_strerror) && APPGROUP_CURL_FOUND(easy_setopt)
        && APPGROUP_CURL_FOUND(easy_getinfo) && APPGROUP_CURL_FOUND(slist_append)
        && APPGROUP_CURL_FOUND(slist_free_all) && APPGROUP_CURL_FOUND(getdate)
        && APPGROUP_CURL_FOUND(url) && APPGROUP_CURL_FOUND(url_set) && APPGROUP_CURL_FOUND(url_get)
        && APPGROUP_CURL_FOUND(url_cleanup) && APPGROUP_CURL_FOUND(free);
}

// Swift cannot call functions with variable arguments: one function for each type of argument.

static inline CURLcode appgroup_curl_set_number(
    struct appgroup_curl curl, CURL *handle, CURLoption option, long value) {
    return curl.easy_setopt(handle, option, value);
}

static inline CURLcode appgroup_curl_set_size(
    struct appgroup_curl curl, CURL *handle, CURLoption option, long long value) {
    return curl.easy_setopt(handle, option, (curl_off_t)value);
}

static inline CURLcode appgroup_curl_set_text(
    struct appgroup_curl curl, CURL *handle, CURLoption option, const char *value) {
    return curl.easy_setopt(handle, option, value);
}

static inline CURLcode appgroup_curl_set_pointer(
    struct appgroup_curl curl, CURL *handle, CURLoption option, void *value) {
    return curl.easy_setopt(handle, option, value);
}

// The bytes are copied.
static inline CURLcode appgroup_curl_set_bytes(
    struct appgroup_curl curl, CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return curl.easy_setopt(handle, option, &blob);
}

// Takes bytes from libcurl, or gives it some. Returns how many.
typedef size_t (*appgroup_curl_mover)(char *bytes, size_t size, size_t count, void *context);
// Returns whether the transfer goes on: 0 if it does.
typedef int (*appgroup_curl_watcher)(
    void *context, curl_off_t expected, curl_off_t received, curl_off_t toSend, curl_off_t sent);
typedef int (*appgroup_curl_seeker)(void *context, curl_off_t offset, int origin);

static inline CURLcode appgroup_curl_set_mover(
    struct appgroup_curl curl, CURL *handle, CURLoption option, appgroup_curl_mover value) {
    return curl.easy_setopt(handle, option, value);
}

static inline CURLcode appgroup_curl_set_watcher(struct appgroup_curl curl, CURL *handle, appgroup_curl_watcher value) {
    return curl.easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}

static inline CURLcode appgroup_curl_set_seeker(struct appgroup_curl curl, CURL *handle, appgroup_curl_seeker value) {
    return curl.easy_setopt(handle, CURLOPT_SEEKFUNCTION, value);
}

static inline CURLcode appgroup_curl_get_text(
    struct appgroup_curl curl, CURL *handle, CURLINFO information, char **value) {
    return curl.easy_getinfo(handle, information, value);
}

static inline CURLcode appgroup_curl_get_number(
    struct appgroup_curl curl, CURL *handle, CURLINFO information, long *value) {
    return curl.easy_getinfo(handle, information, value);
}

// The URL that a reference in an answer means (RFC 3986, 5), with bytes encoded that a URL may not have; NULL if it means none.
// The caller frees it with libcurl's `free`.
static inline char *appgroup_curl_resolve(struct appgroup_curl curl, const char *base, const char *reference) {
    char *resolved = NULL;
    CURLU *url = curl.url();
    unsigned flags = CURLU_URLENCODE | CURLU_ALLOW_SPACE | CURLU_NON_SUPPORT_SCHEME;
    if (url && curl.url_set(url, CURLUPART_URL, base, flags) == CURLUE_OK
        && curl.url_set(url, CURLUPART_URL, reference, flags) == CURLUE_OK)
        curl.url_get(url, CURLUPART_URL, &resolved, 0);
    curl.url_cleanup(url);
    return resolved;
}

// Whether the last transfer made a connection and encrypted it.
static inline bool appgroup_curl_has_encrypted(struct appgroup_curl curl, CURL *handle) {
    curl_off_t microseconds = 0;
    return curl.easy_getinfo(handle, CURLINFO_APPCONNECT_TIME_T, &microseconds) == CURLE_OK && microseconds > 0;
}

// The server's certificate in PEM, if the last transfer made the connection; NULL otherwise.
static inline const char *appgroup_curl_certificate(struct appgroup_curl curl, CURL *handle) {
    struct curl_certinfo *chain = NULL;
    if (curl.easy_getinfo(handle, CURLINFO_CERTINFO, &chain) != CURLE_OK || !chain || chain->num_of_certs < 1) return NULL;
    for (struct curl_slist *entry = chain->certinfo[0]; entry; entry = entry->next)
        if (strncmp(entry->data, "Cert:", 5) == 0) return entry->data + 5;
    return NULL;
}

// What a function that gives bytes returns to end the transfer, and to be asked again once it is no longer paused.
static const size_t appgroup_curl_read_abort = CURL_READFUNC_ABORT;
static const size_t appgroup_curl_read_pause = CURL_READFUNC_PAUSE;

// No byte of a mail protocol but the request for encryption goes over a connection that is not encrypted.
static const long appgroup_curl_always_encrypted = CURLUSESSL_ALL;

// The one way of logging in at a proxy (RFC 7617).
static const long appgroup_curl_basic = CURLAUTH_BASIC;

static inline CURLcode appgroup_curl_go_on(struct appgroup_curl curl, CURL *handle) {
    return curl.easy_pause(handle, CURLPAUSE_CONT);
}

// The sockets of a handle, and what the last one was like when libcurl closed it. An error code alone does not tell a
// connection that the other side ended from one whose bytes libcurl refused.
struct appgroup_curl_sockets {
    int numbers[8];
    int count;
    // The connection had come about.
    bool wasConnected;
    // The other side had not ended it.
    bool wasOpen;
};

static inline int appgroup_curl_opened(void *context, curl_socket_t number, curlsocktype purpose) {
    struct appgroup_curl_sockets *sockets = context;
    (void)purpose;
    if (sockets->count < 8) sockets->numbers[sockets->count++] = number;
    return CURL_SOCKOPT_OK;
}

static inline int appgroup_curl_closing(void *context, curl_socket_t number) {
    struct appgroup_curl_sockets *sockets = context;
    struct sockaddr_storage peer;
    socklen_t size = sizeof peer;
    if (getpeername(number, (struct sockaddr *)&peer, &size) == 0) {
        struct pollfd end = {.fd = number, .events = POLLIN};
        char byte;
        sockets->wasConnected = true;
        sockets->wasOpen = poll(&end, 1, 0) == 0 || recv(number, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
    }
    for (int place = 0; place < sockets->count; place++) {
        if (sockets->numbers[place] != number) continue;
        for (sockets->count--; place < sockets->count; place++) sockets->numbers[place] = sockets->numbers[place + 1];
    }
    return close(number);
}

// The sockets must outlive the handle.
static inline void appgroup_curl_watch_sockets(
    struct appgroup_curl curl, CURL *handle, struct appgroup_curl_sockets *sockets) {
    curl.easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, appgroup_curl_opened);
    curl.easy_setopt(handle, CURLOPT_SOCKOPTDATA, sockets);
    curl.easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, appgroup_curl_closing);
    curl.easy_setopt(handle, CURLOPT_CLOSESOCKETDATA, sockets);
}

// Whether the other side has sent bytes that libcurl has not read yet. The end of a connection does not count.
static inline bool appgroup_curl_has_input(const struct appgroup_curl_sockets *sockets) {
    char byte;
    return sockets->count > 0
        && recv(sockets->numbers[sockets->count - 1], &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

// Waits until a handle's socket can be read or written. Returns whether it can, or whether its connection has ended.
static inline bool appgroup_curl_wait(const struct appgroup_curl_sockets *sockets, bool isToWrite, int milliseconds) {
    if (sockets->count == 0) return true;
    struct pollfd event = {.fd = sockets->numbers[sockets->count - 1], .events = isToWrite ? POLLOUT : POLLIN};
    return poll(&event, 1, milliseconds) != 0;
}

#endif
