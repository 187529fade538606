// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import Glibc
internal import MessageTexts
internal import ReceiverProvisioning
internal import SystemSupport
internal import UBX

extension ReceiversCommand {
    /// `gnss-gateway receivers provision`.
    struct Provision: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "provision", abstract: "Set up a u-blox receiver for the gateway, after showing the changes.",
            discussion: """
                Reads the receiver's identity and settings, prints the changes that the gateway needs, and makes them \
                once you confirm (or with --yes). Correct settings are left alone, so a second run changes nothing. A \
                receiver of the running daemon is paused during the setup.

                Changes last until the receiver loses power, unless --flash is given.
                """)

        @Argument(help: "The receiver's id, or its device: a path, an identity or tcp://host:port.")
        var receiver: String

        @Flag(help: "Memory in which the receiver keeps the settings.")
        var memory = Memory.ram

        @Flag(name: .shortAndLong, help: "Make the changes without confirmation.")
        var yes = false

        @Option(help: "Epochs per second, 0.1...25; default: the receiver's current rate.")
        var rate: Double?

        @Option(help: "Set the receiver's UART to this baud rate, 4800...921600.")
        var baud: Int?

        @Flag(help: "Keep the line's baud rate, even if it is too low.")
        var keepBaud = false

        @Flag(help: "Turn off NMEA output.")
        var noNmea = false

        enum Memory: EnumerableFlag {
            case ram
            case flash

            static func help(for value: Memory) -> ArgumentHelp? {
                value == .ram
                    ? "Keep the changes until the receiver loses power."
                    : "Keep the changes permanently: also in the receiver's battery-backed memory and flash."
            }
        }

        func validate() throws {
            if let rate, !ProvisionOptions.rates.contains(rate) {
                throw ValidationError("--rate takes a number from 0.1 to 25.")
            }
            if let baud, !ProvisionOptions.bauds.contains(baud) {
                throw ValidationError("--baud takes a number from 4800 to 921600.")
            }
            if baud != nil, keepBaud { throw ValidationError("--baud and --keep-baud exclude each other.") }
        }

        func run() async throws {
            let target = try await ProvisionTarget.find(receiver)
            if noNmea, let need = target.needForNMEA {
                Terminal.say("gnss-gateway: --no-nmea: \(need.text)")
                throw ExitCode(.usage)
            }
            if let refusal = target.refusal(ofRate: baud) {
                Terminal.say("gnss-gateway: --baud: \(refusal.text)")
                throw ExitCode(.usage)
            }
            try await target.pause()
            let result = Result { try work(on: target) }
            // The daemon gets its receiver back, even if the setup failed.
            try await target.resume()
            try result.get()
        }

        private func work(on target: ProvisionTarget) throws {
            var options = ProvisionOptions()
            options.memory = memory == .flash ? .flash : .ram
            (options.rate, options.baud, options.silencesNMEA) = (rate, baud, noNmea)
            options.mayRaiseRate = !keepBaud && !target.keepsRate
            do {
                // The daemon may need a moment to release the device.
                let patience = Duration.seconds(target.holder == nil ? 0 : 5)
                let conversation = try ProvisionConversation(target.device, patience: patience)
                try report(try conversation.survey(options), conversation)
            } catch let error as ProvisionError {
                let place = "\(error)".contains(target.device) ? "" : "\(target.device): "
                Terminal.say("gnss-gateway: \(place)\(error)")
                throw ExitCode(.unavailable)
            }
        }

        private func report(_ plan: ProvisionPlan, _ conversation: ProvisionConversation) throws {
            try StandardOutput.print(ProvisionText(plan).text)
            guard !plan.isNothingToDo else { return }
            guard try isAgreed() else {
                Terminal.say("nothing was changed")
                return
            }
            let steps = try make(plan, conversation)
            let failed = steps.filter(\.isFailure)
            try StandardOutput.print(
                failed.isEmpty
                    ? "done: the receiver is set up"
                    : "\(failed.count) of \(steps.count) changes failed; run this again, or see docs/receivers.md"
            )
            if !failed.isEmpty { throw ExitCode(.unavailable) }
        }

        private func make(_ plan: ProvisionPlan, _ conversation: ProvisionConversation) throws -> [ProvisionStep] {
            var shown: [ProvisionStep] = []
            return try conversation.make(plan) { steps in
                // The final verification may find that a change was not kept, so compare all steps.
                for (index, step) in steps.enumerated() where index >= shown.count || step != shown[index] {
                    Terminal.say("  \(step.words)")
                }
                shown = steps
            }
        }

        /// Returns true if the changes are confirmed.
        private func isAgreed() throws -> Bool {
            if yes { return true }
            guard isatty(STDIN_FILENO) == 1 else {
                Terminal.say("gnss-gateway: cannot ask without a terminal: use --yes to make these changes")
                throw ExitCode(.usage)
            }
            Terminal.say("Make these changes? [y/N]")
            return ["y", "yes"].contains((readLine() ?? "").lowercased())
        }
    }
}
