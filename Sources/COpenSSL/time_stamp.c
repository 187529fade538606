// SPDX-License-Identifier: Apache-2.0
#define _DEFAULT_SOURCE  // timegm
#include "gnss_time_stamp.h"

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/objects.h>
#include <openssl/pem.h>
#include <openssl/pkcs7.h>
#include <openssl/ts.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <string.h>
#include <time.h>

enum {
    /// The longest text in bytes.
    TEXT_LIMIT = 255,
    /// The longest serial number in bytes. RFC 3161, 2.4.2, allows 20.
    SERIAL_LIMIT = 32,
};

/// 2000-01-01 and 2100-01-01 in seconds since 1970: RFC 3161 is from 2001.
static const int64_t earliest = 946684800, latest = 4102444800;

/// A limit for the accuracy in seconds, about 30 years.
static const int64_t worst_accuracy = 1000000000;

/// How texts of certificates and authorities are written: UTF-8 on one line, special characters escaped.
static const unsigned long text_flags = (ASN1_STRFLGS_RFC2253 | ASN1_STRFLGS_UTF8_CONVERT) & ~ASN1_STRFLGS_ESC_MSB;

static int set_imprint(TS_REQ *request, const uint8_t *hash) {
    TS_MSG_IMPRINT *imprint = TS_MSG_IMPRINT_new();
    X509_ALGOR *algorithm = X509_ALGOR_new();
    uint8_t copy[GNSS_TIME_STAMP_HASH];
    memcpy(copy, hash, sizeof copy);
    // Each function of TS_… copies its argument.
    int works = imprint && algorithm && X509_ALGOR_set0(algorithm, OBJ_nid2obj(NID_sha256), V_ASN1_NULL, NULL) &&
                TS_MSG_IMPRINT_set_algo(imprint, algorithm) &&
                TS_MSG_IMPRINT_set_msg(imprint, copy, sizeof copy) && TS_REQ_set_msg_imprint(request, imprint);
    X509_ALGOR_free(algorithm);
    TS_MSG_IMPRINT_free(imprint);
    return works;
}

static int set_nonce(TS_REQ *request, uint64_t nonce) {
    ASN1_INTEGER *integer = ASN1_INTEGER_new();
    int works = integer && ASN1_INTEGER_set_uint64(integer, nonce) && TS_REQ_set_nonce(request, integer);
    ASN1_INTEGER_free(integer);
    return works;
}

/// Returns a request without a nonce if `nonce` is null; null if memory ran out.
static TS_REQ *make_request(const uint8_t *hash, const uint64_t *nonce) {
    TS_REQ *request = TS_REQ_new();
    if (!request) return NULL;
    if (TS_REQ_set_version(request, 1) && set_imprint(request, hash) && TS_REQ_set_cert_req(request, 1) &&
        (!nonce || set_nonce(request, *nonce)))
        return request;
    TS_REQ_free(request);
    return NULL;
}

size_t gnss_time_stamp_request(const uint8_t *hash, uint64_t nonce, uint8_t *room, size_t size) {
    TS_REQ *request = make_request(hash, &nonce);
    int count = request ? i2d_TS_REQ(request, NULL) : 0;
    int written = 0;
    if (count > 0 && (size_t)count <= size) {
        uint8_t *end = room;
        written = i2d_TS_REQ(request, &end);
    }
    TS_REQ_free(request);
    ERR_clear_error();
    return written > 0 ? (size_t)written : 0;
}

/// Returns the contents of a memory BIO as a text, at most `TEXT_LIMIT` bytes of it, and frees the BIO.
static char *text_of(BIO *bio) {
    char *bytes = NULL, *text = NULL;
    long count = bio ? BIO_get_mem_data(bio, &bytes) : 0;
    size_t kept = count > 0 && bytes ? (size_t)count : 0;
    if (kept > TEXT_LIMIT) {
        kept = TEXT_LIMIT;
        // Do not cut a character: its later bytes in UTF-8 begin with the bits 10.
        while (kept > 0 && ((uint8_t)bytes[kept] & 0xC0) == 0x80) kept--;
    }
    if ((text = OPENSSL_zalloc(kept + 1)))
        for (size_t i = 0; i < kept; i++) text[i] = (uint8_t)bytes[i] < 0x20 || bytes[i] == 0x7F ? ' ' : bytes[i];
    BIO_free(bio);
    return text;
}

