// SPDX-License-Identifier: Apache-2.0

/// Corrections for receivers: whole frames, exactly as a reference station or service sent them.
public struct CorrectionData: Hashable, Sendable {
    /// The protocol of `bytes`.
    public var format: FrameFormat
    /// The frames, back to back.
    public var bytes: [UInt8]
    /// The reference station, 0...4095, if the frames name it.
    public var station: UInt16?
    /// Age of the newest measurement in the frames when they arrived, in seconds; nil if unknown.
    public var age: Double?
    /// The origin, for people: `ntrip://caster.example:2101/MOUNT`. It never contains a password.
    public var origin: String

    public init(
        format: FrameFormat = .rtcm3, bytes: [UInt8], station: UInt16? = nil, age: Double? = nil, origin: String = ""
    ) {
        self.format = format
        self.bytes = bytes
        self.station = station
        self.age = age
        self.origin = origin
    }
}
