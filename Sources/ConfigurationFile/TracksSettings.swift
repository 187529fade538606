// SPDX-License-Identifier: Apache-2.0

public import Settings

/// Settings for continuous recording without a start command.
public struct TracksSettings: Hashable, Sendable {
    /// The track log: positions in one track per day in the store.
    public struct Log: Hashable, Sendable {
        /// True to record.
        public var isEnabled = false
        /// The time between points in seconds, 1...60.
        public var interval = 1
        /// The receiver to record; nil for the active receiver.
        public var receiver: String?
        /// The number of days after which tracks are removed; 0 for never.
        public var keepDays = 30
    }

    /// The capture: all data on the bus in files.
    public struct Capture: Hashable, Sendable {
        /// True to record.
        public var isEnabled = false
        /// The folder as an absolute path; nil for `captures` in the state folder.
        public var folder: String?
        /// The size in MiB at which a file is completed and the next one begins.
        public var rotateMiB = 100.0
        /// The total size in MiB beyond which the oldest files are removed; 0 for no limit.
        public var keepMiB = 1024.0
    }

    public var log = Log()
    public var capture = Capture()

    /// Creates settings with both recordings disabled.
    public init() {}
}

extension TracksSettings: DescribedSettings {
    /// The keys of `tracks`.
    public static let settings = SettingsDescription(
        "Continuous recording, without a start command.", prototype: TracksSettings(),
        groups: [
            "log": "Track log: positions, stored as one track per UTC day; see 'gnss-gateway paths list --tracks'.",
            "capture": "Capture: everything on the bus, including raw frames, in files that file-simulator can replay.",
        ],
        [
            Setting("log.enabled", \.log.isEnabled, "Enables the recording."),
            Setting("log.interval_s", \.log.interval, "Interval between points.", in: 1...60, unit: "s"),
            Setting(
                "log.receiver", \.log.receiver,
                "The receiver whose positions are recorded. Default: the active receiver.", lengths: 1...64),
            Setting(
                "log.keep_days", \.log.keepDays,
                "Maximum age of finished tracks in days; older ones are removed; 0 for no limit.",
                in: 0...36_500, unit: "d"),
            Setting("capture.enabled", \.capture.isEnabled, "Enables the recording."),
            Setting(
                "capture.folder", orEmpty: \.capture.folder,
                "Directory of the files; \"\" for 'captures' in the state directory.",
                form: absolutePathProblem, formText: "an absolute path",
                example: .text("/var/lib/gnss-gateway/captures")),
            Setting(
                "capture.rotate_mib", \.capture.rotateMiB,
                "Maximum size of a file; when it is reached, the next file begins.", in: 0.1...16_384, unit: "MiB"),
            Setting(
                "capture.keep_mib", \.capture.keepMiB,
                "Maximum total size; the oldest files are removed when it is exceeded; 0 for no limit.",
                in: 0...16_777_216,
                unit: "MiB"),
        ])
}
