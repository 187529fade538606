// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Determines from the states of receivers which of them lack permission for their device, and for how long. It
/// examines nothing itself; times are nanoseconds of one monotonic clock.
///
/// According to the contract, a driver only gives a text as the reason why it lost its receiver, so the text is
/// examined: for ``ReasonPhrase/permissionDenied``, as written by the gateway's drivers and `strerror`.
struct PermissionGrace {
    /// A receiver that lacks permission.
    struct Denial: Equatable {
        var since: Int64
        /// The time of the last denial.
        var last: Int64
        /// The driver's reason.
        var reason: String
    }

    /// The next step for the receivers.
    enum Step: Equatable {
        /// Do nothing until a state changes.
        case rest
        /// Check again at this time.
        case wait(until: Int64)
        /// The time limit has passed: the drivers must try once more, in case the permission was restored unnoticed.
        case tryAgain([String])
        /// The time limit has passed, and the driver has been denied access since.
        case over(String, Denial)
    }

    private(set) var denials: [String: Denial] = [:]

    /// Processes a reported state.
    ///
    /// - Returns: True if the state concerns permissions.
    mutating func note(_ receiver: String, _ report: DriverStateReport, at now: Int64) -> Bool {
        switch report.state {
        case .connecting, .lost, .stopped:
            let reason = LostReason(reading: report.reason)
            // While a device is absent, its old reason is repeated together with the condition waited for.
            guard ReasonPhrase.permissionDenied.isIn(reason.cause), reason.wait != .device else {
                // A driver that is connecting has not been granted or denied access yet.
                return report.state != .connecting && denials.removeValue(forKey: receiver) != nil
            }
            let since = denials[receiver]?.since ?? now
            denials[receiver] = Denial(since: since, last: now, reason: reason.cause)
            return true
        case .starting: return false
        default: return denials.removeValue(forKey: receiver) != nil
        }
    }

    /// Returns the next step for some of the receivers.
    ///
    /// - Parameters:
    ///   - receivers: The receivers to consider.
    ///   - grace: The time for which they may lack permission, in nanoseconds; 0: unlimited.
    ///   - now: The current time in nanoseconds.
    func step(for receivers: Set<String>, grace: Int64, at now: Int64) -> Step {
        guard grace > 0 else { return .rest }
        let ends = denials.filter { receivers.contains($0.key) }.mapValues { $0.since + grace }
        let due = ends.filter { $0.value <= now }
        for (receiver, end) in due.sorted(by: { $0.key < $1.key }) {
            if let denial = denials[receiver], denial.last >= end { return .over(receiver, denial) }
        }
        if !due.isEmpty { return .tryAgain(due.keys.sorted()) }
        return ends.values.min().map(Step.wait) ?? .rest
    }
}
