// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// Why a session started again.
public enum CentroidReset: Hashable, Sendable {
    /// It was started.
    case started
    /// The number of samples or another setting was changed.
    case settings
    /// Another receiver is sampled from now on, or the same one came back.
    case source
    /// The receiver is gone; why.
    case receiverLost(String)
    /// For longer than the setting there was no sample, so many seconds.
    case gap(seconds: Double)
    /// The receiver has no fix any more.
    case fixLost
    /// The receiver moved; what shows it.
    case moving(String)
    /// A client requested it.
    case asked

    /// A word for programs.
    public var code: String {
        switch self {
        case .started: "started"
        case .settings: "settings"
        case .source: "source"
        case .receiverLost: "receiver_lost"
        case .gap: "gap"
        case .fixLost: "fix_lost"
        case .moving: "moving"
        case .asked: "asked"
        }
    }

    public var text: String {
        switch self {
        case .started: "started"
        case .settings: "the settings were changed"
        case .source: "another receiver, or the same one after a restart"
        case .receiverLost(let why):
            why.isEmpty ? "the receiver is no longer connected" : "the receiver is no longer connected: \(why)"
        case .gap(let seconds): "no sample for \(wholeSeconds(seconds)) s"
        case .fixLost: "the receiver lost its fix"
        case .moving(let why): "the receiver moved: \(why)"
        case .asked: "on request"
        }
    }
}

/// Whole seconds for people, of any number; one that is not finite, or beyond what a clock can show, is cut.
func wholeSeconds(_ seconds: Double) -> Int { seconds.isNaN ? 0 : Int(min(max(seconds, -1e12), 1e12)) }

/// What a session has come to.
public struct CentroidProgress: Sendable {
    /// How many samples count now: accepted since the last reset, and not yet replaced by newer ones.
    public let count: Int
    /// How many are wanted.
    public let wanted: Int
    /// From the first of them to the last, in seconds.
    public let duration: Double
    /// Made of them when it is asked for.
    public var estimate: CentroidEstimate? { CentroidEstimate(samples, method: method) }

    let samples: [CentroidSample]
    let method: CentroidMethod
}

/// Collects samples of one receiver until there are enough. Pure: times are those of the samples.
public struct CentroidSession: Sendable {
    /// The stage that a session is in.
    public enum State: Hashable, Sendable {
        /// Too few samples yet.
        case collecting
        /// There are enough.
        case ready
        /// It takes no further samples; why, for people.
        case finished(String)
    }

    /// What became of a sample.
    public enum Outcome: Hashable, Sendable {
        /// It counts.
        case accepted
        /// It does not count.
        case rejected(CentroidRejection)
        /// What was collected before is forgotten; whether this sample counts as the first of the new ones.
        case reset(CentroidReset, isAccepted: Bool)
        /// It takes none any more.
        case ignored
    }

    /// How it samples. A change starts again.
    public private(set) var settings: CentroidSettings
    public private(set) var state = State.collecting
    /// The samples that count, oldest first.
    public private(set) var samples: [CentroidSample] = []
    /// How many were accepted since the last reset, those included that newer ones have taken the place of.
    public private(set) var accepted = 0
    /// How many were rejected since the last reset, and why.
    public private(set) var rejected: [CentroidRejection: Int] = [:]
    /// Why it started again last.
    public private(set) var lastReset = CentroidReset.started
    /// How often it started again since it was started.
    public private(set) var resets = 0

    private let rules: [any CentroidFinishRule]
    private var movement: MovementDetector?
    private var frame: LocalFrame?
    private var lastArrival: Int64?
    private var lastTime: UTCTime?

    /// A session that has just been started.
    ///
    /// - Parameters:
    ///   - settings: how it samples.
    ///   - rules: when it is enough before the number of samples is reached; the first that says so.
    public init(_ settings: CentroidSettings, rules: [any CentroidFinishRule] = []) {
        (self.settings, self.rules) = (settings, rules)
        movement = settings.movement.map(MovementDetector.init)
    }

    /// What it has come to.
    public var progress: CentroidProgress {
        let duration = zip(samples.first, samples.last).map { Self.seconds(from: $0, to: $1) } ?? 0
        return CentroidProgress(
            count: samples.count, wanted: settings.samples, duration: duration, samples: samples,
            method: settings.method)
    }

