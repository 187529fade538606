// SPDX-License-Identifier: Apache-2.0

import DriverTesting
import Foundation
import Testing

/// `drivers check`: what it says of drivers with one defect each, and of ours.
struct ConformanceTests {
    /// A driver with a defect, and what is to be found of it.
    struct Defect: Sendable, CustomTestStringConvertible {
        var name: String
        /// The checks that fail, in order.
        var failing: [String]
        /// What is said of the first.
        var words: String
        /// A limit that runs out is waited for.
        var patience = 5
        /// The checks that are asked for; nil: all.
        var only: String?
        /// Whether its receiver says nothing.
        var isSilent = false

        var testDescription: String { name }

        /// The same, without the checks in which its receiver sends as fast as it can, unless the defect is about memory or
        /// about records that a reader refuses. They take four fifths of a check's processor time, and what is wrong
        /// with the settings or with the end of `run` shows nothing more in them.
        var calm: Defect {
            var defect = self
            let needsFlood = !Set(["growth", "memory", "noise", "records", "kinds"]).isDisjoint(with: failing)
            if only == nil, !needsFlood { defect.only = Self.calmChecks }
            return defect
        }

        /// A check of each group; its group is made whole.
        private static let calmChecks = ConformanceGroup.allCases.filter { $0 != .growth && $0 != .performance }
            .map { $0.checks[0].rawValue }.joined(separator: ",")

        /// The same, with the checks of the group that publishes if no others are asked for.
        var narrow: Defect {
            var defect = self
            defect.only = only ?? "publishes"
            return defect
        }
    }

    static let defects = [
        Defect(
            name: "NEVER_PUBLISHES", failing: ["publishes"],
            words: "the driver published nothing within", patience: 1),
        Defect(name: "MALFORMED_RECORDS", failing: ["records"], words: "malformed batch"),
        Defect(name: "RESERVED_KIND", failing: ["kinds"], words: "which drivers must not publish"),
        Defect(name: "UNDECLARED_KIND", failing: ["kinds"], words: "which its plugin does not declare"),
        Defect(name: "TIMES_GO_BACK", failing: ["times"], words: "before that of the previous record"),
        Defect(name: "TIMES_OF_ITS_OWN", failing: ["times"], words: "gives 1 ns as its arrival"),
        Defect(name: "SAYS_NO_REASON", failing: ["state"], words: "the state 'running' has no reason"),
        Defect(name: "IGNORES_STOP", failing: ["stop", "early-stop"], words: "still running", patience: 1),
        Defect(
            name: "STOPS_ONLY_BETWEEN_MESSAGES", failing: ["silent-stop"], words: "still running", patience: 2),
        Defect(name: "FAILS_ON_RESTART", failing: ["restart"], words: "in use by this driver"),
        Defect(name: "LEAKS_DESCRIPTORS", failing: ["descriptors"], words: "1 more open after each run"),
        Defect(name: "LEAKS_THREAD", failing: ["threads", "memory"], words: "1 more after each run"),
        Defect(name: "LEAKS_MEMORY", failing: ["memory"], words: "bytes more after each run"),
        Defect(
            name: "HIDES_A_VANISHED_DEVICE", failing: ["vanished"], words: "its last state: 'running'", patience: 1),
        Defect(name: "VANISHED_IS_THE_END", failing: ["vanished"], words: "reports the end of its source"),
        Defect(name: "VANISHES_WITHOUT_A_WORD", failing: ["vanished"], words: "the driver gave no reason"),
        Defect(name: "CRASHES_ON_GARBAGE", failing: ["noise", "damage"], words: "signal 6 (abort)"),
        Defect(
            name: "CONCEALS_NOISE", failing: ["noise-report"],
            words: "did not report 'degraded'; its last state: 'running'", patience: 1, only: "noise-report"),
        Defect(name: "INVENTS_POSITIONS", failing: ["noise"], words: "a position from garbage"),
        Defect(name: "LEAKS_WHILE_RUNNING", failing: ["growth"], words: "bytes with each observation"),
        Defect(name: "HOARDS", failing: ["growth"], words: "buffers a message without an end"),
        Defect(name: "OUTSIDE_THE_SUBSET", failing: ["schema"], words: "unknown keyword \"pattern\""),
        Defect(name: "OPEN_SCHEMA", failing: ["schema"], words: "additionalProperties"),
        Defect(name: "UNDOCUMENTED_SETTING", failing: ["settings"], words: "rate_hz"),
        Defect(name: "SAMPLE_OUTSIDE_ITS_SCHEMA", failing: ["sample"], words: "rate: unknown key"),
        Defect(name: "SCHEMA_PROMISES_TOO_MUCH", failing: ["range"], words: "the driver refuses rate_hz: 20"),
        Defect(name: "CRASHES_AT_FORBIDDEN_SETTINGS", failing: ["forbidden"], words: "in 'create': its process"),
        Defect(name: "CRASHES_IN_CREATE", failing: ["sample"], words: "in 'create': its process"),
        Defect(name: "HANGS_IN_CREATE", failing: ["sample"], words: "in 'create': it hangs", patience: 1),
        Defect(name: "CRASHES_IN_RUN", failing: ["publishes"], words: "in 'run': its process"),
        Defect(name: "EXITS_IN_RUN", failing: ["publishes"], words: "in 'run': its process"),
        Defect(name: "CRASHES_IN_STOP", failing: ["stop"], words: "in 'stop': its process"),
        Defect(name: "HANGS_IN_STOP", failing: ["stop"], words: "in 'stop': it hangs", patience: 1),
        Defect(name: "CRASHES_IN_DESTROY", failing: ["destroy"], words: "in 'destroy': its process"),
        Defect(name: "HANGS_IN_DESTROY", failing: ["destroy"], words: "in 'destroy': it hangs", patience: 1),
    ]

