// SPDX-License-Identifier: Apache-2.0

/// The requirements for a driver, one property each. The raw value is used in `drivers check --json`.
public enum ConformanceCheck: String, Sendable, Hashable, CaseIterable {
    /// Version, summary, sample, schema and delivered kinds are present.
    case description
    /// The gateway can read the schema, and the schema forbids unknown keys.
    case schema
    /// Each setting is documented.
    case settings
    /// The schema allows the sample, and the driver accepts it.
    case sample
    /// The driver accepts every section that its schema allows.
    case range
    /// Sections that the schema forbids do not crash the driver.
    case forbidden
    /// The driver refuses text that is not a configuration.
    case garbageConfiguration = "garbage-configuration"
    /// The driver publishes.
    case publishes
    /// The published records are valid.
    case records
    /// The driver publishes only kinds that it may publish.
    case kinds
    /// Arrival times are ordered and current.
    case times
    /// Receiver times are plausible and advance.
    case utc
    /// The driver publishes each observation of its receiver, and only once.
    case once
    /// The driver reports its state.
    case state
    /// The driver limits its log messages and state reports to a number that people can read.
    case chatter
    /// The driver calls its host only on the thread of `run`.
    case thread
    /// The driver does not change the signal handling of the process.
    case signals
    /// The driver ends when stopped.
    case stop
    /// The driver ends when stopped while nothing arrives.
    case silentStop = "silent-stop"
    /// The driver uses no processor time while nothing arrives.
    case idle
    /// The driver ends at once if it was stopped before it ran.
    case earlyStop = "early-stop"
    /// The driver is freed.
    case destroy
    /// The driver can be created and run repeatedly.
    case restart
    /// The driver leaves no descriptor open.
    case descriptors
    /// The driver leaves no thread behind.
    case threads
    /// The driver leaks no memory.
    case memory
    /// The driver leaves no process behind.
    case processes
    /// The driver reports that its device has gone.
    case vanished
    /// The driver reports that its device is missing.
    case absent
    /// The driver ends when stopped while a server does not answer.
    case connectStop = "connect-stop"
    /// The driver gives up on a server that does not answer.
    case connectLimit = "connect-limit"
    /// The driver publishes again after a server has closed the connection.
    case reconnect
    /// The driver withstands noise.
    case noise
    /// The driver reports that nothing valid arrives.
    case noiseReport = "noise-report"
    /// The driver withstands damaged messages and recovers.
    case damage
    /// The driver's memory does not grow without bound while it runs.
    case growth
    /// The driver accepts data for the receiver.
    case write
    /// The plugin probes devices for its receivers.
    case probe
    /// The plugin lists devices.
    case discover
    /// The processing time of a message.
    case latency
    /// The highest data rate.
    case throughput

    /// The requirement, for people.
    public var title: String { Self.titles[self] ?? rawValue }

    private static let titles: [ConformanceCheck: String] = [
        .description: "describes itself",
        .schema: "has a valid schema",
        .settings: "describes its settings",
        .sample: "accepts its own sample configuration",
        .range: "accepts the settings that its schema allows",
        .forbidden: "survives settings that its schema forbids",
        .garbageConfiguration: "refuses malformed configurations",
        .publishes: "starts and publishes",
        .records: "publishes valid records",
        .kinds: "publishes only records that it may publish",
        .times: "gives plausible arrival times in ascending order",
        .utc: "gives plausible receiver times",
        .once: "publishes each observation once",
        .state: "reports its state with a reason",
        .chatter: "limits its log messages and state reports",
        .thread: "calls its host only on the thread of 'run'",
        .signals: "leaves the process's signal handling unchanged",
        .stop: "stops in time",
        .silentStop: "stops in time while no data arrive",
        .idle: "is idle while no data arrive",
        .destroy: "can be destroyed",
        .earlyStop: "returns at once when stopped before it runs",
        .restart: "can be created and run again",
        .descriptors: "leaves no file descriptor open",
        .threads: "leaves no thread behind",
        .memory: "leaks no memory from run to run",
        .processes: "leaves no child process behind",
        .vanished: "reports that its device has disappeared",
        .absent: "reports that its device is missing",
        .connectStop: "stops in time while it is connecting",
        .connectLimit: "gives up on a server that does not answer",
        .reconnect: "publishes again after its connection was closed",
        .noise: "survives a device that sends garbage",
        .noiseReport: "reports that a device sends only garbage",
        .damage: "survives damaged messages and continues",
        .growth: "leaks no memory while it runs",
        .write: "accepts data for the receiver",
        .probe: "probes for receivers and gives a reason if it finds none",
        .discover: "discovers devices within its deadline",
        .latency: "publishes without delay",
        .throughput: "keeps up with a high data rate",
    ]
}

/// Checks that are performed together, in this order.
public enum ConformanceGroup: String, Sendable, Hashable, CaseIterable {
    case table, settings, range, forbidden, garbage, publishing, stop, silentStop, earlyStop, destroy, rounds, vanished,
        absent, connectStop, connectLimit, reconnect
    case noise, damage, growth, write, probe, discover, performance

    /// The checks of the group.
    public var checks: [ConformanceCheck] {
        switch self {
        case .table: [.description]
        case .settings: [.schema, .settings, .sample]
        case .range: [.range]
        case .forbidden: [.forbidden]
        case .garbage: [.garbageConfiguration]
        case .publishing: [.publishes, .records, .kinds, .times, .utc, .once, .state, .chatter, .thread, .signals]
        case .stop: [.stop]
        case .silentStop: [.silentStop, .idle]
        case .earlyStop: [.earlyStop]
        case .destroy: [.destroy]
        case .rounds: [.restart, .descriptors, .threads, .memory, .processes]
        case .vanished: [.vanished]
        case .absent: [.absent]
        case .connectStop: [.connectStop]
        case .connectLimit: [.connectLimit]
        case .reconnect: [.reconnect]
        case .noise: [.noise, .noiseReport]
        case .damage: [.damage]
        case .growth: [.growth]
        case .write: [.write]
        case .probe: [.probe]
        case .discover: [.discover]
        case .performance: [.latency, .throughput]
        }
    }

    /// The checks on which the group depends, and the reason for skipping it if they fail.
    var needs: [(check: ConformanceCheck, otherwise: String)] {
        let publishing = (ConformanceCheck.publishes, "the driver publishes nothing")
        let stopping = (ConformanceCheck.stop, "the driver does not stop on request")
        let running = [publishing, stopping, (ConformanceCheck.restart, "the driver cannot be run repeatedly")]
        let reading = (ConformanceCheck.schema, "the schema is not valid")
        return switch self {
        case .table, .settings, .garbage, .publishing, .earlyStop, .destroy, .probe, .discover: []
        case .range: [reading, (.sample, "the driver refuses its own sample configuration")]
        case .forbidden: [reading]
        case .stop: [publishing]
        case .silentStop, .absent, .connectStop, .connectLimit, .noise: [stopping]
        case .rounds: [publishing, stopping]
        case .vanished, .reconnect, .damage, .growth, .write: running
        case .performance:
            running + [
                (ConformanceCheck.records, "the driver's records are not valid"),
                (.kinds, "the driver's records are refused"),
            ]
        }
    }

    /// The plugin's functions on which the group depends.
    var calls: [ConformancePhase] {
        switch self {
        case .table, .probe, .discover: []
        case .settings, .range, .forbidden, .garbage: [.create, .destroy]
        case .publishing: [.create, .destroy, .stop]
        default: [.create, .run, .destroy, .stop]
        }
    }
}
