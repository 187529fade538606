// SPDX-License-Identifier: Apache-2.0

/// Probes a device for a receiver of a plugin's kind. A probe only reads, ends at the deadline, and restores the
/// device's settings. May be called on any thread.
///
/// The first parameter is the device's path or address; the second is the deadline in nanoseconds of the monotonic
/// clock (`CLOCK_MONOTONIC`). Throws an error with the remedy if the device cannot be opened.
public typealias DeviceProbe =
    @Sendable (_ device: String, _ deadlineNanoseconds: Int64) throws(DriverError) -> ProbeResult

/// The result of a probe.
public struct ProbeResult: Hashable, Sendable, CustomStringConvertible {
    /// The certainty that a receiver of the plugin's kind is present: 0 (none) to 100.
    public let certainty: Int
    /// The result for people: `NMEA 0183 at 9600 baud`. If the certainty is 0, it describes the data that were found
    /// instead.
    public let text: String

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - certainty: Clamped to 0...100.
    ///   - text: The result for people.
    public init(certainty: Int, text: String) {
        self.certainty = min(max(certainty, 0), 100)
        self.text = text
    }

    /// The text for listings: `NMEA 0183 at 9600 baud (95 %)`.
    public var description: String { "\(text) (\(certainty) %)" }
}
