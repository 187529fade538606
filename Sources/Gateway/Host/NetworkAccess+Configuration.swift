// SPDX-License-Identifier: Apache-2.0

internal import Access
internal import ConfigurationFile
internal import ControlModel
internal import Logging
internal import ServerTLS
internal import Storage
internal import WebAPI

extension NetworkAccess {
    /// The name of the secret that holds the token.
    private static let tokenName = "control.token"

    /// The control interface on TCP; nil if it is not configured. The token is created if missing. If no token can be
    /// read or stored, nothing can be changed over TCP.
    init?(
        _ listen: ListenConfiguration, _ access: AccessSettings, _ certificates: ServerCertificates?, _ store: Store,
        _ logger: Logger
    ) {
        guard !listen.http.isEmpty || !listen.https.isEmpty else { return nil }
        let token: Secret?
        do throws(StoreError) {
            token = try store.credentials.map { credentials throws(StoreError) in
                if let known = try credentials.read(Self.tokenName), !known.exposed.isEmpty { return known }
                let token = Secret.random()
                try credentials.write(token, as: Self.tokenName)
                return token
            }
        } catch {
            token = nil
            logger.error("control: changes over TCP are disabled, because the token cannot be read or stored: \(error)")
        }
        self.init(
            addresses: listen.http.map { NetworkAddress(host: $0.host, port: $0.port) }
                + listen.https.map { NetworkAddress(host: $0.host, port: $0.port, isEncrypted: true) },
            isRequired: listen.http != [ListenConfiguration.defaultHTTP],
            token: token?.exposed, policy: AccessPolicy(access, names: listen.names))
        self.certificates = certificates
    }
}

extension AccessPolicy {
    /// Creates the rules from the configuration.
    fileprivate init(_ settings: AccessSettings, names: [String]) {
        self.init(
            isReadingOpen: settings.read == .open, isPlainAllowed: settings.plain == .allowed,
            tokenRole: ControlRole(rawValue: settings.token.rawValue) ?? .viewer, names: names,
            proxies: settings.proxies)
    }
}
