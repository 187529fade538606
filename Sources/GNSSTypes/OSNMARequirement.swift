// SPDX-License-Identifier: Apache-2.0

/// Decides whether a position may be called authenticated, and whether an action that requires an authenticated
/// position may be taken. All parts that record, sample, send or show positions use this type.
public struct OSNMARequirement: Hashable, Sendable {
    /// The reason for refusing an action.
    public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        /// The requirement that is not met.
        public enum Cause: String, Coded {
            /// There is no verdict, or the verdict is `unverified`.
            case unverified
            /// The data are authentic, but nothing proves that they are live, because they come from a recording or
            /// because only the receiver's own time is available.
            case notFresh = "not_fresh"
            /// The verdict is too old for this fix.
            case outdated
            /// The receiver does not report which satellites it uses.
            case unknownSatellites = "unknown_satellites"
            /// Too few satellites in the solution have authenticated ephemeris.
            case tooFewSatellites = "too_few_satellites"

            /// The text for people, without the reason for the verdict.
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
        /// The reason for the verdict.
        public var reason: AuthenticationReason
        /// The requirement that is not met and the reason for the verdict, for people.
        public var description: String

        /// True if keys that arrive later may still show that the position is authenticated.
        public var mayBeResolved: Bool {
            switch cause {
            case .unverified, .tooFewSatellites: reason.mayBeResolved
            case .notFresh, .outdated, .unknownSatellites: false
            }
        }
    }

    /// True if an authenticated position is required at all (`osnma.require`).
    public var isRequired: Bool
    /// The number of satellites in the solution that must have authenticated ephemeris (`osnma.require_satellites`),
    /// 0...36.
    public var satellites: Int
    /// True if recordings, and time from the receiver itself, are accepted.
    public var allowsRecordings: Bool
    /// The age in nanoseconds above which a verdict is ignored.
    public var longestAge: Int64 = 10_000_000_000

    /// Creates a requirement; by default, authentication is not required.
    public init(
        isRequired: Bool = false, satellites: Int = SettingDefaults.OSNMA.requiredSatellites,
        allowsRecordings: Bool = false
    ) {
        (self.isRequired, self.satellites, self.allowsRecordings) = (isRequired, satellites, allowsRecordings)
    }

    /// True if a verdict of this age, in nanoseconds, no longer applies to current data.
    public func isOutdated(age: Int64) -> Bool { age.magnitude > longestAge.magnitude }

    /// Returns the reason for refusing an action that needs an authenticated position; nil if it is allowed.
    ///
    /// - Parameters:
    ///   - authentication: The newest verdict on the receiver; nil if there is no verdict.
    ///   - age: The verdict's age in nanoseconds.
    public func refusal(of authentication: Authentication?, age: Int64 = 0) -> Refusal? {
        isRequired ? objection(to: authentication, age: age) : nil
    }

    /// Returns the reason why a position may not be called authenticated, whether or not authentication is required;
    /// nil if it may. No other code decides this.
    ///
    /// - Parameters:
    ///   - authentication: The newest verdict on the receiver; nil if there is no verdict.
    ///   - age: The verdict's age in nanoseconds.
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
        guard !isOutdated(age: age) else {
            return refusal(
                .outdated, authentication.reason, "the last verdict is \(age.magnitude / 1_000_000_000) s old")
        }
        return objection(to: authentication.fix, authentication.reason)
    }

    /// Even if no number of satellites is required, at least one must be authenticated if the receiver reports which
    /// satellites it uses.
    private func objection(to fix: FixAuthentication?, _ reason: AuthenticationReason) -> Refusal? {
        guard let fix, fix.extent != .unknown else {
            return satellites > 0
                ? refusal(.unknownSatellites, reason, Refusal.Cause.unknownSatellites.text) : nil
        }
        let count = Set(fix.authenticated).count
        guard count >= max(1, satellites) else {
            return refusal(
                .tooFewSatellites, reason,
                "\(count) satellites in the solution have authenticated data, "
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

/// The verdict on a position that is kept, such as that of a photo.
public enum PositionVerdict: String, Coded, CaseIterable {
    /// The position was authenticated, at its moment or by keys that came later.
    case authenticated
    /// It was not authenticated at its moment, and keys that may change that have not arrived yet.
    case pending
    /// It is not authenticated.
    case notAuthenticated = "not_authenticated"
}