    /// What shows in one group of checks; no others are made.
    static let narrowDefects = [
        Defect(name: "EMPTY_BATCHES", failing: ["publishes"], words: "it published an empty batch", patience: 1),
        Defect(name: "SOME_EMPTY_BATCHES", failing: ["records"], words: "it published an empty batch"),
        Defect(
            name: "LOGS_WHY_AND_IS_SILENT", failing: ["publishes"],
            words: "its last log message: the licence has expired",
            patience: 1, isSilent: true),
        Defect(name: "ENDS_AT_ONCE", failing: ["publishes"], words: "reports the end of its source"),
        Defect(name: "WRONG_COUNT", failing: ["records"], words: "it declared 2 records"),
        Defect(name: "UNKNOWN_FORMAT", failing: ["records"], words: "format of a sentence is 77"),
        Defect(name: "AT_NULL", failing: ["records"], words: "bytes at NULL"),
        Defect(name: "TOO_LARGE_A_BATCH", failing: ["records"], words: "allowed: up to 1048576 bytes"),
        Defect(name: "DUPLICATES", failing: ["once"], words: "the same fix"),
        Defect(name: "LOGS_EACH_MESSAGE", failing: ["chatter"], words: "The last: a fix"),
        Defect(name: "REPORTS_EACH_MESSAGE", failing: ["chatter"], words: "The last: a fix"),
        Defect(name: "UNKNOWN_STATE", failing: ["state"], words: "it reported the state 99"),
        Defect(name: "SAYS_THAT_IT_ENDED", failing: ["state"], words: "it reported the state 6; allowed: 1...5"),
        Defect(name: "PUBLISHES_ON_ANOTHER_THREAD", failing: ["thread"], words: "on a thread other than that of 'run'"),
        Defect(name: "REPORTS_IN_CREATE", failing: ["thread"], words: "'report_state' outside 'run'"),
        Defect(name: "IGNORES_SIGTERM", failing: ["signals"], words: "SIGTERM: the process now ignores it"),
        Defect(name: "IGNORES_SIGTERM_AT_LOAD", failing: ["signals"], words: "SIGTERM: the process now ignores it"),
        Defect(name: "HANDLES_SIGINT", failing: ["signals"], words: "SIGINT: the process now has a handler"),
        Defect(name: "LEAVES_A_CHILD", failing: ["processes"], words: "left behind: ", only: "processes"),
        Defect(name: "LEAVES_A_GRANDCHILD", failing: ["processes"], words: "left behind: ", only: "processes"),
        Defect(name: "LEAVES_A_ZOMBIE", failing: ["processes"], words: "ended but not waited for", only: "processes"),
        Defect(name: "SPINS", failing: ["idle"], words: "% of a processor", only: "idle"),
        Defect(name: "SPINS_ONCE_HEARD", failing: ["idle"], words: "% of a processor", only: "idle"),
        Defect(name: "FAILS_WHEN_STOPPED", failing: ["stop"], words: "interrupted; return", only: "stop"),
        Defect(name: "ENDS_WITH_AN_UNKNOWN_CODE", failing: ["stop"], words: "unknown code 42", only: "stop"),
        Defect(
            name: "DROPS_MORE_THAN_IT_GOT", failing: ["write"], words: "the data of 2147483647 were dropped",
            only: "write"),
        Defect(
            name: "REFUSES_WITHOUT_A_WORD", failing: ["garbage-configuration"], words: "without a reason",
            only: "garbage-configuration"),
    ]

