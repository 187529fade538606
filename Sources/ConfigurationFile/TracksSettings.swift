// SPDX-License-Identifier: Apache-2.0

public import Settings

/// What is recorded all the time, without a start command.
public struct TracksSettings: Hashable, Sendable {
    /// The track log: positions, a track for each day, in the store.
    public struct Log: Hashable, Sendable {
        /// Whether it is written.
        public var isEnabled = false
        /// A point in so many seconds, 1...60.
        public var interval = 1
        /// The receiver whose positions are recorded; nil: the active receiver.
        public var receiver: String?
        /// Tracks that ended more days ago are removed; 0: never.
        public var keepDays = 30
    }

    /// The capture: all that is on the bus, in files.
    public struct Capture: Hashable, Sendable {
        /// Whether it is written.
        public var isEnabled = false
        /// Where to, an absolute path; nil: `captures` in the state folder.
        public var folder: String?
        /// A file of so many MiB is ended, and the next begun.
        public var rotateMiB = 100.0
        /// The oldest files are removed while all together have more MiB; 0: never.
        public var keepMiB = 1024.0
    }

    public var log = Log()
    public var capture = Capture()

    /// Neither recording is enabled.
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
