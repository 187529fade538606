// SPDX-License-Identifier: Apache-2.0

import CGNSSDriver
import DriverKit
import DriverTesting
import GNSSTypes
import PluginHosting
import Records
import Testing

/// A driver that publishes a state's worth of sentences every millisecond.
private struct TickingDriver: ReceiverDriver {
    struct Settings: Decodable { var text: String }
    let settings: Settings

    func run(_ context: DriverContext) throws(DriverError) {
        if settings.text == "gone" { throw .lost("the cable is out: plug it in") }
        if settings.text == "blank" { throw .lost("\u{1}\n\t") }
        context.report(.running, "ticking")
        while !context.stop.wait(atMost: .milliseconds(1)) {
            let sentence = Sentence(format: .other, bytes: Array(settings.text.utf8))
            try context.publish([.sentence(sentence)], at: context.now())
        }
    }

    static let plugin = DriverPlugin(
        kind: "ticking", version: "1.0.0", summary: "Ticks", sampleConfiguration: "text: tick\n",
        configurationSchema: #"{"type":"object","properties":{"text":{"type":"string"}}}"#, delivers: [.sentence]
    ) { configuration throws(DriverError) in
        TickingDriver(settings: try configuration.decode(Settings.self))
    }
}

/// Publishes what it is to send, and ends.
private struct EchoingDriver: ReceiverDriver {
    func run(_ context: DriverContext) throws(DriverError) {
        while let message = context.outbox.take() {
            try context.publish([.sentence(Sentence(format: .rtcm3, bytes: message))], at: context.now())
        }
    }
}

/// Publishes a view of the sky every millisecond.
private struct SkyDriver: ReceiverDriver {
    let satellites: [Satellite]

    func run(_ context: DriverContext) throws(DriverError) {
        context.report(.running, "listing")
        while !context.stop.wait(atMost: .milliseconds(1)) {
            try context.publish([.satellites(SkyView(satellites: satellites))], at: context.now())
        }
    }
}

@Suite struct DriverTests {
    @Test func `a well-behaved Swift driver passes the conformance suite`() throws {
        let plugin = try PluginTable(ExportedPlugin(TickingDriver.plugin).table)
        for finding in DriverConformance(plugin: plugin, configuration: #"{"text":"tick"}"#).run() {
            #expect(finding.failure == nil, "\(finding)")
        }
    }

