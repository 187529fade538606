// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// What a receiver's epochs were like over the last while, by columns: `GET /v1/history`. Each value is that of the last epoch of
/// its step; nil where there was none, or where the receiver did not state it.
public struct HistoryReport: Codable, Hashable, Sendable {
    /// The receiver; nil for none.
    public var receiver: String?
    /// When the first step begins, by the daemon's clock.
    public var start: Timestamp
    /// The length of a step, in seconds, 1 or more.
    public var step: Int
    /// Degrees, north positive.
    public var latitude: [Double?] = []
    /// Degrees, east positive.
    public var longitude: [Double?] = []
    /// Metres above the ellipsoid.
    public var ellipsoidalHeight: [Double?] = []
    /// Metres, with the receiver's own level of confidence or a model's.
    public var horizontalAccuracy: [Double?] = []
    /// Satellites in the solution.
    public var satellitesUsed: [Int?] = []
    /// The age of the newest correction in use, in seconds.
    public var correctionAge: [Double?] = []

    /// A history without steps.
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

/// Which history is wanted.
public struct HistoryRequest: Hashable, Sendable {
    /// The receiver; nil: the active one.
    public var receiver: String?
    /// How far back, in seconds.
    public var seconds = 3600
    /// How many steps there are at most.
    public var points = 720

    public static let secondsRange = 1...3600
    public static let pointsRange = 1...3600

    public init() {}
}
