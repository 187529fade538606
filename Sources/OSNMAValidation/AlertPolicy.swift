// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Decides when to alert: when data are authenticated for the first time, when this is lost, and when it is back.
/// A loss is reported once a gap. Its time is that of the observations.
struct AlertPolicy: Sendable {
    private enum Phase {
        /// Nothing was ever authenticated.
        case never
        case authenticated
        /// It is not any more, since then; not told yet.
        case losing(since: Int64)
        case lost
        /// It is again, since then; not told yet.
        case returning(since: Int64)
    }

    /// All satellites change their data at about the same time, every ten minutes or so, and their tags come within two
    /// minutes: such a gap is usual. In nanoseconds.
    private static let usualGap: Int64 = 150_000_000_000

    private let lostAfter: Int64
    private let restoredAfter: Int64
    private var phase = Phase.never

    /// - Parameters:
    ///   - lost: after this many seconds a loss is reported.
    ///   - restored: after this many seconds its end is reported.
    init(lost: Int64, restored: Int64) {
        (lostAfter, restoredAfter) = (lost * 1_000_000_000, restored * 1_000_000_000)
    }

    /// What is to be told now, if anything.
    ///
    /// - Parameters:
    ///   - reason: of the verdict.
    ///   - now: on the monotonic clock of the observations, in nanoseconds.
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
}

extension AuthenticationNotice {
    /// The alert. That it is back ends the alert of the loss, and so bears its code.
    func alert(_ verdict: Authentication) -> Alert {
        let proof =
            switch verdict.clock.source {
            case .synchronised, .system, .hardware: ""
            case .simulation: " (by a simulation's keys: says nothing about Galileo)"
            case .none, .receiver, .recording: " (not proven to be live)"
            }
        return switch self {
        case .authenticated: Alert(code: rawValue, severity: .information, text: text + proof, isOver: true)
        case .lost:
            Alert(code: rawValue, severity: .warning, text: "\(text): \(verdict.reason.text)", isOver: false)
        case .restored:
            Alert(code: Self.lost.rawValue, severity: .information, text: text + proof, isOver: true)
        }
    }
}
