// SPDX-License-Identifier: Apache-2.0

public import Agrirouter
internal import COpenSSL
internal import GNSSTypes
internal import Wire

/// The encrypted key and certificate from the answer to an onboarding request.
public enum KeyFile {
    /// The largest file in bytes that is opened; agrirouter's files have a few thousand.
    public static let limit = 1 << 20

    /// Decrypts the key and the certificate with OpenSSL: PEM with a PKCS#8 key encrypted by PBES1 or PBES2, or PKCS#12
    /// with the same algorithms or 40-bit RC2, which needs OpenSSL's legacy provider. This may take a second because
    /// the key derivation runs many thousand rounds.
    ///
    /// - Throws: `KeyFileError`; the decrypted key has then been removed from memory.
    public static func open(_ credentials: EndpointCredentials) throws(KeyFileError) -> ClientIdentity {
        let text = credentials.certificate.exposed
        let bytes: [UInt8]? =
            switch credentials.form {
            case .pem: Array(text.utf8)
            case .p12: Base64.decode(text)
            }
        guard let bytes, !bytes.isEmpty, bytes.count <= limit else { throw .unreadable }
        return try open(bytes, credentials.form, credentials.secret.exposed)
    }

    private static func open(
        _ bytes: [UInt8], _ form: CertificateForm, _ secret: String
    ) throws(KeyFileError) -> ClientIdentity {
        // In C, the secret would end at the zero byte.
        guard !secret.utf8.contains(0) else { throw .wrongSecret }
        var file = gnss_key_file()
        defer { gnss_key_file_close(&file) }
        let result =
            switch form {
            case .pem: gnss_key_file_open_pem(bytes, bytes.count, secret, &file)
            case .p12: gnss_key_file_open_p12(bytes, bytes.count, secret, &file)
            }
        if let fault = fault(result) { throw fault }
        guard let certificates = file.certificates, let key = file.key, let name = file.name else { throw .failed }
        return ClientIdentity(
            certificate: String(cString: certificates), key: Confidential(String(cString: key)),
            name: String(cString: name), notBefore: time(file.not_before), notAfter: time(file.not_after))
    }

    private static func fault(_ result: gnss_key_file_result) -> KeyFileError? {
        switch result {
        case GNSS_KEY_FILE_OPEN: nil
        case GNSS_KEY_FILE_UNREADABLE: .unreadable
        case GNSS_KEY_FILE_WRONG_SECRET: .wrongSecret
        case GNSS_KEY_FILE_UNSUPPORTED: .unsupported
        case GNSS_KEY_FILE_NO_KEY: .noKey
        case GNSS_KEY_FILE_NO_CERTIFICATE: .noCertificate
        case GNSS_KEY_FILE_MISMATCH: .mismatch
        default: .failed
        }
    }

    /// Converts seconds since 1970 and limits the result to the range of `UTCTime`: certificates may end in the year
    /// 9999.
    private static func time(_ seconds: Int64) -> UTCTime {
        UTCTime(nanosecondsSince1970: min(max(seconds, -9_000_000_000), 9_000_000_000) * 1_000_000_000)
    }
}
