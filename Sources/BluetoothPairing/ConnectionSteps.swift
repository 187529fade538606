// SPDX-License-Identifier: Apache-2.0

package import GNSSTypes
internal import MessageTexts
package import SetupModel
internal import Transport

/// The steps from this computer's adapter to a receiver's position, with the result of each in a trial.
package struct ConnectionSteps: Hashable, Sendable {
    /// The observations of a trial.
    package struct Evidence: Sendable {
        /// The reason that the adapter cannot be used; nil if it can.
        package var adapterProblem: BluetoothPairingError?
        /// The driver's state reports in order.
        package var reports: [DriverStateReport] = []
        /// The driver's final error text; nil if it did not end with one.
        package var end: String?
        /// The number of valid frames.
        package var frames = 0
        /// The number of epochs with a position.
        package var positions = 0
        /// The number of raw Galileo pages.
        package var pages = 0

        /// Creates evidence without observations.
        package init() {}
    }

    /// The results of all steps in order.
    package let findings: [ConnectionStepResult]

    /// The first step that failed; nil if none did.
    package var failure: ConnectionStepResult? { findings.first { $0.result == .failed } }

    /// Evaluates the observations of a trial.
    package init(_ evidence: Evidence) {
        let stop = Stop(evidence)
        findings = ConnectionStep.allCases.map { each in
            guard let stop, let index = ConnectionStep.allCases.firstIndex(of: stop.step),
                let own = ConnectionStep.allCases.firstIndex(of: each)
            else { return ConnectionStepResult(step: each, result: .passed) }
            if own < index { return ConnectionStepResult(step: each, result: .passed) }
            if own > index { return ConnectionStepResult(step: each, result: .notReached) }
            return ConnectionStepResult(
                step: each, result: .failed, code: stop.code, text: stop.text, message: stop.message)
        }
    }
}

/// The step that failed, and why.
private struct Stop {
    var step: ConnectionStep
    var code: String
    /// The reason for people; more detailed than the message if it is the driver's.
    var text: String
    var message: CodedText

    /// Finds the step that failed; nil if none did.
    init?(_ evidence: ConnectionSteps.Evidence) {
        if let problem = evidence.adapterProblem {
            self.init(.adapter, problem)
        } else if evidence.positions > 0 {
            guard evidence.pages == 0 else { return nil }
            self.init(.pages, .noPages, CodedText(ConnectionText.noPages))
        } else if evidence.frames > 0 {
            self.init(.position, .noPosition, CodedText(ConnectionText.noPosition))
        } else {
            let last = evidence.end ?? evidence.reports.last?.reason ?? "the driver reported nothing"
            if let known = KnownEnd.of(last) {
                self.init(known.step, known.text, CodedText(code: known.text.rawValue), text: last)
            } else {
                self.init(evidence.reports, last)
            }
        }
    }

    private init(_ step: ConnectionStep, _ text: ConnectionText, _ message: CodedText, text words: String? = nil) {
        (self.step, code, self.text, self.message) = (step, text.stepCode, words ?? message.text, message)
    }

    private init(_ step: ConnectionStep, _ problem: BluetoothPairingError) {
        (self.step, code, text) = (step, problem.code.rawValue, problem.description)
        message =
            problem.remedy.map { remedy in
                CodedText(
                    ConnectionText.adapterProblem,
                    ["problem": .sentence(problem.message), "remedy": .sentence(remedy)])
            } ?? problem.message
    }

    /// Determines the failed step from the driver's reports while it was still running.
    private init(_ reports: [DriverStateReport], _ last: String) {
        let waiting = CodedText(ConnectionText.noAnswerYet, ["detail": .words(last)])
        if reports.contains(where: \.tellsOfBytes) {
            self.init(.frames, .nothingValid, CodedText(ConnectionText.nothingValid, ["detail": .words(last)]))
        } else if ReasonPhrase.asking.isIn(last) {
            self.init(.reachable, .unreachable, waiting)
        } else if ReasonPhrase.connecting.isIn(last) {
            self.init(.channel, .noAnswer, waiting)
        } else {
            self.init(.bytes, .silent, CodedText(ConnectionText.silent, ["detail": .words(last)]))
        }
    }
}

/// The error text with which a Bluetooth driver ends, and the corresponding step.
private struct KnownEnd {
    var failure: BluetoothError
    var step: ConnectionStep
    var text: ConnectionText

    static func of(_ words: String) -> KnownEnd? {
        table.first { words.contains($0.failure.description) }
    }

    private static let table = [
        KnownEnd(failure: .unsupported, step: .adapter, text: .noKernelSupport),
        KnownEnd(failure: .noAdapter, step: .adapter, text: .noAdapter),
        KnownEnd(failure: .adapterOff(name: nil, isBlocked: false), step: .adapter, text: .adapterOff),
        KnownEnd(failure: .adapterOff(name: nil, isBlocked: true), step: .adapter, text: .adapterBlocked),
        KnownEnd(failure: .adapterLost, step: .adapter, text: .adapterLost),
        KnownEnd(failure: .denied, step: .adapter, text: .accessDenied),
        KnownEnd(failure: .crowded, step: .adapter, text: .adapterFull),
        KnownEnd(failure: .outOfRange, step: .reachable, text: .unreachable),
        KnownEnd(failure: .noAnswer, step: .reachable, text: .noAnswer),
        KnownEnd(failure: .noSerialPort, step: .service, text: .noSerialPort),
        KnownEnd(failure: .nonsense, step: .service, text: .badServices),
        KnownEnd(failure: .busy(holder: nil), step: .channel, text: .busy),
        KnownEnd(failure: .refused(isListed: true), step: .channel, text: .channelRefused),
        KnownEnd(failure: .refused(isListed: nil), step: .channel, text: .channelRefused),
        KnownEnd(failure: .rejected, step: .channel, text: .rejected),
        KnownEnd(failure: .notPaired, step: .channel, text: .notPaired),
        KnownEnd(failure: .brokenOff, step: .channel, text: .brokenOff),
        KnownEnd(failure: .linkLost, step: .bytes, text: .linkLost),
        KnownEnd(failure: .closed, step: .bytes, text: .closed),
        KnownEnd(failure: .ended, step: .bytes, text: .ended),
    ]
}