    /// Takes an epoch of the receiver; one without a position is the end of what was collected.
    public mutating func take(
        _ fix: Fix, sky: SkyView? = nil, arrival: Int64, isAuthenticated: Bool? = nil
    ) -> Outcome {
        let sample = CentroidSample(
            fix, sky: sky, arrival: arrival, isAuthenticated: isAuthenticated, rangeError: settings.rangeError)
        return take(sample)
    }

    /// Takes a sample; nil: an epoch without a position.
    public mutating func take(_ sample: CentroidSample?) -> Outcome {
        if case .finished = state { return .ignored }
        guard let sample, sample.quality != .invalid else { return takeNothing() }
        if let time = sample.time, let lastTime, time <= lastTime, lastTime.seconds(since: time) < 2 {
            return reject(.sameEpoch)
        }
        if let reason = settings.filter.rejection(of: sample) { return reject(reason) }
        var reset: CentroidReset?
        if let gap = gap(before: sample), gap > settings.maximumGap || gap < 0 { reset = .gap(seconds: gap) }
        if let reset { begin(reset) }
        if let why = moves(sample) {
            reset = .moving(why)
            begin(.moving(why))
            _ = moves(sample)
        }
        accept(sample)
        return reset.map { .reset($0, isAccepted: true) } ?? .accepted
    }

    /// Forgets what was collected and starts again.
    public mutating func reset(_ reason: CentroidReset) { begin(reason) }

    /// Changes the settings; starts again where that makes a difference to the samples.
    ///
    /// - Returns: whether it started again.
    @discardableResult public mutating func apply(_ settings: CentroidSettings) -> Bool {
        guard settings != self.settings else { return false }
        self.settings = settings
        begin(.settings)
        return true
    }

    private mutating func begin(_ reason: CentroidReset) {
        (samples, accepted, rejected, state) = ([], 0, [:], .collecting)
        (lastReset, resets) = (reason, resets + 1)
        (frame, lastArrival, lastTime) = (nil, nil, nil)
        movement = settings.movement.map(MovementDetector.init)
    }

    private mutating func takeNothing() -> Outcome {
        guard !samples.isEmpty else { return reject(.noFix) }
        begin(.fixLost)
        return .reset(.fixLost, isAccepted: false)
    }

    private mutating func reject(_ reason: CentroidRejection) -> Outcome {
        rejected[reason, default: 0] += 1
        return .rejected(reason)
    }

    private mutating func accept(_ sample: CentroidSample) {
        samples.append(sample)
        accepted += 1
        (lastArrival, lastTime) = (sample.arrival, sample.time)
        if samples.count > settings.samples { samples.removeFirst() }
        if samples.count >= settings.samples { state = .ready }
        if let reason = rules.lazy.compactMap({ [progress] in $0.finish(progress) }).first {
            state = .finished(reason)
        } else if state == .ready, settings.continuation == .stop {
            state = .finished("\(settings.samples) samples")
        }
    }

    /// The seconds since the last sample that counts.
    private func gap(before sample: CentroidSample) -> Double? {
        samples.last.map { Self.seconds(from: $0, to: sample) }
    }

    /// By the receiver's time where it states one, else by the host's.
    private static func seconds(from first: CentroidSample, to last: CentroidSample) -> Double {
        if let from = first.time, let to = last.time { return to.seconds(since: from) }
        return Double(last.arrival &- first.arrival) / 1e9
    }

    /// What shows that the receiver moves.
    private mutating func moves(_ sample: CentroidSample) -> String? {
        guard movement != nil else { return nil }
        let frame = self.frame ?? LocalFrame(sample.position)
        self.frame = frame
        let seconds = samples.first.map { Self.seconds(from: $0, to: sample) } ?? 0
        return movement?.take(
            frame.point(sample.position), seconds: seconds, deviation: sample.horizontalDeviation ?? 0,
            speed: sample.speed?.metresPerSecond)
    }
}

extension UTCTime {
    /// Seconds since another instant: exact to a nanosecond where 64 bits hold the difference, and finite in any case.
    fileprivate func seconds(since other: UTCTime) -> Double {
        let (exact, isOver) = nanosecondsSince1970.subtractingReportingOverflow(other.nanosecondsSince1970)
        return (isOver ? Double(nanosecondsSince1970) - Double(other.nanosecondsSince1970) : Double(exact)) / 1e9
    }
}

private func zip<A, B>(_ a: A?, _ b: B?) -> (A, B)? {
    if let a, let b { (a, b) } else { nil }
}
