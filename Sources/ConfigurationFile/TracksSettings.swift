// SPDX-License-Identifier: Apache-2.0

/// What is recorded all the time, without anybody starting it.
public struct TracksSettings: Hashable, Sendable {
    /// The track log: positions, a track for each day, in the store.
    public struct Log: Hashable, Sendable {
        /// Whether it is written.
        public var isEnabled = false
        /// A point in so many seconds, 1...60.
        public var interval = 1
        /// The receiver whose positions are kept; nil: the one that is believed.
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

    /// The track log.
    public var log = Log()
    /// The capture.
    public var capture = Capture()

    /// Neither.
    public init() {}
}

extension TracksSettings {
    /// `tracks` as it was read and checked.
    package init(_ value: ConfigurationValue?) {
        self.init()
        if let value = value?["log"] {
            log.isEnabled = value["enabled"]?.boolean ?? log.isEnabled
            log.interval = value["interval_s"]?.integer.flatMap { Int(exactly: $0) } ?? log.interval
            log.receiver = value["receiver"]?.text
            log.keepDays = value["keep_days"]?.integer.flatMap { Int(exactly: $0) } ?? log.keepDays
        }
        if let value = value?["capture"] {
            capture.isEnabled = value["enabled"]?.boolean ?? capture.isEnabled
            capture.folder = value["folder"]?.text.flatMap { $0.isEmpty ? nil : $0 }
            capture.rotateMiB = value["rotate_mib"]?.real ?? capture.rotateMiB
            capture.keepMiB = value["keep_mib"]?.real ?? capture.keepMiB
        }
    }

    /// `tracks` as a value of the file.
    package var value: ConfigurationValue {
        typealias Member = ConfigurationValue.Member
        var log = [
            Member(key: "enabled", value: .boolean(self.log.isEnabled)),
            Member(key: "interval_s", value: .integer(Int64(self.log.interval))),
            Member(key: "keep_days", value: .integer(Int64(self.log.keepDays))),
        ]
        if let receiver = self.log.receiver { log.append(Member(key: "receiver", value: .text(receiver))) }
        let capture = ConfigurationValue.section([
            Member(key: "enabled", value: .boolean(self.capture.isEnabled)),
            Member(key: "folder", value: .text(self.capture.folder ?? "")),
            Member(key: "rotate_mib", value: Self.value(self.capture.rotateMiB)),
            Member(key: "keep_mib", value: Self.value(self.capture.keepMiB)),
        ])
        return .section([Member(key: "log", value: .section(log)), Member(key: "capture", value: capture)])
    }

    private static func value(_ number: Double) -> ConfigurationValue {
        Int64(exactly: number).map(ConfigurationValue.integer) ?? .number(number)
    }
}

extension ConfigurationValue {
    /// A number, whole or not.
    fileprivate var real: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }
}

extension GatewayKeys {
    /// `tracks`.
    static let tracks: ValueSchema = {
        var log = section(
            "Positions, a track for each day (UTC) in the store: gnss-gateway paths list --tracks.", logKeys)
        log.defaultValue = .section([])
        var capture = section(
            "All that is on the bus, raw frames included, in files that file-simulator replays.", captureKeys)
        capture.defaultValue = .section([])
        var tracks = section(
            "What is recorded all the time, without anybody starting it.", [("log", log), ("capture", capture)])
        tracks.defaultValue = .section([])
        return tracks
    }()

    private static let logKeys: [(String, ValueSchema)] = [
        (
            "enabled",
            ValueSchema(types: [.boolean], text: "Whether it is written.", defaultValue: .boolean(false))
        ),
        (
            "interval_s",
            ValueSchema(
                types: [.integer], text: "A point in so many seconds.", unit: "s",
                defaultValue: .integer(1), minimum: 1, maximum: 60)
        ),
        (
            "receiver",
            ValueSchema(
                types: [.string], text: "The receiver whose positions are kept; left out: the one believed.",
                minimumLength: 1, maximumLength: 64)
        ),
        (
            "keep_days",
            ValueSchema(
                types: [.integer], text: "Tracks that ended more days ago are removed; 0: never.", unit: "d",
                defaultValue: .integer(30), minimum: 0, maximum: 36_500)
        ),
    ]

    private static let captureKeys: [(String, ValueSchema)] = [
        (
            "enabled",
            ValueSchema(types: [.boolean], text: "Whether it is written.", defaultValue: .boolean(false))
        ),
        (
            "folder",
            ValueSchema(
                types: [.string], text: "Where to; \"\": captures in the state directory.", defaultValue: .text(""),
                form: { $0.isEmpty || $0.hasPrefix("/") ? nil : "is not an absolute path" },
                formText: "an absolute path",
                example: .text("/var/lib/gnss-gateway/captures"))
        ),
        (
            "rotate_mib",
            ValueSchema(
                types: [.number], text: "A file that has so much is ended, and the next begun.", unit: "MiB",
                defaultValue: .integer(100), minimum: 0.1, maximum: 16_384)
        ),
        (
            "keep_mib",
            ValueSchema(
                types: [.number], text: "The oldest files are removed while all together have more; 0: never.",
                unit: "MiB", defaultValue: .integer(1024), minimum: 0, maximum: 16_777_216)
        ),
    ]
}
