// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// The request for the frames that a receiver sent recently: `GET /v1/receivers/ID/raw`.
public struct RawFrameRequest: Hashable, Sendable {
    /// The position of the first frame wanted, from the `next` of an earlier report; nil for the newest frames.
    public var after: String?
    /// Text that must occur in "PROTOCOL NAME" of the frames, such as "UBX NAV-", in upper or lower case; empty for
    /// all frames.
    public var only = ""
    /// The largest number of frames.
    public var limit = 50

    public static let limitRange = 1...200

    public init() {}
}

/// The bytes of the frames that a receiver sent in the last minute, as a file.
public struct RawFrameFile: Hashable, Sendable {
    /// The name of the file, with the time of its first frame.
    public var name: String
    public var bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }
}

/// The requests for the frames that receivers send, for people who diagnose problems.
public protocol RawFrameControl: Sendable {
    /// The frames that a receiver sent recently, as JSON. Frames are kept from the first call on; earlier frames are
    /// not shown.
    ///
    /// - Throws: `ControlError` if the receiver does not exist or the request is invalid.
    func rawFrames(of receiver: String, _ request: RawFrameRequest) async throws(ControlError) -> [UInt8]

    /// The frames kept from the last minute, as received, without the bytes between frames.
    ///
    /// - Throws: `ControlError` if the receiver does not exist, or no frames are kept for it.
    func rawFile(of receiver: String) async throws(ControlError) -> RawFrameFile
}
