// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import GNSSTypes
public import MessageTexts

/// A refused onboarding request: the HTTP status and the details in the body, if any.
public struct OnboardingResponseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The HTTP status.
    public var status: Int
    /// Agrirouter's four-digit code; nil if the body contains none. A code that is not a number is kept as text.
    public var code: String?
    /// Agrirouter's own message, one line of at most 200 characters.
    public var text: String?
    /// The members of the request that the error concerns.
    public var targets: [String]

    /// Reads the details of a refusal from any body: JSON with the code as text or number, HTML, plain text or an empty
    /// body.
    public init(status: Int, body: [UInt8]) {
        self.status = status
        let error = JSON.read(Body.self, body)?.error?.value
        code = error?.code?.value.flatMap { Self.fourDigits($0.text) }
        text = (error?.message?.value).flatMap(Self.line)
        let details = error?.details?.value?.compactMap { $0.value?.target?.value } ?? []
        targets = ([error?.target?.value ?? ""] + details).compactMap(Self.line)
            .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The meaning and the remedy, for the person who entered the code.
    public var description: String {
        let (meaning, cure) = sentences
        let about = targets.isEmpty ? "" : " (\(targets.joined(separator: ", ")))"
        let name = code == nil ? "" : "code \(named), "
        return "agrirouter refused: \(meaning.english); \(cure.english)\(about) [\(name)HTTP \(status)]"
    }

    /// The meaning and the remedy as a code with parameters.
    public var message: CodedText {
        let (meaning, cure) = sentences
        return CodedText(
            OnboardingText.refused,
            [
                "problem": .sentence(CodedText(meaning)), "cure": .sentence(CodedText(cure)),
                "code": .words(code == nil ? "HTTP \(status)" : named),
            ])
    }

    /// The meaning and the remedy.
    public var sentences: (meaning: OnboardingText, cure: OnboardingText) {
        if let known = code.flatMap({ OnboardingCode.table[$0] }) { return (known.meaningText, known.cureText) }
        return general
    }

    /// The code; if the remedy depends on it, with agrirouter's own message, which states how long to wait.
    private var named: String {
        guard let code, code == "0113", let text else { return code ?? "" }
        return "\(code): \(text)"
    }

    /// True if the same request can be sent again later with the same code.
    public var isPassing: Bool {
        ["0112", "0113"].contains(code ?? "") || status == 429 || status >= 500
    }

    private var general: (OnboardingText, OnboardingText) {
        switch status {
        case 401: (OnboardingCode.invalidCode.meaningText, OnboardingCode.invalidCode.cureText)
        case 300..<400: (.redirected, .checkPath)
        case 429: (.tooManyAttempts, .waitMinute)
        case 500...: (.outOfOrder, .tryLater)
        default: (.noReason, .tryLater)
        }
    }

    private static func fourDigits(_ text: String) -> String? {
        let digits = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard digits else { return line(text) }
        return text.isEmpty ? nil : String(repeating: "0", count: max(0, 4 - text.count)) + text
    }

    /// Joins the text into one line without control characters, at most 200 characters; nil if nothing remains.
    private static func line(_ text: String) -> String? {
        let printable = text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : String($0) }
        let line = printable.joined().split(separator: " ").joined(separator: " ")
        return line.isEmpty ? nil : String(line.prefix(200))
    }

    private struct Body: Decodable {
        struct Detail: Decodable { var target: JSON.Lenient<String>? }
        struct Fault: Decodable {
            var code: JSON.Lenient<JSON.Text>?
            var message: JSON.Lenient<String>?
            var target: JSON.Lenient<String>?
            var details: JSON.Lenient<[JSON.Lenient<Detail>]>?
        }
        var error: JSON.Lenient<Fault>?
    }
}
