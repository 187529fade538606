// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes

/// A photo from the shutter to the store: `GET /v1/captures/ID`.
public struct CaptureReport: Codable, Hashable, Sendable {
    /// The state of a photo.
    public enum State: String, Coded, CaseIterable {
        /// The seconds before the photo.
        case countdown
        /// The moment of the photo has come, and its image is awaited.
        case waiting
        /// The image arrives and is stored.
        case receiving
        /// The photo is stored and sealed.
        case stored
        /// A condition was not met; nothing was stored.
        case rejected
        /// The image did not arrive in time; nothing was stored.
        case expired
        /// The photo was cancelled; nothing was stored.
        case cancelled
    }

    /// What began a photo.
    public enum Origin: String, Coded, CaseIterable {
        /// A request of a client, which has the image.
        case request
        /// The button of the settings, `captures.button`. Any client with a camera may send the image.
        case button
    }

    public var id: String
    public var state: ReportCode<State>
    public var origin = ReportCode(Origin.request)
    /// The receiver whose position is used.
    public var receiver: String
    /// The user; nil if the client has not signed in by name.
    public var user: String?
    /// The time until the photo in seconds, during the countdown.
    public var remaining: Double?
    /// The time within which the image must begin to arrive, in seconds, while it is awaited.
    public var uploadTime: Double?
    /// The instant of the photo, by the gateway's clock; nil before.
    public var taken: Timestamp?
    /// The conditions that were not met; empty unless the photo was rejected.
    public var reasons: [CaptureCheckReport.Reason] = []
    /// The stored photo; nil until it is stored.
    public var summary: CaptureSummary?

    public init(id: String, state: State, receiver: String, user: String?) {
        (self.id, self.state, self.receiver, self.user) = (id, ReportCode(state), receiver, user)
    }

    enum CodingKeys: String, CodingKey {
        case id, state, origin, receiver, user, taken, reasons, summary
        case remaining = "remaining_s"
        case uploadTime = "upload_s"
    }
}

/// A stored photo, as lists show it.
public struct CaptureSummary: Codable, Hashable, Sendable {
    public var id: String
    /// The instant of the photo, by the gateway's clock.
    public var taken: Timestamp
    public var receiver: String
    /// The user; nil if the client had not signed in by name.
    public var user: String?
    /// Latitude in degrees, −90...90, north positive.
    public var latitude: Double
    /// Longitude in degrees, −180...180, east positive.
    public var longitude: Double
    /// The height above the WGS-84 ellipsoid in metres; nil if the receiver did not report it.
    public var ellipsoidalHeight: Double?
    /// The horizontal accuracy in metres; nil if the receiver did not report it.
    public var accuracy: Double?
    /// The direction in which the camera looked, in degrees, 0..<360; that of the receiver if the camera reported none, and
    /// nil if it is unknown.
    public var heading: Double?
    /// True if the position was authenticated, at its moment or by keys that came later.
    public private(set) var isAuthenticated: Bool
    /// The verdict on the position.
    public var verdict: ReportCode<PositionVerdict> {
        didSet { isAuthenticated = verdict == .authenticated }
    }
    /// True if the position comes from a recording or a simulation.
    public var isReplay: Bool
    public var note: String
    /// The width and height of the image in pixels.
    public var width: Int
    public var height: Int
    /// The size of all its files in bytes.
    public var bytes: Int
    /// The number of the newest revision, from 1.
    public var revision: Int
    /// The number of its newest manifest in the gateway's chain, from 1.
    public var sequence: Int64
    /// The identifier of the back office's task that the photo belongs to; nil if it belongs to none.
    public var task: String?
    /// How far the photo has got on its way to the back office. It is no part of the stored photo.
    public var sent = ReportCode(PathReport.SentState.unsent)
    /// Why the photo could not be sent at the last attempt; nil if it could.
    public var sendProblem: ProblemReport?

    public init(
        id: String, taken: Timestamp, receiver: String, user: String?, latitude: Double, longitude: Double,
        verdict: ReportCode<PositionVerdict>, isReplay: Bool, note: String, width: Int, height: Int
    ) {
        (self.id, self.taken, self.receiver, self.user) = (id, taken, receiver, user)
        (self.latitude, self.longitude) = (latitude, longitude)
        (self.verdict, self.isReplay, self.note) = (verdict, isReplay, note)
        isAuthenticated = verdict == .authenticated
        (self.width, self.height, bytes, revision, sequence) = (width, height, 0, 1, 0)
    }

