// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GNSSTypes
internal import GatewayClient
internal import LocalSocket
internal import Recording
internal import Settings
internal import SystemSupport

/// `gnss-gateway record`.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record", abstract: "Record the running daemon's observation bus to a file.",
        discussion: """
            Records all receivers' observations and raw frames as they are published, in the driver contract's \
            encoding. The driver 'file-simulator' replays the file. Recording ends at Ctrl-C, at a limit, or when the \
            daemon exits, and always leaves a complete file. If it cannot keep up, it ends with an error: it never \
            contains a gap.
            """)

    @Argument(help: ArgumentHelp("The output file.", valueName: "FILE"))
    var file: String

    @Option(help: "Stop after this many seconds.")
    var seconds: Double?

    @Option(help: "Stop after this many observations.")
    var count: Int?

    @Option(help: ArgumentHelp("Record only these kinds, separated by commas: fix,sentence.", valueName: "KINDS"))
    var kinds: String?

    @Option(help: ArgumentHelp("Record only these receivers, separated by commas.", valueName: "IDS"))
    var receivers: String?

    @Flag(help: "Overwrite an existing file.")
    var overwrite = false

    func validate() throws {
        guard file != "-" else {
            throw ValidationError("record cannot write to standard output; ./- is a file of the name '-'.")
        }
        if let seconds, !(seconds > 0 && seconds <= 31_622_400) {
            throw ValidationError("--seconds takes a number above 0 and up to 31622400 (a year).")
        }
        if let count, count < 1 { throw ValidationError("--count takes a number of at least 1.") }
    }

    func run() async throws {
        let console = RecordingConsole()
        do {
            let request = ObservationRequest(
                kinds: try kinds.map { try ObservationRequest.kinds(named: $0) } ?? [],
                receivers: try receivers.map { try ObservationRequest.receivers(named: $0) } ?? [])
            try await warn(of: request.receivers)
            let recorder = Recorder(
                Recorder.Configuration(
                    path: file, overwrite: overwrite, request: request,
                    durationLimit: seconds.map { .milliseconds(Int64($0 * 1000)) }, observationLimit: count))
            console.end(try await recorder.runUntilSignalled(report: console.show))
        } catch let failure as any ProgramError {
            console.end("gnss-gateway: \(failure)")
            throw ExitCode(failure.exitStatus)
        }
    }

    /// Names the requested receivers that the gateway does not have. They may appear later.
    private func warn(of requested: [SourceID]) async throws {
        guard !requested.isEmpty else { return }
        let known = try await ControlClient().receivers().map(\.id)
        for id in requested where !known.contains(id.rawValue) {
            Terminal.say(
                "gnss-gateway: warning: the gateway has no receiver \(id.rawValue.quoted) now; it has "
                    + (known.isEmpty ? "none" : known.joined(separator: ", ")))
        }
    }
}
