// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import MessageTexts

/// Decides when to raise an alert: when data are authenticated for the first time, when authentication is lost, and
/// when it is restored. A loss is reported once per gap. Times are those of the observations.
struct AlertPolicy: Sendable {
    private enum Phase {
        /// No data were ever authenticated.
        case never
        case authenticated
        /// Authentication stopped at this time; not reported yet.
        case losing(since: Int64)
        case lost
        /// Authentication resumed at this time; not reported yet.
        case returning(since: Int64)
    }

    /// The usual gap in nanoseconds: all satellites change their data at about the same time, roughly every ten
    /// minutes, and the tags for the new data arrive within two minutes.
    private static let usualGap: Int64 = 150_000_000_000

    private let lostAfter: Int64
    private let restoredAfter: Int64
    private var phase = Phase.never

    /// - Parameters:
    ///   - lost: Seconds after which a loss is reported.
    ///   - restored: Seconds after which the end of a loss is reported.
    init(lost: Int64, restored: Int64) {
        (lostAfter, restoredAfter) = (lost * 1_000_000_000, restored * 1_000_000_000)
    }

    /// True if only authenticated data can raise an alert.
    var isAtRest: Bool { if case .never = phase { true } else { false } }

    /// Returns the notice to publish now; nil if none exists.
    ///
    /// - Parameters:
    ///   - reason: The verdict's reason.
    ///   - now: The observations' monotonic clock, in nanoseconds.
    mutating func message(_ reason: AuthenticationReason, at now: Int64) -> AuthenticationNotice? {
        let isAuthenticated = reason == .authenticated
        let patience = reason == .verifying ? max(lostAfter, Self.usualGap) : lostAfter
        switch phase {
        case .never where isAuthenticated:
            phase = .authenticated
            return .authenticated
        case .authenticated where !isAuthenticated: phase = .losing(since: now)
        case .losing where isAuthenticated: phase = .authenticated
        case .lost where isAuthenticated: phase = .returning(since: now)
        case .returning where !isAuthenticated: phase = .lost
        default: break
        }
        switch phase {
        case .losing(let since) where now - since >= patience:
            phase = .lost
            return .lost
        case .returning(let since) where now - since >= restoredAfter:
            phase = .authenticated
            return .restored
        default: return nil
        }
    }

    /// Starts again, as if no data were ever authenticated.
    ///
    /// - Returns: True if a loss was reported whose end was not.
    mutating func restart() -> Bool {
        defer { phase = .never }
        return switch phase {
        case .lost, .returning: true
        case .never, .authenticated, .losing: false
        }
    }
}

extension AuthenticationNotice {
    /// Creates the alert. The alert that reports the restoration ends the alert of the loss and therefore has its
    /// code.
    func alert(_ verdict: Authentication) -> Alert {
        let notice = CodedText(code: "osnma.alert.\(rawValue)")
        let proven =
            switch verdict.clock.source {
            case .synchronised, .system, .hardware: notice
            case .simulation: CodedText(AlertText.osnmaSimulated, ["notice": .sentence(notice)])
            case .none, .receiver, .recording: CodedText(AlertText.osnmaNotLive, ["notice": .sentence(notice)])
            }
        switch self {
        case .authenticated: return Alert(code: rawValue, severity: .information, proven, isOver: true)
        case .lost:
            let reason = CodedText(code: "osnma.reason.\(verdict.reason.code)")
            let text = CodedText(AlertText.osnmaLost, ["notice": .sentence(notice), "reason": .sentence(reason)])
            return Alert(code: rawValue, severity: .warning, text)
        case .restored: return Alert(code: Self.lost.rawValue, severity: .information, proven, isOver: true)
        }
    }

    /// The end of the alert of the loss if the receiver stops on request or validation is switched off.
    static func endOfLoss(_ reason: CodedText) -> Alert {
        Alert(code: Self.lost.rawValue, severity: .information, reason, isOver: true)
    }
}
