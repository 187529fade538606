// SPDX-License-Identifier: Apache-2.0

/// What is asked of a driver, one property each. The raw value is the word for it in `drivers check --json`.
public enum ConformanceCheck: String, Sendable, Hashable, CaseIterable {
    /// Version, summary, sample, schema and what it delivers are there.
    case description
    /// The schema is one that the gateway can read, and closed to keys that it does not name.
    case schema
    /// Each setting is described.
    case settings
    /// The sample is allowed by the schema, and the driver takes it.
    case sample
    /// The driver takes what its schema allows.
    case range
    /// The driver withstands what its schema forbids.
    case forbidden
    /// The driver refuses what is no configuration.
    case garbageConfiguration = "garbage-configuration"
    /// It publishes.
    case publishes
    /// What it publishes is sound.
    case records
    /// What it publishes is its to publish.
    case kinds
    /// Its times of arrival are in order and of now.
    case times
    /// Its times of the receiver can be, and go on.
    case utc
    /// It publishes what its receiver says, and not again and again.
    case once
    /// It says how it goes.
    case state
    /// It says no more than people can read.
    case chatter
    /// It calls its host on the thread of `run`.
    case thread
    /// It leaves the signals of the process as they are.
    case signals
    /// It ends when told.
    case stop
    /// It ends when told while nothing arrives.
    case silentStop = "silent-stop"
    /// It uses no processor while nothing arrives.
    case idle
    /// It ends at once when told before it runs.
    case earlyStop = "early-stop"
    /// It is freed.
    case destroy
    /// It can be made and run again and again.
    case restart
    /// It leaves no descriptor open.
    case descriptors
    /// It leaves no thread.
    case threads
    /// It leaves no memory.
    case memory
    /// It leaves no process.
    case processes
    /// It tells that its device is gone.
    case vanished
    /// It tells that its device is not there.
    case absent
    /// It ends when told while a server does not answer.
    case connectStop = "connect-stop"
    /// It gives up a server that does not answer.
    case connectLimit = "connect-limit"
    /// It publishes again after a server has closed the connection.
    case reconnect
    /// It withstands noise.
    case noise
    /// It withstands damaged messages, and goes on.
    case damage
    /// It takes no more and more memory while it runs.
    case growth
    /// It takes what is to go to the receiver.
    case write
    /// It looks for its receivers on a device.
    case probe
    /// It lists devices.
    case discover
    /// How long a message takes.
    case latency
    /// How much it can take.
    case throughput

    /// What is asked, in words.
    public var title: String { Self.titles[self] ?? rawValue }

    private static let titles: [ConformanceCheck: String] = [
        .description: "describes itself",
        .schema: "has a valid schema",
        .settings: "describes its settings",
        .sample: "accepts its own sample configuration",
        .range: "accepts what its schema allows",
        .forbidden: "survives what its schema forbids",
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
        .damage: "survives damaged messages and continues",
        .growth: "leaks no memory while it runs",
        .write: "accepts data for the receiver",
        .probe: "probes for receivers and says why it finds none",
        .discover: "discovers devices within its deadline",
        .latency: "publishes without delay",
        .throughput: "keeps up with a high data rate",
    ]
}

/// Checks that are made together, in this order.
public enum ConformanceGroup: String, Sendable, Hashable, CaseIterable {
    case table, settings, range, forbidden, garbage, publishing, stop, silentStop, earlyStop, destroy, rounds, vanished,
        absent, connectStop, connectLimit, reconnect
    case noise, damage, growth, write, probe, discover, performance

    /// What is looked at.
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
        case .noise: [.noise]
        case .damage: [.damage]
        case .growth: [.growth]
        case .write: [.write]
        case .probe: [.probe]
        case .discover: [.discover]
        case .performance: [.latency, .throughput]
        }
    }

    /// Without which of the checks this says nothing, and in what words.
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

    /// The functions of the driver without which nothing can be tried.
    var calls: [ConformancePhase] {
        switch self {
        case .table, .probe, .discover: []
        case .settings, .range, .forbidden, .garbage: [.create, .destroy]
        case .publishing: [.create, .destroy, .stop]
        default: [.create, .run, .destroy, .stop]
        }
    }
}
