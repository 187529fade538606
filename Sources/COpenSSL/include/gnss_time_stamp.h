// SPDX-License-Identifier: Apache-2.0
// The part of OpenSSL's libcrypto that makes requests for time stamps and checks the responses (RFC 3161).
#ifndef GNSS_TIME_STAMP_H
#define GNSS_TIME_STAMP_H
#include <stddef.h>
#include <stdint.h>

enum {
    /// The length of a SHA-256 hash in bytes.
    GNSS_TIME_STAMP_HASH = 32,
    /// The largest response in bytes; responses with certificates have a few thousand.
    GNSS_TIME_STAMP_LIMIT = 65536,
    /// The largest text with trusted certificates in bytes; the list of all public authorities has 250,000.
    GNSS_TIME_STAMP_PEM_LIMIT = 4194304,
};

/// The result of checking a response.
typedef enum {
    GNSS_TIME_STAMP_GOOD,
    /// The response has more than `GNSS_TIME_STAMP_LIMIT` bytes.
    GNSS_TIME_STAMP_TOO_LARGE,
    /// The bytes are not exactly one response in DER, or one of its values is invalid or implausible.
    GNSS_TIME_STAMP_MALFORMED,
    /// The authority refused the request; `detail` says why.
    GNSS_TIME_STAMP_REJECTED,
    /// The response is about other data.
    GNSS_TIME_STAMP_OTHER_DATA,
    /// The response answers another request: its nonce is missing or differs.
    GNSS_TIME_STAMP_OTHER_REQUEST,
    /// The signature is invalid, or no trusted certificate confirms the signer; `detail` says why.
    GNSS_TIME_STAMP_UNTRUSTED,
    /// The text with trusted certificates contains none, or a damaged one.
    GNSS_TIME_STAMP_NO_CERTIFICATE,
    /// libcrypto failed, most likely for lack of memory.
    GNSS_TIME_STAMP_FAILED,
} gnss_time_stamp_result;

/// The contents of a response. It owns the texts, which are UTF-8 without control characters.
typedef struct {
    /// The time that the authority states, in milliseconds since 1970; in the years 2000 to 2099.
    int64_t time;
    /// The largest error of the time in milliseconds, rounded up; meaningless unless `has_accuracy`.
    int64_t accuracy;
    /// 1 if the authority states the accuracy, otherwise 0.
    int has_accuracy;
    /// The name that the authority states, or else the subject of the signer's certificate; empty if both are missing.
    /// At most 255 bytes.
    char *authority;
    /// The serial number in hexadecimal, with upper-case letters.
    char *serial;
    /// The reason for the result, empty if unknown; at most 255 bytes.
    char *detail;
} gnss_time_stamp;

/// Makes a request for a hash of `GNSS_TIME_STAMP_HASH` bytes that also asks for the signer's certificate.
/// Returns its length in bytes, 0 if the room is too small (128 bytes suffice) or memory ran out.
size_t gnss_time_stamp_request(const uint8_t *hash, uint64_t nonce, uint8_t *room, size_t size);

/// Reads a response and compares it with the hash, and with the nonce unless it is null. This check ignores the
/// signature. The caller closes `stamp`, whatever the result.
gnss_time_stamp_result gnss_time_stamp_read(
    const uint8_t *bytes, size_t count, const uint8_t *hash, const uint64_t *nonce, gnss_time_stamp *stamp);

/// Reads a response, and also checks its signature with the trusted certificates of a PEM text. The certificates must
/// have been valid at the time that the authority states; revocation lists are not used.
gnss_time_stamp_result gnss_time_stamp_verify(
    const uint8_t *bytes, size_t count, const uint8_t *hash, const uint64_t *nonce, const char *pem, size_t pem_count,
    gnss_time_stamp *stamp);

/// Frees the texts.
void gnss_time_stamp_close(gnss_time_stamp *stamp);

#endif
