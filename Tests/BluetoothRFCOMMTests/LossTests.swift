// SPDX-License-Identifier: Apache-2.0

import DriverKit
import GNSSTypes
import Glibc
import Logging
import ObservationBus
import PluginHosting
import ReceiverFixtures
import SystemSupport
import Testing
import Transport

@testable import BluetoothRFCOMM
@testable import DaemonRuntime
@testable import Gateway
@testable import ReceiverHost

/// The driver under the gateway's supervision, which waits on the clock of a replay; the radio is a pair of sockets.
@Suite struct LossTests {
    /// Runs the driver on a thread, as the gateway does.
    private struct Runners: RunnerFactory {
        let table: PluginTable
        let hub: ObservationHub

        func check(_ plan: ReceiverPlan) {}

        func makeRunner(_ plan: ReceiverPlan, _ record: ReceiverRecord) throws(GatewayError) -> any DriverRunner {
            let port = ReceiverPort(record, plugin: table.description, hub: hub)
            do throws(PluginError) {
                return ThreadRunner(
                    try DriverInstance(of: table, configuration: plan.configuration, host: port), port)
            } catch {
                throw GatewayError(.configuration, error.description)
            }
        }
    }

    private final class Stand: Sendable {
        let radio = FalseRadio()
        let clock = GatewayClock(.replay)
        let fleet: ReceiverFleet
        let address = newAddress()

        init() throws {
            let hub = ObservationHub()
            let timing = BluetoothConnector.Timing(look: 1_000_000, linkDecay: 1_000_000)
            let table = try PluginTable(ExportedPlugin(BluetoothRFCOMMDriver.plugin(radio, timing: timing)).table)
            let servers = ServerGate(count: 1)
            servers.serverListens()
            var logger = Logger(label: "test")
            logger.logLevel = .critical
            fleet = ReceiverFleet(
                runners: Runners(table: table, hub: hub), hub: hub, clock: clock, servers: servers, logger: logger)
            advance(1)
            fleet.add(
                ReceiverPlan(id: "rover", driver: "bluetooth-rfcomm", configuration: "{\"address\":\"\(address)\"}"))
        }

        var condition: ReceiverCondition? { fleet.receivers.first }
        var observations: UInt64 { condition?.observations ?? 0 }

        func advance(_ seconds: Int64) {
            let now = clock.now
            clock.advance(
                to: HostTime(
                    monotonicNanoseconds: now.monotonicNanoseconds + seconds * 1_000_000_000,
                    wallNanoseconds: now.wallNanoseconds + seconds * 1_000_000_000))
        }

        /// Lets time pass until something is so, as a receiver speaks wherever it is connected.
        func pass(_ isReached: () -> Bool) async -> Bool {
            let deadline = ContinuousClock.now.advanced(by: .seconds(600))
            var second = 0
            while !isReached() {
                if ContinuousClock.now > deadline { return false }
                advance(1)
                radio.link?.send(burst(second))
                second += 1
                try? await Task.sleep(for: .milliseconds(1))
            }
            return true
        }
    }

    /// Ends one connection by chance, with failures by chance before the next.
    private func lose(_ stand: Stand, _ random: inout SeededNumbers) {
        let ends = [BluetoothError.linkLost, .closed, .adapterLost, .ended]
        let failures: [BluetoothError] = [
            .outOfRange, .noAnswer, .refused(isListed: nil), .busy(holder: nil), .rejected, .notPaired, .brokenOff,
            .adapterOff(name: nil, isBlocked: false), .system(EIO),
        ]
        stand.radio.change { contents in
            contents.connections = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                failures.randomElement(using: &random)
            }
            contents.questions = Bool.random(using: &random) ? [.nonsense] : []
            contents.served = Bool.random(using: &random) ? [3] : [1, 3, 5]
            contents.services[.serialPort] = [SerialService(channel: Bool.random(using: &random) ? 3 : 5)]
            if !contents.served.contains(5) { contents.services[.serialPort] = [SerialService(channel: 3)] }
            contents.served.insert(1)
        }
        let rest = burst(0)
        stand.radio.link?.send(Array(rest.prefix(Int.random(in: 0..<rest.count, using: &random))))
        stand.radio.link?.end(ends.randomElement(using: &random) ?? .linkLost)
    }

    /// In a process of its own, so that what the process uses is what the driver uses.
    @Test(.timeLimit(.minutes(30)))
    func `two hundred losses by chance leave nothing behind`() async {
        await #expect(processExitsWith: .success) {
            try await LossTests().loseTwoHundredTimes()
        }
    }

    private func loseTwoHundredTimes() async throws {
        let stand = try Stand()
        let task = Task { try await stand.fleet.run() }
        defer { task.cancel() }
        #expect(await stand.pass { stand.observations > 0 })
        var random = SeededNumbers(2)
        var growth: [Usage] = []
        var restarts = 0
        for _ in 0..<4 {
            let before = Usage.now
            for _ in 0..<50 {
                let (count, link) = (stand.observations, stand.radio.link)
                lose(stand, &random)
                let isBack = await stand.pass {
                    stand.radio.link !== link && stand.condition?.state.state == .running && stand.observations > count
                }
                try #require(isBack, "\(String(describing: stand.condition?.state)); \(stand.radio.log.suffix(6))")
            }
            restarts = stand.condition?.restarts ?? 0
            growth.append(Usage.now - before)
            stand.radio.change {
                $0.log = []; $0.terms = []
            }
        }
        #expect(restarts >= 200)
        // The first round fills what is then used again: what leaks grows in the others too.
        let rest = growth.dropFirst()
        #expect(rest.allSatisfy { $0.descriptors < 10 && $0.threads < 10 && $0.kilobytes < 1024 }, "\(growth)")
        task.cancel()
        _ = await task.result
    }

    /// What the process uses.
    private struct Usage: CustomStringConvertible {
        var descriptors: Int
        var threads: Int
        var kilobytes: Int

        static var now: Usage {
            Usage(descriptors: count("/proc/self/fd"), threads: count("/proc/self/task"), kilobytes: resident)
        }

        static func - (a: Usage, b: Usage) -> Usage {
            Usage(
                descriptors: a.descriptors - b.descriptors, threads: a.threads - b.threads,
                kilobytes: a.kilobytes - b.kilobytes)
        }

        var description: String { "\(descriptors) descriptors, \(threads) threads, \(kilobytes) kB" }

        private static func count(_ folder: String) -> Int {
            guard let directory = opendir(folder) else { return 0 }
            defer { closedir(directory) }
            var count = 0
            while readdir(directory) != nil { count += 1 }
            return count
        }

        private static var resident: Int {
            guard let file = fopen("/proc/self/statm", "r") else { return 0 }
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 128)
            guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            return pages * 4
        }
    }
}
