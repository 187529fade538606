// SPDX-License-Identifier: Apache-2.0

import DriverKit
import DriverTesting
import GNSSTypes
import ReceiverFixtures
import Testing
import UBX

@testable import SerialReceiver
@testable import UBXReceiver

/// What the driver writes to a receiver, on a real pseudo-terminal.
@Suite struct ConfigurationTests {
    @Test func `nothing is ever written where that is not allowed`() throws {
        let terminal = try #require(PseudoTerminal(asUART: true))
        let receiver = FalseReceiverLine(FalseUBXReceiver(.f9), on: terminal, hasRate: true)
        defer { receiver.end() }
        let run = Run(try driver(terminal.path))
        #expect(run.said(.running, "NMEA 0183 at 38400 baud"))
        #expect(eventually { run.positions >= 5 })
        #expect(run.end())
        #expect(receiver.state.receivedBytes == 0)
    }

    @Test func `corrections are passed on all the same`() throws {
        let terminal = try #require(PseudoTerminal())
        let receiver = FalseReceiverLine(FalseUBXReceiver(.f9), on: terminal)
        defer { receiver.end() }
        let run = Run(try driver(terminal.path))
        #expect(run.said(.running, "NMEA 0183"))
        #expect(run.outbox.put([0xD3, 0, 2, 1, 2, 3, 4, 5]))
        #expect(eventually { receiver.state.receivedBytes == 8 })
        #expect(run.end() && receiver.state.changesAsked == 0)
    }

