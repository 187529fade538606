// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import GNSSTypes
internal import MessageTexts

/// The current problems, at most one for each place.
struct UplinkErrors {
    /// The places where a problem can occur, the most important first.
    enum Place: Int, CaseIterable {
        /// The endpoint is not allowed to work.
        case endpoint
        /// Positions cannot be stored.
        case store
        /// The clock is wrong.
        case clock
        /// Agrirouter cannot be reached, or reports an internal error.
        case exchange
        /// Agrirouter refused a message or command.
        case message
    }

    /// The codes of problems that the stage itself detects.
    enum Code: String {
        /// The endpoint's certificate has expired.
        case certificateExpired = "certificate_expired"
        case certificateNotYet = "certificate_not_yet"
        case clockNotSet = "clock_not_set"
        /// The clock differs from agrirouter's by more than agrirouter tolerates.
        case clockOff = "clock_off"
    }

    private var all: [Place: UplinkReport.UplinkError] = [:]

    /// The most important problem; nil if none exists.
    var first: UplinkReport.UplinkError? { Place.allCases.lazy.compactMap { all[$0] }.first }

    /// The problem at a place; nil if none exists.
    subscript(place: Place) -> UplinkReport.UplinkError? { all[place] }

    /// True if the problem at a place has this code.
    func has(_ code: Code, at place: Place) -> Bool { all[place]?.code == code.rawValue }

    /// Records a problem.
    ///
    /// - Returns: True if the place had no problem, or one with another code.
    @discardableResult
    mutating func set(_ place: Place, _ error: UplinkReport.UplinkError) -> Bool {
        let old = all[place]
        if old?.code == error.code, old?.text == error.text { return false }
        all[place] = error
        return old?.code != error.code
    }

    /// Removes the problem at a place.
    ///
    /// - Returns: True if there was one.
    @discardableResult
    mutating func clear(_ place: Place) -> Bool { all.removeValue(forKey: place) != nil }
}

extension UplinkReport.UplinkError {
    /// A problem that the stage itself detected.
    init(
        _ code: UplinkErrors.Code, _ text: UplinkText, _ parameters: [String: CodedText.Parameter] = [:],
        cure: UplinkText, at time: UTCTime
    ) {
        self.init(code.rawValue, CodedText(text, parameters), cure: cure, at: time)
    }

    /// A problem that an answer reports.
    init(_ verdict: Verdict, at time: UTCTime) {
        let result = verdict.results.first
        let known = result.flatMap { ResultCode.named($0.code) }
        let code = (result?.code).flatMap { $0.isEmpty ? nil : String($0.prefix(40)) } ?? "\(verdict.code)"
        let meaning = known?.meaning ?? verdict.description
        self.init(code, meaning, cure: known?.cure ?? "", at: time)
        message = CodedText(UplinkText.answer, ["code": .words(code), "detail": .words(meaning)])
    }

    /// The problem that an exchange shows; nil if none exists.
    init?(_ reply: ServiceReply, at time: UTCTime) {
        let detail: [String: CodedText.Parameter] = ["detail": .words(reply.failure.map { ": \($0)" } ?? "")]
        switch reply.exchange {
        case .answered(let status, _):
            guard let (code, text, cure) = Self.words(status) else { return nil }
            self.init(code, CodedText(text, ["status": .count(status)]), cure: cure, at: time)
        case .offline:
            self.init("offline", CodedText(UplinkText.unreachable, detail), cure: .checkNetwork, at: time)
        case .interrupted: self.init("no_answer", CodedText(UplinkText.noAnswer, detail), at: time)
        case .certificateRefused:
            self.init(
                "certificate_refused", CodedText(UplinkText.certificateRefused, detail), cure: .onboardAgain, at: time)
        case .serverNotTrusted:
            self.init(
                "server_not_trusted", CodedText(UplinkText.serverNotTrusted, detail), cure: .checkTrust, at: time)
        case .notAgrirouter:
            self.init("not_agrirouter", CodedText(UplinkText.notAgrirouter, detail), cure: .checkLogin, at: time)
        }
    }

    /// The problem and its remedy in one line. A remedy that the text already states is not repeated.
    var textWithCure: String {
        guard let cure, !text.contains(cure) else { return text }
        return "\(text); \(cure)"
    }

    private static func words(_ status: Int) -> (String, UplinkText, UplinkText?)? {
        switch status {
        case 200..<300, 413: nil
        case 300..<400: ("redirected", .redirected, .checkLoginOrOnboard)
        case 401, 403, 404: ("http_\(status)", .endpointRefused, .checkEndpoint)
        case 429: ("rate_limited", .rateLimited, nil)
        case 503: ("maintenance", .maintenance, nil)
        case 500...: ("http_\(status)", .internalError, nil)
        default: ("http_\(status)", .requestRefused, .reportDefect)
        }
    }
}

extension Alert {
    /// Creates an alert about a problem and its remedy.
    init(_ code: Code, _ severity: Severity, _ text: AlertText, _ error: UplinkReport.UplinkError) {
        let parts = [("error", error.message), ("cure", error.cureMessage)]
        let parameters = parts.compactMap { name, part in part.map { (name, CodedText.Parameter.sentence($0)) } }
        self.init(
            code: code.rawValue, severity: severity,
            text: error.textWithCure,
            message: CodedText(text, Dictionary(uniqueKeysWithValues: parameters)))
    }
}
