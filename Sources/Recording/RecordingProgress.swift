// SPDX-License-Identifier: Apache-2.0

/// The progress of a recording.
public struct RecordingProgress: Hashable, Sendable, CustomStringConvertible {
    /// The number of observations written so far.
    public var observations = 0
    /// The size of the recording in bytes.
    public var bytes = 0
    /// The time since the start.
    public var elapsed = Duration.zero

    public init() {}

    /// The progress in words: `1200 observations, 96.0 kB, 12.5 s`.
    public var description: String {
        "\(observations) observation\(observations == 1 ? "" : "s"), \(Self.size(bytes)), \(Self.seconds(elapsed)) s"
    }

    private static func size(_ bytes: Int) -> String {
        let units = ["kB", "MB", "GB", "TB"]
        guard bytes >= 1000 else { return "\(bytes) bytes" }
        // Tenths of the unit, rounded down.
        var (tenths, unit) = (bytes / 100, 0)
        while tenths >= 10_000, unit + 1 < units.count { (tenths, unit) = (tenths / 1000, unit + 1) }
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }

    private static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        return "\(seconds).\(attoseconds / 100_000_000_000_000_000)"
    }
}

/// The result of a recording that ended normally.
public struct RecordingSummary: Hashable, Sendable, CustomStringConvertible {
    /// The reason that a recording ended.
    public enum Ending: Hashable, Sendable {
        /// The limit of time or observations was reached.
        case limit
        /// The recording was stopped by a signal, or its task was cancelled or shut down.
        case stopped
        /// The daemon stopped.
        case daemonStopped
    }

    public var path: String
    /// The content of the file.
    public var recorded: RecordingProgress
    public var ending: Ending

    public var description: String {
        let reason = ending == .daemonStopped ? "; gnss-gateway stopped" : ""
        return "recorded to \(path): \(recorded)\(reason)"
    }
}