/// Returns the name, or an empty text if it is null; null if memory ran out.
static char *text_of_name(const X509_NAME *name) {
    BIO *bio = BIO_new(BIO_s_mem());
    unsigned long flags = text_flags | XN_FLAG_SEP_CPLUS_SPC | XN_FLAG_FN_SN;
    if (bio && name) X509_NAME_print_ex(bio, name, 0, flags);
    return text_of(bio);
}

/// Returns what the authority states about a refusal.
static char *text_of_refusal(const TS_STATUS_INFO *status) {
    static const struct {
        int bit;
        const char *text;
    } reasons[] = {
        {TS_INFO_BAD_ALG, "it does not support the hash algorithm"},
        {TS_INFO_BAD_REQUEST, "it does not allow or support the request"},
        {TS_INFO_BAD_DATA_FORMAT, "it cannot read the request"},
        {TS_INFO_TIME_NOT_AVAILABLE, "its time source is not available"},
        {TS_INFO_UNACCEPTED_POLICY, "it does not support the policy"},
        {TS_INFO_UNACCEPTED_EXTENSION, "it does not support the extension"},
        {TS_INFO_ADD_INFO_NOT_AVAILABLE, "it does not have the additional information"},
        {TS_INFO_SYSTEM_FAILURE, "it has failed"},
    };
    BIO *bio = BIO_new(BIO_s_mem());
    if (!bio) return NULL;
    const ASN1_BIT_STRING *failure = TS_STATUS_INFO_get0_failure_info(status);
    for (size_t i = 0; failure && i < sizeof reasons / sizeof *reasons; i++)
        if (ASN1_BIT_STRING_get_bit(failure, reasons[i].bit))
            BIO_printf(bio, "%s%s", BIO_pending(bio) > 0 ? "; " : "", reasons[i].text);
    const STACK_OF(ASN1_UTF8STRING) *texts = TS_STATUS_INFO_get0_text(status);
    for (int i = 0; texts && i < sk_ASN1_UTF8STRING_num(texts); i++) {
        if (BIO_pending(bio) > 0) BIO_puts(bio, "; ");
        ASN1_STRING_print_ex(bio, sk_ASN1_UTF8STRING_value(texts, i), ASN1_STRFLGS_UTF8_CONVERT);
    }
    return text_of(bio);
}

/// Returns OpenSSL's reasons since the error queue was last cleared, and clears it.
static char *text_of_errors(void) {
    static const char prefix[] = "Verify error:";
    BIO *bio = BIO_new(BIO_s_mem());
    const char *data;
    int flags;
    unsigned long code;
    while ((code = ERR_get_error_all(NULL, NULL, NULL, &data, &flags))) {
        const char *reason = ERR_reason_error_string(code);
        // For certificates, the reason is in the data.
        if ((flags & ERR_TXT_STRING) && data && strncmp(data, prefix, strlen(prefix)) == 0)
            reason = data + strlen(prefix);
        if (bio && reason) BIO_printf(bio, "%s%s", BIO_pending(bio) > 0 ? "; " : "", reason);
    }
    return text_of(bio);
}

