// SPDX-License-Identifier: Apache-2.0

package import ControlModel
package import GNSSTypes
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
        let (step, code, text) = Self.stop(evidence)
        findings = ConnectionStep.allCases.map { each in
            guard let step, let index = ConnectionStep.allCases.firstIndex(of: step),
                let own = ConnectionStep.allCases.firstIndex(of: each)
            else { return ConnectionStepResult(step: each, result: .passed) }
            if own < index { return ConnectionStepResult(step: each, result: .passed) }
            if own > index { return ConnectionStepResult(step: each, result: .notReached) }
            return ConnectionStepResult(step: each, result: .failed, code: code, text: text)
        }
    }

    /// The step that failed; nil if none did.
    private static func stop(_ evidence: Evidence) -> (ConnectionStep?, code: String, text: String) {
        if let problem = evidence.adapterProblem { return (.adapter, problem.code.rawValue, problem.description) }
        if evidence.positions > 0 {
            return evidence.pages > 0
                ? (nil, "", "")
                : (.pages, "no_pages", "no raw Galileo pages: OSNMA is not possible, everything else works")
        }
        if evidence.frames > 0 {
            return (
                .position, "no_position", "it has no position yet: give it a clear view of the sky and a few minutes"
            )
        }
        let last = evidence.end ?? evidence.reports.last?.reason ?? "the driver reported nothing"
        if let known = KnownEnd.of(last) { return (known.step, known.code, last) }
        return heard(evidence.reports, last)
    }

    /// Determines the failed step from the driver's reports while it was still running.
    private static func heard(_ reports: [DriverStateReport], _ last: String) -> (
        ConnectionStep?, code: String, text: String
    ) {
        if reports.contains(where: \.tellsOfBytes) {
            return (.frames, "nothing_valid", "bytes arrive, but none can be decoded: \(last)")
        }
        if ReasonPhrase.asking.isIn(last) { return (.reachable, "unreachable", "no answer in time: \(last)") }
        if ReasonPhrase.connecting.isIn(last) { return (.channel, "no_answer", "no answer in time: \(last)") }
        return (.bytes, "silent", "connected, but the receiver sends nothing: \(last)")
    }
}

/// The error text with which a Bluetooth driver ends, and the corresponding step.
private struct KnownEnd {
    var failure: BluetoothError
    var step: ConnectionStep
    var code: String

    static func of(_ words: String) -> KnownEnd? {
        table.first { words.contains($0.failure.description) }
    }

    private static let table = [
        KnownEnd(failure: .unsupported, step: .adapter, code: "no_kernel_support"),
        KnownEnd(failure: .noAdapter, step: .adapter, code: "no_adapter"),
        KnownEnd(failure: .adapterOff(name: nil, isBlocked: false), step: .adapter, code: "adapter_off"),
        KnownEnd(failure: .adapterOff(name: nil, isBlocked: true), step: .adapter, code: "adapter_blocked"),
        KnownEnd(failure: .adapterLost, step: .adapter, code: "adapter_lost"),
        KnownEnd(failure: .denied, step: .adapter, code: "access_denied"),
        KnownEnd(failure: .crowded, step: .adapter, code: "adapter_full"),
        KnownEnd(failure: .outOfRange, step: .reachable, code: "unreachable"),
        KnownEnd(failure: .noAnswer, step: .reachable, code: "no_answer"),
        KnownEnd(failure: .noSerialPort, step: .service, code: "no_serial_port"),
        KnownEnd(failure: .nonsense, step: .service, code: "bad_services"),
        KnownEnd(failure: .busy(holder: nil), step: .channel, code: "busy"),
        KnownEnd(failure: .refused(isListed: true), step: .channel, code: "channel_refused"),
        KnownEnd(failure: .refused(isListed: nil), step: .channel, code: "channel_refused"),
        KnownEnd(failure: .rejected, step: .channel, code: "rejected"),
        KnownEnd(failure: .notPaired, step: .channel, code: "not_paired"),
        KnownEnd(failure: .brokenOff, step: .channel, code: "broken_off"),
        KnownEnd(failure: .linkLost, step: .bytes, code: "link_lost"),
        KnownEnd(failure: .closed, step: .bytes, code: "closed"),
        KnownEnd(failure: .ended, step: .bytes, code: "ended"),
    ]
}