    /// A field of a fix that is broken, the check that fails, and the words that name it.
    static let fields: [(code: String, check: String, words: String)] = [
        ("record->version = 2", "publishes", "of version 2; the contract defines version 1"),
        ("record->kind = 57", "publishes", "of kind 57, which the contract does not define"),
        ("if (count % 2) record->version = 9", "records", "of version 9"),
        ("record->sequence = count", "records", "sequence of a record is"),
        ("record->wall_ns = 0", "times", "(wall_ns)"),
        ("record->monotonic_ns -= 60000000000", "times", "(monotonic_ns)"),
        ("fix->present |= GNSS_FIX_UTC; fix->utc_ns = 5000000000 + count", "utc", "1970-01-01 00:00:05"),
        ("fix->present |= GNSS_FIX_UTC; fix->utc_ns = wall / 1000", "utc", "utc_ns of a fix is 1970"),
        ("fix->present |= GNSS_FIX_UTC; fix->utc_ns = wall - count * 1000000000", "utc", "utc_ns goes back"),
        ("fix->present |= GNSS_FIX_UTC; fix->utc_ns = wall - count % 2 * 5000000000", "utc", "utc_ns goes back"),
        ("fix->present |= GNSS_FIX_UTC; fix->utc_ns = 4102444800000000000", "utc", "20 years ahead"),
        ("fix->present |= GNSS_FIX_UTC; fix->utc_ns = -1", "records", "1970 to 2200"),
        ("fix->present |= GNSS_FIX_UTC; fix->utc_ns = wall; fix->time_origin = 9", "records", "time_origin is 9"),
        ("fix->present |= 1ull << 40", "records", "'present' of a fix"),
        ("fix->kind = 0", "records", "kind 0 of a fix"),
        ("fix->kind = 1", "records", "kind is 1"),
        ("fix->quality = 10", "records", "quality 10"),
        ("fix->latitude_deg = 91", "records", "latitude_deg is 91"),
        ("fix->longitude_deg = 0.0 / 0.0", "records", "longitude_deg"),
        ("fix->latitude_deg = fix->longitude_deg = 0", "records", "both exactly 0"),
        (
            "fix->present |= GNSS_FIX_ELLIPSOIDAL_HEIGHT; fix->ellipsoidal_height_m = 1e9", "records",
            "ellipsoidal_height_m"
        ),
        (
            "fix->present |= GNSS_FIX_ORTHOMETRIC_HEIGHT; fix->orthometric_height_m = 519000", "records",
            "orthometric_height_m"
        ),
        ("fix->present |= GNSS_FIX_GEOID_SEPARATION; fix->geoid_separation_m = 4700", "records", "geoid_separation_m"),
        ("fix->present |= GNSS_FIX_SPEED; fix->speed_mps = -1", "records", "speed_mps is -1"),
        ("fix->present |= GNSS_FIX_SPEED; fix->speed_mps = 100000", "records", "speed_mps of a fix is 100000"),
        ("fix->present |= GNSS_FIX_COURSE; fix->course_deg = 360", "records", "course_deg of a fix is 360"),
        ("fix->present |= GNSS_FIX_COURSE; fix->course_deg = -90", "records", "course_deg is -90"),
        ("fix->present |= GNSS_FIX_COURSE; fix->course_deg = 0.0 / 0.0", "records", "course_deg is"),
        (
            "fix->present |= GNSS_FIX_MAGNETIC_VARIATION; fix->magnetic_variation_deg = 350", "records",
            "magnetic_variation_deg"
        ),
        ("fix->present |= GNSS_FIX_VELOCITY; fix->velocity_up_mps = 1e6", "records", "velocity_up_mps"),
        (
            "fix->present |= GNSS_FIX_EARTH_FIXED; fix->earth_fixed = GNSS_EARTH_FIXED_VELOCITY; "
                + "fix->ecef_vx_mps = 1e6", "records", "ecef_vx_mps of a fix is 1000000"
        ),
        (
            "fix->present |= GNSS_FIX_HORIZONTAL_ACCURACY; fix->horizontal_accuracy_m = 1", "records",
            "horizontal_accuracy_origin"
        ),
        (
            "fix->present |= GNSS_FIX_HORIZONTAL_ACCURACY; fix->horizontal_accuracy_m = -1", "records",
            "horizontal_accuracy_m"
        ),
        ("fix->present |= GNSS_FIX_ORIENTATION; fix->orientation_deg = 400", "records", "orientation_deg"),
        ("fix->present |= GNSS_FIX_HDOP; fix->hdop = 99.99", "records", "hdop of a fix is 99.99"),
        ("fix->present |= GNSS_FIX_PDOP; fix->pdop = 0", "records", "pdop of a fix is 0"),
        ("fix->present |= GNSS_FIX_SATELLITES_USED; fix->satellites_used = 65535", "records", "satellites_used"),
        ("fix->present |= GNSS_FIX_LEAP_SECONDS; fix->leap_seconds = -1", "records", "leap_seconds"),
        (
            "fix->present |= GNSS_FIX_CORRECTION_STATION; fix->correction_station = 5000", "records",
            "correction_station"
        ),
        ("fix->sources = (gnss_slice_v1){.offset = 1 << 20, .count = 5}", "records", "a slice outside the record"),
    ]

