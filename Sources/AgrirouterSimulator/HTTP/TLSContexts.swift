// SPDX-License-Identifier: Apache-2.0

internal import NIOCore
internal import NIOSSL

/// The TLS settings of the two public listeners.
struct TLSContexts: Sendable {
    let onboarding: NIOSSLContext
    let gateway: NIOSSLContext

    /// Creates the settings from a server certificate.
    ///
    /// - Parameter requiresCertificate: True if TLS itself refuses clients without a certificate.
    init(_ identity: Authority.Identity, requiresCertificate: Bool) throws {
        let chain = try identity.chain.map {
            NIOSSLCertificateSource.certificate(try NIOSSLCertificate(bytes: $0, format: .der))
        }
        let key = try NIOSSLPrivateKey(bytes: Array(identity.key.utf8), format: .pem)
        var settings = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain, privateKey: .privateKey(key))
        settings.minimumTLSVersion = .tlsv12
        settings.applicationProtocols = ["http/1.1"]
        settings.shutdownTimeout = .milliseconds(500)
        onboarding = try NIOSSLContext(configuration: settings)
        // The service itself decides which client certificates are valid, by its own clock.
        settings.trustRoots = .certificates([])
        settings.certificateVerification = requiresCertificate ? .noHostnameVerification : .optionalVerification
        gateway = try NIOSSLContext(configuration: settings)
    }
}
