// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Paths

/// The last reports of up to 32 receivers that a recording needs.
struct PathSources {
    /// A usable position of a receiver.
    struct Position: Sendable {
        var fix: Fix
        var place: GeodeticPosition
        var source: SourceID
        /// The time of the fix by the receiver, or else by the host.
        var instant: UTCTime
        /// The observation with the position, and its arrival on the host's monotonic clock in nanoseconds.
        var observation: Observation
        var arrived: Int64
    }

    private struct Entry {
        var position: Position?
        /// The quality of the last usable position, for averaged points that come after the receiver was lost.
        var quality: FixQuality?
        /// The time of the last fix report, with or without a position, in nanoseconds.
        var spoke: Int64?
        /// The datum of the last position that was reported, if it is not WGS 84.
        var foreignDatum: String?
        /// The averaged points of sampling sessions, the newest last.
        var centroids: [(session: UInt64, point: PathPoint)] = []
    }

    private static let limit = 32
    /// The largest number of averaged points of a receiver; the gateway runs at most 16 sessions at a time.
    private static let centroidLimit = 32

    private var entries: [SourceID: Entry] = [:]
    private var verdicts = ReceiverVerdicts()
    var active: SourceID? { verdicts.active }

    /// Processes an observation that arrived at `now` (the gateway's monotonic clock, in nanoseconds) and returns its
    /// position if usable.
    mutating func take(_ observation: Observation, at now: Int64) -> Position? {
        verdicts.note(observation)
        switch observation.payload {
        case .result(let result):
            if let sampled = result.value as? SampledCentroid { note(sampled) }
        case .fix(let fix):
            guard !observation.source.isStage else { return nil }
            let position = Position(fix, observation, at: now)
            update(observation.source) { entry in
                entry.spoke = now
                if fix.position != nil { entry.foreignDatum = fix.isWGS84 ? nil : fix.datum }
                if let position { (entry.position, entry.quality) = (position, position.fix.quality) }
            }
            return position
        // A driver that connects again has lost its receiver, whether it said so or not.
        case .driverState(let report) where report.state != .running && report.state != .degraded:
            forgetPosition(of: observation.source)
        default: break
        }
        return nil
    }

    /// Updates the averaged point of a sampling session that has enough samples; each further sample improves it. A stopped
    /// session has no result.
    private mutating func note(_ sampled: SampledCentroid) {
        if sampled.reason == SampledCentroid.disabled { return forgetCentroids() }
        if sampled.state == .stopped {
            entries[sampled.receiver]?.centroids.removeAll { $0.session == sampled.session }
        }
        guard sampled.state == .ready || sampled.state == .finished, let estimate = sampled.estimate else { return }
        let quality = entries[sampled.receiver]?.quality
        update(sampled.receiver) { entry in
            entry.centroids.removeAll { $0.session == sampled.session }
            entry.centroids.append((sampled.session, PathPoint(estimate, of: sampled.receiver, quality)))
            if entry.centroids.count > Self.centroidLimit { entry.centroids.removeFirst() }
        }
    }

    /// Returns the newest averaged point of a receiver's sampling sessions; it can be taken only once. The older ones are
    /// discarded, because the antenna was in the same place or has left theirs.
    mutating func takeCentroid(of receiver: SourceID) -> PathPoint? {
        guard let newest = entries[receiver]?.centroids.last else { return nil }
        entries[receiver]?.centroids = []
        return newest.point
    }

    /// Discards the averaged points of earlier sampling sessions.
    mutating func forgetCentroids() {
        for source in entries.keys { entries[source]?.centroids = [] }
    }

    /// Discards the positions of all receivers and the times at which they reported.
    mutating func forgetPositions() {
        for source in entries.keys { forgetPosition(of: source) }
    }

    private mutating func forgetPosition(of source: SourceID) {
        entries[source]?.position = nil
        entries[source]?.spoke = nil
    }

    private mutating func update(_ source: SourceID, _ change: (inout Entry) -> Void) {
        if entries[source] == nil, entries.count >= Self.limit,
            let oldest = entries.min(by: { $0.value.spoke ?? .min < $1.value.spoke ?? .min })?.key
        {
            entries[oldest] = nil
        }
        var entry = entries[source] ?? Entry()
        change(&entry)
        entries[source] = entry
    }

    /// The newest usable position of a receiver.
    func position(of source: SourceID) -> Position? { entries[source]?.position }

    /// The time at which a receiver last reported, by the gateway's monotonic clock in nanoseconds.
    func spoke(_ source: SourceID) -> Int64? { entries[source].flatMap(\.spoke) }

    /// The datum of a receiver's positions, if it is not WGS 84; nil also if the receiver has reported no position.
    func foreignDatum(of source: SourceID) -> String? { entries[source].flatMap(\.foreignDatum) }

    /// Creates a point of a path from a position.
    ///
    /// - Parameter requirement: The conditions for a position to count as authenticated.
    func point(
        _ position: Position, _ origin: PathPoint.Origin, _ requirement: OSNMARequirement
    ) -> PathPoint {
        let fix = position.fix
        var point = PathPoint(position.place)
        (point.height, point.time, point.origin) = (fix.height, fix.time, origin)
        (point.receiver, point.fixKind, point.quality) = (position.source.rawValue, fix.kind, fix.quality)
        (point.horizontalAccuracy, point.verticalAccuracy) = (fix.horizontalAccuracy, fix.verticalAccuracy)
        (point.dop, point.satellitesUsed) = (fix.dop, fix.satellitesUsed)
        point.authentication = authentication(position, requirement)
        return point
    }

    /// The authentication verdict for a position; nil if none exists or it is too old.
    private func authentication(
        _ position: Position, _ requirement: OSNMARequirement
    ) -> Authentication.State? {
        guard let held = verdicts[position.source], held.age(at: position.observation) != nil else {
            return nil
        }
        guard let objection = requirement.objection(to: position.observation, by: held) else { return .authenticated }
        return objection.cause == .outdated ? nil : .unverified
    }
}

extension PathSources.Position {
    /// Creates a position that can be recorded; nil if the fix is invalid, has no position or is not in WGS 84.
    init?(_ fix: Fix, _ observation: Observation, at now: Int64) {
        guard let place = fix.position, fix.kind != .none, fix.quality != .invalid,
            fix.isWGS84
        else { return nil }
        let instant = fix.time ?? UTCTime(nanosecondsSince1970: observation.hostTime.wallNanoseconds)
        self.init(
            fix: fix, place: place, source: observation.source, instant: instant,
            observation: observation, arrived: now)
    }
}

extension PathPoint {
    /// Creates an averaged point with its standard errors as accuracies.
    fileprivate init(_ estimate: CentroidEstimate, of receiver: SourceID, _ quality: FixQuality?) {
        self.init(estimate.position)
        height = Height(ellipsoidal: estimate.ellipsoidalHeight, orthometric: estimate.orthometricHeight)
        (time, origin, self.receiver) = (estimate.last, .centroid, receiver.rawValue)
        (fixKind, self.quality) = (
            estimate.ellipsoidalHeight == nil ? .twoDimensional : .threeDimensional, quality ?? .autonomous
        )
        horizontalAccuracy = estimate.standardError.map { Accuracy($0, origin: .errorStatistics) }
        verticalAccuracy = estimate.heightStandardError.map { Accuracy($0, origin: .errorStatistics) }
        sampleCount = estimate.used
        switch estimate.authentication {
        case .unknown: break
        case .all: authentication = .authenticated
        case .none, .some: authentication = .unverified
        }
    }
}
