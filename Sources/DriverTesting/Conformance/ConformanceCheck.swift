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
    /// It says how it goes.
    case state
    /// It ends when told.
    case stop
    /// It ends when told while nothing arrives.
    case silentStop = "silent-stop"
    /// It ends at once when told before it runs.
    case earlyStop = "early-stop"
    /// It can be made and run again and again.
    case restart
    /// It leaves no descriptor open.
    case descriptors
    /// It leaves no thread.
    case threads
    /// It leaves no memory.
    case memory
    /// It tells that its device is gone.
    case vanished
    /// It tells that its device is not there.
    case absent
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
        .state: "reports its state with a reason",
        .stop: "stops in time",
        .silentStop: "stops in time while nothing arrives",
        .earlyStop: "returns at once when stopped before it runs",
        .restart: "can be made and run again",
        .descriptors: "leaves no descriptor open",
        .threads: "leaves no thread behind",
        .memory: "leaves no memory behind",
        .vanished: "reports a device that vanishes",
        .absent: "reports a device that is not there",
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
    case table, settings, range, forbidden, garbage, publishing, stop, silentStop, earlyStop, rounds, vanished, absent
    case noise, damage, growth, write, probe, discover, performance

    /// What is looked at.
    public var checks: [ConformanceCheck] {
        switch self {
        case .table: [.description]
        case .settings: [.schema, .settings, .sample]
        case .range: [.range]
        case .forbidden: [.forbidden]
        case .garbage: [.garbageConfiguration]
        case .publishing: [.publishes, .records, .kinds, .times, .state]
        case .stop: [.stop]
        case .silentStop: [.silentStop]
        case .earlyStop: [.earlyStop]
        case .rounds: [.restart, .descriptors, .threads, .memory]
        case .vanished: [.vanished]
        case .absent: [.absent]
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
        case .table, .settings, .garbage, .publishing, .earlyStop, .probe, .discover: []
        case .range: [reading, (.sample, "it does not take its own sample")]
        case .forbidden: [reading]
        case .stop: [publishing]
        case .silentStop, .absent, .noise: [stopping]
        case .rounds: [publishing, stopping]
        case .vanished, .damage, .growth, .write, .performance: running
        }
    }
}
