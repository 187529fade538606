// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import HTTPTypes
internal import Synchronization

/// The browsers that have signed in. A code that was made over the control socket signs one in, once. They are forgotten when
/// the daemon ends.
final class Sessions: Sendable {
    /// For how long a code can be used.
    static let codeLifetime = Duration.seconds(600)
    /// For how long a browser stays signed in.
    static let lifetime = Duration.seconds(12 * 3600)
    static let cookie = "gnss_session"
    /// How many codes wait to be used, and how many browsers are signed in; beyond it the oldest goes.
    static let codeLimit = 16
    static let sessionLimit = 64
    /// After so many wrong codes none is looked at until the pause is over. A code has 50 bits.
    static let tries = 10
    static let pause = Duration.seconds(60)

    /// Why nobody was signed in.
    enum Refusal: Error {
        /// The code is wrong, was used, or is too old.
        case wrong
        /// Too many wrong codes came.
        case paused
    }

    private struct State {
        var codes: [(text: String, end: ContinuousClock.Instant)] = []
        var sessions: [(token: String, end: ContinuousClock.Instant)] = []
        var wrong: [ContinuousClock.Instant] = []

        mutating func forget(at now: ContinuousClock.Instant) {
            codes.removeAll { $0.end <= now }
            sessions.removeAll { $0.end <= now }
            wrong.removeAll { $0 + Sessions.pause <= now }
        }
    }

    private let state = Mutex(State())
    private let clock: @Sendable () -> ContinuousClock.Instant

    /// - Parameter clock: what time it is.
    init(clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.clock = clock }

    /// A new code.
    func invite() -> String {
        // Without letters that look like digits (Crockford's base 32).
        let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
        let text = String((0..<10).map { _ in letters[Int.random(in: 0..<32)] })
        let now = clock()
        state.withLock { state in
            state.forget(at: now)
            state.codes.append((text, now + Self.codeLifetime))
            if state.codes.count > Self.codeLimit { state.codes.removeFirst() }
        }
        return text
    }

    /// Signs a browser in.
    ///
    /// - Returns: the secret that it shows from then on.
    /// - Throws: `Refusal`.
    func open(_ code: String) throws(Refusal) -> String {
        let token = (0..<4).map { _ in
            let part = String(UInt64.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 16 - part.count) + part
        }.joined()
        let now = clock()
        let given = code.uppercased()
        let refusal: Refusal? = state.withLock { state in
            state.forget(at: now)
            guard state.wrong.count < Self.tries else { return .paused }
            guard let index = state.codes.firstIndex(where: { $0.text == given }) else {
                state.wrong.append(now)
                return .wrong
            }
            state.codes.remove(at: index)
            state.sessions.append((token, now + Self.lifetime))
            if state.sessions.count > Self.sessionLimit { state.sessions.removeFirst() }
            return nil
        }
        if let refusal { throw refusal }
        return token
    }

    /// Signs the browser out that sent these cookies.
    func close(_ request: HTTPFields) {
        let token = Self.token(in: request)
        state.withLock { $0.sessions.removeAll { $0.token == token } }
    }

    /// Whether a browser that sent these cookies is signed in.
    func knows(_ request: HTTPFields) -> Bool {
        guard let token = Self.token(in: request) else { return false }
        let now = clock()
        return state.withLock { state in
            state.forget(at: now)
            return state.sessions.contains { ConstantTime.isEqual($0.token, token) }
        }
    }

    private static func token(in request: HTTPFields) -> String? { request.cookie(cookie) }
}

/// Comparisons of secrets.
enum ConstantTime {
    /// Takes as long for any wrong text of that length.
    static func isEqual(_ a: String, _ b: String) -> Bool {
        let (a, b) = (Array(a.utf8), Array(b.utf8))
        guard a.count == b.count else { return false }
        return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension HTTPFields {
    /// The value of a cookie (RFC 6265, section 5.4).
    func cookie(_ name: String) -> String? {
        for field in self[values: .cookie] {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2, parts[0].drop(while: { $0 == " " }) == name else { continue }
                return String(parts[1])
            }
        }
        return nil
    }
}