    @Test func `the conformance suite says what a driver lacks`() throws {
        let plugin = try PluginTable(ExportedPlugin(TickingDriver.plugin).table)
        var suite = DriverConformance(plugin: plugin, configuration: #"{"text":"gone"}"#)
        suite.startLimit = .milliseconds(200)
        let failed = suite.run().filter { $0.failure != nil }.map(\.check)
        #expect(failed.contains("starts and publishes"))
        #expect(failed.contains("can be created and run again") == false)
        #expect(!failed.contains("describes itself"))
    }

    @Test func `what the conformance suite did not check it does not call sound`() throws {
        let plugin = try PluginTable(ExportedPlugin(TickingDriver.plugin).table)
        var suite = DriverConformance(plugin: plugin, configuration: #"{"text":"tick"}"#)
        let without = suite.run().filter { !$0.wasChecked }.map(\.property)
        #expect(
            without.contains(.noise) && without.contains(.noiseReport) && without.contains(.vanished)
                && without.contains(.schema))
        suite.rig = .configured(#"{"text":"tick"}"#, garbage: #"{"text":"tick"}"#)
        let left = without.filter { $0 != .noise && $0 != .noiseReport }
        #expect(suite.run().filter { !$0.wasChecked }.map(\.property) == left)
    }

    @Test func `the conformance suite finds a satellite that is listed twice`() throws {
        let (e1, unknown) = (try #require(SatelliteID(.galileo, 1)), try #require(SatelliteID(.glonass, 255)))
        func failure(_ ids: [SatelliteID]) throws -> String? {
            let satellites = ids.map { Satellite($0) }
            var listing = TickingDriver.plugin
            listing.delivers = [.satellites]
            listing.makeDriver = { _ in SkyDriver(satellites: satellites) }
            let plugin = try PluginTable(ExportedPlugin(listing).table)
            let findings = DriverConformance(plugin: plugin, configuration: #"{"text":"tick"}"#).run()
            return try #require(findings.first { $0.property == .records }).failure
        }
        #expect(try failure([e1, unknown, e1])?.contains("appears twice") == true)
        // GLONASS satellites with an unknown slot have the same number.
        #expect(try failure([e1, unknown, unknown]) == nil)
    }

    @Test func `a lost receiver ends the run with the driver's reason`() throws {
        let plugin = try PluginTable(ExportedPlugin(TickingDriver.plugin).table)
        let host = RecordingHost(delivers: plugin.description.delivers)
        let driver = try DriverInstance(of: plugin, configuration: #"{"text":"gone"}"#, host: host)
        #expect(driver.run() == .lost("the cable is out: plug it in"))
        let blank = try DriverInstance(of: plugin, configuration: #"{"text":"blank"}"#, host: host)
        #expect(blank.run() == .lost(DriverInstance.noReason))
    }

    @Test func `a configuration that does not fit the driver is named in the refusal`() throws {
        let plugin = try PluginTable(ExportedPlugin(TickingDriver.plugin).table)
        let host = RecordingHost(delivers: [])
        #expect(throws: PluginError.createFailed("config: text is missing")) {
            try DriverInstance(of: plugin, configuration: "{}", host: host)
        }
    }

    @Test func `a plugin says what it delivers and can do`() throws {
        let description = try PluginTable(ExportedPlugin(TickingDriver.plugin).table).description
        #expect(description.kind == "ticking")
        #expect(description.contract == "1.6")
        #expect(description.delivers == [.sentence])
        #expect(description.abilities.isEmpty)
    }

    @Test func `what is handed over for the receiver waits in the driver's outbox`() throws {
        var listening = TickingDriver.plugin
        listening.takesCorrections = true
        listening.makeDriver = { _ in EchoingDriver() }
        let plugin = try PluginTable(ExportedPlugin(listening).table)
        #expect(plugin.description.abilities == ["write"])
        let host = RecordingHost(delivers: [.sentence])
        let driver = try DriverInstance(of: plugin, configuration: "{}", host: host)
        for number in UInt8(1)...3 { #expect(try driver.write([0xD3, number]) == 0) }
        #expect(driver.run() == .finished)
        let expected = (UInt8(1)...3).map { Payload.sentence(Sentence(format: .rtcm3, bytes: [0xD3, $0])) }
        #expect(host.recorded.observations.map(\.payload) == expected)
        let many = [UInt8](repeating: 0xD3, count: CorrectionQueue.limit)
        #expect(try (0..<3).reduce(0) { count, _ in try count + driver.write(many) } == 2)
        #expect(throws: PluginError.writeFailed("32769 bytes at once; allowed: up to 32768")) {
            try driver.write(many + [0])
        }
    }

    @Test func `a driver that takes no corrections says so`() throws {
        let plugin = try PluginTable(ExportedPlugin(TickingDriver.plugin).table)
        let host = RecordingHost(delivers: [.sentence])
        let driver = try DriverInstance(of: plugin, configuration: #"{"text":"tick"}"#, host: host)
        #expect(!driver.takesCorrections)
        let refusal = PluginError.writeFailed("the driver ticking accepts no corrections")
        #expect(throws: refusal) { try driver.write([0xD3]) }
    }

    @Test func `a plugin refuses a host of another major version and says so`() {
        let exported = ExportedPlugin(TickingDriver.plugin)
        var host = gnss_host_info_v1()
        host.size = UInt32(MemoryLayout<gnss_host_info_v1>.size)
        host.contract_major = 2
        var refusal = gnss_message_v1()
        refusal.size = UInt32(MemoryLayout<gnss_message_v1>.size)
        #expect(exported.answer(&host, &refusal) == nil)
        let text = withUnsafeBytes(of: refusal.text) { String(decoding: $0.prefix(Int(refusal.length)), as: UTF8.self) }
        #expect(text == "built for driver contract 1, but this gateway uses 2.0: rebuild it with this gateway's kit")
    }

    /// Publishes a good sentence and one over and over of a kind that it does not declare, in one batch.
    private struct HalfRefusedDriver: ReceiverDriver {
        func run(_ context: DriverContext) throws(DriverError) {
            let good = Payload.sentence(Sentence(format: .other, bytes: [1]))
            for _ in 0..<3 { try context.publish([good, .timing(Timing()), good], at: context.now()) }
        }
    }

    @Test func `a driver goes on when a record is refused, and only that record is lost`() throws {
        var plugin = TickingDriver.plugin
        plugin.makeDriver = { _ in HalfRefusedDriver() }
        let host = RecordingHost(delivers: [.sentence])
        let driver = try DriverInstance(
            of: try PluginTable(ExportedPlugin(plugin).table), configuration: #"{"text":"x"}"#, host: host)
        #expect(driver.run() == .finished)
        #expect(host.recorded.observations.count == 6)
        #expect(host.recorded.refusals == Array(repeating: .forbidden(.timing), count: 6))
    }

    @Test func `a driver of which nothing but refused records comes is lost`() throws {
        var plugin = TickingDriver.plugin
        plugin.delivers = [.fix]
        let table = try PluginTable(ExportedPlugin(plugin).table)
        let host = RecordingHost(delivers: table.description.delivers)
        let driver = try DriverInstance(of: table, configuration: #"{"text":"x"}"#, host: host)
        #expect(driver.run() == .lost("the host refused 1000 records in a row: see its log"))
        #expect(host.recorded.refusals == Array(repeating: .forbidden(.sentence), count: 1000))
    }

    /// Publishes batches that cannot be; the driver is its host's table.
    private static func wildTable() -> gnss_plugin_v1 {
        var table = ExportedPlugin(TickingDriver.plugin).table.pointee
        table.create = { _, host, _, _, _ in UnsafeMutableRawPointer(mutating: host) }
        table.run = { driver, _ in
            guard let host = driver?.load(as: gnss_host_v1.self) else { return Int32(GNSS_RUN_FAILED) }
            let bytes = [UInt8](repeating: 0, count: 64)
            let answers = [
                host.publish(host.ctx, bytes, -1, 1), host.publish(host.ctx, bytes, .min, 1),
                host.publish(host.ctx, bytes, RecordLimits.batch + 1, 1), host.publish(host.ctx, nil, 64, 1),
                host.publish(host.ctx, bytes, 64, .max),
            ]
            let areRefused = answers.allSatisfy { $0 == Int32(GNSS_PUBLISH_MALFORMED) }
            return areRefused && host.publish(host.ctx, nil, 0, 0) == 0 ? 0 : Int32(GNSS_RUN_FAILED)
        }
        table.stop = { _ in }
        table.destroy = { _ in }
        return table
    }

    @Test func `batches of impossible sizes are refused with a word in the log, an empty one is taken`() throws {
        let table = UnsafeMutablePointer<gnss_plugin_v1>.allocate(capacity: 1)
        defer { table.deallocate() }
        table.initialize(to: Self.wildTable())
        let host = RecordingHost(delivers: [.sentence])
        let driver = try DriverInstance(of: try PluginTable(table), configuration: "{}", host: host)
        #expect(driver.run() == .stopped)
        #expect(host.recorded.log.count == 4)
        #expect(host.recorded.refusals.count == 1)
    }

    @Test func `tables that are not of the contract are refused with the cause`() throws {
        let good = ExportedPlugin(TickingDriver.plugin).table.pointee
        func refusal(_ change: (inout gnss_plugin_v1) -> Void) -> PluginError? {
            var table = good
            change(&table)
            do throws(PluginError) { _ = try PluginTable(&table) } catch { return error }
            return nil
        }
        #expect(refusal { $0.size = 64 } == .wrongSize(64, expected: 128))
        #expect(refusal { $0.contract_major = 7 } == .otherContract("7.\(GNSS_CONTRACT_MINOR)"))
        #expect(refusal { $0.create = nil } == .malformed("create, run, stop or destroy is missing"))
        #expect(refusal { $0.capabilities = UInt64(GNSS_CAN_WRITE) } == .malformed("write is declared but missing"))
        #expect(refusal { $0.kind = nil } == .malformed("kind is missing"))
        #expect(refusal { _ in } == nil)
    }

    @Test func `a plugin of a later minor version, whose table is longer, is taken`() throws {
        let good = ExportedPlugin(TickingDriver.plugin).table.pointee
        let room = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 8)
        defer { room.deallocate() }
        room.initializeMemory(as: UInt8.self, repeating: 0xFF, count: 256)
        var table = good
        table.size = 160
        table.contract_minor = 7
        room.copyMemory(from: &table, byteCount: MemoryLayout<gnss_plugin_v1>.size)
        let description = try PluginTable(UnsafePointer(room.assumingMemoryBound(to: gnss_plugin_v1.self))).description
        #expect(description.kind == "ticking")
        #expect(description.contract == "1.7")
    }

    @Test func `a batch over the limit is split, and a payload over the limit left out`() throws {
        let host = RecordingHost(delivers: [.sentence])
        let context = DriverContext(host: host, stop: StopSignal())
        let big = Payload.sentence(Sentence(format: .other, bytes: [UInt8](repeating: 1, count: 100_000)))
        let huge = Payload.sentence(Sentence(format: .other, bytes: [UInt8](repeating: 1, count: 200_000)))
        try context.publish(Array(repeating: big, count: 25) + [huge], at: context.now())
        #expect(host.recorded.observations.count == 25)
        #expect(host.recorded.batches.count > 1)
        #expect(host.recorded.refusals.isEmpty)
        #expect(host.recorded.log.count == 1)
    }

    @Test func `a stop signal ends a wait early and for good`() {
        let stop = StopSignal()
        #expect(!stop.wait(atMost: .milliseconds(2)))
        stop.signal()
        let begin = ContinuousClock.now
        #expect(stop.wait(atMost: .seconds(60)))
        #expect(begin.duration(to: .now) < .seconds(10))
        stop.signal()
        #expect(stop.isSignalled)
    }
}
