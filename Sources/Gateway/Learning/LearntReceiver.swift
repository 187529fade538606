// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import GNSSTypes
internal import Storage

/// The data that one receiver has delivered since its driver last found it.
struct LearntReceiver: Sendable {
    /// The number of observations of a kind, and the time of the last.
    struct Delivery: Sendable {
        var count: UInt64 = 0
        var last: HostTime
        /// The time for which the machine had slept at the last one, in nanoseconds.
        var asleep: Int64 = 0

        /// The age of the last one in seconds, with the time for which the machine slept since.
        func age(by clock: GatewayClock) -> Double {
            let awake = clock.now.monotonicNanoseconds &- last.monotonicNanoseconds
            return Double(max(0, awake &+ clock.asleep &- asleep)) / 1e9
        }

        fileprivate mutating func note(_ time: HostTime, asleep: Int64) {
            count += 1
            (last, self.asleep) = (time, asleep)
        }
    }

    /// The identity under which the receiver's abilities are stored.
    var identity: String
    /// The number of the receiver's plan.
    let plan: UInt32
    /// The deliveries by kind of observation.
    var deliveries: [ObservationKind: Delivery] = [:]
    /// The time of the last epoch with a position.
    var lastPosition: HostTime?
    /// The last sky view.
    var sky: SkyView?
    /// The last signal view.
    var signals: SignalView?
    /// The identity that the receiver reports, such as its model and firmware.
    var stated: ReceiverIdentity?
    /// True if the receiver was passed to the store and has not changed since.
    var isNoted = false
    private var epochs: [Int64] = []
    /// True if the deliveries are those of a receiver that was lost.
    private var isOutdated = false

    init(identity: String, plan: UInt32 = 0) { (self.identity, self.plan) = (identity, plan) }

    /// Epochs per second, over the last 10 s, at least the last 3 and at most the last 32 epochs; nil before the second
    /// epoch.
    var rate: Double? {
        guard let first = epochs.first, let last = epochs.last, epochs.count > 1, last > first else { return nil }
        return Double(epochs.count - 1) * 1e9 / Double(last - first)
    }

    /// The maximum age of a current position, in nanoseconds: two and a half epochs, at least 4 s and at most 60 s.
    var positionLimit: Int64 {
        let epochs = rate.map { min(2.5e9 / $0, 60e9) } ?? 0
        return max(4_000_000_000, Int64(epochs))
    }

    /// Records an observation.
    ///
    /// - Parameters:
    ///   - time: The current time; a replay's observations have the time of their recording.
    ///   - asleep: The time for which the machine has slept since its start, in nanoseconds.
    mutating func note(_ observation: Observation, at time: HostTime, asleep: Int64 = 0) {
        if case .driverState(let report) = observation.payload { follow(report.state) } else { forgetLostReceiver() }
        deliveries[observation.kind, default: Delivery(last: time)].note(time, asleep: asleep)
        switch observation.payload {
        case .fix(let fix):
            noteEpoch(time.monotonicNanoseconds)
            if fix.position != nil { lastPosition = time }
        case .satellites(let sky): self.sky = sky
        case .signals(let view): signals = view
        case .receiver(let identity):
            if identity != stated { isNoted = false }
            stated = identity
        default: break
        }
    }

    /// Follows the driver's state. After a loss, another receiver may answer, so the views and the identity end with the
    /// connection. The deliveries state the age of the last fix, which is shown until the driver runs again or data arrive.
    private mutating func follow(_ state: DriverState) {
        switch state {
        case .running:
            isNoted = false
            forgetLostReceiver()
        case .degraded: break
        default:
            epochs.removeAll()
            (sky, signals, stated, isOutdated) = (nil, nil, nil, true)
        }
    }

    private mutating func forgetLostReceiver() {
        guard isOutdated else { return }
        deliveries.removeAll()
        isOutdated = false
    }

    private mutating func noteEpoch(_ time: Int64) {
        // A pause of more than 60 s restarts the measurement of the rate.
        if let last = epochs.last, time - last > 60_000_000_000 || time < last { epochs.removeAll() }
        epochs.append(time)
        // Epochs that waited in a buffer at the start arrive together; they count only for a short time.
        while epochs.count > 32 || epochs.count > 3 && time - epochs[0] > 10_000_000_000 { epochs.removeFirst() }
    }
}
