// SPDX-License-Identifier: Apache-2.0
// The part of OpenSSL's libcrypto that the gateway uses: it opens files with a private key and its certificates.
#ifndef GNSS_KEY_FILE_H
#define GNSS_KEY_FILE_H
#include <stddef.h>
#include <stdint.h>

/// The result of opening a key file.
typedef enum {
    GNSS_KEY_FILE_OPEN,
    /// The file does not have the expected form.
    GNSS_KEY_FILE_UNREADABLE,
    /// The secret does not decrypt the file, or the file is damaged.
    GNSS_KEY_FILE_WRONG_SECRET,
    /// The file is encrypted with an algorithm that this system's OpenSSL does not support.
    GNSS_KEY_FILE_UNSUPPORTED,
    /// The file contains no private key.
    GNSS_KEY_FILE_NO_KEY,
    /// The file contains no certificate.
    GNSS_KEY_FILE_NO_CERTIFICATE,
    /// None of the certificates belongs to the key.
    GNSS_KEY_FILE_MISMATCH,
    /// libcrypto failed, most likely for lack of memory.
    GNSS_KEY_FILE_FAILED,
} gnss_key_file_result;

/// The contents of a key file. It owns the texts.
typedef struct {
    /// The certificate that belongs to the key, then the others in their order, in PEM.
    char *certificates;
    /// The private key, unencrypted PKCS#8 in PEM.
    char *key;
    /// The common name of the certificate's subject, in UTF-8; empty if absent.
    char *name;
    /// The start and end of the certificate's validity, in seconds since 1970.
    int64_t not_before, not_after;
} gnss_key_file;

/// Opens a PEM text that contains a private key, encrypted or not, and certificates, in any order.
gnss_key_file_result gnss_key_file_open_pem(
    const uint8_t *bytes, size_t count, const char *secret, gnss_key_file *file);

/// Opens a PKCS#12 file in DER; with the old algorithms only if the system has OpenSSL's legacy provider.
gnss_key_file_result gnss_key_file_open_p12(
    const uint8_t *bytes, size_t count, const char *secret, gnss_key_file *file);

/// Erases the key and frees the contents of a file.
void gnss_key_file_close(gnss_key_file *file);

#endif
