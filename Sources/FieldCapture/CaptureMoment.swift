// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat
internal import ControlModel
internal import GNSSTypes

/// Everything that is known at the moment of a photo, whenever its image arrives.
struct CaptureMoment: Sendable {
    /// What is known about the receiver's driver.
    struct Driver: Sendable {
        var kind: String
        var device: String?
    }

    var id: String
    var user: String?
    var taken: HostTime
    /// The last instant at which its image may arrive.
    var lastUpload: ContinuousClock.Instant
    var countdown: Double
    var version: String
    var driver: Driver?
    var check: CaptureCheckReport
    var fix: Fix
    var position: GeodeticPosition
    /// The arrival of the fix, and facts about its driver.
    var arrival: HostTime
    var origin: ObservationOrigin
    var situation: CaptureRules.Situation
    /// The sampling session whose averaged point belongs to the position; nil if none does.
    var sampling: HeldSamplings.Held?
    var refusal: OSNMARequirement.Refusal?
    /// True if Galileo's pages arrive from the receiver.
    var hasPages: Bool
    /// The rules by which positions count as authenticated; nil if they are not judged.
    var rules: JSONValue?
    /// The files with what the receiver sent, by their names.
    var evidence: [String: [UInt8]]
    /// The time stamp over the evidence, which may arrive later; nil if none is wanted.
    var stamp: EvidenceStamp?
    var camera: CameraReport
    var note: String
    /// The identifier of the task that the photo belongs to; nil if it belongs to none.
    var task: String?

    /// The statement about authenticity, for people.
    static func statement(_ verdict: Authentication?, _ refusal: OSNMARequirement.Refusal?) -> String {
        guard let refusal else {
            let count = verdict?.fix?.authenticated.count ?? 0
            return "Galileo (OSNMA) authenticated the navigation data of \(count) of the satellites in this position"
        }
        let reason = refusal.cause == .unverified ? refusal.reason.text : refusal.cause.text
        return "the position is not authenticated: \(reason)"
    }

    /// The verdict of the moment. It is pending if the keys of tags that have arrived may change it.
    var verdict: PositionVerdict {
        guard let refusal else { return .authenticated }
        return hasPages && refusal.mayBeResolved && situation.verdict != nil ? .pending : .notAuthenticated
    }

    /// The direction of the camera: the client's, or the receiver's heading.
    private var direction: (degrees: Double, isTrue: Bool, source: String)? {
        if let heading = camera.heading, let reference = camera.reference {
            return (heading, reference == .trueNorth, "client")
        }
        guard let attitude = situation.attitude else { return nil }
        if let heading = attitude.heading?.degrees { return (heading, true, "receiver") }
        return attitude.magneticHeading.map { ($0.degrees, false, "receiver") }
    }

    /// The data of the photo, in groups.
    ///
    /// - Throws: The error of the encoder for a number that is not finite.
    func record(_ image: JPEGImage) throws -> [String: JSONValue] {
        var groups: [String: JSONValue] = [
            "capture": try JSONValue(encoding: CaptureGroup(self)), "position": try positionGroup(),
            "time": try JSONValue(encoding: TimeGroup(self)), "receiver": try JSONValue(encoding: ReceiverGroup(self)),
            "satellites": try satellites(), "authentication": try JSONValue(encoding: AuthenticationGroup(self)),
            "conditions": try JSONValue(encoding: ConditionsGroup(check)),
            "image": try JSONValue(encoding: ImageGroup(image)), "note": .string(note),
        ]
        if let sampling, let estimate = sampling.state.estimate {
            groups["centroid"] = try JSONValue(
                encoding: CentroidGroup(
                    session: sampling.state.session, wanted: sampling.state.wanted, count: sampling.state.count,
                    age: seconds(taken.monotonicNanoseconds - sampling.instant),
                    estimate: CentroidEstimateReport(estimate)))
        }
        if let statistics = fix.errorStatistics {
            groups["error_statistics"] = try JSONValue(encoding: StatisticsGroup(statistics))
        }
        if let velocity = fix.velocity { groups["velocity"] = try JSONValue(encoding: VelocityGroup(velocity)) }
        groups["camera"] = try cameraGroup()
        return groups
    }

    private func seconds(_ nanoseconds: Int64) -> Double { (Double(nanoseconds) * 1e-6).rounded() / 1000 }

