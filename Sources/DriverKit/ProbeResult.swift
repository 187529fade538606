// SPDX-License-Identifier: Apache-2.0

/// Looks whether a receiver of a plugin's kind speaks on a device: listens until the deadline at most, never writes, and
/// leaves the device as it was. Any thread.
///
/// The first parameter is the device, a path or address; the second is the deadline in nanoseconds of the monotonic clock
/// (`CLOCK_MONOTONIC`). Throws where the device could not be opened, with what to do.
public typealias DeviceProbe =
    @Sendable (_ device: String, _ deadlineNanoseconds: Int64) throws(DriverError) -> ProbeResult

/// What a probe found.
public struct ProbeResult: Hashable, Sendable, CustomStringConvertible {
    /// How sure it is that a receiver of the plugin's kind is there: 0 (none) to 100.
    public let certainty: Int
    /// What was found, for people: `NMEA 0183 at 9600 baud`; of 0 what is there instead.
    public let text: String

    /// A finding.
    ///
    /// - Parameters:
    ///   - certainty: is brought into 0...100.
    ///   - text: what was found.
    public init(certainty: Int, text: String) {
        self.certainty = min(max(certainty, 0), 100)
        self.text = text
    }

    /// As in listings: `NMEA 0183 at 9600 baud (95 %)`.
    public var description: String { "\(text) (\(certainty) %)" }
}
