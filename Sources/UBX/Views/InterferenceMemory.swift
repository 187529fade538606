// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A receiver's last findings about interference, which it states every few seconds and not in each epoch.
public struct InterferenceMemory: Sendable {
    /// The age in nanoseconds above which a finding says nothing: three times the usual interval.
    private static let longestAge: Int64 = 15_000_000_000

    private var hardware, security: (status: InterferenceStatus, time: Int64)?

    public init() {}

    /// Records a message; messages that state nothing about interference change nothing.
    public mutating func note(_ id: MessageID, _ payload: Span<UInt8>, at now: HostTime) {
        guard let status = InterferenceStatus(id, payload) else { return }
        if id == .secSIG {
            security = (status, now.monotonicNanoseconds)
        } else {
            hardware = (status, now.monotonicNanoseconds)
        }
    }

    /// Writes the most serious findings into a fix.
    ///
    /// - Parameters:
    ///   - now: The time of the epoch.
    ///   - status: The message of the epoch that states one too.
    public func write(to fix: inout Fix, at now: HostTime, _ status: NavigationStatus?) {
        func current(_ finding: (status: InterferenceStatus, time: Int64)?) -> InterferenceStatus? {
            finding.flatMap { now.monotonicNanoseconds &- $0.time <= Self.longestAge ? $0.status : nil }
        }
        func worse<State: Comparable>(_ one: State?, _ other: State?) -> State? {
            guard let one, let other else { return one ?? other }
            return max(one, other)
        }
        let (hardware, security) = (current(hardware), current(security))
        let stated = SpoofingState(rawValue: UInt8(clamping: status?.spoofing ?? 0))
        fix.jamming = worse(hardware?.jamming, security?.jamming)
        fix.spoofing = worse(worse(hardware?.spoofing, security?.spoofing), stated)
    }
}
