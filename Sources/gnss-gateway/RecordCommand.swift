// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import ControlModel
internal import GatewayClient
internal import LocalSocket
internal import Recording

/// `gnss-gateway record`.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Record the bus of the running daemon to a file.",
        discussion: """
            Observations and raw frames of all receivers, in the encoding of the driver contract, as they are published \
            from now on. The driver 'file-simulator' replays the file. Ends at Ctrl-C, at a limit, or when the daemon \
            ends; the file is whole then. A recording that cannot keep up is cut off and says so: it never has a gap.
            """)

    @Argument(help: ArgumentHelp("The file to make.", valueName: "FILE"))
    var file: String

    @Option(help: "End after so many seconds.")
    var seconds: Double?

    @Option(help: "End after so many observations.")
    var count: Int?

    @Option(help: ArgumentHelp("Only these kinds, separated by commas: fix,sentence.", valueName: "KINDS"))
    var kinds: String?

    @Option(help: ArgumentHelp("Only these receivers, separated by commas.", valueName: "IDS"))
    var receivers: String?

    @Flag(help: "Overwrite the file if it is there.")
    var overwrite = false

    func validate() throws {
        if let seconds, !(seconds > 0 && seconds <= 31_622_400) {
            throw ValidationError("--seconds takes a number above 0 and up to 31622400 (a year).")
        }
        if let count, count < 1 { throw ValidationError("--count takes a number from 1.") }
    }

    func run() async throws {
        let console = RecordingConsole()
        do {
            let request = ObservationRequest(
                kinds: try kinds.map { try ObservationRequest.kinds(named: $0) } ?? [],
                receivers: try receivers.map { try ObservationRequest.receivers(named: $0) } ?? [])
            let recorder = Recorder(
                Recorder.Configuration(
                    path: file, overwrite: overwrite, request: request,
                    durationLimit: seconds.map { .milliseconds(Int64($0 * 1000)) }, observationLimit: count))
            console.end(try await recorder.runUntilSignalled(report: console.show))
        } catch let failure as any ProgramError {
            console.end("gnss-gateway: \(failure)")
            throw ExitCode(failure.exitCode)
        }
    }
}
