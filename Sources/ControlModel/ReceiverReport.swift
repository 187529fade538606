// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// How a receiver is doing.
public struct ReceiverReport: Codable, Hashable, Sendable {
    /// Its name: observations carry it.
    public var id: String
    /// The kind of its driver.
    public var driver: String
    /// The stable identity that what is learnt of it is kept under.
    public var identity: String
    /// Who wants it to run: `configured`, `found` or `added`.
    public var origin: String
    /// Where its driver runs: `in-process` or `process`.
    public var isolation: String
    /// The priority among the receivers, 0...100; the highest comes first.
    public var priority: Int
    /// The device as the configuration names it, or where it was found.
    public var device: String?
    /// The maker, as the receiver states it.
    public var vendor: String?
    /// The model, as the receiver states it.
    public var model: String?
    /// The firmware, as the receiver states it.
    public var firmware: String?
    /// The serial number or chip id.
    public var serial: String?
    public var state: ReportCode<ReceiverState>
    /// Why, in a sentence.
    public var reason: String
    /// Since when it is in this state.
    public var since: Timestamp
    /// Whether it is the active receiver.
    public var isActive: Bool
    /// Whether the operator selected it.
    public var isSelected: Bool
    /// When its last observation came.
    public var lastData: Timestamp?
    /// How long ago that was, in seconds.
    public var lastDataAge: Double?
    /// The receiver's last epoch; nil before the first.
    public var fix: FixReport?
    /// The corrections that it was handed; nil: none.
    public var corrections: CorrectionDeliveryReport?
    /// Epochs a second, over the last of them.
    public var rate: Double?
    /// Observations that reached the bus.
    public var observations: UInt64
    /// How often its driver was started again.
    public var restarts: Int
    /// Batches of its driver that were refused.
    public var refusedBatches: Int

    /// A receiver, with what is not optional.
    public init(
        id: String, driver: String, identity: String, origin: String, isolation: String, priority: Int,
        state: ReceiverState, reason: String, since: Timestamp
    ) {
        (self.id, self.driver, self.identity, self.origin) = (id, driver, identity, origin)
        (self.isolation, self.priority) = (isolation, priority)
        (self.state, self.reason, self.since) = (ReportCode(state), reason, since)
        (isActive, isSelected) = (false, false)
        (observations, restarts, refusedBatches) = (0, 0, 0)
    }

    enum CodingKeys: String, CodingKey {
        case id, driver, identity, origin, isolation, priority, device, vendor, model, firmware, serial, state, reason
        case since, fix, observations, restarts, corrections
        case isActive = "active"
        case isSelected = "chosen"
        case lastData = "last_data"
        case lastDataAge = "last_data_age_s"
        case rate = "rate_hz"
        case refusedBatches = "refused_batches"
    }
}

/// An epoch of a receiver, in short.
public struct FixReport: Codable, Hashable, Sendable {
    /// `none`, `2d` or `3d`.
    public var kind: ReportCode<FixKind>
    /// What the solution rests on: `autonomous`, `differential`, `rtk_fixed` …
    public var quality: ReportCode<FixQuality>
    /// The instant of the solution, as the receiver states it.
    public var time: Timestamp?
    /// Latitude in degrees, −90...90, north positive.
    public var latitude: Double?
    /// Longitude in degrees, −180...180, east positive.
    public var longitude: Double?
    /// Metres above the ellipsoid.
    public var ellipsoidalHeight: Double?
    /// Metres above mean sea level.
    public var orthometricHeight: Double?
    /// Metres, with the receiver's own level of confidence or a model's.
    public var horizontalAccuracy: Double?
    /// The age of the newest correction in use, in seconds.
    public var correctionAge: Double?
    /// The reference station of the corrections in use.
    public var correctionStation: UInt16?
    /// Satellites in the solution.
    public var satellitesUsed: Int?
    public var satellitesInView: Int?

    enum CodingKeys: String, CodingKey {
        case kind, quality, time
        case latitude = "latitude_deg"
        case longitude = "longitude_deg"
        case ellipsoidalHeight = "ellipsoidal_height_m"
        case orthometricHeight = "orthometric_height_m"
        case horizontalAccuracy = "horizontal_accuracy_m"
        case correctionAge = "correction_age_s"
        case correctionStation = "correction_station"
        case satellitesUsed = "satellites_used"
        case satellitesInView = "satellites_in_view"
    }

    public init(_ fix: Fix, satellitesInView: Int? = nil) {
        kind = ReportCode(fix.kind)
        quality = ReportCode(fix.quality)
        time = fix.time.map { Timestamp(HostTime(monotonicNanoseconds: 0, wallNanoseconds: $0.nanosecondsSince1970)) }
        latitude = fix.position?.latitude.degrees
        longitude = fix.position?.longitude.degrees
        ellipsoidalHeight = fix.height.ellipsoidal?.metres
        orthometricHeight = fix.height.orthometric?.metres
        horizontalAccuracy = fix.horizontalAccuracy?.value.metres
        correctionAge = fix.corrections?.age
        correctionStation = fix.corrections?.station
        satellitesUsed = fix.satellitesUsed
        self.satellitesInView = satellitesInView
    }
}
