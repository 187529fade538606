// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import MessageTexts

/// The reason that a session restarted.
public enum CentroidReset: Hashable, Sendable {
    /// The session was started.
    case started
    /// A setting changed, such as the number of samples.
    case settings
    /// Another receiver is sampled from now on, or the same one returned.
    case source
    /// The receiver was lost; the reason if it is known.
    case receiverLost(CodedText?)
    /// No sample arrived for this many seconds, longer than the limit; negative if the receiver's clock stepped back.
    case gap(seconds: Double)
    /// The receiver lost its fix.
    case fixLost
    /// The receiver moved; the text describes the evidence.
    case moving(CodedText)
    /// A client requested the restart.
    case asked

    /// The stable code for programs.
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

    /// The reason for people.
    public var message: CodedText {
        switch self {
        case .started: CodedText(CentroidText.started)
        case .settings: CodedText(CentroidText.settings)
        case .source: CodedText(CentroidText.source)
        case .receiverLost(nil): CodedText(CentroidText.receiverLost)
        case .receiverLost(let why?): CodedText(CentroidText.receiverLostBecause, ["reason": .sentence(why)])
        case .gap(let seconds) where seconds < 0:
            CodedText(CentroidText.stepBack, ["seconds": .count(wholeSeconds(-seconds))])
        case .gap(let seconds): CodedText(CentroidText.gap, ["seconds": .count(wholeSeconds(seconds))])
        case .fixLost: CodedText(CentroidText.fixLost)
        case .moving(let why): CodedText(CentroidText.moving, ["evidence": .sentence(why)])
        case .asked: CodedText(CentroidText.asked)
        }
    }
}

/// Rounds seconds down for display, limited to ±10¹²; 0 for NaN.
func wholeSeconds(_ seconds: Double) -> Int { seconds.isNaN ? 0 : Int(min(max(seconds, -1e12), 1e12)) }

/// The intermediate result of a session.
public struct CentroidProgress: Sendable {
    /// The number of samples that currently count: those accepted since the last restart and not yet replaced by newer
    /// ones.
    public let count: Int
    /// The required number of samples.
    public let wanted: Int
    /// The time from the first of these samples to the last, in seconds.
    public let duration: Double
    /// The estimate, computed on access.
    public var estimate: CentroidEstimate? { CentroidEstimate(samples, method: method) }

    let samples: [CentroidSample]
    let method: CentroidMethod
}

/// Collects samples of one receiver until there are enough. It reads no clock and uses the times of the samples.
public struct CentroidSession: Sendable {
    /// The state of a session.
    public enum State: Hashable, Sendable {
        /// There are not enough samples yet.
        case collecting
        /// There are enough samples.
        case ready
        /// The session accepts no more samples, for the given reason.
        case finished(CodedText)
    }

    /// The effect of a sample.
    public enum Outcome: Hashable, Sendable {
        /// The sample counts.
        case accepted
        /// The sample does not count.
        case rejected(CentroidRejection)
        /// The previous samples were discarded; `isAccepted` is true if this sample is the first of the new ones.
        case reset(CentroidReset, isAccepted: Bool)
        /// The session accepts no more samples.
        case ignored
    }

    /// The settings; a change restarts the session.
    public private(set) var settings: CentroidSettings
    public private(set) var state = State.collecting
    /// The samples that count, the oldest first.
    public private(set) var samples: [CentroidSample] = []
    /// The number of samples accepted since the last restart, including those that newer ones have replaced.
    public private(set) var accepted = 0
    /// The number of samples rejected since the last restart, by reason.
    public private(set) var rejected: [CentroidRejection: Int] = [:]
    /// The reason of the last restart.
    public private(set) var lastReset = CentroidReset.started
    /// The number of restarts since the session was started.
    public private(set) var resets = 0

    private let rules: [any CentroidFinishRule]
    private var movement: MovementDetector?
    private var frame: LocalFrame?
    private var lastArrival: Int64?
    private var lastTime: UTCTime?

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - settings: The settings for sampling.
    ///   - rules: Conditions to finish before the number of samples is reached; the first one that applies ends the
    ///     session.
    public init(_ settings: CentroidSettings, rules: [any CentroidFinishRule] = []) {
        (self.settings, self.rules) = (settings, rules)
        movement = settings.movement.map(MovementDetector.init)
    }

    /// The intermediate result.
    public var progress: CentroidProgress {
        let duration = zip(samples.first, samples.last).map { Self.seconds(from: $0, to: $1) } ?? 0
        return CentroidProgress(
            count: samples.count, wanted: settings.samples, duration: duration, samples: samples,
            method: settings.method)
    }

    /// Processes an epoch of the receiver. An epoch without a position discards the samples collected so far.
    public mutating func take(
        _ fix: Fix, sky: SkyView? = nil, arrival: Int64, isAuthenticated: Bool? = nil
    ) -> Outcome {
        let sample = CentroidSample(
            fix, sky: sky, arrival: arrival, isAuthenticated: isAuthenticated, rangeError: settings.rangeError)
        return take(sample)
    }

    /// Processes a sample; nil for an epoch without a position.
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

    /// Discards all samples and restarts.
    public mutating func reset(_ reason: CentroidReset) { begin(reason) }

    /// Applies settings, and restarts if they differ from the current ones.
    ///
    /// - Returns: True if the session restarted.
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
            state = .finished(CodedText(CentroidText.samples, ["count": .count(settings.samples)]))
        }
    }

    /// The seconds since the last sample that counts; nil if none exists.
    private func gap(before sample: CentroidSample) -> Double? {
        samples.last.map { Self.seconds(from: $0, to: sample) }
    }

    /// The time between two samples in seconds, by the receiver's clock if both have a time, or else by the host's.
    private static func seconds(from first: CentroidSample, to last: CentroidSample) -> Double {
        if let from = first.time, let to = last.time { return to.seconds(since: from) }
        return Double(last.arrival &- first.arrival) / 1e9
    }

    /// Describes the evidence that the receiver moves; nil if none exists.
    private mutating func moves(_ sample: CentroidSample) -> CodedText? {
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
    /// The seconds from `other` to this instant: exact to a nanosecond if the difference fits into 64 bits, and always
    /// finite.
    fileprivate func seconds(since other: UTCTime) -> Double {
        let (exact, isOver) = nanosecondsSince1970.subtractingReportingOverflow(other.nanosecondsSince1970)
        return (isOver ? Double(nanosecondsSince1970) - Double(other.nanosecondsSince1970) : Double(exact)) / 1e9
    }
}

private func zip<A, B>(_ a: A?, _ b: B?) -> (A, B)? {
    if let a, let b { (a, b) } else { nil }
}
