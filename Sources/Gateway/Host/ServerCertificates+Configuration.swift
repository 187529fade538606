// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import DaemonRuntime
internal import ServerTLS
internal import Storage
internal import SystemSupport

extension ServerCertificates {
    /// The certificates for `listen.https`; nil if that list is empty. Without a state folder, the gateway's own
    /// authority is lost when the daemon ends.
    ///
    /// - Throws: `GatewayError` if a given file cannot be used, or the gateway's own authority is damaged.
    static func make(_ configuration: GatewayConfiguration, on base: GatewayBase) throws(GatewayError)
        -> ServerCertificates?
    {
        let listen = configuration.listen
        guard !listen.https.isEmpty else { return nil }
        do {
            return try ServerCertificates(
                GivenCertificate(configuration.tls),
                store: base.store.credentials.map(CertificateFolder.init(credentials:)),
                surroundings: { .now(served: listen.https.map(\.host), names: listen.names) },
                // Certificates are valid in real time, even if the daemon's clock is that of a replay.
                now: { SystemClock.wall / 1_000_000_000 }, logger: base.logger)
        } catch {
            throw GatewayError(error, configuration.tls)
        }
    }

    /// Applies a reloaded configuration, which names certificate files or selects the gateway's own authority.
    ///
    /// - Throws: `GatewayError` if the certificate cannot be used; the current one stays in use in that case.
    func adopt(_ settings: TLSSettings) throws(GatewayError) {
        do { try adopt(GivenCertificate(settings)) } catch { throw GatewayError(error, settings) }
    }
}

extension GivenCertificate {
    /// The files; nil for the gateway's own authority.
    fileprivate init?(_ settings: TLSSettings) {
        guard case .files(let files) = settings else { return nil }
        self.init(certificate: files.certificate, key: files.key)
    }
}

extension GatewayError {
    fileprivate init(_ error: any Error, _ settings: TLSSettings) {
        if let error = error as? GivenCertificateError, case .files(let files) = settings {
            self.init(.configuration, files.error(error.description, at: error.key))
        } else {
            self.init(.configuration, "https: \(error)")
        }
    }
}

/// Stores the gateway's own certificates among its secrets.
private struct CertificateFolder: CertificateStore {
    let credentials: Credentials

    func read(_ name: String) throws -> String? { try credentials.read(name)?.exposed }

    func write(_ text: String, as name: String) throws { try credentials.write(Secret(text), as: name) }
}
