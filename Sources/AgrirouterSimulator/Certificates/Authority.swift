// SPDX-License-Identifier: Apache-2.0

internal import Certificates
internal import GNSSTypes
internal import Synchronization

/// The service's two certificate authorities: one for its servers, and one with an intermediate for the clients that it
/// onboards. They are separate so that a client that wrongly trusts the chain of its own certificate for servers is
/// detected.
///
/// Calls block while `openssl` runs. Results are cached.
final class Authority: Sendable {
    /// The certificate that the listeners present.
    enum ServerCertificate: String, CaseIterable, Sendable {
        case good, expired
        case wrongHost = "wrong_host"
        case unknownAuthority = "unknown_ca"
    }

    /// A server's or client's certificate with its key.
    struct Identity: Sendable {
        /// The certificate and then its issuers, in DER.
        var chain: [[UInt8]]
        /// The private key, PEM without a passphrase.
        var key: String
    }

    private struct Made {
        var servers: Issuer
        var serverKey: SigningKey
        var clientRoot: Issuer?
        var clients: Issuer?
        var identities: [ServerCertificate: Identity] = [:]
        var random: SeededRandom
    }

    let maker: CertificateMaker
    let keys: KeyPool
    /// The authority certificate that clients must trust for the servers, in PEM.
    let serverAuthority: String
    /// Protects the issuers and everything that was created with them. Held while `openssl` runs, so that nothing is
    /// created twice; the lock of `keys` is taken after it.
    private let made: Mutex<Made>
    /// Clients check server certificates against the machine's clock, not the simulator's, so validity begins at
    /// 2020-01-01.
    private static let begin = UTCTime(nanosecondsSince1970: 1_577_836_800_000_000_000)

    /// Creates the authority for servers and its first certificate, or reuses those of an earlier run.
    init(maker: CertificateMaker, kept: KeptAuthority?, random: SeededRandom) throws(KeyError) {
        (self.maker, keys) = (maker, KeyPool(maker: maker))
        var random = random
        let servers: Issuer
        if let kept {
            servers = kept.servers
        } else {
            servers = try maker.authority(
                "agrirouter simulator, servers", maker.curveKey(), from: Self.begin, years: 25, &random)
        }
        serverAuthority = PEM.certificate(servers.certificate)
        made = Mutex(
            Made(
                servers: servers, serverKey: try maker.curveKey(), clientRoot: kept?.clientRoot,
                clients: kept?.clients, random: random))
        _ = try server(.good)
    }

    /// The authorities to keep for a later run; creates the clients' authority if necessary.
    func kept() throws(KeyError) -> KeptAuthority {
        let (root, clients) = try clientAuthorities()
        return KeptAuthority(servers: made.withLock { $0.servers }, clientRoot: root, clients: clients)
    }

    /// The certificate that a listener presents.
    func server(_ kind: ServerCertificate) throws(KeyError) -> Identity {
        try made.withLock { made throws(KeyError) in
            if let identity = made.identities[kind] { return identity }
            var issuer = made.servers
            if kind == .unknownAuthority {
                issuer = try maker.authority("unknown", maker.curveKey(), from: Self.begin, years: 25, &made.random)
            }
            let form = CertificateForm(
                serial: CertificateMaker.number(16, &made.random), name: "agrirouter simulator",
                keyID: CertificateMaker.number(20, &made.random), publicKey: made.serverKey.publicKey,
                notBefore: Self.begin, notAfter: Self.begin.adding(kind == .expired ? 86_400 : 25 * 365.25 * 86_400),
                use: kind == .wrongHost
                    ? .server(names: ["elsewhere.invalid"], addresses: [])
                    : .server(names: ["localhost"], addresses: [[127, 0, 0, 1], Array(repeating: 0, count: 15) + [1]]))
            let certificate = try maker.certificate(form, by: issuer)
            let identity = Identity(chain: [certificate], key: made.serverKey.pem)
            made.identities[kind] = identity
            return identity
        }
    }

    /// The authorities that sign client certificates: the root and the intermediate.
    func clientAuthorities() throws(KeyError) -> (root: Issuer, between: Issuer) {
        try made.withLock { made throws(KeyError) in
            if let root = made.clientRoot, let clients = made.clients { return (root, clients) }
            let root = try maker.authority(
                "agrirouter simulator, clients", keys.take(), from: Self.begin, years: 60, &made.random)
            let clients = try maker.authority(
                "agrirouter simulator, clients 1", keys.take(), by: root, from: Self.begin, years: 60, &made.random)
            (made.clientRoot, made.clients) = (root, clients)
            return (root, clients)
        }
    }

    /// Creates a client certificate with a new key.
    func client(
        _ name: String, from notBefore: UTCTime, to notAfter: UTCTime
    ) throws(KeyError) -> Identity {
        let (root, issuer) = try clientAuthorities()
        let key = try keys.take()
        let (serial, keyID) = made.withLock {
            (CertificateMaker.number(16, &$0.random), CertificateMaker.number(20, &$0.random))
        }
        let form = CertificateForm(
            serial: serial, name: name, keyID: keyID, publicKey: key.publicKey, notBefore: notBefore,
            notAfter: notAfter, use: .client)
        let certificate = try maker.certificate(form, by: issuer)
        return Identity(chain: [certificate, issuer.certificate, root.certificate], key: key.pem)
    }
}

/// The certificate authorities of an earlier run.
struct KeptAuthority: Hashable, Sendable {
    var servers: Issuer
    var clientRoot: Issuer
    var clients: Issuer
}
