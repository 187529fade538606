// SPDX-License-Identifier: Apache-2.0

/// The protocol of a frame.
public struct FrameFormat: RawRepresentable, Hashable, Sendable {
    /// The number of the protocol in the driver contract.
    public let rawValue: UInt8

    /// The protocol with that number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let nmea = FrameFormat(rawValue: 1)
    public static let ubx = FrameFormat(rawValue: 2)
    public static let rtcm3 = FrameFormat(rawValue: 3)
    /// SBF, the binary format of Septentrio.
    public static let sbf = FrameFormat(rawValue: 4)
    /// A frame of another protocol, which is passed on unread.
    public static let other = FrameFormat(rawValue: 255)
}

/// One raw frame exactly as received, its start mark, checksum and line end included.
public struct Sentence: Hashable, Sendable {
    /// The protocol it was framed as.
    public var format: FrameFormat
    public var bytes: [UInt8]

    public init(format: FrameFormat, bytes: [UInt8]) {
        self.format = format
        self.bytes = bytes
    }
}
