// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter

/// The reason that onboarding failed. An existing endpoint is unchanged.
public struct OnboardingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The gateway's own error codes.
    public enum Word: String, Sendable, CaseIterable {
        /// The onboarding address is not usable.
        case address
        /// Agrirouter's answer is not usable.
        case answer
        /// The connection broke before the answer was complete.
        case interrupted
        /// The answer did not come from agrirouter.
        case notAgrirouter = "not_agrirouter"
        /// Agrirouter cannot be reached.
        case offline
        case serverNotTrusted = "server_not_trusted"
    }

    /// Agrirouter's four-digit code, `http_503` and the like for an answer without a code, a ``Word``, or a code of
    /// `KeyFileError`.
    public var code: String
    public var description: String
    public var cure: String
    /// True if the same code may still work later.
    public var mayRetry: Bool
    /// The delay that the service requests before the next attempt.
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

    /// Agrirouter refused the request.
    init(_ refusal: OnboardingResponseError, wait: Duration?) {
        let known = OnboardingCode.all.first { $0.code == refusal.code }
        self.init(
            refusal.code ?? "http_\(refusal.status)", refusal.description,
            cure: known?.cure ?? (refusal.status == 401 ? Self.newCode : "try again later"),
            mayRetry: refusal.isPassing, wait: wait)
    }

    /// The credentials in the answer are not usable.
    init(_ fault: CredentialsError) {
        self.init(.answer, fault.description, cure: Self.newCode, mayRetry: false)
    }

    /// The key or the certificate is not usable.
    init(_ fault: KeyFileError) {
        self.init(fault.code, fault.description, cure: Self.newCode, mayRetry: false)
    }

    /// The base address is not an https URL.
    static let address = OnboardingError(
        .address, "the onboarding address is not an https URL", cure: "correct 'agrirouter.onboarding_url'",
        mayRetry: true)

    /// No answer from agrirouter arrived.
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