/// Reads a time in the form of RFC 3161, 2.4.2: YYYYMMDDhhmmss[.s…]Z. Digits beyond milliseconds are dropped.
static int read_time(const ASN1_GENERALIZEDTIME *time, int64_t *milliseconds) {
    const uint8_t *text = ASN1_STRING_get0_data(time);
    int count = ASN1_STRING_length(time);
    struct tm parts;
    if (count < 15 || text[count - 1] != 'Z' || (count > 15 && text[14] != '.') || !ASN1_TIME_to_tm(time, &parts))
        return 0;
    int64_t seconds = timegm(&parts), fraction = 0, weight = 100;
    if (seconds < earliest || seconds >= latest) return 0;
    for (int i = 15; i < count - 1; i++, weight /= 10) {
        if (text[i] < '0' || text[i] > '9') return 0;
        fraction += (text[i] - '0') * weight;
    }
    *milliseconds = seconds * 1000 + fraction;
    return 1;
}

/// Reads a number from 0 to `most`; 0 if it is missing (RFC 3161, 2.4.2, on accuracies).
static int read_part(const ASN1_INTEGER *integer, int64_t most, int64_t *value) {
    *value = 0;
    return !integer || (ASN1_INTEGER_get_int64(value, integer) && *value >= 0 && *value <= most);
}

static int read_accuracy(TS_ACCURACY *accuracy, gnss_time_stamp *stamp) {
    if (!accuracy) return 1;
    int64_t seconds, milliseconds, microseconds;
    if (!read_part(TS_ACCURACY_get_seconds(accuracy), worst_accuracy, &seconds) ||
        !read_part(TS_ACCURACY_get_millis(accuracy), 999, &milliseconds) ||
        !read_part(TS_ACCURACY_get_micros(accuracy), 999, &microseconds))
        return 0;
    stamp->accuracy = seconds * 1000 + milliseconds + (microseconds > 0);
    stamp->has_accuracy = 1;
    return 1;
}

static char *read_serial(const ASN1_INTEGER *integer) {
    if (!integer || ASN1_STRING_length(integer) > SERIAL_LIMIT) return NULL;
    BIGNUM *number = ASN1_INTEGER_to_BN(integer, NULL);
    char *text = number && !BN_is_negative(number) ? BN_bn2hex(number) : NULL;
    BN_free(number);
    return text;
}

static char *read_authority(TS_RESP *response) {
    GENERAL_NAME *stated = TS_TST_INFO_get_tsa(TS_RESP_get_tst_info(response));
    if (stated && stated->type == GEN_DIRNAME) return text_of_name(stated->d.directoryName);
    STACK_OF(X509) *signers = PKCS7_get0_signers(TS_RESP_get_token(response), NULL, 0);
    // The certificates belong to the response; only the list is freed.
    const X509 *signer = signers && sk_X509_num(signers) > 0 ? sk_X509_value(signers, 0) : NULL;
    char *text = text_of_name(signer ? X509_get_subject_name(signer) : NULL);
    sk_X509_free(signers);
    return text;
}

static int is_about(TS_TST_INFO *info, const uint8_t *hash) {
    TS_MSG_IMPRINT *imprint = TS_TST_INFO_get_msg_imprint(info);
    const ASN1_OBJECT *algorithm;
    X509_ALGOR_get0(&algorithm, NULL, NULL, TS_MSG_IMPRINT_get_algo(imprint));
    const ASN1_OCTET_STRING *stated = TS_MSG_IMPRINT_get_msg(imprint);
    return OBJ_obj2nid(algorithm) == NID_sha256 && ASN1_STRING_length(stated) == GNSS_TIME_STAMP_HASH &&
           memcmp(ASN1_STRING_get0_data(stated), hash, GNSS_TIME_STAMP_HASH) == 0;
}

static int answers(const TS_TST_INFO *info, const uint64_t *nonce) {
    uint64_t stated;
    const ASN1_INTEGER *integer = TS_TST_INFO_get_nonce(info);
    return !nonce || (integer && ASN1_INTEGER_get_uint64(&stated, integer) && stated == *nonce);
}

static int is_granted(TS_RESP *response) {
    int64_t status = -1;
    ASN1_INTEGER_get_int64(&status, TS_STATUS_INFO_get0_status(TS_RESP_get_status_info(response)));
    return status == TS_STATUS_GRANTED || status == TS_STATUS_GRANTED_WITH_MODS;
}

