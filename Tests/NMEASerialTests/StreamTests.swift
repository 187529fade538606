// SPDX-License-Identifier: Apache-2.0

import DriverKit
import DriverTesting
import GNSSTypes
import Glibc
import ReceiverFixtures
import Testing

@testable import NMEASerial
@testable import SerialReceiver

/// What comes over the line, and the line's end.
@Suite struct StreamTests {
    @Test func `a receiver is read and published`() throws {
        let pty = try #require(Pty())
        let run = Run(try driver(pty))
        let receiver = FalseReceiver(pty) { burst($0) }
        defer { receiver.end() }
        #expect(eventually { run.fixes.count >= 20 })
        #expect(run.said(.running, "NMEA 0183 over a pseudo-terminal"))
        let fix = try #require(run.fixes.dropFirst().first)
        #expect(fix.position != nil && fix.kind == .threeDimensional)
        #expect(run.host.recorded.refusals.isEmpty)
        #expect(run.end() && run.error == nil)
    }

    @Test func `the last epoch of a burst is published without another one`() throws {
        let pty = try #require(Pty())
        let run = Run(try driver(pty))
        #expect(run.said(.connecting, "listening"))
        pty.send(burst(1))
        #expect(eventually { run.fixes.count == 1 })
        #expect(run.end())
    }

    @Test(arguments: [1, 7, 64, 1000]) func `writes of any size give the same fixes`(_ size: Int) throws {
        let pty = try #require(Pty())
        var driver = try driver(pty)
        driver.receiver.pause = 3_600_000_000_000
        let run = Run(driver)
        #expect(run.said(.connecting, "listening"))
        // The ninth closes the eighth; what of it was read before the end is not asked.
        let bytes = (1...9).flatMap { burst($0) }
        for start in stride(from: 0, to: bytes.count, by: size) { pty.send(Array(bytes[start...].prefix(size))) }
        #expect(eventually { run.fixes.count >= 8 })
        pty.unplug()
        #expect(eventually { run.hasEnded })
        let fixes = run.fixes.prefix(8)
        #expect(Set(fixes.map(\.time)).count == 8)
        #expect(fixes.allSatisfy { $0.height.orthometric != nil })
    }

    @Test func `an unplugged receiver is lost`() throws {
        let pty = try #require(Pty())
        let run = Run(try driver(pty))
        #expect(run.said(.connecting, "listening"))
        pty.send(burst(1))
        #expect(run.said(.running, "NMEA"))
        pty.unplug()
        #expect(eventually { run.hasEnded })
        guard case .lost(let reason) = run.error else {
            Issue.record("\(String(describing: run.error))")
            return
        }
        #expect(reason.contains(pty.path) && reason.contains("gone"))
    }

    @Test func `a silent receiver is stopped`() throws {
        let pty = try #require(Pty())
        let run = Run(try driver(pty))
        #expect(run.said(.connecting, "listening"))
        #expect(run.end() && run.error == nil)
    }

    @Test func `noise between the sentences harms nothing`() throws {
        let pty = try #require(Pty())
        let run = Run(try driver(pty))
        let receiver = FalseReceiver(pty) { second in
            let noise = (0..<40).map { UInt8(truncatingIfNeeded: ($0 &+ second) &* 73) }
            return noise.filter { $0 != UInt8(ascii: "$") } + [0x0A] + burst(second)
        }
        defer { receiver.end() }
        #expect(eventually { run.fixes.count >= 20 })
        #expect(run.host.recorded.refusals.isEmpty && run.end())
    }

    @Test func `many wrong checksums are told, and no fix is made of them`() throws {
        let pty = try #require(Pty())
        var driver = try driver(pty)
        driver.receiver.healthWindow = 300_000_000
        let run = Run(driver)
        let receiver = FalseReceiver(pty) { second in
            burst(second) + Array("$GPGLL,1111.11111,N,11111.11111,E,000000.00,A*00\r\n".utf8)
        }
        defer { receiver.end() }
        #expect(run.said(.degraded, "wrong checksum"))
        #expect(run.fixes.allSatisfy { ($0.position?.latitude.degrees ?? -1) < 0 })
        #expect(run.end())
    }

    @Test func `a line that is nearly full is told before it overflows`() throws {
        let pty = try #require(Pty(asUART: true))
        var driver = try driver(pty, ", \"baud\": 4800")
        driver.receiver.healthWindow = 500_000_000
        let run = Run(driver)
        let receiver = FalseReceiver(pty, baud: 4800) { burst($0) }
        defer { receiver.end() }
        #expect(run.said(.degraded, "at 4800 baud: sentences will be lost; raise the receiver's rate"))
        #expect(run.end())
    }

    @Test func `the receiver's own complaint of a full buffer is told`() throws {
        let pty = try #require(Pty())
        var driver = try driver(pty)
        driver.receiver.healthWindow = 300_000_000
        let run = Run(driver)
        let receiver = FalseReceiver(pty) { burst($0) + nmea(["GNTXT,01,01,00,txbuf,alloc"]) }
        defer { receiver.end() }
        #expect(run.said(.degraded, "output buffer is full"))
        #expect(run.end())
    }

    @Test func `sentences without a checksum are believed where that is configured`() throws {
        for isAllowed in [true, false] {
            let pty = try #require(Pty())
            let run = Run(try driver(pty, isAllowed ? ", \"checksum\": \"optional\"" : ""))
            let receiver = FalseReceiver(pty) { second in
                Array(
                    String(decoding: burst(second), as: UTF8.self).split(separator: "*").joined(separator: "\r\n$PX,")
                        .utf8)
            }
            defer { receiver.end() }
            #expect(isAllowed ? eventually { run.fixes.count >= 3 } : run.said(.degraded, "set 'checksum: optional'"))
            #expect(run.end() && (isAllowed || run.fixes.isEmpty))
        }
    }

    @Test func `a port that is not there or no port says what to do`() throws {
        func outcome(_ path: String) throws -> DriverError? {
            let driver = try NMEASerialDriver(DriverConfiguration(json: "{\"device\": \"\(path)\"}"))
            let run = Run(driver)
            #expect(eventually { run.hasEnded })
            return run.error
        }
        guard case .lost(let missing) = try outcome("/nonsense/ttyUSB0") else {
            Issue.record("a node may appear")
            return
        }
        #expect(missing.contains("plug the receiver in"))
        guard case .lost(let file) = try outcome("/etc/passwd") else {
            Issue.record("a port may take the place of a file")
            return
        }
        #expect(file.contains("not a serial port"))
    }

    @Test func `a port that is held is lost, with the holder`() throws {
        let pty = try #require(Pty())
        let first = Run(try driver(pty))
        #expect(first.said(.connecting, "listening"))
        let second = Run(try driver(pty))
        #expect(eventually { second.hasEnded })
        guard case .lost(let reason) = second.error else {
            Issue.record("\(String(describing: second.error))")
            return
        }
        #expect(reason.contains("in use by"))
        #expect(first.end())
    }
}