    private func positionGroup() throws -> JSONValue {
        var report = FixReport(
            fix, satellitesInView: situation.sky?.satellites.count, attitude: situation.attitude)
        // In a capture, the time is cut to the millisecond. Programs that check captures compare it with the recording.
        report.time = fix.time.map { Timestamp($0) }
        guard case .object(var members) = try JSONValue(encoding: report) else { return .null }
        members["age_s"] = .number(seconds(taken.monotonicNanoseconds - arrival.monotonicNanoseconds))
        return .object(members)
    }

    private func satellites() throws -> JSONValue {
        let verdicts = situation.verdict?.verdict.satellites ?? []
        let reports = (situation.sky?.satellites ?? []).map { satellite in
            SatelliteReport(
                satellite, signals: situation.signals, osnma: verdicts.first { $0.satellite == satellite.id })
        }
        return try JSONValue(encoding: reports)
    }

    private func cameraGroup() throws -> JSONValue {
        var camera = camera
        if let direction {
            camera.heading = direction.degrees
            camera.reference = direction.isTrue ? .trueNorth : .magneticNorth
        }
        guard case .object(var members) = try JSONValue(encoding: camera) else { return .null }
        if let direction { members["heading_source"] = .string(direction.source) }
        return .object(members)
    }

    /// The EXIF data of the photo.
    ///
    /// - Parameter upload: The SHA-256 of the image as it arrived.
    func facts(upload: String) -> EXIFFacts {
        let word = refusal.map { "not authenticated (\($0.cause.rawValue))" } ?? "authenticated"
        var facts = EXIFFacts(
            photoTime: Timestamp(taken).milliseconds, uniqueID: String(upload.prefix(32)),
            comment: "gnss-gateway capture \(id); OSNMA: \(word)\(origin.isReplay ? "; recording or simulation" : "")")
        (facts.latitude, facts.longitude) = (position.latitude.degrees, position.longitude.degrees)
        facts.altitude = (fix.height.orthometric ?? fix.height.ellipsoidal)?.metres
        facts.positionTime = fix.time.map { Timestamp($0).milliseconds }
        facts.direction = direction.map { .init(degrees: $0.degrees, isTrue: $0.isTrue) }
        (facts.course, facts.speed) = (fix.course?.degrees, fix.speed?.metresPerSecond)
        (facts.hdop, facts.accuracy) = (fix.dop.hdop, fix.horizontalAccuracy?.value.metres)
        let used = (situation.sky?.satellites ?? []).filter(\.isUsed).map { "\($0.id)" }
        facts.satellites = used.isEmpty ? fix.satellitesUsed.map(String.init) : used.joined(separator: " ")
        facts.isThreeDimensional = fix.kind == .threeDimensional
        facts.isDifferential = [.differential, .rtkFixed, .rtkFloat].contains(fix.quality)
        (facts.make, facts.model) = (camera.maker, camera.model)
        return facts
    }
}

// MARK: the groups of a record

private struct CaptureGroup: Encodable {
    let id: String
    let taken: Timestamp
    let countdown: Double
    let user, task: String?
    let version: String
    let replay: Bool

    init(_ moment: CaptureMoment) {
        (id, taken, countdown) = (moment.id, Timestamp(moment.taken), moment.countdown)
        (user, task) = (moment.user, moment.task)
        (version, replay) = (moment.version, moment.origin.isReplay)
    }

    enum CodingKeys: String, CodingKey {
        case id, taken, user, task, replay
        case countdown = "countdown_s"
        case version = "gateway_version"
    }
}

private struct TimeGroup: Encodable {
    /// The instant of the position, as the receiver states it, and the origin of its date.
    let gnss: Timestamp?
    let origin: String?
    /// The arrival of the position, by the gateway's clock.
    let arrival: Timestamp
    let leapSeconds: Int?
    /// Galileo time by the trusted clock, at an instant of the host's monotonic clock, which the recordings use.
    let trusted, monotonic: Int64?

