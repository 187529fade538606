// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import Synchronization
import Testing

@testable import DaemonRuntime
@testable import Gateway
@testable import ReceiverHost

@Suite struct ServiceManagerTests {
    /// What a manager was told.
    private final class Told: Sendable {
        let messages = Mutex<[String]>([])
        func take(_ message: String) { messages.withLock { $0.append(message) } }
    }

    @Test func `the tests run without a service manager`() { #expect(ServiceManager() == nil) }

    @Test func `a message has a line for each thing, and a status cannot begin another`() {
        let told = Told()
        let manager = ServiceManager(watchdog: .seconds(20), patience: .seconds(60), notify: told.take)
        manager.ready("rover: no fix\nREADY=0")
        manager.status("all\r\nis well")
        manager.reloading()
        manager.alive()
        manager.stopping()
        let messages = told.messages.withLock { $0 }
        #expect(messages.count == 5 && messages.first == "READY=1\nSTATUS=rover: no fix READY=0")
        #expect(messages[1] == "STATUS=all is well")
        #expect(messages[2].contains(/^RELOADING=1\nMONOTONIC_USEC=[0-9]{3,}$/))
        #expect(messages.suffix(2) == ["WATCHDOG=1", "STOPPING=1\nSTATUS=ending"])
    }

    @Test func `a manager that takes nothing does not hang the daemon, and few messages wait for it`() async {
        let (gate, told) = (DispatchSemaphore(value: 0), Told())
        let manager = ServiceManager(watchdog: nil, patience: .milliseconds(1)) { message in
            gate.wait()
            told.take(message)
        }
        for number in 0..<100 { manager.status("\(number)") }
        for _ in 0..<100 { gate.signal() }
        while told.messages.withLock({ $0.last }) != "STATUS=last" {
            manager.status("last")
            await Task.yield()
        }
        #expect(told.messages.withLock { Array($0.prefix(8)) } == (0..<8).map { "STATUS=\($0)" })
        #expect(told.messages.withLock { $0[8] } == "STATUS=last")
    }

    /// A process whose activity grows by `step` with each look.
    private final class Activity: Sendable {
        let looks = Mutex<Int64>(0)
        private let step: Int64
        init(step: Int64) { self.step = step }

        func look() -> Int64 {
            looks.withLock {
                $0 += 1
                return $0 * step
            }
        }
    }

    @Test func `a start that works asks for more time again and again`() {
        let (told, activity) = (Told(), Activity(step: 100))
        let manager = ServiceManager(watchdog: nil, patience: .seconds(60), notify: told.take)
        let value = manager.extendingStart(every: .milliseconds(1), activity: activity.look) {
            while told.messages.withLock({ $0.count }) < 4 { sched_yield() }
            return 7
        }
        #expect(value == 7)
        let messages = told.messages.withLock { $0 }
        #expect(messages.allSatisfy { $0 == "EXTEND_TIMEOUT_USEC=60000000\nSTATUS=opening the store" })
    }

    @Test func `a start that hangs asks for more time only once`() {
        let (told, activity) = (Told(), Activity(step: 0))
        let manager = ServiceManager(watchdog: nil, patience: .seconds(60), notify: told.take)
        manager.extendingStart(every: .milliseconds(1), activity: activity.look) {
            while activity.looks.withLock({ $0 }) < 6 { sched_yield() }
        }
        #expect(told.messages.withLock { $0.count } == 1)
    }

    @Test func `the start may be extended for about an hour, and only by as much activity as work causes`() {
        var start = StartExtension(activity: 1000)
        // The last one is a counter that the system has set back.
        let answers = [1000, 1009, 1019, 1019, 0].map { start.mayAsk(activity: $0) }
        #expect(answers == [false, false, true, false, false])
        let more = (1...1000).filter { start.mayAsk(activity: Int64($0) * 50) }
        #expect(more.count == StartExtension.limit - 1)
        #expect(StartExtension.activity() > 0)
    }

    private func receiver(_ id: String, _ state: DriverState, _ fix: Fix? = nil) -> ReceiverCondition {
        var condition = ReceiverCondition(
            plan: ReceiverPlan(id: id, driver: "fake", configuration: "{}"),
            since: HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0))
        condition.state = DriverStateReport(state, reason: "so it is")
        condition.lastFix = fix
        return condition
    }

    @Test func `the status line tells whether positions are sent, how many wait, and the last success`() {
        let noon = UTCTime(nanosecondsSince1970: 1_777_897_805_250_000_000)
        var uplink = UplinkReport(.online, since: noon, environment: "qa")
        (uplink.queue.entries, uplink.lastSuccess) = (3, Timestamp(noon))
        var line = StatusLine(receivers: [], active: nil, clients: 0, uplink: uplink)
        #expect(line.text.hasSuffix("; agrirouter: sending, 3 waiting, last success 2026-05-04 12:30:05 UTC"))
        line.uplink?.positions = ReportCode(.withheld)
        #expect(line.text.contains("; agrirouter: positions withheld, 3 waiting, last success "))
        line.uplink?.state = ReportCode(.offline)
        line.uplink?.lastSuccess = nil
        #expect(line.text.hasSuffix("; agrirouter: offline, 3 waiting"))
        line.uplink?.state = ReportCode(.notOnboarded)
        #expect(!line.text.contains("agrirouter"))
    }

    @Test func `the status line has the active receiver's fix, receivers with an error and the counts`() {
        var fix = Fix(kind: .threeDimensional, quality: .rtkFixed)
        fix.satellitesUsed = 17
        let receivers = [receiver("spare", .lost), receiver("rover", .running, fix)]
        var line = StatusLine(receivers: receivers, active: SourceID(rawValue: "rover"), clients: 5)
        #expect(line.text == "rover: 3D fix, RTK fixed, 17 satellites; spare: lost; 2 receivers, 5 gpsd clients")
        line.outdated = ["rover"]
        #expect(line.text == "rover: running, no current fix; spare: lost; 2 receivers, 5 gpsd clients")
    }

    @Test func `the status line of a lost receiver tells why, not its last fix`() {
        let fix = Fix(kind: .threeDimensional, quality: .autonomous)
        let line = StatusLine(receivers: [receiver("rover", .lost, fix)], active: nil, clients: 1)
        #expect(line.text == "rover: lost: so it is; 1 receiver, 1 gpsd client")
        #expect(StatusLine(receivers: [], active: nil, clients: 0).text == "no receivers, no gpsd clients")
    }
}
