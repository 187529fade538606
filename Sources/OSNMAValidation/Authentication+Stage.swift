// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import OSNMA

extension Authentication {
    /// Returns true if the verdicts differ in more than ages and counters.
    func says(otherThan other: Authentication) -> Bool {
        guard state == other.state, reason == other.reason, status == other.status, chainID == other.chainID else {
            return true
        }
        guard clock.use == other.clock.use, clock.source == other.clock.source,
            fix?.extent == other.fix?.extent, fix?.authenticated == other.fix?.authenticated,
            fix?.unauthenticated == other.fix?.unauthenticated,
            satellites.count == other.satellites.count
        else { return true }
        return zip(satellites, other.satellites).contains { a, b in
            a.satellite != b.satellite || a.standing != b.standing || a.failure != b.failure
                || a.ephemeris?.fingerprint != b.ephemeris?.fingerprint
                || a.timing?.fingerprint != b.timing?.fingerprint
                || a.timing?.isAuthenticated != b.timing?.isAuthenticated
        }
    }
}

extension Authentication.ServiceStatus {
    init?(_ status: NMAStatus?) {
        switch status {
        case .test: self = .test
        case .operational: self = .operational
        case .dontUse: self = .dontUse
        case .reserved, nil: return nil
        }
    }
}

extension AuthenticationFailureKind {
    /// Creates the failure that corresponds to an anomaly; nil for damaged and late pages, which are not failures, and for
    /// words other than those that a tag proves, which are a failure only of an ephemeris.
    init?(_ anomaly: SatelliteAnomaly) {
        switch anomaly {
        case .replayed: self = .replayed
        case .ahead: self = .ahead
        case .otherSender: self = .otherSender
        case .contradictsTrustedTime: self = .trustedTime
        case .wrongKey: self = .key
        case .wrongSequence: self = .sequence
        case .wrongLookup: self = .lookup
        case .late, .checksum, .otherWords: return nil
        }
    }
}

extension AuthenticationClock.Use {
    init(_ trust: TimeTrust) {
        switch trust {
        case .none: self = .none
        case .slowOnly: self = .slow
        case .all: self = .all
        }
    }
}
