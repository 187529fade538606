// SPDX-License-Identifier: Apache-2.0

import Certificates
import Foundation
import GNSSTypes
import Logging
import MessageTexts
import Synchronization
import Testing

@testable import ServerTLS

private let day: Int64 = 86_400

/// A store in memory that can fail, a clock set by hand and a machine whose addresses change.
private final class Trial: CertificateStore {
    struct Failure: Error {}

    private let state = Mutex(State())

    struct State {
        /// Whether signing fails, and how often it was tried.
        var isBroken = false
        var attempts = 0
        var texts: [String: String] = [:]
        var isFull = false
        /// Whether an error follows a write that has replaced the file.
        var failsAfterwards = false
        var now: Int64 = 1_795_608_000
        var surroundings = CertificateSubjects.Surroundings(
            host: "tractor", served: ["0.0.0.0"], names: [], machine: [[127, 0, 0, 1], [192, 168, 1, 4]])
    }

    func set<Value>(_ path: WritableKeyPath<State, Value>, _ value: Value) {
        state.withLock { $0[keyPath: path] = value }
    }

    var texts: [String: String] { state.withLock { $0.texts } }

    /// Leaves out the line ends at the end, like the store.
    func read(_ name: String) throws -> String? { texts[name]?.trimmingCharacters(in: .newlines) }

    func write(_ text: String, as name: String) throws {
        try state.withLock { state in
            if state.isFull { throw Failure() }
            state.texts[name] = text
            if state.failsAfterwards { throw Failure() }
        }
    }

    let log = KeptLog()

    func start(_ given: GivenCertificate? = nil) throws -> ServerCertificates {
        let logger = Logger(label: "test") { [log] _ in log }
        return try ServerCertificates(
            given, store: self, surroundings: { self.state.withLock { $0.surroundings } },
            now: { self.state.withLock { $0.now } }, logger: logger,
            sign: { authority, subjects, now in
                let isBroken = self.state.withLock { state in
                    state.attempts += 1
                    return state.isBroken
                }
                if isBroken { throw Failure() }
                return try authority.server(subjects, at: now)
            })
    }

    var attempts: Int { state.withLock { $0.attempts } }

    var now: Int64 { state.withLock { $0.now } }
}

/// Keeps warnings and errors.
private final class KeptLog: LogHandler {
    private let entries = Mutex<[String]>([])
    var lines: [String] { entries.withLock { $0 } }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .notice }
        set {}
    }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }
    func log(event: LogEvent) { entries.withLock { $0.append("\(event.level): \(event.message)") } }
}

