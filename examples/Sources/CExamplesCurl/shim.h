#include <curl/curl.h>

// Swift calls no function with variable arguments: one here for each type of them.

static inline CURLcode examples_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode examples_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode examples_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

typedef size_t (*examples_curl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode examples_curl_set_receiver(CURL *handle, CURLoption option, examples_curl_receiver value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode examples_curl_get_text(CURL *handle, CURLINFO information, char **value) {
    return curl_easy_getinfo(handle, information, value);
}
