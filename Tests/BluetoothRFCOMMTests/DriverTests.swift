// SPDX-License-Identifier: Apache-2.0

import DriverKit
import DriverTesting
import GNSSTypes
import Glibc
import ReceiverFixtures
import Testing
import Transport

@testable import BluetoothRFCOMM

/// A receiver over a pair of sockets in place of the radio.
@Suite struct DriverTests {
    /// Lets a receiver speak until something is so.
    private func speak(_ radio: FalseRadio, until isReached: () -> Bool) -> Bool {
        var second = 0
        return eventually {
            radio.link?.send(burst(second))
            second += 1
            usleep(10_000)
            return isReached()
        }
    }

    private func running(_ radio: FalseRadio, _ run: Run) -> Bool { speak(radio) { run.fixes.count >= 2 } }

    @Test func `a receiver is asked for its channel, connected and read`() throws {
        let radio = FalseRadio()
        let run = Run(try driver(radio))
        #expect(running(radio, run))
        #expect(run.said(.running, "NMEA 0183 over Bluetooth"))
        #expect(radio.log == ["ask serialPort", "connect 3"])
        #expect(run.end() && run.error == nil)
    }

    @Test func `the channel is remembered, and asked for again when it is another`() throws {
        let radio = FalseRadio()
        let address = newAddress()
        for _ in 0..<2 {
            let run = Run(try driver(radio, address))
            #expect(running(radio, run) && run.end())
        }
        #expect(radio.log == ["ask serialPort", "connect 3", "connect 3"])
        radio.change {
            $0.services = [.serialPort: [SerialService(channel: 5)]]
            $0.served = [5]
            $0.log = []
        }
        let run = Run(try driver(radio, address))
        #expect(running(radio, run) && run.end())
        #expect(radio.log == ["connect 3", "ask serialPort", "connect 5"])
    }

