// SPDX-License-Identifier: Apache-2.0

public import GNSSTypes
internal import MessageTexts

/// The conditions for a photo at a moment: `GET /v1/captures/check`.
public struct CaptureCheckReport: Codable, Hashable, Sendable {
    /// A condition that is not met.
    public struct Reason: Codable, Hashable, Sendable {
        /// The condition.
        public enum Code: String, Coded, CaseIterable {
            /// Photos are switched off.
            case disabled
            /// The receiver has no position.
            case noFix = "no_fix"
            /// The last position is too old.
            case staleFix = "stale_fix"
            /// The receiver moves.
            case moving
            /// Positions arrive too rarely.
            case lowRate = "low_rate"
            /// The position is not accurate enough.
            case accuracy
            /// There is no averaged point of the place.
            case noCentroid = "no_centroid"
            /// The position must be authenticated, and is not.
            case osnmaRequired = "osnma_required"
            /// The photo could not be stored.
            case storageFull = "storage_full"
            /// The direction of the camera is required and unknown.
            case noHeading = "no_heading"
            /// A signed-in user is required.
            case notSignedIn = "not_signed_in"
        }

        public var code: ReportCode<Code>
        /// The problem and its remedy, for people.
        public var text: String
        /// The text as a code with parameters.
        public var message: CodedText

        public init(_ code: Code, _ message: CodedText) {
            (self.code, self.message, text) = (ReportCode(code), message, message.text)
        }
    }

    /// The receiver; nil if none is active.
    public var receiver: String?
    /// The conditions that are not met; empty if a photo may be taken.
    public var reasons: [Reason] = []
    /// The conditions that this check had to leave out, because each client meets them by itself: the direction of its
    /// camera, and its user. They apply to a client that has none.
    public var clientReasons: [Reason] = []
    /// The number of positions of the last 7 seconds.
    public var fixes = 0
    /// The age of the newest position in seconds; nil if there is none.
    public var age: Double?
    /// The mean distance between these positions in metres; nil with fewer than two.
    public var spread: Double?
    /// The mean interval between these positions in seconds; nil with fewer than two.
    public var interval: Double?
    /// The horizontal accuracy of the newest position in metres; nil if the receiver does not report it.
    public var accuracy: Double?
    /// True if the newest position is authenticated, whether or not that is required.
    public var isAuthenticated = false
    /// Photos that are being taken.
    public var running: [CaptureReport] = []

    /// True if a photo may be taken.
    public var isAllowed: Bool { reasons.isEmpty }

    public init(receiver: String?) { self.receiver = receiver }

    private enum CodingKeys: String, CodingKey {
        case receiver, allowed, reasons, fixes, authenticated, running
        case age = "age_s"
        case spread = "spread_m"
        case clientReasons = "client_reasons"
        case interval = "interval_s"
        case accuracy = "accuracy_m"
    }

    /// Reads a report.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        receiver = try container.decodeIfPresent(String.self, forKey: .receiver)
        reasons = try container.decode([Reason].self, forKey: .reasons)
        clientReasons = try container.decodeIfPresent([Reason].self, forKey: .clientReasons) ?? []
        fixes = try container.decode(Int.self, forKey: .fixes)
        age = try container.decodeIfPresent(Double.self, forKey: .age)
        spread = try container.decodeIfPresent(Double.self, forKey: .spread)
        interval = try container.decodeIfPresent(Double.self, forKey: .interval)
        accuracy = try container.decodeIfPresent(Double.self, forKey: .accuracy)
        isAuthenticated = try container.decode(Bool.self, forKey: .authenticated)
        running = try container.decodeIfPresent([CaptureReport].self, forKey: .running) ?? []
    }

    /// Writes a report.
    ///
    /// - Throws: The encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(receiver, forKey: .receiver)
        try container.encode(isAllowed, forKey: .allowed)
        try container.encode(reasons, forKey: .reasons)
        try container.encode(clientReasons, forKey: .clientReasons)
        try container.encode(fixes, forKey: .fixes)
        try container.encodeIfPresent(age, forKey: .age)
        try container.encodeIfPresent(spread, forKey: .spread)
        try container.encodeIfPresent(interval, forKey: .interval)
        try container.encodeIfPresent(accuracy, forKey: .accuracy)
        try container.encode(isAuthenticated, forKey: .authenticated)
        try container.encode(running, forKey: .running)
    }
}