    /// Reads a summary. Without `sent`, the photo was not sent.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        taken = try values.decode(Timestamp.self, forKey: .taken)
        receiver = try values.decode(String.self, forKey: .receiver)
        user = try values.decodeIfPresent(String.self, forKey: .user)
        latitude = try values.decode(Double.self, forKey: .latitude)
        longitude = try values.decode(Double.self, forKey: .longitude)
        ellipsoidalHeight = try values.decodeIfPresent(Double.self, forKey: .ellipsoidalHeight)
        accuracy = try values.decodeIfPresent(Double.self, forKey: .accuracy)
        heading = try values.decodeIfPresent(Double.self, forKey: .heading)
        isAuthenticated = try values.decode(Bool.self, forKey: .isAuthenticated)
        verdict = try values.decode(ReportCode<PositionVerdict>.self, forKey: .verdict)
        isReplay = try values.decode(Bool.self, forKey: .isReplay)
        note = try values.decode(String.self, forKey: .note)
        width = try values.decode(Int.self, forKey: .width)
        height = try values.decode(Int.self, forKey: .height)
        bytes = try values.decode(Int.self, forKey: .bytes)
        revision = try values.decode(Int.self, forKey: .revision)
        sequence = try values.decode(Int64.self, forKey: .sequence)
        task = try values.decodeIfPresent(String.self, forKey: .task)
        sent = try values.decodeIfPresent(ReportCode<PathReport.SentState>.self, forKey: .sent) ?? ReportCode(.unsent)
        sendProblem = try values.decodeIfPresent(ProblemReport.self, forKey: .sendProblem)
    }

    enum CodingKeys: String, CodingKey {
        case id, taken, receiver, user, verdict, note, width, height, bytes, revision, sequence, task, sent
        case latitude = "latitude_deg"
        case longitude = "longitude_deg"
        case ellipsoidalHeight = "ellipsoidal_height_m"
        case accuracy = "accuracy_m"
        case heading = "heading_deg"
        case isAuthenticated = "authenticated"
        case isReplay = "replay"
        case sendProblem = "send_problem"
    }
}

/// Stored photos: `GET /v1/captures`.
public struct CapturesReport: Codable, Hashable, Sendable {
    /// The photos, the newest first.
    public var captures: [CaptureSummary]
    /// The number of all photos that the request could have named.
    public var total: Int
    /// The size of all photos of all users in bytes, and the largest permitted size (`captures.limit_mib`).
    public var bytes: Int
    public var limit: Int
    /// Photos that are being taken.
    public var running: [CaptureReport]

    public init(captures: [CaptureSummary], total: Int, bytes: Int, limit: Int, running: [CaptureReport]) {
        (self.captures, self.total, self.bytes, self.limit) = (captures, total, bytes, limit)
        self.running = running
    }

    enum CodingKeys: String, CodingKey {
        case captures, total, bytes, running
        case limit = "limit_bytes"
    }
}

/// What a client says of its camera; everything is optional. Angles are in degrees.
public struct CameraReport: Codable, Hashable, Sendable {
    /// The reference of a heading.
    public enum Reference: String, Codable, Sendable, CaseIterable {
        case trueNorth = "true"
        case magneticNorth = "magnetic"
    }

    /// The direction in which the camera looks, 0..<360.
    public var heading: Double?
    /// The reference of the heading; needed with it.
    public var reference: Reference?
    /// The angle between the camera's vertical axis and the horizontal plane, 0...180; 90 looks at the horizon.
    public var tilt: Double?
    /// Nose up positive, −180...180.
    public var pitch: Double?
    /// Right side down positive, −180...180.
    public var roll: Double?
    /// The horizontal angle of view, 0...360.
    public var horizontalView: Double?
    /// The vertical angle of view, 0...360.
    public var verticalView: Double?
    /// The maker and model of the camera or phone, and its system; at most 100 characters each.
    public var maker: String?
    public var model: String?
    public var platform: String?