    @Test func `corrections reach the receiver as they are`() throws {
        let radio = FalseRadio()
        let run = Run(try driver(radio))
        #expect(running(radio, run))
        let message = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
        #expect(run.outbox.put(message))
        var received: [UInt8] = []
        #expect(
            eventually {
                received += radio.link?.receive() ?? []
                return received.count >= message.count
            })
        #expect(received == message && run.end())
    }

    @Test func `UBX and sentences are both understood, and the receiver is set up where that is wanted`() throws {
        let radio = FalseRadio()
        let run = Run(try driver(radio, newAddress(), ", \"configure\": \"ram\""))
        #expect(eventually { radio.link != nil })
        let link = try #require(radio.link)
        let receiver = FalseReceiverLine(FalseUBXReceiver(.m8), on: link.descriptor)
        defer { receiver.end() }
        #expect(run.said(.running, "u-blox with hardware 00080000"), "\(run.states)")
        #expect(eventually { run.fixes.count { $0.position != nil } >= 3 } && run.end())
    }

    // MARK: How it ends

    /// As section by section of the kernel's answers to a connection that is over.
    @Test(arguments: [BluetoothError.linkLost, .closed, .adapterLost, .ended])
    func `each end of a connection has its own words, and the receiver may come back`(_ end: BluetoothError) throws {
        let radio = FalseRadio()
        let address = newAddress()
        let run = Run(try driver(radio, address))
        #expect(running(radio, run))
        radio.link?.end(end)
        #expect(run.error == .lost("\(address): \(end)"))
        let again = Run(try driver(radio, address))
        #expect(running(radio, again) && again.end())
    }

    @Test(arguments: [
        BluetoothError.outOfRange, .noAnswer, .busy(holder: "gpsd (process 812)"), .brokenOff, .crowded, .denied,
        .noSerialPort, .system(EIO),
    ]) func `each failure of a connection has its own words`(_ failure: BluetoothError) throws {
        let radio = FalseRadio()
        radio.change { $0.connections = [failure] }
        let address = newAddress()
        #expect(Run(try driver(radio, address)).error == .lost("\(address): \(failure)"))
    }

    @Test(arguments: [BluetoothError.rejected, .notPaired])
    func `a wrong PIN and a missing pairing are refusals, not tried again soon`(_ failure: BluetoothError) throws {
        let radio = FalseRadio()
        radio.change { $0.connections = [failure] }
        let address = newAddress()
        #expect(Run(try driver(radio, address)).error == .refused("\(address): \(failure)"))
    }

    @Test func `a refusal right after the question is tried once more on a link of its own`() throws {
        let radio = FalseRadio()
        radio.change { $0.connections = [.refused(isListed: nil), .rejected] }
        let address = newAddress()
        let first = BluetoothError.refused(isListed: true)
        #expect(Run(try driver(radio, address)).error == .lost("\(address): \(first)"))
        #expect(Run(try driver(radio, address)).error == .refused("\(address): \(BluetoothError.rejected)"))
        #expect(radio.log == ["ask serialPort", "connect 3", "connect 3"])
    }

    @Test func `a receiver that refuses for good is asked anew every other time`() throws {
        let radio = FalseRadio()
        radio.change { $0.served = [] }
        let address = newAddress()
        for _ in 0..<4 { #expect(Run(try driver(radio, address)).error?.description.contains("refuses") == true) }
        let round = ["ask serialPort", "connect 3", "connect 3"]
        #expect(radio.log == round + round)
    }

    // MARK: Adapters

    @Test func `a machine without Bluetooth is told in one line, and waited for`() throws {
        let radio = FalseRadio()
        radio.change { $0.adapters = .failure(.unsupported) }
        let run = Run(try driver(radio))
        #expect(run.said(.connecting, "no Bluetooth: the kernel"))
        usleep(100_000)
        #expect(run.states.count == 1 && !run.hasEnded, "\(run.states)")
        radio.change { $0.adapters = .success([]) }
        #expect(run.said(.connecting, "no Bluetooth adapter"))
        radio.change { $0.adapters = .success([BluetoothAdapter(number: 1, address: nil, isOn: false)]) }
        #expect(run.said(.connecting, "hci1 is switched off: 'bluetoothctl power on'; waiting until that is resolved"))
        radio.change {
            $0.adapters = .success([BluetoothAdapter(number: 1, address: nil, isOn: false, isBlocked: true)])
        }
        #expect(run.said(.connecting, "hci1 is blocked: 'rfkill unblock bluetooth'"))
        radio.change { $0.adapters = .success([BluetoothAdapter(number: 1, address: nil, isOn: true)]) }
        #expect(running(radio, run) && run.end())
    }

    @Test func `a wait for an adapter can be stopped`() throws {
        let radio = FalseRadio()
        radio.change { $0.adapters = .success([]) }
        let run = Run(try driver(radio))
        #expect(run.said(.connecting, "no Bluetooth adapter") && run.end() && run.error == nil)
    }

    @Test func `where it is not to wait it ends with the reason`() throws {
        let radio = FalseRadio()
        radio.change { $0.adapters = .failure(.unsupported) }
        let address = newAddress()
        let run = Run(try driver(radio, address, ", \"without_adapter\": \"exit\""))
        #expect(run.error == .failed("\(address): \(BluetoothError.unsupported)") && run.states.isEmpty)
    }

    @Test func `an adapter that is gone only for the kernel is waited for, too`() throws {
        let radio = FalseRadio()
        radio.change { $0.connections = Array(repeating: .adapterOff(name: nil, isBlocked: false), count: 5) }
        let run = Run(try driver(radio))
        #expect(
            run.said(
                .connecting,
                "no Bluetooth adapter is switched on: 'bluetoothctl power on'; waiting until that is resolved"))
        #expect(running(radio, run) && run.end())
        #expect(radio.attempts == 6)
        // What is the matter is the last word each time, though it was tried with another adapter meanwhile.
        #expect(run.states.count { $0.reason.hasSuffix("waiting until that is resolved") } == 5)
    }

    @Test func `the adapter that is configured is used, and no other`() throws {
        let radio = FalseRadio()
        let other = BluetoothAddress("00:AA:01:00:00:07")
        radio.change {
            $0.adapters = .success([
                BluetoothAdapter(number: 0, address: BluetoothAddress("00:AA:01:00:00:00"), isOn: true),
                BluetoothAdapter(number: 7, address: other, isOn: true),
            ])
        }
        for name in ["hci7", "00:aa:01:00:00:07"] {
            let run = Run(try driver(radio, newAddress(), ", \"adapter\": \"\(name)\""))
            #expect(running(radio, run) && run.end())
            #expect(radio.terms.last?.adapter == other)
        }
        let missing = Run(try driver(radio, newAddress(), ", \"adapter\": \"hci9\", \"without_adapter\": \"exit\""))
        #expect(missing.error?.description.contains("the Bluetooth adapter hci9 does not exist") == true)
        let any = Run(try driver(radio))
        #expect(running(radio, any) && any.end() && radio.terms.last?.adapter == nil)
    }

    // MARK: Quiet and owners

    @Test func `quiet is not lost: the connection is made anew, and the receiver asked again`() throws {
        let radio = FalseRadio()
        var driver = try driver(radio)
        driver.settings.silence = 200_000_000
        let run = Run(driver)
        #expect(running(radio, run))
        #expect(run.said(.degraded, "sends nothing; reconnecting"))
        #expect(eventually { radio.attempts >= 2 })
        #expect(!run.hasEnded)
        let before = run.fixes.count
        #expect(speak(radio) { run.fixes.count > before + 1 } && run.end())
        #expect(radio.log.filter { $0 == "ask serialPort" }.count >= 2)
    }

    @Test func `a receiver that sends nothing from the start is told`() throws {
        let radio = FalseRadio()
        let run = Run(try driver(radio))
        #expect(run.said(.degraded, "no byte arrived in"))
        #expect(run.said(.degraded, "it is connected but sends nothing"))
        #expect(running(radio, run) && run.end())
    }

    @Test func `a receiver has one owner`() throws {
        let radio = FalseRadio()
        let address = newAddress()
        let run = Run(try driver(radio, address))
        #expect(running(radio, run))
        let second = Run(try driver(radio, address))
        #expect(second.error?.description.contains("another receiver of this gateway already uses it") == true)
        #expect(run.end() && radio.attempts == 1)
        let third = Run(try driver(radio, address))
        #expect(running(radio, third) && third.end())
    }
}
