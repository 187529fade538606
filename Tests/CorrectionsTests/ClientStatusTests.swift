// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import MessageTexts
import Synchronization
import Testing

@testable import Corrections

/// The status of a client that is not started, on a clock of the test's own.
@Suite struct ClientStatusTests {
    private final class Clock: Sendable {
        private let time = Mutex(
            HostTime(monotonicNanoseconds: 0, wallNanoseconds: 1_777_897_805_000_000_000))

        var now: HostTime { time.withLock { $0 } }

        /// - Parameter step: the seconds by which the wall clock is set ahead.
        func advance(_ seconds: Int64, step: Int64 = 0) {
            time.withLock { time in
                time.monotonicNanoseconds += seconds * 1_000_000_000
                time.wallNanoseconds += (seconds + step) * 1_000_000_000
            }
        }
    }

    private let clock = Clock()
    private let client: CorrectionsClient

    init() {
        let configuration = CorrectionsConfiguration(
            caster: CasterAddress(host: "caster.example", port: 2101, isSecure: false), mountpoint: "M")
        let login: CasterLogin? = nil
        let context = CorrectionsContext(
            now: { [clock] in clock.now }, fix: { nil }, login: { () throws(CasterError) in login },
            publish: { _, _ in }, onChange: { _ in })
        client = CorrectionsClient(configuration, context)
        client.beginConnection()
        client.change(.streaming, CodedText(CorrectionsText.streaming, ["stream": .words("M")]))
    }

    /// Messages 1005, 1077 and 1087 have the indices 0, 1 and 2.
    private func receive(_ indices: Int...) {
        client.note(indices.map { RTCMMessage(bytes: Caster.frame($0)) }, at: clock.now)
    }

    private var step: CorrectionsLink? { CorrectionsChain.complete(client.status, receivers: []).chain?[2] }

    @Test func `the step of the messages fails when a needed one no longer arrives`() {
        receive(0, 1)
        #expect(step?.state.code == "ok")
        clock.advance(100)
        receive(1)
        #expect(step?.state.code == "ok")
        clock.advance(30)
        receive(1)
        #expect(step?.message.code == "corrections.chain.no_station")
        #expect(step?.text.contains("only messages 1077)") == true, "\(step?.text ?? "")")
        receive(0)
        #expect(step?.state.code == "ok")
        clock.advance(121)
        receive(0)
        #expect(step?.message.code == "corrections.chain.no_observations")
        #expect(client.status.messageNumbers == ["1005": 3])
    }

    @Test func `a step of the wall clock does not shorten the wait for the messages`() {
        receive(1)
        clock.advance(1, step: 3600)
        #expect(step?.state.code == "waiting")
        clock.advance(60)
        #expect(step?.message.code == "corrections.chain.no_station")
        #expect(client.status.stateAge == 61 && client.status.lastMessageAge == 61)
    }
}
