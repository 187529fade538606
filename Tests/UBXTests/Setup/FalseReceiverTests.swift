// SPDX-License-Identifier: Apache-2.0

import DriverTesting
import Testing
import UBX
import Wire

/// What false receivers answer to commands that other programs send.
@Suite struct FalseReceiverTests {
    /// Whether a command is acknowledged; nil where nothing is answered.
    private func isAccepted(_ id: MessageID, _ payload: [UInt8], by receiver: inout FalseUBXReceiver) -> Bool? {
        let answer = receiver.receive(UBXWriter.frame(id, payload: payload))
        if answer == UBXWriter.frame(.ackAck, payload: [id.messageClass, id.id]) { return true }
        return answer == UBXWriter.frame(.ackNak, payload: [id.messageClass, id.id]) ? false : nil
    }

    @Test(arguments: [UBXPersonality.m8, .lea6]) func `rates of a message are set for all ports as they are polled`(
        _ personality: UBXPersonality
    ) throws {
        var receiver = FalseUBXReceiver(personality)
        let rates: [UInt8] = [1, 2, 3, 4, 5, 0]
        for id in [MessageID.navSOL, .navSVINFO] {
            let payload = [id.messageClass, id.id] + rates
            #expect(isAccepted(.cfgMSG, payload, by: &receiver) == true)
        }
        #expect(receiver.interval(of: .navSOL) == 2 && receiver.interval(of: .navSVINFO) == 2)
        let polled = receiver.receive(UBXWriter.frame(.cfgMSG, payload: [0x01, 0x06]))
        #expect(polled.starts(with: UBXWriter.frame(.cfgMSG, payload: [0x01, 0x06] + rates)))
        #expect(isAccepted(.cfgMSG, [0x01, 0x06, 1], by: &receiver) == true)
        #expect(receiver.interval(of: .navSOL) == 1)
        for wrong in [[0x01], [0x01, 0x06, 1, 1], [0x01, 0x06] + rates + [0], [0x01, 0x43] + rates] as [[UInt8]] {
            #expect(isAccepted(.cfgMSG, wrong, by: &receiver) == false)
        }
    }

    @Test func `generation 8 has neither NAV-SIG nor SEC-SIG`() throws {
        var receiver = FalseUBXReceiver(.m8)
        for id in [MessageID.navSIG, .secSIG] {
            receiver.setInterval(of: id, 1)
            #expect(receiver.interval(of: id) == 0)
            #expect(isAccepted(.cfgMSG, [id.messageClass, id.id, 1], by: &receiver) == false)
        }
        var newer = FalseUBXReceiver(.f9)
        newer.setInterval(of: .navSIG, 1)
        #expect(newer.interval(of: .navSIG) == 1)
    }

    @Test func `satellite systems are polled and set, and lost with the power`() throws {
        var receiver = FalseUBXReceiver(.m8)
        let answer = receiver.receive(UBXWriter.frame(.cfgGNSS))
        let count = try #require(answer.count > 10 ? Int(answer[9]) : nil)
        var payload = Array(answer[6..<6 + 4 + 8 * count])
        let galileo = try #require(stride(from: 4, to: payload.count, by: 8).first { payload[$0] == 2 })
        #expect(payload[galileo + 4] == 1)
        payload[galileo + 4] = 0
        #expect(isAccepted(.cfgGNSS, payload, by: &receiver) == true)
        let again = receiver.receive(UBXWriter.frame(.cfgGNSS))
        #expect(Array(again[6..<6 + payload.count]) == payload && receiver.value(of: 0x1031_0021) == 0)
        #expect(isAccepted(.cfgGNSS, Array(payload.dropLast()), by: &receiver) == false)
        #expect(isAccepted(.cfgGNSS, [0, 0, 0, 1, 9, 0, 0, 0, 1, 0, 1, 0], by: &receiver) == false)
        #expect(isAccepted(.cfgRST, [0xFF, 0xFF, 0, 0], by: &receiver) == nil)
        #expect(receiver.value(of: 0x1031_0021) == 1 && receiver.resets == 1)
        var older = FalseUBXReceiver(.lea6)
        #expect(isAccepted(.cfgGNSS, [], by: &older) == false)
    }

    @Test(arguments: [UBXPersonality.m8, .f9, .m10, .x20, .lea6]) func `a reset is obeyed and not acknowledged`(
        _ personality: UBXPersonality
    ) throws {
        var receiver = FalseUBXReceiver(personality)
        receiver.setInterval(of: .navTIMEGPS, 7)
        // The navigation alone: stopped, started, started anew; the settings stay.
        #expect(isAccepted(.cfgRST, [0, 0, 8, 0], by: &receiver) == nil && receiver.isStopped)
        #expect(isAccepted(.cfgRST, [0, 0, 9, 0], by: &receiver) == nil && !receiver.isStopped)
        #expect(isAccepted(.cfgRST, [0, 0, 2, 0], by: &receiver) == nil && receiver.resets == 2)
        #expect(receiver.interval(of: .navTIMEGPS) == 7)
        for mode in [0, 1, 4] as [UInt8] {
            receiver.setInterval(of: .navTIMEGPS, 7)
            #expect(isAccepted(.cfgRST, [0, 0, mode, 0], by: &receiver) == nil)
            #expect(receiver.interval(of: .navTIMEGPS) == 0)
        }
        #expect(isAccepted(.cfgRST, [0, 0, 3, 0], by: &receiver) == false)
        #expect(isAccepted(.cfgRST, [0, 0], by: &receiver) == false)
    }

