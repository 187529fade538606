// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import GNSSTypes

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
        /// Agrirouter cannot be reached, or reports an error of its own.
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

    /// The most important problem; nil if there is none.
    var first: UplinkReport.UplinkError? { Place.allCases.lazy.compactMap { all[$0] }.first }

    /// The problem at a place; nil if there is none.
    subscript(place: Place) -> UplinkReport.UplinkError? { all[place] }

    /// True if the problem at a place has this code.
    func has(_ code: Code, at place: Place) -> Bool { all[place]?.code == code.rawValue }

    /// Records a problem.
    ///
    /// - Returns: true if the place had no problem, or one with another code.
    @discardableResult
    mutating func set(_ place: Place, _ error: UplinkReport.UplinkError) -> Bool {
        let old = all[place]
        if old?.code == error.code, old?.text == error.text { return false }
        all[place] = error
        return old?.code != error.code
    }

    /// Removes the problem at a place.
    ///
    /// - Returns: true if there was one.
    @discardableResult
    mutating func clear(_ place: Place) -> Bool { all.removeValue(forKey: place) != nil }
}

extension UplinkReport.UplinkError {
    /// A problem that the stage itself detected.
    init(_ code: UplinkErrors.Code, _ text: String, cure: String, at time: UTCTime) {
        self.init(code.rawValue, text, cure: cure, at: time)
    }

    /// A problem that an answer reports.
    init(_ verdict: Verdict, at time: UTCTime) {
        let result = verdict.results.first
        let known = result.flatMap { ResultCode.named($0.code) }
        self.init(
            (result?.code).flatMap { $0.isEmpty ? nil : String($0.prefix(40)) } ?? "\(verdict.code)",
            known?.meaning ?? verdict.description, cure: known?.cure ?? "", at: time)
    }

    /// The problem that an exchange shows; nil if there is none.
    init?(_ reply: ServiceReply, at time: UTCTime) {
        let words = reply.failure.map { ": \($0)" } ?? ""
        switch reply.exchange {
        case .answered(let status, _):
            guard let (code, text, cure) = Self.words(status) else { return nil }
            self.init(code, text, cure: cure, at: time)
        case .offline:
            self.init("offline", "cannot reach agrirouter\(words)", cure: "check the network", at: time)
        case .interrupted: self.init("no_answer", "agrirouter does not answer in time\(words)", at: time)
        case .certificateRefused:
            self.init(
                "certificate_refused", "agrirouter rejects the endpoint's certificate\(words)",
                cure: "onboard again with a new registration code", at: time)
        case .serverNotTrusted:
            self.init(
                "server_not_trusted", "the server's certificate is not trusted: nothing is sent\(words)",
                cure: "check the machine's clock, its certificates (ca-certificates) and any proxies", at: time)
        case .notAgrirouter:
            self.init(
                "not_agrirouter", "the answer does not come from agrirouter\(words)",
                cure: "does the network require a login, or use a proxy?", at: time)
        }
    }

    private static func words(_ status: Int) -> (String, String, String)? {
        switch status {
        case 200..<300, 413: nil
        case 300..<400:
            (
                "redirected",
                "something redirects requests to agrirouter (HTTP \(status)): the redirect is not followed",
                "does the network require a login, or use a proxy? If agrirouter's address has changed, onboard again"
            )
        case 401, 403, 404:
            (
                "http_\(status)", "agrirouter does not accept the endpoint (HTTP \(status))",
                "check whether it still exists in the portal; onboard again with a new registration code"
            )
        case 429: ("rate_limited", "agrirouter asks for fewer requests (HTTP 429)", "")
        case 503: ("maintenance", "agrirouter is out of order or under maintenance (HTTP 503)", "")
        case 500...: ("http_\(status)", "agrirouter has an internal error (HTTP \(status))", "")
        default:
            (
                "http_\(status)", "agrirouter rejects the gateway's request (HTTP \(status))",
                "this is an error in the gateway: report it"
            )
        }
    }
}
