// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

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
        let known = code.flatMap { OnboardingCode.table[$0] }
        let sentence = known.map { "\($0.meaning); \($0.cure)" } ?? general
        let about = targets.isEmpty ? "" : " (\(targets.joined(separator: ", ")))"
        return "agrirouter refused: \(sentence)\(about) [\(code.map { "code \($0), " } ?? "")HTTP \(status)]"
    }

    /// True if the same request can be sent again later with the same code.
    public var isPassing: Bool {
        ["0112", "0113"].contains(code ?? "") || status == 429 || status >= 500
    }

    private var general: String {
        switch status {
        case 401: OnboardingCode.invalidCode.meaning + "; " + OnboardingCode.invalidCode.cure
        case 300..<400: "something between the gateway and agrirouter redirects; check the network and the address"
        case 429: "too many attempts; wait a minute and try again"
        case 500...: "the service is out of order or under maintenance; try again later"
        default: "it gives no known reason"
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
