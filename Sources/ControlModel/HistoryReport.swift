// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A receiver's recent epochs in columns: `GET /v1/history`. Each value is from the last epoch of its step; nil if
/// there was no epoch or the receiver did not report the value.
public struct HistoryReport: Codable, Hashable, Sendable {
    /// The receiver's ID; nil if there is no receiver.
    public var receiver: String?
    /// The start of the first step, by the daemon's clock.
    public var start: Timestamp
    /// The length of a step, in seconds, 1 or more.
    public var step: Int
    /// Latitude in degrees, north positive.
    public var latitude: [Double?] = []
    /// Longitude in degrees, east positive.
    public var longitude: [Double?] = []
    /// Height above the ellipsoid in metres.
    public var ellipsoidalHeight: [Double?] = []
    /// Horizontal accuracy in metres, at the receiver's own confidence level or from a model.
    public var horizontalAccuracy: [Double?] = []
    /// Number of satellites in the solution.
    public var satellitesUsed: [Int?] = []
    /// The age of the newest correction in use, in seconds.
    public var correctionAge: [Double?] = []

    /// Creates a history without steps.
    public init(receiver: String?, start: Timestamp, step: Int) {
        (self.receiver, self.start, self.step) = (receiver, start, step)
    }

    enum CodingKeys: String, CodingKey {
        case receiver, start
        case step = "step_s"
        case latitude = "latitude_deg"
        case longitude = "longitude_deg"
        case ellipsoidalHeight = "ellipsoidal_height_m"
        case horizontalAccuracy = "horizontal_accuracy_m"
        case satellitesUsed = "satellites_used"
        case correctionAge = "correction_age_s"
    }
}

/// The request for a history.
public struct HistoryRequest: Hashable, Sendable {
    /// The receiver's ID; nil for the active receiver.
    public var receiver: String?
    /// The length of the history in seconds.
    public var seconds = 3600
    /// The largest number of steps.
    public var points = 720

    public static let secondsRange = 1...3600
    public static let pointsRange = 1...3600

    public init() {}
}
