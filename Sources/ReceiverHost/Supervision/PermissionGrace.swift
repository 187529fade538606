// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// Decides from the states of receivers which of them lack the permission for their device, and for how long. It looks
/// at nothing itself; times are nanoseconds of one monotonic clock.
///
/// The contract gives a driver words alone to say why it lost its receiver, so the words count: those of
/// ``ReasonPhrase/permissionDenied``, as the drivers of the gateway and `strerror` write them.
struct PermissionGrace {
    /// A receiver that lacks the permission.
    struct Denial: Equatable {
        var since: Int64
        /// When its driver was turned away last.
        var last: Int64
        /// The driver's reason.
        var reason: String
    }

    /// What to do about the receivers.
    enum Step: Equatable {
        /// Nothing before a state changes.
        case rest
        /// Look again at this time.
        case wait(until: Int64)
        /// The time is over: the driver is to try once more, so that a permission that came back unnoticed counts.
        case tryAgain([String])
        /// The time is over, and the driver has been turned away since.
        case over(String, Denial)
    }

    private(set) var denials: [String: Denial] = [:]

    /// A receiver reports its state.
    ///
    /// - Returns: whether this is about permission.
    mutating func note(_ receiver: String, _ report: DriverStateReport, at now: Int64) -> Bool {
        switch report.state {
        case .connecting, .lost, .stopped:
            let reason = LostReason(reading: report.reason)
            // Of a device that is gone the old reason is repeated with what is waited for.
            guard ReasonPhrase.permissionDenied.isIn(reason.cause), reason.wait != .device else {
                // A driver that is on its way has not been answered yet.
                return report.state != .connecting && denials.removeValue(forKey: receiver) != nil
            }
            let since = denials[receiver]?.since ?? now
            denials[receiver] = Denial(since: since, last: now, reason: reason.cause)
            return true
        case .starting: return false
        default: return denials.removeValue(forKey: receiver) != nil
        }
    }

    /// What to do now about some of the receivers.
    ///
    /// - Parameters:
    ///   - receivers: those that count.
    ///   - grace: how long they may lack the permission, in nanoseconds; 0: without limit.
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
