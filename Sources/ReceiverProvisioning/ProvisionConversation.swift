// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
package import GNSSTypes
internal import MessageTexts
internal import SerialReceiver
package import UBX

/// The reason why a receiver cannot be set up, with its remedy.
package struct ProvisionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason as a code with parameters.
    package let text: CodedText

    package init(_ text: CodedText) { self.text = text }

    init(_ error: DriverError) { text = .driver(error.description) }

    package var description: String { text.text }
}

/// Talks to a u-blox receiver about its settings, on one thread. Its calls block for up to about a minute; `stop` ends
/// them earlier.
package struct ProvisionConversation {
    private let connection: UBXConnection
    private let device: String

    /// Opens the device and finds the line's rate.
    ///
    /// - Parameters:
    ///   - device: The path of a port, or `tcp://host:port`.
    ///   - patience: The time to wait for another program, or another part of this one, to release the port.
    ///   - stop: A descriptor that becomes readable to cancel everything; negative for none.
    /// - Throws: `ProvisionError` if the device cannot be opened or nothing is understood on it.
    package init(_ device: String, patience: Duration, stop: Int32 = -1) throws(ProvisionError) {
        self.device = device
        do throws(DriverError) {
            connection = try UBXConnection(LineConfiguration(probing: device), patience: patience, stop: stop)
        } catch {
            throw ProvisionError(error)
        }
    }

    /// Reads the receiver's identity and settings, and determines the changes that it needs. Writes nothing.
    ///
    /// - Parameter options: The wishes; the line's rate and the receiver's port are filled in here.
    /// - Throws: `ProvisionError` if the receiver does not answer.
    package func survey(_ options: ProvisionOptions) throws(ProvisionError) -> ProvisionPlan {
        var options = options
        options.currentBaud = connection.facts.baud
        options.port = connection.facts.isUSB ? .usb : .uart1
        guard case .success(let identity) = try run(Identification()) else {
            throw ProvisionError(CodedText(ProvisionText.notUBX, ["device": .words(device)]))
        }
        switch try run(ProvisionSurvey(identity, options)) {
        case .success(let plan): return plan
        case .failure(let error): throw ProvisionError(error.text)
        }
    }

    /// Makes the changes of a plan.
    ///
    /// - Parameter progress: Called after each step with all results so far; the last verification may change them.
    /// - Throws: `ProvisionError` if the line fails.
    package func make(
        _ plan: ProvisionPlan, progress: ([ProvisionStep]) -> Void
    ) throws(ProvisionError) -> [ProvisionStep] {
        try run(Provisioning(plan)) { progress($0.steps) }
    }

    private func run<Procedure: SetupProcedure>(
        _ procedure: Procedure, progress: (Procedure) -> Void = { _ in }
    ) throws(ProvisionError) -> Procedure.Outcome {
        do throws(DriverError) {
            return try connection.run(procedure, progress: progress)
        } catch {
            throw ProvisionError(error)
        }
    }
}
