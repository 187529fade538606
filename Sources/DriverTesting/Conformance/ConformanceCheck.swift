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
        .schema: "has a sound schema",
        .settings: "describes its settings",
        .sample: "takes its own sample",
        .range: "takes what its schema allows",
        .forbidden: "withstands what its schema forbids",
        .garbageConfiguration: "refuses configurations that are garbage",
        .publishes: "starts and publishes",
        .records: "publishes sound records",
        .kinds: "publishes only what is its to publish",
        .times: "states times of arrival that are in order",
        .utc: "states times of the receiver that can be",
        .once: "publishes each observation once",
        .state: "reports its state with a reason",
        .chatter: "is sparing with log lines and states",
        .thread: "calls its host on the thread of 'run'",
        .signals: "leaves the signals of its process alone",
        .stop: "stops in time",
        .silentStop: "stops in time while nothing arrives",
        .idle: "is idle while nothing arrives",
        .destroy: "can be destroyed",
        .earlyStop: "returns at once when stopped before it runs",
        .restart: "can be made and run again",
        .descriptors: "leaves no descriptor open",
        .threads: "leaves no thread behind",
        .memory: "leaves no memory behind",
        .processes: "leaves no process behind",
        .vanished: "reports a device that vanishes",
        .absent: "reports a device that is not there",
        .connectStop: "stops in time while it connects",
        .connectLimit: "gives up a server that does not answer",
        .reconnect: "publishes again after its connection was closed",
        .noise: "survives a device that sends garbage",
        .damage: "survives damaged messages and goes on",
        .growth: "does not grow while it runs",
        .write: "takes what is to go to the receiver",
        .probe: "looks for receivers, and says where none can be",
        .discover: "looks for devices within its deadline",
        .latency: "publishes soon",
        .throughput: "keeps up with much",
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
        let publishing = (ConformanceCheck.publishes, "it publishes nothing")
        let stopping = (ConformanceCheck.stop, "it does not stop when told")
        let running = [publishing, stopping, (ConformanceCheck.restart, "it cannot be run again and again")]
        let reading = (ConformanceCheck.schema, "its schema is not sound")
        return switch self {
        case .table, .settings, .garbage, .publishing, .earlyStop, .destroy, .probe, .discover: []
        case .range: [reading, (.sample, "it does not take its own sample")]
        case .forbidden: [reading]
        case .stop: [publishing]
        case .silentStop, .absent, .connectStop, .connectLimit, .noise: [stopping]
        case .rounds: [publishing, stopping]
        case .vanished, .reconnect, .damage, .growth, .write: running
        case .performance:
            running + [
                (ConformanceCheck.records, "its records are not sound"), (.kinds, "what it publishes is refused"),
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
