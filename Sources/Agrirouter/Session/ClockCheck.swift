// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Checks that this machine's clock and agrirouter's agree within one minute, as agrirouter requires.
public struct ClockCheck: Hashable, Sendable {
    /// The largest clock error in either direction that agrirouter accepts.
    public static let tolerance = Duration.seconds(60)

    /// The time by which this machine's clock is ahead of agrirouter's (negative: behind); nil while the difference is
    /// within the tolerance.
    public private(set) var ahead: Duration?
    /// True if an answer has shown that the clocks agree, and no later answer has shown otherwise.
    public private(set) var isConfirmed = false

    public init() {}

    /// Compares the time in an answer with the times, by this machine's clock, at which the request was sent and the
    /// answer was read. An answer may have waited in the outbox, so a late answer proves nothing. An answer dated
    /// before its request or in the future shows a clock error.
    ///
    /// - Parameters:
    ///   - stated: When agrirouter created the answer.
    ///   - sent: When the request was sent; nil for a push.
    ///   - read: When the answer was read.
    public mutating func observe(_ stated: UTCTime, sent: UTCTime?, read: UTCTime) {
        let future = stated.since(read)
        if future > Self.tolerance {
            (ahead, isConfirmed) = (.zero - future, false)
            return
        }
        guard let sent else { return }
        let early = sent.since(stated)
        ahead = early > Self.tolerance ? early : nil
        isConfirmed = ahead == nil
    }
}

/// The validity of a certificate at an instant.
public enum CertificateValidity: Hashable, Sendable {
    /// Time left until the certificate expires, 30 days or more.
    case valid(Duration)
    /// Time left until the certificate expires, if less than 30 days; onboard again before then.
    case endsSoon(Duration)
    /// The certificate has expired; onboard again.
    case expired
    /// The certificate is not valid yet, most likely because this machine's clock is wrong.
    case notYet

    /// Determines the validity at `now` from the certificate's own limits.
    public init(notBefore: UTCTime, notAfter: UTCTime, at now: UTCTime) {
        let rest = notAfter.since(now)
        if now < notBefore {
            self = .notYet
        } else if rest <= .zero {
            self = .expired
        } else {
            self = rest < .seconds(30 * 86_400) ? .endsSoon(rest) : .valid(rest)
        }
    }
}
