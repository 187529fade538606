// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Synchronization

/// The two authorities of the service: one for its servers, one, with an intermediate, for the clients it onboards.
/// They are two because a client that trusts the chain of its own certificate for servers is wrong.
///
/// Calls block while `openssl` runs; what was made once is kept.
final class Authority: Sendable {
    /// Which certificate the listeners show.
    enum ServerCertificate: String, CaseIterable, Sendable {
        case good, expired
        case wrongHost = "wrong_host"
        case unknownAuthority = "unknown_ca"
    }

    /// A certificate with its key, as a server or a client uses it.
    struct Identity: Sendable {
        /// The certificate, then those that signed it, DER.
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
    /// The certificate that clients trust for the servers, PEM.
    let serverAuthority: String
    /// Protects the issuers and what was made by them. Held while `openssl` runs, so that nothing is made twice; the
    /// lock of `keys` is taken after it.
    private let made: Mutex<Made>
    /// Server certificates are checked by the clients' clocks, which are the machine's.
    private static let begin = UTCTime(nanosecondsSince1970: 1_577_836_800_000_000_000)

    /// Makes the authority for servers and its first certificate, or takes those of an earlier run.
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

    /// What a later run needs; it makes the clients' authority where that is not made yet.
    func kept() throws(KeyError) -> KeptAuthority {
        let (root, clients) = try clientAuthorities()
        return KeptAuthority(servers: made.withLock { $0.servers }, clientRoot: root, clients: clients)
    }

    /// The certificate that a listener shows.
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

    /// The authorities that sign clients: the root, and the one between.
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

    /// A certificate of a client with a new key.
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

/// The authorities of an earlier run.
struct KeptAuthority: Hashable, Sendable {
    var servers: Issuer
    var clientRoot: Issuer
    var clients: Issuer
}