    @Test(arguments: [UBXPersonality.f9, .m10, .x20]) func `a rate that no receiver has is refused whole`(
        _ personality: UBXPersonality
    ) throws {
        var receiver = FalseUBXReceiver(personality)
        func set(_ milliseconds: UInt8, _ ratio: UInt8) -> Bool? {
            let values: [UInt8] = [0x02, 0x00, 0x21, 0x30, ratio, 0, 0x01, 0x00, 0x21, 0x30, milliseconds, 0]
            return isAccepted(.cfgVALSET, [0, 1, 0, 0] + values, by: &receiver)
        }
        for (milliseconds, ratio) in [(0, 1), (1, 2), (24, 2), (100, 0), (100, 128)] as [(UInt8, UInt8)] {
            #expect(set(milliseconds, ratio) == false)
            #expect(receiver.periodMilliseconds == 1000)
        }
        #expect(set(25, 2) == true && receiver.periodMilliseconds == 50)
    }

    @Test func `generation 8 takes 50 ms and more, and several measurements a fix`() throws {
        var receiver = FalseUBXReceiver(.m8)
        for wrong in [[1, 0, 1, 0, 0, 0], [49, 0, 1, 0, 1, 0], [100, 0, 0, 0, 1, 0], [100, 0]] as [[UInt8]] {
            #expect(isAccepted(.cfgRATE, wrong, by: &receiver) == false)
        }
        #expect(isAccepted(.cfgRATE, [50, 0, 4, 0, 1, 0], by: &receiver) == true)
        #expect(receiver.periodMilliseconds == 200)
        let polled = receiver.receive(UBXWriter.frame(.cfgRATE))
        #expect(polled.starts(with: UBXWriter.frame(.cfgRATE, payload: [50, 0, 4, 0, 1, 0])))
    }

    @Test func `a restart loses only the settings in RAM, and a restart of the navigation loses none`() throws {
        var receiver = FalseUBXReceiver(.f9)
        receiver.setInterval(of: .navPVT, 1)
        receiver.setPeriod(milliseconds: 200)
        receiver.storeSettings()
        func set(milliseconds: UInt8, in layers: UInt8) -> Bool? {
            isAccepted(.cfgVALSET, [0, layers, 0, 0, 0x01, 0x00, 0x21, 0x30, milliseconds, 0], by: &receiver)
        }
        #expect(set(milliseconds: 100, in: 1) == true && receiver.periodMilliseconds == 100)
        #expect(receiver.receive(UBXWriter.frame(.cfgRST, payload: [0, 0, 2, 0])).isEmpty)
        #expect(receiver.periodMilliseconds == 100)
        #expect(receiver.receive(UBXWriter.frame(.cfgRST, payload: [0, 0, 1, 0])).isEmpty)
        #expect(receiver.periodMilliseconds == 200 && receiver.interval(of: .navPVT) == 1)
        // Battery-backed RAM takes precedence over flash.
        #expect(set(milliseconds: 125, in: 2) == true && receiver.periodMilliseconds == 200)
        #expect(receiver.receive(UBXWriter.frame(.cfgRST, payload: [0, 0, 8, 0])).isEmpty && receiver.isStopped)
        receiver.losePower()
        #expect(receiver.periodMilliseconds == 125 && receiver.interval(of: .navPVT) == 1 && !receiver.isStopped)
    }

    @Test func `settings are cleared, saved and loaded by sections`() throws {
        var receiver = FalseUBXReceiver(.m8)
        func configure(clear: UInt8, save: UInt8, load: UInt8) -> Bool? {
            let masks: [UInt8] = [clear, save, load].flatMap { mask in [mask, 0, 0, 0] as [UInt8] }
            return isAccepted(.cfgCFG, masks + [0x17], by: &receiver)
        }
        receiver.setInterval(of: .navPVT, 3)
        #expect(isAccepted(.cfgRATE, [200, 0, 1, 0, 1, 0], by: &receiver) == true)
        #expect(configure(clear: 0, save: 2, load: 0) == true)
        receiver.losePower()
        #expect(receiver.interval(of: .navPVT) == 3 && receiver.periodMilliseconds == 1000)
        receiver.setInterval(of: .navPVT, 5)
        #expect(configure(clear: 0, save: 0, load: 0xFF) == true && receiver.interval(of: .navPVT) == 3)
        #expect(configure(clear: 0xFF, save: 0, load: 0xFF) == true && receiver.interval(of: .navPVT) == 0)
        #expect(isAccepted(.cfgCFG, [0, 0, 0, 0], by: &receiver) == false)
    }
}
