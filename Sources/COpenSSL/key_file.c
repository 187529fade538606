// SPDX-License-Identifier: Apache-2.0
#define _DEFAULT_SOURCE  // timegm
#include "gnss_key_file.h"

#include <limits.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/x509.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

// A separate context, so that the program uses the legacy provider for these files only.
static OSSL_LIB_CTX *context;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_context(void) {
    context = OSSL_LIB_CTX_new();
    if (!context) return;
    OSSL_PROVIDER_load(context, "default");
    OSSL_PROVIDER_load(context, "legacy");
    ERR_clear_error();
}

/// The result that follows from the errors since the queue was last cleared.
static gnss_key_file_result cause(gnss_key_file_result otherwise) {
    gnss_key_file_result result = otherwise;
    unsigned long code;
    while ((code = ERR_get_error())) {
        int library = ERR_GET_LIB(code), reason = ERR_GET_REASON(code);
        if (reason == ERR_R_MALLOC_FAILURE) result = GNSS_KEY_FILE_FAILED;
        // Decoders report this error for every form that the input does not have.
        if ((reason == ERR_R_UNSUPPORTED && library != ERR_LIB_OSSL_DECODER) ||
            (library == ERR_LIB_EVP &&
             (reason == EVP_R_UNSUPPORTED_ALGORITHM || reason == EVP_R_UNKNOWN_PBE_ALGORITHM ||
              reason == EVP_R_UNSUPPORTED_CIPHER || reason == EVP_R_UNKNOWN_CIPHER || reason == EVP_R_UNSUPPORTED_PRF ||
              reason == EVP_R_UNSUPPORTED_KEY_DERIVATION_FUNCTION || reason == EVP_R_UNKNOWN_DIGEST)))
            result = GNSS_KEY_FILE_UNSUPPORTED;
        if (result != otherwise) continue;
        if ((library == ERR_LIB_PKCS12 &&
             (reason == PKCS12_R_MAC_VERIFY_FAILURE || reason == PKCS12_R_PKCS12_CIPHERFINAL_ERROR)) ||
            (library == ERR_LIB_EVP && reason == EVP_R_BAD_DECRYPT) ||
            (library == ERR_LIB_PEM && (reason == PEM_R_BAD_DECRYPT || reason == PEM_R_BAD_PASSWORD_READ)))
            result = GNSS_KEY_FILE_WRONG_SECRET;
    }
    return result;
}

/// Returns the contents of a memory BIO as a zero-terminated text, and erases the BIO.
static char *text_of(BIO *bio) {
    char *bytes = NULL, *text = NULL;
    long count = BIO_get_mem_data(bio, &bytes);
    if (count >= 0 && (text = OPENSSL_malloc((size_t)count + 1))) {
        if (count > 0) memcpy(text, bytes, (size_t)count);
        text[count] = 0;
    }
    if (count > 0) OPENSSL_cleanse(bytes, (size_t)count);
    BIO_free(bio);
    return text;
}

static char *name_of(X509 *certificate) {
    X509_NAME *subject = X509_get_subject_name(certificate);
    int place = X509_NAME_get_index_by_NID(subject, NID_commonName, -1);
    unsigned char *utf8 = NULL;
    int count = place < 0 ? -1
                          : ASN1_STRING_to_UTF8(&utf8, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, place)));
    char *name = OPENSSL_zalloc(count > 0 ? (size_t)count + 1 : 1);
    if (name && count > 0) memcpy(name, utf8, (size_t)count);
    OPENSSL_free(utf8);
    return name;
}

static int seconds_of(const ASN1_TIME *time, int64_t *seconds) {
    struct tm parts;
    if (!ASN1_TIME_to_tm(time, &parts)) return 0;
    *seconds = timegm(&parts);
    return 1;
}

static gnss_key_file_result write_out(EVP_PKEY *key, STACK_OF(X509) *certificates, gnss_key_file *file) {
    X509 *own = NULL;
    for (int i = 0; !own && i < sk_X509_num(certificates); i++)
        if (X509_check_private_key(sk_X509_value(certificates, i), key)) own = sk_X509_value(certificates, i);
    if (!own) return GNSS_KEY_FILE_MISMATCH;
    if (!seconds_of(X509_get0_notBefore(own), &file->not_before) ||
        !seconds_of(X509_get0_notAfter(own), &file->not_after))
        return GNSS_KEY_FILE_UNREADABLE;

    BIO *texts = BIO_new(BIO_s_mem()), *secret = BIO_new(BIO_s_mem());
    int went_well = texts && secret && PEM_write_bio_X509(texts, own) &&
                    PEM_write_bio_PKCS8PrivateKey(secret, key, NULL, NULL, 0, NULL, NULL);
    for (int i = 0; went_well && i < sk_X509_num(certificates); i++)
        if (sk_X509_value(certificates, i) != own)
            went_well = PEM_write_bio_X509(texts, sk_X509_value(certificates, i));
    file->certificates = texts ? text_of(texts) : NULL;
    file->key = secret ? text_of(secret) : NULL;
    file->name = name_of(own);
    return went_well && file->certificates && file->key && file->name ? GNSS_KEY_FILE_OPEN : GNSS_KEY_FILE_FAILED;
}