    /// Those that need time for a limit to pass do next to nothing meanwhile: several at once, and no
    /// more than leave the tests beside them the processors.
    @Test func `a broken driver that exceeds a limit fails for that`() {
        let slow = Self.defects.filter { $0.patience < 5 }.map(\.calm)
        let narrow = Self.narrowDefects.filter { $0.patience < 5 }.map(\.narrow)
        Self.expect(slow + narrow, atATime: 4)
    }

    @Test(arguments: 0..<2)
    func `a broken driver fails for what is broken, and for nothing else`(half: Int) {
        let others = Self.defects.filter { $0.patience >= 5 }.map(\.calm)
        Self.expect(others.indices.filter { $0 % 2 == half }.map { others[$0] }, atATime: 1)
    }

    @Test func `a broken driver fails for what is broken where it shows`() {
        let others = Self.narrowDefects.filter { $0.patience >= 5 && !Self.needsProcessor.contains($0.name) }
        Self.expect(others.map(\.narrow), atATime: 2)
    }

    /// Defects that show in how much a driver does in a time.
    private static let needsProcessor = ["DUPLICATES", "SPINS", "SPINS_ONCE_HEARD"]

    @Test func `a driver that does too much fails for that`() throws {
        for defect in Self.narrowDefects.map(\.narrow) where Self.needsProcessor.contains(defect.name) {
            let driver = try BuiltDriver(defect: defect.name)
            var report = try Self.check(driver, patience: defect.patience, only: defect.only)
            // The best of three runs counts. While other tests have the processors, the driver gets less of one than the
            // check allows it, and does too little to be found. What is found must be the right thing in each run.
            for _ in 0..<2 where report.status == 0 {
                report = try Self.check(driver, patience: defect.patience, only: defect.only)
            }
            Self.judge(defect, report)
        }
    }

    private static func expect(_ defects: [Defect], atATime width: Int) {
        RunningCheck.all(defects, atATime: width) { defect in
            try start(
                try BuiltDriver(defect: defect.name), patience: defect.patience, only: defect.only,
                input: defect.isSilent ? "nothing\n" : nil)
        } judge: { defect, report in
            judge(defect, report)
        }
    }

    private static func judge(_ defect: Defect, _ report: CheckedDriver) {
        #expect(report.status == 65, "\(defect)")
        #expect(report.failing.map(\.check) == defect.failing, "\(defect): \(report.failing)")
        #expect(report.failing.first?.reason.contains(defect.words) ?? false, "\(defect): \(report.failing)")
    }

