// SPDX-License-Identifier: Apache-2.0

import Certificates
import Logging
import Synchronization
import Testing

@testable import ServerTLS

private let day: Int64 = 86_400

/// A store in memory that can fail, a clock set by hand and a machine whose addresses change.
private final class Trial: CertificateStore {
    struct Failure: Error {}

    private let state = Mutex(State())

    struct State {
        var texts: [String: String] = [:]
        var isFull = false
        var now: Int64 = 1_795_608_000
        var surroundings = CertificateSubjects.Surroundings(
            host: "tractor", served: ["0.0.0.0"], names: [], machine: [[127, 0, 0, 1], [192, 168, 1, 4]])
    }

    func set<Value>(_ path: WritableKeyPath<State, Value>, _ value: Value) {
        state.withLock { $0[keyPath: path] = value }
    }

    var texts: [String: String] { state.withLock { $0.texts } }

    func read(_ name: String) throws -> String? { texts[name] }

    func write(_ text: String, as name: String) throws {
        try state.withLock { state in
            if state.isFull { throw Failure() }
            state.texts[name] = text
        }
    }

    func start(_ given: GivenCertificate? = nil) throws -> ServerCertificates {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return try ServerCertificates(
            given, store: self, surroundings: { self.state.withLock { $0.surroundings } },
            now: { self.state.withLock { $0.now } }, logger: logger)
    }

    var now: Int64 { state.withLock { $0.now } }
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

    @Test("A full disk: the certificate is renewed in memory; an authority that cannot be kept is an error")
    func fullDisk() throws {
        let trial = Trial()
        let certificates = try trial.start()
        trial.set(\.isFull, true)
        trial.set(\.now, certificates.ends.server)
        _ = certificates.renewed(for: nil)
        #expect(certificates.ends.server > trial.now)
        let empty = Trial()
        empty.set(\.isFull, true)
        #expect(throws: AuthorityError.self) { try empty.start() }
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
}
