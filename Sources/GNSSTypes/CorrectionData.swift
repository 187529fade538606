// SPDX-License-Identifier: Apache-2.0

/// Corrections for receivers: whole frames, as they came from a reference station or a service.
public struct CorrectionData: Hashable, Sendable {
    /// The protocol of `bytes`.
    public var format: FrameFormat
    /// The frames, back to back.
    public var bytes: [UInt8]
    /// The reference station, 0...4095, where the frames name it.
    public var station: UInt16?
    /// How old the newest of the frames' measurements were when they came, in seconds, where that is known.
    public var age: Double?
    /// Where they are from, for people: `ntrip://caster.example:2101/MOUNT`. No password stands in it.
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
