// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import MessageTexts
import SetupModel
import Testing
import Transport

@testable import BluetoothPairing

@Suite struct ConnectionStepsTests {
    private func evidence(
        end: BluetoothError? = nil, _ state: DriverState = .connecting, _ reason: String = "", frames: Int = 0,
        positions: Int = 0, pages: Int = 0
    ) -> ConnectionSteps.Evidence {
        var evidence = ConnectionSteps.Evidence()
        evidence.reports = [DriverStateReport(state, reason: reason)]
        evidence.end = end.map { "00:1D:43:5F:A0:2C: \($0)" }
        (evidence.frames, evidence.positions, evidence.pages) = (frames, positions, pages)
        return evidence
    }

    @Test func `where all comes all steps are passed`() {
        let steps = ConnectionSteps(evidence(.running, frames: 9, positions: 3, pages: 1))
        #expect(steps.findings.map(\.step.value) == ConnectionStep.allCases)
        #expect(steps.findings.allSatisfy { $0.result == .passed && $0.code == nil })
        #expect(steps.failure == nil)
    }

    @Test func `the steps before the one that failed are passed, those after it not reached`() {
        let steps = ConnectionSteps(evidence(end: .noSerialPort))
        #expect(
            steps.findings.map(\.result.value) == [
                .passed, .passed, .failed, .notReached, .notReached, .notReached, .notReached, .notReached,
            ])
        #expect(steps.failure?.text?.contains("0x1101") == true)
    }

    @Test(arguments: [
        (BluetoothError.unsupported, ConnectionStep.adapter, "no_kernel_support"),
        (.adapterOff(name: nil, isBlocked: false), .adapter, "adapter_off"), (.outOfRange, .reachable, "unreachable"),
        (.noSerialPort, .service, "no_serial_port"), (.refused(isListed: true), .channel, "channel_refused"),
        (.refused(isListed: nil), .channel, "channel_refused"), (.rejected, .channel, "rejected"),
        (.notPaired, .channel, "not_paired"), (.busy(holder: nil), .channel, "busy"), (.linkLost, .bytes, "link_lost"),
    ])
    func `each end of a run belongs to a step`(end: BluetoothError, step: ConnectionStep, code: String) {
        let failure = ConnectionSteps(evidence(end: end)).failure
        #expect(failure?.step.value == step && failure?.code == code)
        #expect(failure?.message == CodedText(code: "connection.\(code)") && failure?.text?.contains("\(end)") == true)
    }

    @Test func `each sentence of a driver's end is the driver's, or says the same shorter`() {
        for end in [BluetoothError.noAdapter, .outOfRange, .noSerialPort, .rejected, .linkLost, .closed] {
            let failure = ConnectionSteps(evidence(end: end)).failure
            #expect(failure?.message?.text == "\(end)", "the catalogue's sentence differs from the driver's")
        }
    }

    @Test func `what goes on is judged by what the driver says last`() {
        func failure(_ state: DriverState, _ reason: String) -> [String?] {
            let failure = ConnectionSteps(evidence(state, reason)).failure
            return [failure?.step.code, failure?.code]
        }
        #expect(failure(.connecting, "asking 00:1D:43:5F:A0:2C for its serial port") == ["reachable", "unreachable"])
        #expect(failure(.connecting, "connecting to 00:1D:43:5F:A0:2C, channel 1") == ["channel", "no_answer"])
        #expect(failure(.connecting, "listening to 00:1D:43:5F:A0:2C") == ["bytes", "silent"])
        #expect(failure(.degraded, "no byte arrived in 5 s: switch it on") == ["bytes", "silent"])
        #expect(failure(.degraded, "connected, but no byte for 30 s") == ["bytes", "silent"])
        let silent = ConnectionSteps(evidence(.connecting, "listening to 00:1D:43:5F:A0:2C")).failure
        #expect(
            silent?.message
                == CodedText(ConnectionText.silent, ["detail": .words("listening to 00:1D:43:5F:A0:2C")]))
        #expect(silent?.text == silent?.message?.text)
        #expect(failure(.degraded, "900 bytes arrived in 5 s, but nothing valid") == ["frames", "nothing_valid"])
    }

    @Test func `frames without a position, and positions without pages, are told apart`() {
        #expect(ConnectionSteps(evidence(.running, frames: 5)).failure?.code == "no_position")
        #expect(ConnectionSteps(evidence(.running, frames: 5, positions: 2)).failure?.code == "no_pages")
    }

    @Test func `an adapter that cannot be used is the first thing said`() {
        var evidence = evidence(end: .outOfRange)
        evidence.adapterProblem = .adapterIsOff("hci0")
        let failure = ConnectionSteps(evidence).failure
        #expect(failure?.step.value == .adapter && failure?.code == "adapter_off")
        #expect(failure?.text == "hci0 is off: 'bluetoothctl power on'" && failure?.message?.text == failure?.text)
        #expect(failure?.message?.code == "connection.adapter_problem")
    }

    @Test func `each step that passed has neither reason nor code, and each code of a step has a sentence`() {
        let passed = ConnectionSteps(evidence(.running, frames: 9, positions: 3, pages: 1)).findings
        #expect(passed.allSatisfy { $0.message == nil && $0.text == nil })
        #expect(Set(ConnectionText.allCases.map(\.stepCode)).count == ConnectionText.allCases.count)
    }
}
