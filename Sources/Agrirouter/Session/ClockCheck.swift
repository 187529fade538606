// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Whether this machine's clock and agrirouter's agree within the minute that agrirouter asks for.
public struct ClockCheck: Hashable, Sendable {
    /// The largest clock error, either way, that agrirouter accepts.
    public static let tolerance = Duration.seconds(60)

    /// How far this machine's clock is ahead of agrirouter's (negative: behind), nil while it is within the tolerance.
    public private(set) var ahead: Duration?
    /// Whether an answer has shown that the two clocks agree, and none has shown otherwise since.
    public private(set) var isConfirmed = false

    public init() {}

    /// Compares the time that an answer states with when its request was sent and when it was read, by this machine's
    /// clock: an answer may have lain in the outbox, so it is late for no reason, but never early and never of the future.
    ///
    /// - Parameters:
    ///   - stated: when agrirouter wrote the answer.
    ///   - sent: when the request was sent, nil for a push.
    ///   - read: when the answer was read.
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

/// How long a certificate is good for.
public enum CertificateValidity: Hashable, Sendable {
    /// So long.
    case valid(Duration)
    /// So long, which is less than 30 days: onboard again before.
    case endsSoon(Duration)
    /// No longer: onboard again.
    case expired
    /// Not yet; the clock is wrong, most likely.
    case notYet

    /// The validity at an instant, of a certificate's own limits.
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
