// SPDX-License-Identifier: Apache-2.0

public import ControlModel
public import GNSSTypes
public import Logging
internal import Orbits
internal import Synchronization
internal import SystemSupport

/// Collects the orbits of satellites from the navigation pages of receivers and from configured files.
public final class SkyCoordinator: Sendable {
    /// The maximum number of receivers; beyond it, one that has been silent for a minute makes room for another one.
    public static let receiverLimit = 8
    /// In nanoseconds.
    private static let silence: Int64 = 60_000_000_000

    /// A class, because a value of this size would be copied at each access.
    private final class Source {
        var sky = ReceiverSky()
        /// The monotonic clock at the last observation.
        var last: Int64 = 0
    }

    /// The receivers' orbits; written by the drivers' threads, read by requests.
    private let sources = Mutex<[SourceID: Source]>([:])
    private let configured = Mutex<(position: GeodeticPosition?, orbits: [Orbit])>((nil, []))
    private let now: @Sendable () -> HostTime
    private let logger: Logger

    /// - Parameters:
    ///   - now: The gateway's clock.
    ///   - logger: Receives messages about the files.
    public init(now: @escaping @Sendable () -> HostTime, logger: Logger) { (self.now, self.logger) = (now, logger) }

    /// Reads files with orbits. A file that cannot be used is logged as an error; the others are used.
    ///
    /// - Parameters:
    ///   - files: The paths.
    ///   - position: The position to use while a receiver has none; nil for none.
    public func apply(files: [String], position: GeodeticPosition?) {
        let present = LeapSeconds.announced.gps(UTCTime(nanosecondsSince1970: self.now().wallNanoseconds))
        let orbits = files.flatMap { read($0, present) }
        configured.withLock { $0 = (position, orbits) }
    }

    private func read(_ path: String, _ now: GPSTime) -> [Orbit] {
        let bytes: [UInt8]
        do throws(FileReadError) {
            bytes = try WholeFile.read(path, atMost: OrbitFile.sizeLimit, regularOnly: true)
        } catch {
            logger.error("sky: cannot read \(path) of 'sky.orbits': \(error)")
            return []
        }
        guard let file = OrbitFile(bytes, near: now) else {
            logger.error(
                "sky: \(path) of 'sky.orbits' contains neither two-line elements nor an almanac in the form YUMA or SEM"
            )
            return []
        }
        logger.info("sky: read \(path) (\(file.form.rawValue), satellites: \(file.orbits.count))")
        if file.ignored > 0 {
            logger.warning(
                "sky: \(path): ignored \(file.ignored) entries that are damaged or name no navigation satellite")
        }
        return file.orbits
    }

    /// Adds observations of one receiver.
    public func take(_ batch: [Observation]) {
        guard batch.contains(where: { $0.kind == .navigationPage || $0.kind == .fix }) else { return }
        let now = self.now()
        sources.withLock { sources in
            // A batch is of one receiver.
            guard let id = batch.first?.source,
                let source = Self.source(id, in: &sources, at: now.monotonicNanoseconds)
            else { return }
            for observation in batch { source.sky.take(observation.payload, at: now) }
            source.last = now.monotonicNanoseconds
        }
    }

    /// - Returns: The receiver; nil if there are too many.
    private static func source(_ id: SourceID, in sources: inout [SourceID: Source], at now: Int64) -> Source? {
        if let source = sources[id] { return source }
        if sources.count >= receiverLimit, let oldest = sources.min(by: { $0.value.last < $1.value.last }) {
            guard now - oldest.value.last >= silence else { return nil }
            sources[oldest.key] = nil
        }
        let source = Source()
        sources[id] = source
        return source
    }

    /// Reports where satellites are expected above the horizon.
    ///
    /// - Parameters:
    ///   - receiver: The receiver; nil if the gateway has no receiver.
    ///   - time: The instant; nil for the receiver's present time.
    /// - Throws: `ControlError` if the instant is too far from the present, or position or orbits are unknown.
    public func report(of receiver: String?, at time: UTCTime?) throws(ControlError) -> ExpectedSkyReport {
        let now = self.now()
        let (fixed, stored) = configured.withLock { $0 }
        let (own, others) = sources.withLock { sources in
            let own = receiver.flatMap { sources[SourceID(rawValue: $0)]?.sky }
            let others = sources.filter { $0.key.rawValue != receiver }.flatMap(\.value.sky.orbits)
            return (own, others)
        }
        let present =
            own?.time(at: now.monotonicNanoseconds)
            ?? LeapSeconds.announced.gps(UTCTime(nanosecondsSince1970: now.wallNanoseconds))
        let instant = try Self.instant(time, present)
        guard let place = own?.position.map(Place.init) ?? fixed.map(Place.init) else {
            throw ControlError(
                .conflict, "the receiver has had no position yet, and the configuration states none ('sky.position')",
                code: .noPosition)
        }
        let sky = ExpectedSky((own?.orbits ?? []) + others + stored, from: place.viewpoint, at: instant)
        guard !sky.known.isEmpty else {
            throw ControlError(
                .conflict,
                "no orbit reaches this time: orbits come from receivers that deliver navigation pages, and from the files "
                    + "in 'sky.orbits'",
                code: .noOrbits)
        }
        var report = ExpectedSkyReport(sky, receiver: receiver, at: instant, position: place.origin)
        if let own, own.position != nil {
            report.positionAge = Double(max(0, now.monotonicNanoseconds &- own.positionArrival) / 1_000_000_000)
        }
        return report
    }

    private static func instant(_ time: UTCTime?, _ present: GPSTime) throws(ControlError) -> GPSTime {
        guard let time else { return present }
        let instant = LeapSeconds.announced.gps(time)
        guard abs(instant.wholeSeconds - present.wholeSeconds) <= ExpectedSkyReport.days * 86_400 else {
            throw ControlError(
                .invalid,
                "the time is too far from the receiver's (\(Timestamp(LeapSeconds.announced.utc(present)))): give one "
                    + "within \(ExpectedSkyReport.days) days")
        }
        return instant
    }

    /// The place from which satellites are seen.
    private struct Place {
        let viewpoint: Viewpoint
        let origin: String

        init(_ stated: (position: GeodeticPosition, height: Length)) {
            viewpoint = Viewpoint(stated.position, height: stated.height)
            origin = "receiver"
        }

        init(_ configured: GeodeticPosition) {
            viewpoint = Viewpoint(configured)
            origin = "configuration"
        }
    }
}

extension ExpectedSkyReport {
    fileprivate init(_ sky: ExpectedSky, receiver: String?, at instant: GPSTime, position: String) {
        self.init(
            receiver: receiver, time: Timestamp(LeapSeconds.announced.utc(instant)), position: position,
            lookAhead: ExpectedSky.lookAhead)
        satellites = sky.satellites.map { satellite in
            ExpectedSatelliteReport(
                id: satellite.id.description, source: satellite.source.rawValue, age: satellite.age,
                elevation: satellite.direction.elevation.degrees, azimuth: satellite.direction.azimuth.degrees,
                elevationAhead: satellite.ahead.elevation.degrees, azimuthAhead: satellite.ahead.azimuth.degrees,
                isRising: satellite.isRising)
        }
        known = sky.known.map(\.description)
        age = satellites.map(\.age).max()
        source = OrbitSource.allCases.map(\.rawValue).max { first, second in
            // Of equal numbers, `max` keeps the first, which is the better source.
            satellites.count { $0.source == first } < satellites.count { $0.source == second }
        }
        if satellites.isEmpty { source = nil }
    }
}
