// SPDX-License-Identifier: Apache-2.0

/// Whether a position may be called authenticated, and whether something that needs one may be done now: the one gate
/// that whatever records, samples, sends or shows positions asks.
public struct OSNMARequirement: Hashable, Sendable {
    /// Why it may not.
    public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        /// Which requirement is not met.
        public enum Cause: String, Coded {
            /// There is no verdict, or it is `unverified`.
            case unverified
            /// The data are authentic, and nothing proves that they are fresh: a recording, or the receiver's own time.
            case notFresh = "not_fresh"
            /// The verdict is too old for this fix.
            case outdated
            /// The receiver does not say which satellites it uses.
            case unknownSatellites = "unknown_satellites"
            /// Too few satellites of the solution have authenticated ephemeris.
            case tooFewSatellites = "too_few_satellites"

            /// The text, for people, without what it is due to.
            public var text: String {
                switch self {
                case .unverified: "the navigation data are not authenticated"
                case .notFresh: "the data are authentic, but no independent time source proves that they are live"
                case .outdated: "the last verdict is too old"
                case .unknownSatellites: "the receiver does not report which satellites it uses"
                case .tooFewSatellites: "too few satellites in the solution have authenticated data"
                }
            }
        }

        public var cause: Cause
        /// The reason of the verdict.
        public var reason: AuthenticationReason
        /// What is missing and why, for people.
        public var description: String
    }

    /// Whether an authenticated position is required at all (`osnma.require`).
    public var isRequired: Bool
    /// So many satellites of the solution must have authenticated ephemeris (`osnma.require_satellites`), 0...36.
    public var satellites: Int
    /// A recording, or time from the receiver itself, will do.
    public var allowsRecordings: Bool
    /// A verdict that is older is none, in nanoseconds.
    public var longestAge: Int64 = 10_000_000_000

    /// A requirement; by default none.
    public init(isRequired: Bool = false, satellites: Int = 4, allowsRecordings: Bool = false) {
        (self.isRequired, self.satellites, self.allowsRecordings) = (isRequired, satellites, allowsRecordings)
    }

    /// Why something that needs an authenticated position is refused; nil: it may be done.
    ///
    /// - Parameters:
    ///   - authentication: the newest verdict on the receiver; nil if it has none.
    ///   - age: how old it is, in nanoseconds.
    public func refusal(of authentication: Authentication?, age: Int64 = 0) -> Refusal? {
        isRequired ? objection(to: authentication, age: age) : nil
    }

    /// Why a position may not be called authenticated, whether or not that is required; nil: it may. The one place that
    /// decides it.
    ///
    /// - Parameters:
    ///   - authentication: the newest verdict on the receiver; nil if it has none.
    ///   - age: how old it is, in nanoseconds.
    public func objection(to authentication: Authentication?, age: Int64 = 0) -> Refusal? {
        guard let authentication else {
            return refusal(.unverified, .noData, "its navigation data have not been checked yet")
        }
        guard authentication.state == .authenticated else {
            return refusal(.unverified, authentication.reason, authentication.reason.text)
        }
        guard authentication.isFresh || (allowsRecordings && authentication.clock.use != .none) else {
            return refusal(
                .notFresh, authentication.reason, Refusal.Cause.notFresh.text)
        }
        guard age.magnitude <= longestAge.magnitude else {
            return refusal(
                .outdated, authentication.reason, "the last verdict is \(age.magnitude / 1_000_000_000) s old")
        }
        return objection(to: authentication.fix, authentication.reason)
    }

    /// Where no number of satellites is asked for, one is needed all the same, if the receiver says which it uses.
    private func objection(to fix: FixAuthentication?, _ reason: AuthenticationReason) -> Refusal? {
        guard let fix, fix.extent != .unknown else {
            return satellites > 0
                ? refusal(.unknownSatellites, reason, Refusal.Cause.unknownSatellites.text) : nil
        }
        guard fix.authenticated.count >= max(1, satellites) else {
            return refusal(
                .tooFewSatellites, reason,
                "\(fix.authenticated.count) satellites in the solution have authenticated data, "
                    + "\(max(1, satellites)) are required")
        }
        return nil
    }

    private func refusal(
        _ cause: Refusal.Cause, _ reason: AuthenticationReason, _ words: String
    ) -> Refusal {
        Refusal(cause: cause, reason: reason, description: "an authenticated position is required: \(words)")
    }
}
