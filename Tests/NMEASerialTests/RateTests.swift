// SPDX-License-Identifier: Apache-2.0

import DriverKit
import GNSSTypes
import Glibc
import ReceiverFixtures
import Testing
import Transport

@testable import NMEASerial
@testable import SerialReceiver

/// The search for the rate, and what is said where it finds nothing.
@Suite struct RateTests {
    @Test(arguments: RateHunt.usualRates) func `a receiver is found at each usual rate`(_ baud: Int) throws {
        let pty = try #require(Pty(asUART: true))
        let run = Run(try driver(pty))
        let receiver = FalseReceiver(pty, baud: baud, interval: 40_000) { burst($0) }
        defer { receiver.end() }
        #expect(run.said(.running, "NMEA 0183 at \(baud) baud"))
        #expect(eventually { run.fixes.count >= 3 })
        #expect(pty.baud == baud && run.end())
    }

    @Test func `a rate of one's own is set as it is configured`() throws {
        let pty = try #require(Pty(asUART: true))
        let run = Run(try driver(pty, ", \"baud\": 250000"))
        let receiver = FalseReceiver(pty, baud: 250_000) { burst($0) }
        defer { receiver.end() }
        #expect(run.said(.running, "NMEA 0183 at 250000 baud"))
        #expect(run.end())
    }

    @Test func `a receiver that changes its rate is found again`() throws {
        let pty = try #require(Pty(asUART: true))
        var driver = try driver(pty)
        driver.receiver.patience = 300_000_000
        let run = Run(driver)
        let receiver = FalseReceiver(pty, baud: 38_400, interval: 40_000) { burst($0) }
        defer { receiver.end() }
        #expect(run.said(.running, "at 38400 baud"))
        receiver.change(to: 115_200)
        #expect(run.said(.running, "at 115200 baud"))
        #expect(run.end())
    }

    @Test func `UBX alone is named with its rate`() throws {
        let pty = try #require(Pty(asUART: true))
        let run = Run(try driver(pty))
        let receiver = FalseReceiver(pty, baud: 38_400) { _ in ubx() }
        defer { receiver.end() }
        #expect(run.said(.degraded, "UBX at 38400 baud, no NMEA: set 'driver: ubx'"))
        #expect(run.end() && run.fixes.isEmpty)
    }

    @Test func `NMEA that is switched on at the rate of UBX is read`() throws {
        let pty = try #require(Pty(asUART: true))
        let run = Run(try driver(pty))
        let receiver = FalseReceiver(pty, baud: 38_400) { $0 < 50 ? ubx() : ubx() + burst($0) }
        defer { receiver.end() }
        #expect(run.said(.running, "at 38400 baud"))
        #expect(run.end())
    }

    @Test func `RTCM alone is named`() throws {
        let pty = try #require(Pty())
        let run = Run(try driver(pty))
        // RTCM 3 message 1005, from the standard's own example.
        let frame: [UInt8] = [
            0xD3, 0x00, 0x13, 0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34, 0xB4, 0xBD, 0x62, 0xAC, 0x09,
            0x41, 0x98, 0x6F, 0x33, 0x36, 0x0B, 0x98,
        ]
        let receiver = FalseReceiver(pty) { _ in frame }
        defer { receiver.end() }
        #expect(run.said(.degraded, "RTCM 3 here, no NMEA"))
        #expect(run.end())
    }

    @Test func `silence at all rates is told, and a receiver that awakes is found`() throws {
        let pty = try #require(Pty(asUART: true))
        let run = Run(try driver(pty))
        #expect(run.said(.degraded, "no byte arrived at any rate"))
        let receiver = FalseReceiver(pty, baud: 57_600, interval: 40_000) { burst($0) }
        defer { receiver.end() }
        #expect(run.said(.running, "at 57600 baud"))
        #expect(run.end())
    }

    /// A driver in its own process that reports nothing for a minute counts as hung.
    @Test(arguments: [false, true])
    func `silence and noise are reported again, in the same words`(isNoisy: Bool) throws {
        let pty = try #require(Pty())
        let noise = isNoisy ? FalseReceiver(pty, interval: 40_000) { _ in [UInt8](repeating: 0xAA, count: 40) } : nil
        defer { noise?.end() }
        var repeating = try driver(pty, ", \"baud\": 9600")
        repeating.receiver.timing.repetition = 100_000_000
        let run = Run(repeating)
        func isRepeated() -> Bool {
            let reasons = run.states.filter { $0.state == .degraded }.map(\.reason)
            return reasons.count(where: { $0 == reasons.last }) >= 3
        }
        #expect(eventually { isRepeated() })
        #expect(run.states.last?.reason.contains(isNoisy ? "nothing valid" : "no byte") ?? false)
        #expect(run.end())
    }

    /// The receiver was found before; the gateway itself reports that it is silent.
    @Test func `a receiver that falls silent is mentioned in the log, and no state is reported`() throws {
        let pty = try #require(Pty())
        var quiet = try driver(pty)
        quiet.receiver.timing.repetition = 100_000_000
        let run = Run(quiet)
        #expect(run.said(.connecting, "listening"))
        pty.send(burst(1))
        #expect(run.said(.running, "NMEA"))
        #expect(eventually { run.fixes.count == 1 })
        let count = run.states.count
        func signs() -> Int { run.log.count { $0.contains("nothing to publish; the last bytes arrived") } }
        #expect(eventually { signs() >= 3 })
        #expect(run.states.count == count)
        pty.send(burst(2))
        #expect(eventually { run.fixes.count == 2 })
        #expect(run.end())
    }

    @Test func `a rate that is none of the usual is told`() throws {
        let pty = try #require(Pty(asUART: true))
        let run = Run(try driver(pty))
        let receiver = FalseReceiver(pty, baud: 14_400) { burst($0) }
        defer { receiver.end() }
        #expect(run.said(.degraded, "nothing valid at 4800…921600 baud"))
        #expect(run.end())
    }

    @Test func `seven data bits are told with the parity`() throws {
        let pty = try #require(Pty())
        let run = Run(try driver(pty))
        let receiver = FalseReceiver(pty) { second in
            burst(second).map { $0.nonzeroBitCount & 1 == 0 ? $0 : $0 | 0x80 }
        }
        defer { receiver.end() }
        #expect(run.said(.degraded, "'data_bits: 7', 'parity: even'"))
        #expect(run.end())
    }

    @Test func `a wrong rate that is configured is told`() throws {
        let pty = try #require(Pty(asUART: true))
        let run = Run(try driver(pty, ", \"baud\": 9600"))
        let receiver = FalseReceiver(pty, baud: 38_400) { burst($0) }
        defer { receiver.end() }
        #expect(run.said(.degraded, "at 9600 baud: the rate is wrong (try 'baud: auto')"))
        #expect(pty.baud == 9600 && run.end())
    }

    @Test(arguments: ["\"fast\"", "49", "4000001", "true", "[]", "9600.5"])
    func `a rate that is none is refused`(_ baud: String) {
        #expect(throws: DriverError.self) {
            _ = try LineConfiguration(DriverConfiguration(json: "{\"device\": \"/dev/ttyS0\", \"baud\": \(baud)}"))
        }
    }
}