    @Test func `corrections wait while the driver waits for answers`() throws {
        let pty = try #require(Pty())
        let run = Run(try driver(pty.path, ram))
        #expect(run.said(.connecting, "listening"))
        pty.send(burst(1))
        #expect(run.said(.running, "NMEA 0183"))
        let correction: [UInt8] = [0xD3, 0, 2, 1, 2, 3, 4, 5]
        var received: [UInt8] = []
        #expect(
            eventually {
                // Again and again, because the outbox drops late ones.
                _ = run.outbox.put(correction)
                received += pty.receive()
                return received.contains(0xD3)
            })
        // The question of the search, and those of the identification, which nothing answers.
        let asked = received.prefix { $0 != 0xD3 }
        #expect(asked.count >= 4 * 8, "\(asked.count) bytes")
        #expect(
            eventually {
                received += pty.receive()
                return received.suffix(8).elementsEqual(correction)
            })
        #expect(run.end())
    }

    @Test(arguments: [UBXPersonality.lea6, .m8, .f9, .m10])
    func `a receiver is identified and set up`(_ personality: UBXPersonality) throws {
        let terminal = try #require(PseudoTerminal())
        let receiver = FalseReceiverLine(FalseUBXReceiver(personality), on: terminal)
        defer { receiver.end() }
        let run = Run(try driver(terminal.path, ram))
        #expect(run.logged("settings were changed"))
        let hasNumber = personality.uniqueID != nil
        #expect(eventually { run.identities.contains { $0.firmware != nil && ($0.serial != nil) == hasNumber } })
        let pvt: MessageID = personality == .lea6 ? .navSOL : .navPVT
        #expect(receiver.state.interval(of: pvt) == 1 && receiver.state.interval(of: .navDOP) == 1)
        #expect(!run.states.contains { $0.state == .degraded })
        #expect(run.host.recorded.refusals.isEmpty && run.end())
    }

    @Test func `a second start finds nothing to do`() throws {
        let terminal = try #require(PseudoTerminal())
        let receiver = FalseReceiverLine(FalseUBXReceiver(.f9), on: terminal)
        defer { receiver.end() }
        let first = Run(try driver(terminal.path, ram))
        #expect(first.logged("settings were changed") && first.end())
        let asked = receiver.state.changesAsked
        let second = Run(try driver(terminal.path, ram))
        #expect(second.logged("nothing was changed") && second.end())
        #expect(receiver.state.changesAsked == asked && asked > 0)
    }

    @Test func `a slow line is made faster, at both ends`() throws {
        let terminal = try #require(PseudoTerminal(asUART: true))
        let receiver = FalseReceiverLine(FalseUBXReceiver(.m8), on: terminal, hasRate: true)
        defer { receiver.end() }
        let run = Run(try driver(terminal.path, ram))
        #expect(run.logged("settings were changed"))
        #expect(run.said(.running, "at 57600 baud"))
        #expect(receiver.state.baud == 57_600 && terminal.baud == 57_600)
        let before = run.positions
        #expect(eventually { run.positions > before + 5 } && run.end())
    }

    @Test func `a receiver that does not take another rate is set up at the one that it has`() throws {
        let terminal = try #require(PseudoTerminal(asUART: true))
        var slow = FalseUBXReceiver(.m8)
        slow.keepsBaud = true
        let receiver = FalseReceiverLine(slow, on: terminal, hasRate: true)
        defer { receiver.end() }
        let run = Run(try driver(terminal.path, ram))
        #expect(run.logged("the rate of the line was not changed"))
        #expect(run.logged("the line is too slow for") && run.logged("settings were changed"))
        #expect(receiver.state.baud == 9600 && terminal.baud == 9600)
        #expect(receiver.state.interval(of: .navPVT) == 1 && receiver.state.interval(of: .rxmRAWX) == 0)
        let before = run.positions
        #expect(eventually { run.positions > before + 5 } && run.end())
    }

    @Test func `a change of the rate that fails starts no search for the rate`() throws {
        let terminal = try #require(PseudoTerminal(asUART: true))
        var slow = FalseUBXReceiver(.m8)
        slow.keepsBaud = true
        let receiver = FalseReceiverLine(slow, on: terminal, hasRate: true)
        defer { receiver.end() }
        var impatient = try driver(terminal.path, ram)
        // Shorter than the wait for an answer at the new rate.
        impatient.receiver.patience = 500_000_000
        let run = Run(impatient)
        #expect(run.logged("the rate of the line was not changed") && run.logged("settings were changed"))
        #expect(!run.states.contains { $0.reason.contains("none are valid") })
        #expect(RateMemory.rate(of: terminal.path) == 9600 && run.end())
    }

    @Test func `another receiver on the same line has neither the name nor the identity of the first one`() throws {
        let terminal = try #require(PseudoTerminal(asUART: true))
        let receiver = FalseReceiverLine(FalseUBXReceiver(.f9), on: terminal, hasRate: true)
        defer { receiver.end() }
        var impatient = try driver(terminal.path, ram)
        impatient.receiver.patience = 500_000_000
        let run = Run(impatient)
        #expect(run.said(.running, "ZED-F9P") && run.logged("settings were changed"))
        #expect(eventually { run.identities.contains { $0.model == "ZED-F9P" && $0.serial != nil } })
        // It has another rate and states neither its model nor a serial number.
        receiver.change { $0 = FalseUBXReceiver(.lea6) }
        #expect(run.said(.running, "at 9600 baud"))
        #expect(!run.states.contains { $0.reason.contains("ZED-F9P") && $0.reason.contains("at 9600 baud") })
        let firmware = UBXPersonality.lea6.software
        #expect(eventually { run.identities.contains { $0.firmware == firmware } })
        #expect(run.identities.allSatisfy { $0.firmware != firmware || $0.model == nil && $0.serial == nil })
        #expect(run.end())
    }

    @Test func `the rate of epochs is set where it is given`() throws {
        let terminal = try #require(PseudoTerminal())
        let receiver = FalseReceiverLine(FalseUBXReceiver(.f9), on: terminal)
        defer { receiver.end() }
        let run = Run(try driver(terminal.path, ram + ", \"rate_hz\": 5"))
        #expect(run.logged("settings were changed"))
        #expect(receiver.state.periodMilliseconds == 200 && run.end())
    }

    @Test func `a refusal is told and the receiver is listened to all the same`() throws {
        let terminal = try #require(PseudoTerminal())
        var refusing = FalseUBXReceiver(.f9)
        refusing.refusesChanges = true
        let receiver = FalseReceiverLine(refusing, on: terminal)
        defer { receiver.end() }
        let run = Run(try driver(terminal.path, ram))
        #expect(run.said(.degraded, "refused by the receiver"))
        let before = run.positions
        #expect(eventually { run.positions > before + 3 } && run.end())
    }

    @Test func `a receiver that does not answer is listened to`() throws {
        let terminal = try #require(PseudoTerminal())
        var deaf = FalseUBXReceiver(.f9)
        deaf.isDeaf = true
        let receiver = FalseReceiverLine(deaf, on: terminal)
        defer { receiver.end() }
        let run = Run(try driver(terminal.path, ram))
        #expect(run.said(.degraded, "is its input connected"))
        let before = run.positions
        #expect(eventually { run.positions > before + 3 } && run.end())
    }

    @Test func `lost commands, lost bytes and noise are overcome`() throws {
        let terminal = try #require(PseudoTerminal())
        var hard = FalseUBXReceiver(.f9)
        hard.losesEvery = 3
        var damage = FalseReceiverLine.Damage()
        (damage.losesEvery, damage.noise) = (1499, 37)
        let receiver = FalseReceiverLine(hard, on: terminal, interval: 60_000, damage: damage)
        defer { receiver.end() }
        let run = Run(try driver(terminal.path, ram))
        #expect(run.logged("settings were changed"))
        #expect(eventually { receiver.state.interval(of: .navPVT) == 1 })
        #expect(run.end())
    }

    @Test func `a receiver that speaks only when it is asked is found by asking`() throws {
        let terminal = try #require(PseudoTerminal(asUART: true))
        var silent = FalseUBXReceiver(.f9)
        for id in [MessageID(0xF0, 0x04), MessageID(0xF0, 0x00)] { silent.setInterval(of: id, 0) }
        let receiver = FalseReceiverLine(silent, on: terminal, hasRate: true)
        defer { receiver.end() }
        let run = Run(try driver(terminal.path, ram))
        #expect(run.said(.running, "ZED-F9P"))
        #expect(eventually { receiver.state.interval(of: .navPVT) == 1 })
        #expect(eventually { run.positions > 3 } && run.end())
    }

    @Test func `a rate that nothing sets is warned of`() throws {
        let terminal = try #require(PseudoTerminal())
        let receiver = FalseReceiverLine(FalseUBXReceiver(.f9), on: terminal)
        defer { receiver.end() }
        let run = Run(try driver(terminal.path, ", \"rate_hz\": 5"))
        #expect(run.logged("rate_hz has no effect without configure: ram"))
        #expect(run.end())
    }

    @Test func `a full output is told`() throws {
        let terminal = try #require(PseudoTerminal())
        let receiver = FalseReceiverLine(FalseUBXReceiver(.f9), on: terminal)
        defer { receiver.end() }
        let run = Run(try driver(terminal.path, ram))
        #expect(run.logged("settings were changed"))
        receiver.change { $0.reportsFullOutput = true }
        #expect(run.said(.degraded, "output buffer is full"))
        #expect(run.end())
    }

    @Test func `after a change of the rate, a full output is reported with the new rate`() throws {
        let terminal = try #require(PseudoTerminal(asUART: true))
        let receiver = FalseReceiverLine(FalseUBXReceiver(.f9), on: terminal, hasRate: true)
        defer { receiver.end() }
        let run = Run(try driver(terminal.path, ram + ", \"rate_hz\": 2"))
        #expect(run.logged("settings were changed"))
        let baud = receiver.state.baud
        #expect(baud > UBXPersonality.f9.baud)
        receiver.change { $0.reportsFullOutput = true }
        #expect(run.said(.degraded, "output buffer is full at \(baud) baud"))
        #expect(run.end())
    }

    @Test(arguments: [
        "\"configure\": \"flash\"", "\"rate_hz\": 0", "\"rate_hz\": \"fast\"", "\"rate_hz\": 26", "\"baud\": 49",
    ])
    func `what is not allowed is refused`(_ setting: String) {
        #expect(throws: DriverError.self) { _ = try driver("/dev/ttyACM0", ", \(setting)") }
    }

    @Test func `an address that is none is refused`() {
        #expect(throws: DriverError.self) { _ = try driver("tcp://host") }
    }
}