/// Which photos are listed, by the back office's tasks that they belong to.
public enum CaptureTaskFilter: Hashable, Sendable {
    /// All photos.
    case any
    /// Photos that belong to no task.
    case none
    /// Photos of the task with this identifier. Two persons may have tasks with the same one: it is a task of the
    /// wanted owner, and otherwise of the user who asks, also if that is an admin.
    case task(String)
}

/// The requests about photos.
public protocol CaptureControl: Sendable {
    /// Checks whether a photo may be taken now.
    ///
    /// - Parameters:
    ///   - receiver: The receiver's ID; nil for the active one.
    ///   - user: The user who would take it; nil to leave that condition out.
    /// - Throws: `ControlError` if there is no such receiver, like all methods for a name that does not exist.
    func captureCheck(
        of receiver: String?, by user: ControlUser?
    ) async throws(ControlError) -> CaptureCheckReport

    /// Begins the countdown of a photo.
    ///
    /// - Throws: `CaptureRefusal` if a condition is not met; `ControlError`, also if the request names a task for which
    ///   the user may take no photo.
    func startCapture(_ request: CaptureRequest, by user: ControlUser) async throws -> CaptureReport

    /// Stores the image of a photo whose moment has come. The same image again gives the same answer.
    ///
    /// - Parameters:
    ///   - camera: What the client says of its camera now.
    ///   - body: Passes the bytes of the image.
    /// - Throws: `CaptureRefusal` if the photo was rejected; `ControlError`, also if its task is no longer editable;
    ///   errors of `body`.
    func storeImage(
        of id: String, by user: ControlUser, camera: CameraReport, from body: FileBody
    ) async throws -> CaptureReport

    /// Cancels a photo that is being taken, or deletes a stored one.
    ///
    /// - Parameter includingSent: True to delete a stored photo also if it was sent to the back office, or its task is not
    ///   editable.
    /// - Throws: `ControlError`.
    func removeCapture(_ id: String, includingSent: Bool, by user: ControlUser) async throws(ControlError)

    /// Changes the note of a stored photo, as a new sealed revision.
    ///
    /// - Parameter revision: The revision that the change is based on; it is refused if the photo has a newer one, unless
    ///   that has this note already. Nil to change any revision.
    /// - Throws: `ControlError`, also if the photo was sent to the back office, or its task is not editable.
    func setNote(
        _ note: String, of id: String, by user: ControlUser, ifRevision revision: Int?
    ) async throws(ControlError) -> CaptureReport

    /// Judges the position of a stored photo again, because keys are trusted now that were not, and seals a better verdict.
    func judgeAgain(_ id: String, by user: ControlUser) async throws(ControlError) -> CaptureReport

    /// Returns the stored photos that a user may see, the newest first.
    ///
    /// - Parameters:
    ///   - owner: Only those of this user; nil for all.
    ///   - task: Only those of a task, or of none.
    func captures(
        of owner: String?, task: CaptureTaskFilter, for user: ControlUser, limit: Int, offset: Int
    ) async throws(ControlError) -> CapturesReport

    /// Returns a photo that is being taken or is stored.
    func capture(_ id: String, for user: ControlUser) async throws(ControlError) -> CaptureReport

    /// Returns a part of a stored photo.
    func part(_ part: CapturePart, of id: String, for user: ControlUser) async throws(ControlError) -> CaptureFile

    /// Returns a stored photo as PDF.
    ///
    /// - Parameter language: `en`, `de` or `fr`; English for any other.
    func pdf(of id: String, for user: ControlUser, language: String) async throws(ControlError) -> CaptureFile

    /// Returns the gateway's public key for photos as PEM.
    func captureKey() async throws(ControlError) -> CaptureFile

    /// Photos that are being taken, for the live stream.
    func runningCaptures() -> [CaptureReport]

    /// The largest size of an image in bytes.
    var imageLimit: Int { get }
}

/// The refusal of a photo because conditions are not met.
public struct CaptureRefusal: Error, Hashable, Sendable {
    /// The conditions, at least one.
    public var reasons: [CaptureCheckReport.Reason]

    public init(reasons: [CaptureCheckReport.Reason]) { self.reasons = reasons }
}
