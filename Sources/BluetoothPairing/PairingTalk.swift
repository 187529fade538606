// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import Dispatch
internal import GNSSTypes
package import SetupModel
internal import Synchronization

/// Lets a person who is not at a terminal answer the questions of one pairing. The pairing's thread waits here for
/// answers, which arrive in requests.
package final class PairingTalk: BluetoothDialogue, Sendable {
    /// The time that a person has to answer.
    static let patience = Duration.seconds(60)

    private struct State {
        var session: PairingSession
        /// The end of the time for an answer; nil if nothing is asked.
        var deadline: ContinuousClock.Instant?
        var answer: PairingAnswer?
        var isCancelled = false
        /// The time at which the pairing ended; nil while it runs.
        var end: ContinuousClock.Instant?
    }

    /// Protects the question and its answer, which the pairing's thread and requests use.
    private let state: Mutex<State>
    /// Wakes the pairing's thread for an answer.
    private let arrival = DispatchSemaphore(value: 0)

    init(_ session: PairingSession) { state = Mutex(State(session: session)) }

    /// The state of the pairing.
    var session: PairingSession {
        state.withLock { state in
            var session = state.session
            session.secondsLeft = state.deadline.map { max(0, ($0 - .now) / .seconds(1)) }
            return session
        }
    }

    /// The time at which the pairing ended; nil while it runs.
    var end: ContinuousClock.Instant? { state.withLock(\.end) }

    /// True if a person ended the pairing.
    package var isCancelled: Bool { state.withLock(\.isCancelled) }

    /// Takes a person's answer.
    ///
    /// - Throws: `ControlError` if nothing is asked, or the answer does not fit the question.
    func take(_ answer: PairingAnswer) throws(ControlError) {
        let refusal: ControlError? = state.withLock { state in
            guard state.deadline != nil, state.answer == nil else {
                return ControlError(.conflict, "the pairing asks nothing at the moment")
            }
            if let refusal = Self.refusal(of: answer, to: state.session) { return refusal }
            state.answer = answer
            return nil
        }
        if let refusal { throw refusal }
        arrival.signal()
    }

    private static func refusal(of answer: PairingAnswer, to session: PairingSession) -> ControlError? {
        switch session.state.value {
        case .confirm:
            guard answer.agrees != nil else {
                return ControlError(.invalid, #"this question is answered with {"agrees":true,"number":"NUMBER"}"#)
            }
            guard answer.number == session.number || answer.agrees == false else {
                return ControlError(.conflict, "the number has changed: compare \(session.number ?? "it")")
            }
        case .pin:
            let isUsual = answer.triesUsualPINs == true
            guard isUsual || answer.pin.map({ (1...16).contains($0.utf8.count) }) == true else {
                return ControlError(.invalid, "the PIN has 1...16 bytes", code: .badPIN)
            }
        case .passkey:
            let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
            let isNumber = answer.passkey.map { $0.utf8.count == 6 && $0.utf8.allSatisfy(digits.contains) } ?? false
            guard isNumber else { return ControlError(.invalid, "the passkey has six digits", code: .badPIN) }
        default: break
        }
        return nil
    }

    /// Ends the pairing: the question that is asked, and all further ones, are declined.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        arrival.signal()
    }

    /// Notes the end of the pairing.
    func finish(_ outcome: Result<DevicePairing.Outcome, BluetoothPairingError>) {
        state.withLock { state in
            (state.deadline, state.answer, state.session.number) = (nil, nil, nil)
            state.end = .now
            switch outcome {
            case .success(let outcome):
                state.session.state = ReportCode(.paired)
                state.session.wasPaired = outcome == .wasPaired
            case .failure(let error):
                let isByPerson = state.isCancelled || error.code == .cancelled
                state.session.state = ReportCode(isByPerson ? .cancelled : .failed)
                state.session.error = SearchReport.SearchError(
                    code: error.code.rawValue, text: error.description, message: error.message, fix: error.remedy)
            }
        }
    }

    // MARK: questions, on the pairing's thread

    package func pin(for device: BluetoothDeviceReport) -> PINAnswer {
        guard let answer = ask(.pin) else { return .none }
        return answer.pin.map { .pin($0) } ?? .usual
    }

    package func passkey(for device: BluetoothDeviceReport) -> UInt32? { ask(.passkey)?.passkey.flatMap { UInt32($0) } }

    package func confirms(_ passkey: String, of device: BluetoothDeviceReport) -> Bool {
        ask(.confirm, number: passkey)?.agrees == true
    }

    package func show(_ code: String, for device: BluetoothDeviceReport) {
        state.withLock { state in
            (state.session.state, state.session.number) = (ReportCode(.show), code)
        }
    }

    package func tell(_ words: String) {}

    /// Waits for the answer to a question.
    ///
    /// - Returns: Nil if no answer came in time, or the pairing was ended.
    private func ask(_ question: PairingSession.State, number: String? = nil) -> PairingAnswer? {
        let deadline = DispatchTime.now() + .seconds(Int(Self.patience.components.seconds))
        state.withLock { state in
            (state.session.state, state.session.number) = (ReportCode(question), number)
            (state.deadline, state.answer) = (.now + Self.patience, nil)
        }
        var answer: PairingAnswer?
        while true {
            let isInTime = arrival.wait(timeout: deadline) == .success
            let isOver = state.withLock { state in
                answer = state.answer
                return state.answer != nil || state.isCancelled
            }
            if isOver || !isInTime { break }
        }
        return state.withLock { state in
            (state.session.state, state.session.number) = (ReportCode(.running), nil)
            (state.deadline, state.answer) = (nil, nil)
            return state.isCancelled ? nil : answer
        }
    }
}