    public init() {}

    enum CodingKeys: String, CodingKey {
        case maker, model, platform
        case heading = "heading_deg"
        case reference = "heading_reference"
        case tilt = "tilt_deg"
        case pitch = "pitch_deg"
        case roll = "roll_deg"
        case horizontalView = "horizontal_view_deg"
        case verticalView = "vertical_view_deg"
    }

    /// The names of the values.
    public static let names = [
        "heading_deg", "heading_reference", "tilt_deg", "pitch_deg", "roll_deg", "horizontal_view_deg",
        "vertical_view_deg", "maker", "model", "platform",
    ]

    /// The first value that is not permitted, with what is, for people; nil if all are.
    public var problem: String? {
        let ranges: [(String, Double?, ClosedRange<Double>)] = [
            ("tilt_deg", tilt, 0...180), ("pitch_deg", pitch, -180...180), ("roll_deg", roll, -180...180),
            ("horizontal_view_deg", horizontalView, 0...360), ("vertical_view_deg", verticalView, 0...360),
        ]
        for (name, value, range) in ranges {
            if let value, !range.contains(value) {
                return "\(name) must be \(Int(range.lowerBound)) to \(Int(range.upperBound))"
            }
        }
        if let heading, !(heading >= 0 && heading < 360) { return "heading_deg must be 0 or more and less than 360" }
        if (heading == nil) != (reference == nil) {
            return "heading_deg and heading_reference (true or magnetic) belong together"
        }
        let isLong = [maker, model, platform].contains { ($0?.count ?? 0) > 100 }
        return isLong ? "maker, model and platform have at most 100 characters" : nil
    }

    /// These values, and those of an earlier report where these are missing.
    public func completed(by other: CameraReport) -> CameraReport {
        var report = self
        if heading == nil { (report.heading, report.reference) = (other.heading, other.reference) }
        (report.tilt, report.pitch, report.roll) = (tilt ?? other.tilt, pitch ?? other.pitch, roll ?? other.roll)
        report.horizontalView = horizontalView ?? other.horizontalView
        report.verticalView = verticalView ?? other.verticalView
        (report.maker, report.model) = (maker ?? other.maker, model ?? other.model)
        report.platform = platform ?? other.platform
        return report
    }
}

/// The request for a photo: `POST /v1/captures`.
public struct CaptureRequest: Codable, Hashable, Sendable {
    /// The receiver's ID; nil for the active one.
    public var receiver: String?
    /// The time until the photo in seconds, 0...60; nil for `captures.countdown_s`.
    public var countdown: Double?
    /// The note, at most 2000 characters.
    public var note: String?
    public var camera: CameraReport?
    /// The identifier of the user's task for which the photo is taken, 1...200 characters, none of them a control
    /// character; nil for none.
    public var task: String?

    public init(
        receiver: String? = nil, countdown: Double? = nil, note: String? = nil, camera: CameraReport? = nil,
        task: String? = nil
    ) {
        (self.receiver, self.countdown, self.note, self.camera) = (receiver, countdown, note, camera)
        self.task = task
    }

    enum CodingKeys: String, CodingKey {
        case receiver, note, camera, task
        case countdown = "countdown_s"
    }
}

/// The request to change a note: `PATCH /v1/captures/ID`.
public struct CaptureNote: Codable, Hashable, Sendable {
    /// The note, at most `limit` characters.
    public var note: String

    /// The greatest number of characters of a note.
    public static let limit = 2000

    public init(note: String) { self.note = note }
}

/// A file of a photo.
public struct CaptureFile: Sendable {
    public var name: String
    public var mediaType: String
    public var bytes: [UInt8]

    public init(name: String, mediaType: String, bytes: [UInt8]) {
        (self.name, self.mediaType, self.bytes) = (name, mediaType, bytes)
    }
}

/// The part of a photo that a request names.
public enum CapturePart: String, Sendable, CaseIterable {
    /// The photo with its EXIF data.
    case image
    /// A small upright picture of the photo.
    case thumbnail
    /// The data of the newest revision, as sealed.
    case record
    /// Everything, as a ZIP archive.
    case export
    /// The result of checking it.
    case verification
}
