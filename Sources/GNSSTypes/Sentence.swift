// SPDX-License-Identifier: Apache-2.0

/// The protocol of a frame.
public struct FrameFormat: RawRepresentable, Hashable, Sendable {
    /// The protocol's number in the driver contract.
    public let rawValue: UInt8

    /// Creates the protocol with a number of the driver contract.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let nmea = FrameFormat(rawValue: 1)
    public static let ubx = FrameFormat(rawValue: 2)
    public static let rtcm3 = FrameFormat(rawValue: 3)
    /// SBF, Septentrio's binary format.
    public static let sbf = FrameFormat(rawValue: 4)
    /// A frame of another protocol, passed on without being decoded.
    public static let other = FrameFormat(rawValue: 255)
}

/// One raw frame exactly as received, including its start mark, checksum and line end.
public struct Sentence: Hashable, Sendable {
    /// The protocol that the frame was recognised as.
    public var format: FrameFormat
    public var bytes: [UInt8]

    public init(format: FrameFormat, bytes: [UInt8]) {
        self.format = format
        self.bytes = bytes
    }
}
