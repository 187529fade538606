// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import UBX

/// A receiver's last findings about interference, which it states every few seconds and not in each epoch.
struct InterferenceMemory: Sendable {
    /// The age in nanoseconds above which a finding says nothing: three times the usual interval.
    private static let longestAge: Int64 = 15_000_000_000

    private var hardware, security: (status: InterferenceStatus, time: Int64)?

    /// Records a message: UBX-MON-HW, UBX-MON-RF or UBX-SEC-SIG.
    mutating func note(_ id: MessageID, _ status: InterferenceStatus, at now: HostTime) {
        if id == .secSIG {
            security = (status, now.monotonicNanoseconds)
        } else {
            hardware = (status, now.monotonicNanoseconds)
        }
    }

    /// The most serious findings.
    ///
    /// - Parameters:
    ///   - now: The time of the epoch.
    ///   - status: The finding in the epoch's own messages.
    func findings(at now: HostTime, _ status: SpoofingState?) -> (JammingState?, SpoofingState?) {
        let known = [hardware, security].compactMap { finding in
            finding.flatMap { now.monotonicNanoseconds &- $0.time <= Self.longestAge ? $0.status : nil }
        }
        return (known.compactMap(\.jamming).max(), (known.compactMap(\.spoofing) + [status].compactMap { $0 }).max())
    }
}
