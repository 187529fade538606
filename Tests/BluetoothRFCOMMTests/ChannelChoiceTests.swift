// SPDX-License-Identifier: Apache-2.0

import Testing
import Transport

@testable import BluetoothRFCOMM

/// Which channel is tried.
@Suite struct ChannelChoiceTests {
    private func first(_ services: [(Int, String)], after kinds: Int = 0) -> ChannelChoice.Action {
        var choice = ChannelChoice(configured: nil, remembered: nil)
        for _ in 0..<kinds { _ = choice.take([]) }
        return choice.take(services.map { SerialService(channel: $0.0, name: $0.1) })
    }

    @Test func `the receiver is asked, and its serial port taken`() {
        let choice = ChannelChoice(configured: nil, remembered: nil)
        #expect(choice.begin() == .ask(.serialPort))
        #expect(first([(3, "")]) == .connect(3))
    }

    @Test func `of several the one that speaks of positions is taken, and none for configuration`() {
        #expect(first([(1, "Config Port"), (2, ""), (5, "SPP Dev"), (4, "NMEA out")]) == .connect(4))
        #expect(first([(1, "Config Port"), (2, ""), (5, "SPP Dev")]) == .connect(5))
        #expect(first([(1, "RTCM in"), (2, "")]) == .connect(2))
        #expect(first([(1, "RTCM in")]) == .connect(1))
    }

    @Test func `the accessory protocol of Apple is no serial port`() {
        var choice = ChannelChoice(configured: nil, remembered: nil)
        let services = [SerialService(channel: 1, isApple: true), SerialService(channel: 2)]
        #expect(choice.take(services) == .connect(2))
    }

    @Test func `without a serial port anything with a fitting name will do, and the only one`() {
        var choice = ChannelChoice(configured: nil, remembered: nil)
        #expect(choice.take([]) == .ask(.anyRFCOMM))
        #expect(choice.take([SerialService(channel: 1, name: "Headset Gateway")]) == .ask(.browsable))
        #expect(choice.take([]) == .giveUp(.noSerialPort))
        #expect(first([(7, "GPS"), (8, "OBEX Push")], after: 1) == .connect(7))
        #expect(first([(7, "")], after: 1) == .connect(7))
        #expect(first([(7, ""), (8, "")], after: 2) == .giveUp(.noSerialPort))
    }

    @Test func `a refused channel gives way to the next, at most three`() {
        var choice = ChannelChoice(configured: nil, remembered: nil)
        #expect(choice.take((1...5).map { SerialService(channel: $0) }) == .connect(1))
        #expect(choice.fail(connectingTo: 1, .refused(isListed: nil)) == .connect(2))
        #expect(choice.fail(connectingTo: 2, .refused(isListed: nil)) == .connect(3))
        #expect(choice.fail(connectingTo: 3, .refused(isListed: nil)) == .giveUp(.refused(isListed: true)))
    }

    @Test func `what is remembered is tried first, and asked for once it is refused`() {
        var choice = ChannelChoice(configured: nil, remembered: 3)
        #expect(choice.begin() == .connect(3))
        #expect(choice.fail(connectingTo: 3, .refused(isListed: nil)) == .ask(.serialPort))
        #expect(choice.take([SerialService(channel: 5)]) == .connect(5))
        var same = ChannelChoice(configured: nil, remembered: 3)
        _ = same.fail(connectingTo: 3, .refused(isListed: nil))
        #expect(same.take([SerialService(channel: 3)]) == .giveUp(.refused(isListed: true)))
    }

    @Test func `a configured channel is the only one`() {
        var choice = ChannelChoice(configured: 2, remembered: 3)
        #expect(choice.begin() == .connect(2))
        #expect(choice.fail(connectingTo: 2, .refused(isListed: nil)) == .giveUp(.refused(isListed: nil)))
    }

    @Test(arguments: [
        BluetoothError.outOfRange, .noAnswer, .rejected, .notPaired, .busy(holder: nil), .adapterLost, .interrupted,
    ]) func `what has nothing to do with the channel ends it`(_ failure: BluetoothError) {
        var choice = ChannelChoice(configured: nil, remembered: 3)
        #expect(choice.fail(connectingTo: 3, failure) == .giveUp(failure))
        #expect(choice.fail(asking: failure) == .giveUp(failure))
    }

    @Test func `only a receiver that does not tell is tried on channel 1, and once`() {
        var choice = ChannelChoice(configured: nil, remembered: nil)
        #expect(choice.fail(asking: .nonsense) == .connect(1))
        #expect(choice.fail(connectingTo: 1, .refused(isListed: nil)) == .giveUp(.refused(isListed: nil)))
        var other = ChannelChoice(configured: nil, remembered: 1)
        #expect(other.fail(connectingTo: 1, .refused(isListed: nil)) == .ask(.serialPort))
        #expect(other.fail(asking: .nonsense) == .giveUp(.nonsense))
    }
}
