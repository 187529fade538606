// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Storage

/// What was seen of one receiver since the daemon started.
struct LearntReceiver: Sendable {
    /// So many observations of a kind, and when the last came.
    struct Delivery: Sendable {
        var count: UInt64 = 0
        var last: HostTime
    }

    /// The identity that what is learnt is kept under.
    var identity: String
    /// What came of each kind.
    var deliveries: [ObservationKind: Delivery] = [:]
    /// When the last epoch with a position came.
    var lastPosition: HostTime?
    /// The last view of the sky.
    var sky: SkyView?
    /// The last view of the signals.
    var signals: SignalView?
    /// What the receiver said it is.
    var stated: ReceiverIdentity?
    /// Whether the store knows of it in its present form.
    var isNoted = false
    private var epochs: [Int64] = []

    init(identity: String) { self.identity = identity }

    /// Epochs a second, over the last of them; nil before the second one.
    var rate: Double? {
        guard let first = epochs.first, let last = epochs.last, epochs.count > 1, last > first else { return nil }
        return Double(epochs.count - 1) * 1e9 / Double(last - first)
    }

    /// For how long a position counts as a current one, in nanoseconds: two epochs and a half, 4 s at least.
    var positionLimit: Int64 {
        let epochs = rate.map { min(2.5e9 / $0, 60e9) } ?? 0
        return max(4_000_000_000, Int64(epochs))
    }

    /// Takes an observation in.
    ///
    /// - Parameter time: now. A replay's observations bear the time of their recording.
    mutating func note(_ observation: Observation, at time: HostTime) {
        deliveries[observation.kind, default: Delivery(last: time)].count += 1
        deliveries[observation.kind]?.last = time
        switch observation.payload {
        case .fix(let fix):
            noteEpoch(time.monotonicNanoseconds)
            if fix.position != nil { lastPosition = time }
        case .satellites(let sky): self.sky = sky
        case .signals(let view): signals = view
        case .receiver(let identity):
            if identity != stated { isNoted = false }
            stated = identity
        case .driverState(let report):
            if report.state == .running { isNoted = false }
            if report.state == .lost || report.state == .stopped { epochs.removeAll() }
        default: break
        }
    }

    private mutating func noteEpoch(_ time: Int64) {
        // A pause ends what the rate is taken over.
        if let last = epochs.last, time - last > 60_000_000_000 || time < last { epochs.removeAll() }
        epochs.append(time)
        if epochs.count > 32 { epochs.removeFirst(epochs.count - 32) }
    }
}
