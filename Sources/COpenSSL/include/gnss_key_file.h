// SPDX-License-Identifier: Apache-2.0
// What is used of OpenSSL's libcrypto: opening files of a private key and its certificates.
#ifndef GNSS_KEY_FILE_H
#define GNSS_KEY_FILE_H
#include <stddef.h>
#include <stdint.h>

/// How opening a key file ended.
typedef enum {
    GNSS_KEY_FILE_OPEN,
    /// No file of that form.
    GNSS_KEY_FILE_UNREADABLE,
    /// The secret does not open it, or it was damaged on its way.
    GNSS_KEY_FILE_WRONG_SECRET,
    /// Locked in a way that the OpenSSL of this system does not know.
    GNSS_KEY_FILE_UNSUPPORTED,
    /// It holds no private key.
    GNSS_KEY_FILE_NO_KEY,
    /// It holds no certificate.
    GNSS_KEY_FILE_NO_CERTIFICATE,
    /// None of its certificates fits the key.
    GNSS_KEY_FILE_MISMATCH,
    /// libcrypto failed: no memory, most likely.
    GNSS_KEY_FILE_FAILED,
} gnss_key_file_result;

/// What a key file holds. The texts belong to it.
typedef struct {
    /// The certificate that fits the key, then the others in their order, as PEM.
    char *certificates;
    /// The private key, as PKCS#8 in PEM, not encrypted.
    char *key;
    /// The common name of the certificate's subject, in UTF-8; empty if absent.
    char *name;
    /// From and until when the certificate is valid, in seconds since 1970.
    int64_t not_before, not_after;
} gnss_key_file;

/// Opens a PEM text of a private key, encrypted or not, and certificates, in any order.
gnss_key_file_result gnss_key_file_open_pem(
    const uint8_t *bytes, size_t count, const char *secret, gnss_key_file *file);

/// Opens a PKCS#12 file in DER, of the old algorithms too where the system has OpenSSL's legacy provider.
gnss_key_file_result gnss_key_file_open_p12(
    const uint8_t *bytes, size_t count, const char *secret, gnss_key_file *file);

/// Erases the key and frees what a file holds.
void gnss_key_file_close(gnss_key_file *file);

#endif
