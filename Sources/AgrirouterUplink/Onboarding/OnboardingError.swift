// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter

/// Why onboarding failed. What there was before is untouched.
public struct OnboardingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The words of ours.
    public enum Word: String, Sendable, CaseIterable {
        /// The onboarding address is of no use.
        case address
        /// Agrirouter's answer is of no use.
        case answer
        /// The connection broke while agrirouter answered.
        case interrupted
        /// Something else than agrirouter answered.
        case notAgrirouter = "not_agrirouter"
        /// Agrirouter is not reached.
        case offline
        /// The server's certificate is not trusted.
        case serverNotTrusted = "server_not_trusted"
    }

    /// Agrirouter's code of four digits, `http_503` for an answer without one, a ``Word``, or one of `KeyFileError.code`.
    public var code: String
    public var description: String
    public var cure: String
    /// Whether the same code may do later.
    public var mayRetry: Bool
    /// How long the service asks to wait.
    public var wait: Duration?

    public init(_ code: String, _ description: String, cure: String, mayRetry: Bool, wait: Duration? = nil) {
        (self.code, self.description, self.cure) = (code, description, cure)
        (self.mayRetry, self.wait) = (mayRetry, wait)
    }

    private init(_ word: Word, _ description: String, cure: String, mayRetry: Bool) {
        self.init(word.rawValue, description, cure: cure, mayRetry: mayRetry)
    }
}

extension OnboardingError {
    private static let newCode = "create a new code in the portal and onboard again"

    /// Agrirouter said no.
    init(_ refusal: OnboardingResponseError, wait: Duration?) {
        let known = OnboardingCode.all.first { $0.code == refusal.code }
        self.init(
            refusal.code ?? "http_\(refusal.status)", refusal.description,
            cure: known?.cure ?? (refusal.status == 401 ? Self.newCode : "try again later"),
            mayRetry: refusal.isPassing, wait: wait)
    }

    /// The answer is of no use.
    init(_ fault: CredentialsError) {
        self.init(.answer, fault.description, cure: Self.newCode, mayRetry: false)
    }

    /// The key is of no use.
    init(_ fault: KeyFileError) {
        self.init(fault.code, fault.description, cure: Self.newCode, mayRetry: false)
    }

    /// The base is no address of https.
    static let address = OnboardingError(
        .address, "the onboarding address is not an https URL", cure: "correct 'agrirouter.onboarding_url'",
        mayRetry: true)

    /// No answer of agrirouter came.
    init(_ reply: ServiceReply) {
        let words = reply.failure ?? "no answer"
        switch reply.exchange {
        case .offline:
            self.init(.offline, words, cure: "check the network and try again with the same code", mayRetry: true)
        case .serverNotTrusted:
            self.init(
                .serverNotTrusted, words,
                cure: "the code was not sent: correct the problem and try again with the same code",
                mayRetry: true)
        case .notAgrirouter:
            self.init(
                .notAgrirouter, words,
                cure: "correct the problem and try again; if the code is then refused, create a new one",
                mayRetry: true)
        case .answered, .interrupted, .certificateRefused:
            self.init(
                .interrupted, words,
                cure: "the code may be used up: try it again, and create a new one in the portal if it is refused",
                mayRetry: true)
        }
    }
}
