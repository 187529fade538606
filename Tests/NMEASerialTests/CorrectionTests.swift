// SPDX-License-Identifier: Apache-2.0

import DriverKit
import DriverTesting
import GNSSTypes
import Glibc
import ReceiverFixtures
import Testing

@testable import NMEASerial

/// What is written to a receiver.
@Suite struct CorrectionTests {
    private func running(_ pty: Pty) throws -> Run {
        let run = Run(try driver(pty))
        #expect(run.said(.connecting, "listening"))
        pty.send(burst(1))
        #expect(run.said(.running, "NMEA"))
        return run
    }

    /// As it would stand in a message: all values, among them those that a terminal would take for itself.
    private func message(_ number: Int, count: Int = 300) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &+ number) }
    }

    @Test func `corrections reach the receiver as they are, also while it is silent`() throws {
        let pty = try #require(Pty())
        let run = try running(pty)
        var received: [UInt8] = []
        for number in 0..<20 {
            #expect(run.outbox.put(message(number)))
            #expect(
                eventually {
                    received += pty.receive()
                    return received.count >= (number + 1) * 300
                })
        }
        #expect(received == (0..<20).flatMap { message($0) })
        #expect(run.outbox.givenUp == 0)
        #expect(run.end())
    }

    @Test func `a receiver that takes nothing is still listened to, and gets whole messages afterwards`() throws {
        let pty = try #require(Pty())
        let run = try running(pty)
        // A terminal holds some 64 kB, the outbox 32: the rest is given up.
        for number in 0..<250 { #expect(run.outbox.put(message(number, count: 1000))) }
        let before = run.fixes.count
        var second = 2
        #expect(
            eventually {
                pty.send(burst(second))
                second += 1
                return run.fixes.count > before + 5
            })
        #expect(run.outbox.givenUp > 50, "\(run.outbox.givenUp) of 250")
        var received: [UInt8] = []
        #expect(
            eventually {
                received += pty.receive()
                return run.outbox.isEmpty && received.count > 3000 && received.count % 1000 == 0
            }, "\(received.count) bytes")
        for start in stride(from: 0, to: received.count, by: 1000) {
            #expect(Array(received[start..<(start + 1000)]) == message(Int(received[start]), count: 1000))
        }
        #expect(run.end())
    }
}