/// Creates the result of either form from its key and certificates, and frees both.
static gnss_key_file_result conclude(EVP_PKEY *key, STACK_OF(X509) *certificates, gnss_key_file *file) {
    gnss_key_file_result result = GNSS_KEY_FILE_FAILED;
    if (!key) {
        result = GNSS_KEY_FILE_NO_KEY;
    } else if (certificates && sk_X509_num(certificates) == 0) {
        result = GNSS_KEY_FILE_NO_CERTIFICATE;
    } else if (certificates) {
        result = write_out(key, certificates, file);
    }
    EVP_PKEY_free(key);
    sk_X509_pop_free(certificates, X509_free);
    if (result != GNSS_KEY_FILE_OPEN) gnss_key_file_close(file);
    ERR_clear_error();
    return result;
}

/// The secret, and whether OpenSSL asked for it.
typedef struct {
    const char *secret;
    int is_used;
} key_lock;

static int give_secret(char *room, int size, int is_for_writing, void *given) {
    key_lock *lock = given;
    const char *secret = lock->secret;
    size_t count = strlen(secret);
    (void)is_for_writing;
    lock->is_used = 1;
    if (count > (size_t)size) return -1;
    memcpy(room, secret, count);
    return (int)count;
}

static BIO *begin(const uint8_t *bytes, size_t count, gnss_key_file *file) {
    memset(file, 0, sizeof *file);
    pthread_once(&once, make_context);
    ERR_clear_error();
    return context && count > 0 && count <= INT_MAX ? BIO_new_mem_buf(bytes, (int)count) : NULL;
}

/// Returns whether some bytes contain a text.
static int holds(const uint8_t *bytes, size_t count, const char *text) {
    size_t length = strlen(text);
    for (size_t i = 0; i + length <= count; i++)
        if (memcmp(bytes + i, text, length) == 0) return 1;
    return 0;
}

static X509 *read_certificate(BIO *bio) {
    X509 *certificate = X509_new_ex(context, NULL);
    if (!certificate) return NULL;
    if (PEM_read_bio_X509(bio, &certificate, NULL, NULL)) return certificate;
    X509_free(certificate);
    return NULL;
}

gnss_key_file_result gnss_key_file_open_pem(
    const uint8_t *bytes, size_t count, const char *secret, gnss_key_file *file) {
    if (!holds(bytes, count, "PRIVATE KEY-----")) return GNSS_KEY_FILE_NO_KEY;
    BIO *bio = begin(bytes, count, file);
    if (!bio) return GNSS_KEY_FILE_FAILED;
    key_lock lock = {secret, 0};
    EVP_PKEY *key = PEM_read_bio_PrivateKey_ex(bio, NULL, give_secret, &lock, context, NULL);
    if (!key) {
        BIO_free(bio);
        // One wrong secret in 256 passes the padding check, and the decrypted data are then not a key.
        return cause(lock.is_used ? GNSS_KEY_FILE_WRONG_SECRET : GNSS_KEY_FILE_UNREADABLE);
    }
    BIO_reset(bio);
    STACK_OF(X509) *certificates = sk_X509_new_null();
    X509 *certificate;
    while (certificates && (certificate = read_certificate(bio)))
        if (!sk_X509_push(certificates, certificate)) X509_free(certificate);
    BIO_free(bio);
    return conclude(key, certificates, file);
}

gnss_key_file_result gnss_key_file_open_p12(
    const uint8_t *bytes, size_t count, const char *secret, gnss_key_file *file) {
    BIO *bio = begin(bytes, count, file);
    if (!bio) return count > 0 ? GNSS_KEY_FILE_FAILED : GNSS_KEY_FILE_UNREADABLE;
    PKCS12 *bundle = PKCS12_init_ex(NID_pkcs7_data, context, NULL);
    EVP_PKEY *key = NULL;
    X509 *own = NULL;
    STACK_OF(X509) *certificates = sk_X509_new_null();
    gnss_key_file_result result = GNSS_KEY_FILE_OPEN;
    if (!bundle || !certificates) {
        result = GNSS_KEY_FILE_FAILED;
    } else if (!d2i_PKCS12_bio(bio, &bundle)) {
        result = GNSS_KEY_FILE_UNREADABLE;
    } else if (!PKCS12_parse(bundle, secret, &key, &own, &certificates)) {
        result = cause(GNSS_KEY_FILE_UNREADABLE);
    }
    BIO_free(bio);
    PKCS12_free(bundle);
    if (own && (!certificates || !sk_X509_unshift(certificates, own))) X509_free(own);
    if (result == GNSS_KEY_FILE_OPEN) return conclude(key, certificates, file);
    EVP_PKEY_free(key);
    sk_X509_pop_free(certificates, X509_free);
    ERR_clear_error();
    return result;
}

void gnss_key_file_close(gnss_key_file *file) {
    OPENSSL_free(file->certificates);
    if (file->key) OPENSSL_clear_free(file->key, strlen(file->key));
    OPENSSL_free(file->name);
    memset(file, 0, sizeof *file);
}
