#include <curl/curl.h>
#include <dlfcn.h>
#include <stdbool.h>

// libcurl is loaded for the first request and not at the start of a program: the thirty libraries that it brings along
// take longer to load than many a command that needs no network takes as a whole. Each function has the type here that
// libcurl's own header gives it.
struct examples_curl {
    __typeof__(curl_global_init) *global_init;
    __typeof__(curl_easy_init) *easy_init;
    __typeof__(curl_easy_cleanup) *easy_cleanup;
    __typeof__(curl_easy_perform) *easy_perform;
    __typeof__(curl_easy_strerror) *easy_strerror;
    __typeof__(curl_easy_setopt) *easy_setopt;
    __typeof__(curl_easy_getinfo) *easy_getinfo;
    __typeof__(curl_slist_append) *slist_append;
    __typeof__(curl_slist_free_all) *slist_free_all;
    __typeof__(curl_getdate) *getdate;
};

#define EXAMPLES_CURL_FOUND(function) (curl->function = dlsym(library, "curl_" #function))

// Whether the library with this name is there and has all of these.
static inline bool examples_curl_load(struct examples_curl *curl, const char *name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    return library && EXAMPLES_CURL_FOUND(global_init) && EXAMPLES_CURL_FOUND(easy_init)
        && EXAMPLES_CURL_FOUND(easy_cleanup) && EXAMPLES_CURL_FOUND(easy_perform)
        && EXAMPLES_CURL_FOUND(easy_strerror) && EXAMPLES_CURL_FOUND(easy_setopt)
        && EXAMPLES_CURL_FOUND(easy_getinfo) && EXAMPLES_CURL_FOUND(slist_append)
        && EXAMPLES_CURL_FOUND(slist_free_all) && EXAMPLES_CURL_FOUND(getdate);
}

// Swift calls no function with variable arguments: one here for each type of them.

static inline CURLcode examples_curl_set_number(
    struct examples_curl curl, CURL *handle, CURLoption option, long value) {
    return curl.easy_setopt(handle, option, value);
}

static inline CURLcode examples_curl_set_text(
    struct examples_curl curl, CURL *handle, CURLoption option, const char *value) {
    return curl.easy_setopt(handle, option, value);
}

static inline CURLcode examples_curl_set_pointer(
    struct examples_curl curl, CURL *handle, CURLoption option, void *value) {
    return curl.easy_setopt(handle, option, value);
}

typedef size_t (*examples_curl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode examples_curl_set_receiver(
    struct examples_curl curl, CURL *handle, CURLoption option, examples_curl_receiver value) {
    return curl.easy_setopt(handle, option, value);
}

static inline CURLcode examples_curl_get_text(
    struct examples_curl curl, CURL *handle, CURLINFO information, char **value) {
    return curl.easy_getinfo(handle, information, value);
}
