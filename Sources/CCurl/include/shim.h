// SPDX-License-Identifier: Apache-2.0
// libcurl, and a wrapper for each argument type of its functions with variable arguments, which Swift cannot call.
#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H
#include <curl/curl.h>

typedef size_t (*gnss_curl_transfer)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode gnss_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode gnss_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode gnss_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode gnss_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode gnss_curl_set_transfer(CURL *handle, CURLoption option, gnss_curl_transfer function) {
    return curl_easy_setopt(handle, option, function);
}

static inline CURLcode gnss_curl_get_long(CURL *handle, CURLINFO information, long *value) {
    return curl_easy_getinfo(handle, information, value);
}

static inline CURLcode gnss_curl_get_offset(CURL *handle, CURLINFO information, curl_off_t *value) {
    return curl_easy_getinfo(handle, information, value);
}

/// Sets a function that libcurl calls for each socket that it creates for the connection.
static inline CURLcode gnss_curl_set_opened(CURL *handle, curl_sockopt_callback function, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, function);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_SOCKOPTDATA, context) : code;
}

static inline CURLcode gnss_curl_get_text(CURL *handle, CURLINFO information, char **value) {
    return curl_easy_getinfo(handle, information, value);
}

/// Returns the handle of a transfer that has ended, and its result; NULL if none has ended.
static inline CURL *gnss_curl_next_end(CURLM *multi, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

/// Sets an option to bytes, which libcurl copies.
static inline CURLcode gnss_curl_set_blob(CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return curl_easy_setopt(handle, option, &blob);
}

/// Sets a function that receives libcurl's messages about its work and all bytes that it receives and sends.
static inline CURLcode gnss_curl_set_listener(CURL *handle, curl_debug_callback function, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_DEBUGFUNCTION, function);
    if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_DEBUGDATA, context);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_VERBOSE, 1L) : code;
}

/// Sets a function that libcurl asks each time before it sends the request.
static inline CURLcode gnss_curl_set_request(CURL *handle, curl_prereq_callback function, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, function);
    return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_PREREQDATA, context) : code;
}
#endif