/// Compares a response with the request and takes its values. All results but the good one may leave values unset.
static gnss_time_stamp_result examine(
    TS_RESP *response, const uint8_t *hash, const uint64_t *nonce, gnss_time_stamp *stamp) {
    if (!is_granted(response)) {
        stamp->detail = text_of_refusal(TS_RESP_get_status_info(response));
        return GNSS_TIME_STAMP_REJECTED;
    }
    TS_TST_INFO *info = TS_RESP_get_tst_info(response);
    if (!info || !TS_RESP_get_token(response) || TS_TST_INFO_get_version(info) != 1) return GNSS_TIME_STAMP_MALFORMED;
    if (!is_about(info, hash)) return GNSS_TIME_STAMP_OTHER_DATA;
    if (!answers(info, nonce)) return GNSS_TIME_STAMP_OTHER_REQUEST;
    if (!read_time(TS_TST_INFO_get_time(info), &stamp->time) || !read_accuracy(TS_TST_INFO_get_accuracy(info), stamp))
        return GNSS_TIME_STAMP_MALFORMED;
    if (!(stamp->serial = read_serial(TS_TST_INFO_get_serial(info)))) return GNSS_TIME_STAMP_MALFORMED;
    stamp->authority = read_authority(response);
    return stamp->authority ? GNSS_TIME_STAMP_GOOD : GNSS_TIME_STAMP_FAILED;
}

/// Parses a response, which the caller frees, and examines it.
static gnss_time_stamp_result parse(
    const uint8_t *bytes, size_t count, const uint8_t *hash, const uint64_t *nonce, gnss_time_stamp *stamp,
    TS_RESP **response) {
    memset(stamp, 0, sizeof *stamp);
    ERR_clear_error();
    if (count > GNSS_TIME_STAMP_LIMIT) return GNSS_TIME_STAMP_TOO_LARGE;
    const uint8_t *end = bytes;
    *response = count > 0 ? d2i_TS_RESP(NULL, &end, (long)count) : NULL;
    if (!*response || end != bytes + count) return GNSS_TIME_STAMP_MALFORMED;
    return examine(*response, hash, nonce, stamp);
}

gnss_time_stamp_result gnss_time_stamp_read(
    const uint8_t *bytes, size_t count, const uint8_t *hash, const uint64_t *nonce, gnss_time_stamp *stamp) {
    TS_RESP *response = NULL;
    gnss_time_stamp_result result = parse(bytes, count, hash, nonce, stamp, &response);
    TS_RESP_free(response);
    ERR_clear_error();
    return result;
}

static int refuse_password(char *room, int size, int is_for_writing, void *context) {
    (void)room, (void)size, (void)is_for_writing, (void)context;
    return -1;
}

/// Adds the certificates of a PEM text to a store, and returns their number; -1 if one of them is damaged.
static int add_certificates(X509_STORE *store, const char *pem, size_t count) {
    BIO *bio = BIO_new_mem_buf(pem, (int)count);
    int number = 0, works = bio != NULL;
    X509 *certificate;
    // Without a function for the password, OpenSSL would ask for one at the terminal.
    while (works && (certificate = PEM_read_bio_X509(bio, NULL, refuse_password, NULL))) {
        works = X509_STORE_add_cert(store, certificate);
        X509_free(certificate);
        number++;
    }
    unsigned long code = ERR_peek_last_error();
    int is_end = ERR_GET_LIB(code) == ERR_LIB_PEM && ERR_GET_REASON(code) == PEM_R_NO_START_LINE;
    BIO_free(bio);
    ERR_clear_error();
    return works && is_end ? number : -1;
}

/// Returns a store for checks at a time in seconds since 1970; null if the text contains no certificate.
static X509_STORE *make_store(const char *pem, size_t count, int64_t time) {
    if (count == 0 || count > GNSS_TIME_STAMP_PEM_LIMIT) return NULL;
    X509_STORE *store = X509_STORE_new();
    if (!store) return NULL;
    X509_VERIFY_PARAM_set_time(X509_STORE_get0_param(store), (time_t)time);
    if (add_certificates(store, pem, count) > 0) return store;
    X509_STORE_free(store);
    return NULL;
}