/// Calls a function with the files of an operator, and removes them.
///
/// - Parameters:
///   - server: The server's certificate and its key, in PEM.
///   - issuers: Texts that begin with a certificate in PEM.
private func withFiles<Result>(
    _ server: String, issuers: [String] = [], _ body: (GivenCertificate) throws -> Result
) throws -> Result {
    let path = NSTemporaryDirectory() + "gnss-chain-\(UUID().uuidString)"
    let given = GivenCertificate(certificate: path + ".crt", key: path + ".key")
    defer { for path in [given.certificate, given.key] { try? FileManager.default.removeItem(atPath: path) } }
    let key = PEM.block("PRIVATE KEY", try #require(PEM.content("PRIVATE KEY", in: server)))
    let certificates = try ([server] + issuers).map {
        PEM.certificate(try #require(PEM.content("CERTIFICATE", in: $0)))
    }
    try Data(certificates.joined().utf8).write(to: URL(fileURLWithPath: given.certificate))
    try Data(key.utf8).write(to: URL(fileURLWithPath: given.key))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: given.key)
    return try body(given)
}

struct ServerCertificatesTests {
    @Test("Authority and certificate survive a restart")
    func restart() throws {
        let trial = Trial()
        let first = try trial.start()
        let texts = trial.texts
        #expect(texts.keys.sorted() == [ServerCertificates.authorityName, ServerCertificates.serverName])
        let second = try trial.start()
        #expect(trial.texts == texts && first.fingerprint == second.fingerprint)
        #expect(first.authorityText?.contains("PRIVATE") == false)
        #expect(first.subjects.addresses.contains([192, 168, 1, 4]))
    }

    @Test("A damaged authority is an error that names the file, and is left as it is", arguments: 0..<6)
    func damage(_ kind: Int) throws {
        let trial = Trial()
        let other = Trial()
        _ = try trial.start()
        _ = try other.start()
        let name = ServerCertificates.authorityName
        let text = try #require(trial.texts[name])
        let foreign = try #require(other.texts[name])
        let certificate = try #require(PEM.content("CERTIFICATE", in: text))
        let damaged =
            switch kind {
            case 0: ""
            case 1: String(text.prefix(text.count / 2))
            case 2: PEM.certificate(certificate)
            // The key of another authority.
            case 3:
                PEM.certificate(certificate)
                    + foreign[try #require(foreign.firstRange(of: "-----BEGIN PRIVATE")).lowerBound...]
            // One byte of the signed part differs.
            case 4:
                PEM.certificate(certificate.enumerated().map { $0 == 60 ? $1 ^ 1 : $1 })
                    + text[try #require(text.firstRange(of: "-----BEGIN PRIVATE")).lowerBound...]
            default: "\0\u{1}garbage"
            }
        trial.set(\.texts[name], damaged)
        let error = #expect(throws: AuthorityError.self) { try trial.start() }
        #expect(error?.description.contains(name) == true && error?.description.contains("damaged") == true)
        #expect(trial.texts[name] == damaged)
    }

    @Test("A damaged server certificate, or one of another authority, is replaced")
    func damagedServer() throws {
        let (trial, other) = (Trial(), Trial())
        let fingerprint = try trial.start().fingerprint
        _ = try other.start()
        for text in ["", "x", try #require(other.texts[ServerCertificates.serverName])] {
            trial.set(\.texts[ServerCertificates.serverName], text)
            let certificates = try trial.start()
            #expect(certificates.fingerprint == fingerprint)
            #expect(trial.texts[ServerCertificates.serverName] != text)
        }
    }

    @Test("While it runs: renewed near its end, once, with the same authority")
    func renewal() throws {
        let trial = Trial()
        let certificates = try trial.start()
        let (old, end) = (try #require(certificates.current(for: [127, 0, 0, 1])), certificates.ends.server)
        trial.set(\.now, end - 29 * day)
        #expect(certificates.current(for: [127, 0, 0, 1]) == nil)
        let new = certificates.renewed(for: [127, 0, 0, 1])
        #expect(new !== old && certificates.renewed(for: [127, 0, 0, 1]) === new)
        #expect(certificates.current(for: [127, 0, 0, 1]) === new)
        #expect(certificates.ends.server == trial.now - day + 397 * day)
        #expect(trial.texts[ServerCertificates.serverName]?.isEmpty == false)
    }

    @Test("While it runs: a new address of the machine is in the certificate of the client that arrives on it")
    func newAddress() throws {
        let trial = Trial()
        let certificates = try trial.start()
        let old = try #require(certificates.current(for: nil))
        trial.set(\.surroundings.machine, [[127, 0, 0, 1], [10, 0, 0, 9]])
        #expect(certificates.current(for: [10, 0, 0, 9]) == nil)
        #expect(certificates.renewed(for: [10, 0, 0, 9]) !== old)
        #expect(certificates.subjects.addresses.contains([10, 0, 0, 9]))
    }

    @Test("While it runs: back in an earlier network, each time, the certificate has its address")
    func returns() throws {
        let trial = Trial()
        let certificates = try trial.start()
        for address: [UInt8] in [
            [192, 168, 1, 4], [10, 0, 0, 9], [192, 168, 1, 4], [10, 0, 0, 9], [192, 168, 1, 4],
        ] {
            trial.set(\.surroundings.machine, [[127, 0, 0, 1], address])
            // What a handshake does.
            _ = certificates.current(for: address) ?? certificates.renewed(for: address)
            #expect(certificates.subjects.addresses.contains(address), "\(address)")
        }
    }

    @Test("An address that the authority must not sign causes one look and no renewal")
    func foreignAddress() throws {
        let trial = Trial()
        let certificates = try trial.start()
        let old = try #require(certificates.current(for: nil))
        trial.set(\.surroundings.machine, [[127, 0, 0, 1], [192, 168, 1, 4], [8, 8, 8, 8]])
        #expect(certificates.current(for: [8, 8, 8, 8]) == nil)
        #expect(certificates.renewed(for: [8, 8, 8, 8]) === old)
        #expect(certificates.current(for: [8, 8, 8, 8]) === old)
    }

    @Test("A board that starts in 1970 makes an authority that is valid once its clock is set")
    func clockOf1970() throws {
        let trial = Trial()
        trial.set(\.now, 1000)
        let certificates = try trial.start()
        let fingerprint = certificates.fingerprint
        let real: Int64 = 1_900_000_000
        trial.set(\.now, real)
        _ = certificates.renewed(for: [127, 0, 0, 1])
        let ends = certificates.ends
        #expect(ends.server > real + 300 * day)
        #expect(try #require(ends.authority) > real + 2000 * day)
        #expect(try trial.start().fingerprint == fingerprint)
        // And after the next start in 1970 the good certificate stays.
        trial.set(\.now, 1000)
        #expect(try trial.start().ends == ends)
    }

    @Test("A full disk: the certificate is renewed in memory, and a new authority is stored by a later reload")
    func fullDisk() throws {
        let trial = Trial()
        let certificates = try trial.start()
        trial.set(\.isFull, true)
        trial.set(\.now, certificates.ends.server)
        _ = certificates.renewed(for: nil)
        #expect(certificates.ends.server > trial.now)
        let empty = Trial()
        empty.set(\.isFull, true)
        let unstored = try empty.start()
        let fingerprint = try #require(unstored.fingerprint)
        #expect(empty.log.lines.contains { $0.hasPrefix("error: https: cannot store the gateway's authority") })
        try unstored.adopt(nil)
        #expect(unstored.fingerprint == fingerprint && empty.texts.isEmpty)
        empty.set(\.isFull, false)
        try unstored.adopt(nil)
        #expect(try empty.start().fingerprint == fingerprint)
    }

    @Test("An authority that could not be stored is a finding, and is stored later unless another was restored")
    func storedLater() throws {
        let (trial, other) = (Trial(), Trial())
        trial.set(\.isFull, true)
        let certificates = try trial.start()
        certificates.renewIfDue()
        #expect(certificates.finding?.message.code == "certificate.authority_not_stored")
        #expect(certificates.finding?.isUnusable == false && trial.texts.isEmpty)
        trial.set(\.isFull, false)
        _ = try other.start()
        let restored = other.texts[ServerCertificates.authorityName]
        trial.set(\.texts[ServerCertificates.authorityName], restored)
        certificates.renewIfDue()
        #expect(certificates.finding != nil && trial.texts[ServerCertificates.authorityName] == restored)
        trial.set(\.texts[ServerCertificates.authorityName], nil)
        certificates.renewIfDue()
        #expect(certificates.finding == nil)
        #expect(try trial.start().fingerprint == certificates.fingerprint)
    }

    @Test("An authority whose file is in place although storing it failed is no finding any more")
    func storedInSpiteOfError() throws {
        let trial = Trial()
        trial.set(\.failsAfterwards, true)
        let certificates = try trial.start()
        #expect(certificates.finding?.message.code == "certificate.authority_not_stored")
        certificates.renewIfDue()
        #expect(certificates.finding == nil)
        #expect(try trial.start().fingerprint == certificates.fingerprint)
    }

    @Test("With state in memory, a reload keeps the authority")
    func memory() throws {
        let certificates = try ServerCertificates(
            nil, store: nil,
            surroundings: { .init(host: "tractor", served: ["0.0.0.0"], names: [], machine: []) },
            now: { 1_795_608_000 }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let fingerprint = certificates.fingerprint
        try certificates.adopt(nil)
        #expect(fingerprint != nil && certificates.fingerprint == fingerprint)
    }

    @Test("A given file that cannot be used leaves the old certificate in force")
    func badReload() throws {
        let certificates = try Trial().start()
        let old = try #require(certificates.current(for: nil))
        let error = #expect(throws: GivenCertificateError.self) {
            try certificates.adopt(GivenCertificate(certificate: "/nowhere/a.pem", key: "/nowhere/b.pem"))
        }
        #expect(error?.key == "certificate" && error?.description.contains("/nowhere/a.pem") == true)
        #expect(certificates.current(for: nil) === old)
    }

    @Test("A given file is valid until the first end of its certificate and the issuer")
    func chain() throws {
        let now: Int64 = 1_795_608_000
        let earlier = now - 90 * day
        let subjects = CertificateSubjects(names: ["tractor"], addresses: [])
        let authority = try OwnAuthority(for: subjects, host: "tractor", at: now)
        let leaf = try authority.server(subjects, at: now)
        let validity = try withFiles(leaf, issuers: [authority.server(subjects, at: earlier)]) {
            try $0.load().validity
        }
        let end = CertificateValidity.server(at: earlier, authorityEnd: authority.end).end
        #expect(validity == CertificateValidity(begin: now - day, end: end))
    }

    @Test("A root that another one signed may have ended, because clients use their own roots")
    func endedCrossSignature() throws {
        let now: Int64 = 1_795_608_000 + 1000 * day
        let subjects = CertificateSubjects(names: ["tractor"], addresses: [])
        let authority = try OwnAuthority(for: subjects, host: "tractor", at: now)
        let (leaf, issuer) = (try authority.server(subjects, at: now), try authority.server(subjects, at: now))
        let ended = try authority.server(subjects, at: now - 500 * day)
        let validity = try withFiles(leaf, issuers: [issuer, ended]) { try $0.load().validity }
        #expect(validity == CertificateValidity(begin: now - day, end: now + 396 * day))
        #expect(validity.finding(file: "/tls.crt", at: now) == nil)
    }

    @Test("A root in a given file may have ended, because clients use their own roots")
    func endedRoot() throws {
        let subjects = CertificateSubjects(names: ["tractor"], addresses: [])
        let root = try OwnAuthority(for: subjects, host: "tractor", at: 1_795_608_000)
        let now = root.end + 100 * day
        let leaf = try OwnAuthority(for: subjects, host: "tractor", at: now).server(subjects, at: now)
        let validity = try withFiles(leaf, issuers: [root.certificateText]) { try $0.load().validity }
        #expect(validity == CertificateValidity(begin: now - day, end: now + 396 * day))
    }

    @Test("An authority that could not be stored is kept while given files are in use")
    func givenMeanwhile() throws {
        let trial = Trial()
        trial.set(\.isFull, true)
        let certificates = try trial.start()
        let fingerprint = try #require(certificates.fingerprint)
        let subjects = CertificateSubjects(names: ["tractor"], addresses: [])
        let leaf = try OwnAuthority(for: subjects, host: "tractor", at: trial.now).server(subjects, at: trial.now)
        try withFiles(leaf) { given in
            // The second reload keeps what the first one kept.
            for _ in 0..<2 { try certificates.adopt(given) }
        }
        #expect(certificates.fingerprint == nil)
        trial.set(\.isFull, false)
        try certificates.adopt(nil)
        #expect(try certificates.fingerprint == fingerprint && trial.start().fingerprint == fingerprint)
    }

    @Test("Many connections at once renew it only once")
    func race() async throws {
        let trial = Trial()
        let certificates = try trial.start()
        trial.set(\.now, certificates.ends.server)
        let contexts = await withTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<50 { group.addTask { ObjectIdentifier(certificates.renewed(for: [127, 0, 0, 1])) } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(contexts.count == 1)
    }

    @Test("A renewal that fails is tried again after a minute, then more rarely up to an hour, and logged once")
    func pace() throws {
        let trial = Trial()
        let certificates = try trial.start()
        let old = try #require(certificates.current(for: nil))
        #expect(certificates.finding == nil)
        trial.set(\.now, certificates.ends.server - 29 * day)
        trial.set(\.isBroken, true)
        let before = (attempts: trial.attempts, lines: trial.log.lines.count)
        /// What a handshake does.
        func handshake(_ address: [UInt8] = [127, 0, 0, 1]) {
            #expect((certificates.current(for: address) ?? certificates.renewed(for: address)) === old)
        }
        for _ in 0..<100 { handshake() }
        handshake([10, 0, 0, 9])
        #expect(trial.attempts == before.attempts + 1)
        #expect(certificates.finding?.message.code == "certificate.not_renewed")
        #expect(certificates.finding?.isUnusable == false)
        // Each second for three hours: after 1, 3, 7, 15, 31 and 63 minutes, and then each hour.
        for second in 1...10_800 {
            trial.set(\.now, certificates.ends.server - 29 * day + Int64(second))
            handshake()
        }
        #expect(trial.attempts == before.attempts + 1 + 7, "\(trial.attempts - before.attempts)")
        certificates.renewIfDue()
        #expect(trial.log.lines.dropFirst(before.lines).count == 1, "\(trial.log.lines)")
        // A clock that is set back makes the pause no longer.
        trial.set(\.now, trial.now - 7200)
        handshake()
        #expect(trial.attempts == before.attempts + 9)
        trial.set(\.isBroken, false)
        trial.set(\.now, trial.now + 3600)
        certificates.renewIfDue()
        #expect(certificates.current(for: nil) !== old && certificates.finding == nil)
        #expect(trial.log.lines.dropFirst(before.lines).count == 2, "\(trial.log.lines)")
    }

    @Test("A failure for an address that is gone again does not stay a finding")
    func failedAddress() throws {
        let trial = Trial()
        let certificates = try trial.start()
        trial.set(\.surroundings.machine, [[127, 0, 0, 1], [10, 0, 0, 9]])
        trial.set(\.isBroken, true)
        _ = certificates.renewed(for: [10, 0, 0, 9])
        #expect(certificates.finding != nil)
        trial.set(\.surroundings.machine, [[127, 0, 0, 1], [192, 168, 1, 4]])
        trial.set(\.now, trial.now + 61)
        certificates.renewIfDue()
        #expect(certificates.finding == nil)
    }

    @Test("The end of the authority is a finding 14 days before, and when it is past")
    func authorityEnds() throws {
        let trial = Trial()
        let certificates = try trial.start()
        let end = try #require(certificates.ends.authority)
        trial.set(\.now, end - 100 * day)
        certificates.renewIfDue()
        for (time, code, isUnusable) in [
            (end - 15 * day, nil, false), (end - 13 * day, "certificate.own_ends", false),
            (end + 1, "certificate.own_ended", true),
        ] as [(Int64, String?, Bool)] {
            trial.set(\.now, time)
            certificates.renewIfDue()
            let finding = certificates.finding
            #expect(
                finding?.message.code == code && finding?.isUnusable ?? false == isUnusable,
                "\(String(describing: finding))")
        }
        // A clock that is not set says nothing.
        trial.set(\.now, 1000)
        #expect(certificates.finding == nil)
    }

    @Test(
        "The findings about an operator's file",
        arguments: [
            (-1, 100, "certificate.file_not_yet_valid", true), (0, 100, nil, false), (86, 100, nil, false),
            (87, 100, "certificate.file_ends", false), (100, 100, "certificate.file_ended", true),
        ] as [(Int64, Int64, String?, Bool)])
    func file(_ now: Int64, _ length: Int64, _ code: String?, _ isUnusable: Bool) {
        let begin: Int64 = 1_800_000_000
        let finding = CertificateValidity(begin: begin, end: begin + length * day).finding(
            file: "/tls.crt", at: begin + now * day)
        #expect(finding?.message.code == code && finding?.isUnusable ?? false == isUnusable)
        if let finding { #expect(finding.message.text.contains("/tls.crt") && !finding.fix.text.isEmpty) }
    }
}