    init(_ moment: CaptureMoment) {
        let reference = moment.situation.verdict?.verdict.clock.reference
        trusted = reference?.galileoMilliseconds
        monotonic = reference.map { $0.monotonicNanoseconds / 1_000_000 }
        gnss = moment.fix.time.map { Timestamp($0) }
        origin = moment.fix.time.map { _ in
            switch moment.fix.timeOrigin {
            case .receiver: "receiver"
            case .receiverRolledOver: "receiver_rolled_over"
            case .dateByHost: "date_by_host"
            case .dateByRecording: "date_by_recording"
            }
        }
        (arrival, leapSeconds) = (Timestamp(moment.arrival), moment.fix.leapSeconds)
    }

    enum CodingKeys: String, CodingKey {
        case gnss, origin, arrival
        case leapSeconds = "leap_seconds"
        case trusted = "trusted_gst_ms"
        case monotonic = "trusted_monotonic_ms"
    }
}

private struct ReceiverGroup: Encodable {
    let id, driver, device, vendor, model, firmware, serial: String?

    init(_ moment: CaptureMoment) {
        let identity = moment.situation.identity
        (id, driver, device) = (moment.check.receiver, moment.driver?.kind, moment.driver?.device)
        (vendor, model) = (identity?.vendor, identity?.model)
        (firmware, serial) = (identity?.firmware, identity?.serial)
    }
}

private struct AuthenticationGroup: Encodable {
    let authenticated: Bool
    let result: String
    let rules: JSONValue?
    let statement: String
    /// The requirement that is not met; nil if the position is authenticated.
    let cause: String?
    let verdict: OSNMAReceiverReport?

    init(_ moment: CaptureMoment) {
        (authenticated, result, rules) = (moment.refusal == nil, moment.verdict.code, moment.rules)
        statement = CaptureMoment.statement(moment.situation.verdict?.verdict, moment.refusal)
        cause = moment.refusal?.cause.rawValue
        verdict = moment.situation.verdict.map { OSNMAReceiverReport($0.verdict, refusal: moment.refusal) }
    }
}

private struct ConditionsGroup: Encodable {
    let fixes: Int
    let age, spread, interval, accuracy: Double?

    init(_ check: CaptureCheckReport) {
        (fixes, age, spread) = (check.fixes, check.age, check.spread)
        (interval, accuracy) = (check.interval, check.accuracy)
    }

    enum CodingKeys: String, CodingKey {
        case fixes
        case age = "age_s"
        case spread = "spread_m"
        case interval = "interval_s"
        case accuracy = "accuracy_m"
    }
}

private struct ImageGroup: Encodable {
    let width: Int
    let height: Int
    let sha256: String
    let bytes: Int

    /// Describes the image as it arrived; the manifest describes the file with its new EXIF data.
    init(_ image: JPEGImage) {
        (width, height) = (image.width, image.height)
        (sha256, bytes) = (CaptureHash.text(of: image.bytes), image.bytes.count)
    }

    enum CodingKeys: String, CodingKey {
        case width, height
        case sha256 = "received_sha256"
        case bytes = "received_bytes"
    }
}

private struct CentroidGroup: Encodable {
    let session: UInt64
    let wanted: Int
    let count: Int
    let age: Double
    let estimate: CentroidEstimateReport

    enum CodingKeys: String, CodingKey {
        case session, wanted, count, estimate
        case age = "age_s"
    }
}

private struct StatisticsGroup: Encodable {
    let residual, semiMajor, semiMinor, orientation, latitude, longitude, height: Double?

    init(_ statistics: ErrorStatistics) {
        (residual, semiMajor) = (statistics.rangeResidual?.metres, statistics.semiMajor?.metres)
        (semiMinor, orientation) = (statistics.semiMinor?.metres, statistics.orientation?.degrees)
        (latitude, longitude) = (statistics.latitude?.metres, statistics.longitude?.metres)
        height = statistics.height?.metres
    }

    enum CodingKeys: String, CodingKey {
        case residual = "range_residual_m"
        case semiMajor = "semi_major_m"
        case semiMinor = "semi_minor_m"
        case orientation = "orientation_deg"
        case latitude = "latitude_m"
        case longitude = "longitude_m"
        case height = "height_m"
    }
}

private struct VelocityGroup: Encodable {
    let north, east, up: Double

    init(_ velocity: Velocity) {
        (north, east) = (velocity.north.metresPerSecond, velocity.east.metresPerSecond)
        up = velocity.up.metresPerSecond
    }

    enum CodingKeys: String, CodingKey {
        case north = "north_m_s"
        case east = "east_m_s"
        case up = "up_m_s"
    }
}