static int has_type(const PKCS7_SIGNER_INFO *signer, int attribute, int type) {
    const ASN1_TYPE *value = PKCS7_get_signed_attribute(signer, attribute);
    return !value || value->type == type;
}

/// Checks the types of the signed attributes that OpenSSL reads. Before January 2026 it did not check them itself
/// (CVE-2025-69420 and CVE-2026-22796), and crashed.
static int has_safe_attributes(PKCS7 *token) {
    STACK_OF(PKCS7_SIGNER_INFO) *signers = PKCS7_get_signer_info(token);
    for (int i = 0; i < sk_PKCS7_SIGNER_INFO_num(signers); i++) {
        const PKCS7_SIGNER_INFO *signer = sk_PKCS7_SIGNER_INFO_value(signers, i);
        if (!has_type(signer, NID_pkcs9_messageDigest, V_ASN1_OCTET_STRING) ||
            !has_type(signer, NID_pkcs9_contentType, V_ASN1_OBJECT) ||
            !has_type(signer, NID_id_smime_aa_signingCertificate, V_ASN1_SEQUENCE) ||
            !has_type(signer, NID_id_smime_aa_signingCertificateV2, V_ASN1_SEQUENCE))
            return 0;
    }
    return 1;
}

/// Hands the store to the context, which frees it.
static void give_store(TS_VERIFY_CTX *context, X509_STORE *store) {
#if OPENSSL_VERSION_PREREQ(3, 4)
    TS_VERIFY_CTX_set0_store(context, store);
#else
    TS_VERIFY_CTX_set_store(context, store);
#endif
}

/// Checks a response's signature and, again, its contents with OpenSSL. The store is freed.
static gnss_time_stamp_result verify(
    TS_RESP *response, const uint8_t *hash, const uint64_t *nonce, X509_STORE *store, gnss_time_stamp *stamp) {
    TS_REQ *request = make_request(hash, nonce);
    TS_VERIFY_CTX *context = request ? TS_REQ_to_TS_VERIFY_CTX(request, NULL) : NULL;
    TS_REQ_free(request);
    if (!context) {
        X509_STORE_free(store);
        return GNSS_TIME_STAMP_FAILED;
    }
    give_store(context, store);
    TS_VERIFY_CTX_add_flags(context, TS_VFY_SIGNATURE | TS_VFY_SIGNER);
    int is_good = has_safe_attributes(TS_RESP_get_token(response)) && TS_RESP_verify_response(context, response) == 1;
    TS_VERIFY_CTX_free(context);
    if (is_good) return GNSS_TIME_STAMP_GOOD;
    stamp->detail = text_of_errors();
    return GNSS_TIME_STAMP_UNTRUSTED;
}

gnss_time_stamp_result gnss_time_stamp_verify(
    const uint8_t *bytes, size_t count, const uint8_t *hash, const uint64_t *nonce, const char *pem, size_t pem_count,
    gnss_time_stamp *stamp) {
    TS_RESP *response = NULL;
    gnss_time_stamp_result result = parse(bytes, count, hash, nonce, stamp, &response);
    if (result == GNSS_TIME_STAMP_GOOD) {
        // Errors of the structural check are not reasons for distrust.
        ERR_clear_error();
        X509_STORE *store = make_store(pem, pem_count, stamp->time / 1000);
        result = store ? verify(response, hash, nonce, store, stamp) : GNSS_TIME_STAMP_NO_CERTIFICATE;
    }
    TS_RESP_free(response);
    ERR_clear_error();
    return result;
}

void gnss_time_stamp_close(gnss_time_stamp *stamp) {
    OPENSSL_free(stamp->authority);
    OPENSSL_free(stamp->serial);
    OPENSSL_free(stamp->detail);
    memset(stamp, 0, sizeof *stamp);
}
