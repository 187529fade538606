// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
public import GNSSTypes
internal import MessageTexts

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
    /// The problem and its remedy as a code with parameters.
    public var message: CodedText
    public var cure: String
    /// True if the same code may still work later.
    public var mayRetry: Bool
    /// The delay that the service requests before the next attempt.
    public var wait: Duration?

    /// - Parameters:
    ///   - code: The stable code.
    ///   - description: The problem in English, with all details.
    ///   - problem: The problem as a sentence with a code.
    ///   - cure: The remedy.
    ///   - mayRetry: True if the same code may still work later.
    private init(
        _ code: String, _ description: String, _ problem: CodedText, cure: OnboardingText, mayRetry: Bool
    ) {
        (self.code, self.description, self.cure) = (code, description, cure.english)
        self.mayRetry = mayRetry
        message = CodedText(
            OnboardingText.failed, ["problem": .sentence(problem), "cure": .sentence(CodedText(cure))])
    }
}

extension OnboardingError {
    /// Agrirouter refused the request.
    init(_ refusal: OnboardingResponseError, wait: Duration?) {
        code = refusal.code ?? "http_\(refusal.status)"
        (description, message) = (refusal.description, refusal.message)
        cure = refusal.sentences.cure.english
        (mayRetry, self.wait) = (refusal.isPassing, wait)
    }

    /// The credentials in the answer are not usable.
    init(_ fault: CredentialsError) {
        self.init(
            Word.answer.rawValue, fault.description,
            CodedText(OnboardingText.answer, ["detail": .words(fault.description)]), cure: .newCode, mayRetry: false)
    }

    /// The key or the certificate is not usable.
    init(_ fault: KeyFileError) {
        self.init(fault.code, fault.description, CodedText(fault.text), cure: .newCode, mayRetry: false)
    }

    /// The base address is not an https URL.
    static let address = OnboardingError(
        Word.address.rawValue, OnboardingText.address.english, CodedText(OnboardingText.address),
        cure: .correctAddress, mayRetry: true)

    /// No answer from agrirouter arrived.
    init(_ reply: ServiceReply) {
        let (word, cure): (Word, OnboardingText) =
            switch reply.exchange {
            case .offline: (.offline, .sameCode)
            case .serverNotTrusted: (.serverNotTrusted, .codeNotSent)
            case .notAgrirouter: (.notAgrirouter, .correctAndTry)
            case .answered, .interrupted, .certificateRefused: (.interrupted, .maybeUsed)
            }
        let detail: [String: CodedText.Parameter] = ["detail": .words(reply.failure.map { ": \($0)" } ?? "")]
        let problem =
            switch word {
            case .offline: CodedText(UplinkText.unreachable, detail)
            case .serverNotTrusted: CodedText(UplinkText.serverNotTrusted, detail)
            case .notAgrirouter: CodedText(UplinkText.notAgrirouter, detail)
            default: CodedText(OnboardingText.interrupted, detail)
            }
        self.init(word.rawValue, reply.failure ?? "no answer", problem, cure: cure, mayRetry: true)
    }
}
