// SPDX-License-Identifier: Apache-2.0
// Loads libcurl when one of these functions is first called: few commands transfer data, and libcurl needs thirty other
// libraries.
#define CURL_DISABLE_TYPECHECK
#include "include/shim.h"
#include <CLateBinding.h>
#include <stdarg.h>

// These macros would hide the functions.
#undef curl_easy_setopt
#undef curl_easy_getinfo

#define LIBRARY "libcurl.so.4"
#define LATE(result, function, parameters, arguments, missing) \
    GNSS_LATE(LIBRARY, result, function, parameters, arguments, missing)
#define LATE_VOID(function, parameters, arguments) LATE(void, function, parameters, arguments, )

LATE_VOID(curl_easy_cleanup, (CURL *curl), (curl))
LATE(CURL *, curl_easy_init, (void), (), NULL)
LATE(CURLcode, curl_easy_pause, (CURL *handle, int bitmask), (handle, bitmask), CURLE_FAILED_INIT)
LATE(CURLcode, curl_easy_recv,
    (CURL *curl, void *buffer, size_t buflen, size_t *n),
    (curl, buffer, buflen, n), CURLE_FAILED_INIT)
LATE(const char *, curl_easy_strerror, (CURLcode code), (code), "libcurl is missing")
LATE(CURLcode, curl_global_init, (long flags), (flags), CURLE_FAILED_INIT)
LATE(CURLMcode, curl_multi_add_handle,
    (CURLM *multi_handle, CURL *curl_handle),
    (multi_handle, curl_handle), CURLM_INTERNAL_ERROR)
LATE(CURLMcode, curl_multi_cleanup, (CURLM *multi_handle), (multi_handle), CURLM_INTERNAL_ERROR)
LATE(CURLMsg *, curl_multi_info_read, (CURLM *multi_handle, int *msgs_in_queue), (multi_handle, msgs_in_queue), NULL)
LATE(CURLM *, curl_multi_init, (void), (), NULL)
LATE(CURLMcode, curl_multi_perform,
    (CURLM *multi_handle, int *running_handles),
    (multi_handle, running_handles), CURLM_INTERNAL_ERROR)
LATE(CURLMcode, curl_multi_poll,
    (CURLM *multi_handle, struct curl_waitfd extra_fds[], unsigned int extra_nfds, int timeout_ms, int *ret),
    (multi_handle, extra_fds, extra_nfds, timeout_ms, ret), CURLM_INTERNAL_ERROR)
LATE(CURLMcode, curl_multi_remove_handle,
    (CURLM *multi_handle, CURL *curl_handle),
    (multi_handle, curl_handle), CURLM_INTERNAL_ERROR)
LATE(CURLMcode, curl_multi_wakeup, (CURLM *multi_handle), (multi_handle), CURLM_INTERNAL_ERROR)
LATE(struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *data), (list, data), NULL)
LATE_VOID(curl_slist_free_all, (struct curl_slist *list), (list))

// Functions with variable arguments: callers pass exactly one, which is as wide as a pointer whether it is a long, a
// curl_off_t or a pointer.
_Static_assert(
    sizeof(long) == sizeof(void *) && sizeof(curl_off_t) == sizeof(void *), "the argument is passed on as a pointer");

CURLcode curl_easy_setopt(CURL *handle, CURLoption option, ...) {
    va_list arguments;
    va_start(arguments, option);
    void *value = va_arg(arguments, void *);
    va_end(arguments);
    __typeof__(&curl_easy_setopt) function = (__typeof__(function))gnss_late_symbol(LIBRARY, "curl_easy_setopt");
    return function ? function(handle, option, value) : CURLE_FAILED_INIT;
}

CURLcode curl_easy_getinfo(CURL *handle, CURLINFO information, ...) {
    va_list arguments;
    va_start(arguments, information);
    void *value = va_arg(arguments, void *);
    va_end(arguments);
    __typeof__(&curl_easy_getinfo) function = (__typeof__(function))gnss_late_symbol(LIBRARY, "curl_easy_getinfo");
    return function ? function(handle, information, value) : CURLE_FAILED_INIT;
}