    /// One driver for all fields: a setting of it says which one is broken.
    @Test func `a field that cannot be is named`() throws {
        let cases = Self.fields.indices.map { "case \($0): \(Self.fields[$0].code); break;" }.joined(separator: " ")
        let driver = try BuiltDriver(defect: "FIELD=\(cases)")
        RunningCheck.all(Self.fields.indices, atATime: 3) { index in
            try Self.start(
                driver, patience: Self.fields[index].check == "publishes" ? 1 : 5, only: "publishes",
                config: "{\"field\": \(index)}")
        } judge: { index, report in
            let field = Self.fields[index]
            #expect(report.status == 65, "\(field.code)")
            #expect(report.failing.map(\.check) == [field.check], "\(field.code): \(report.failing)")
            #expect(report.failing.first?.reason.contains(field.words) ?? false, "\(field.code): \(report.failing)")
        }
    }

    @Test func `checks can be asked for by name, and one that does not exist is an error`() throws {
        let driver = try BuiltDriver(defect: nil)
        let report = try Self.check(driver, patience: 5, only: "stop,schema")
        #expect(report.status == 0 && report.passed == ["schema", "settings", "sample", "stop"])
        let refused = try Program.run("drivers", "check", driver.path, "--only", "stops")
        #expect(refused.status == 64 && refused.messages.contains("unknown check 'stops'"))
        for none in ["", ",", ",,"] {
            let empty = try Program.run("drivers", "check", driver.path, "--only", none)
            #expect(empty.status == 64 && empty.messages.contains("the checks are"), "\(none): \(empty.messages)")
        }
    }

    @Test func `the same driver without a defect passes, and what was measured is told`() throws {
        let report = try Self.check(try BuiltDriver(defect: nil), patience: 5)
        #expect(report.status == 0)
        #expect(report.failing.isEmpty, "\(report.failing)")
        #expect(report.skipped == ["connect-stop", "connect-limit", "reconnect", "write", "probe", "discover"])
        #expect(report.figures["latency"] == ["median", "longest"])
        #expect(report.figures["throughput"] == ["read", "published"])
        #expect(report.figures["restart"] == ["runs"])
    }

    @Test func `our own drivers pass`() {
        let ofTheNetwork = ["connect-stop", "connect-limit", "reconnect"]
        let ofAFile =
            ["silent-stop", "idle", "vanished"] + ofTheNetwork
            + ["damage", "growth", "write", "probe", "discover", "latency", "throughput"]
        let skipped = [
            ("nmea-serial", ofTheNetwork + ["discover"]), ("ubx", ofTheNetwork + ["discover"]),
            ("file-simulator", ofAFile),
        ]
        RunningCheck.all(skipped, atATime: 3) { name, _ in
            try RunningCheck(ofOurs: name, ["--patience", "10"])
        } judge: { driver, report in
            #expect(report.status == 0 && report.failing.isEmpty, "\(driver.0): \(report)")
            #expect(report.skipped == driver.1, "\(driver.0)")
        }
    }

    @Test func `a driver that could not be run does not conform, whatever else it passes`() throws {
        let result = try Program.run("drivers", "check", "bluetooth-rfcomm", "--json", "--patience", "10")
        let report = try CheckedDriver(result)
        #expect(result.status == 65 && report.failing.isEmpty, "\(result.output)")
        #expect(result.messages.contains("not shown to conform"), "\(result.messages)")
        #expect(report.skipped.contains("publishes") && !report.skipped.contains("settings"))
        #expect(result.output.contains("give a section with --config"))
    }

    @Test func `a driver that crashes or hangs when it is loaded does not conform`() throws {
        let driver = try BuiltDriver(source: "misbehaving", defect: "TRAP_AT_LOAD")
        let result = try Program.run("drivers", "check", driver.path)
        #expect(result.status == 65)
        #expect(result.output.contains("FAIL  describes itself: cannot be queried"), "\(result.output)")
    }

    private static func check(_ driver: BuiltDriver, patience: Int, only: String? = nil) throws -> CheckedDriver {
        try start(driver, patience: patience, only: only).report()
    }

    private static func start(
        _ driver: BuiltDriver, patience: Int, only: String? = nil, config: String? = nil, input: String? = nil
    ) throws -> RunningCheck {
        try RunningCheck(
            driver,
            ["--patience", "\(patience)"] + (only.map { ["--only", $0] } ?? [])
                + (config.map { ["--config", $0] } ?? []),
            input: input)
    }
}
