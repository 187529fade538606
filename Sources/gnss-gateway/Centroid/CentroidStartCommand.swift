// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GNSSTypes
internal import GatewayClient
internal import Recording
internal import Settings
internal import Synchronization
internal import SystemSupport

/// `gnss-gateway centroid start`.
struct CentroidStartCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Start a sampling session for a receiver of the running daemon.",
        discussion: """
            Shows the progress, and prints the averaged point once there are enough samples. Options default to \
            'gnss-gateway centroid settings'. Ctrl-C ends the session. Exits with 69 if no daemon is running or it has \
            no such receiver, and with 75 if the session ended before there were enough samples.
            """)

    @Argument(help: ArgumentHelp("The receiver's id; default: the active receiver.", valueName: "RECEIVER"))
    var receiver: String?

    @Option(help: .setting(\CentroidPreferences.samples, "N"))
    var samples: Int?

    @Option(help: .setting(\CentroidPreferences.method))
    var method: MethodArgument?

    @Option(help: .setting(\CentroidPreferences.filter.maximumHDOP, "NUMBER"))
    var maxHdop: Double?

    @Option(help: .setting(\CentroidPreferences.filter.minimumSatellites, "NUMBER"))
    var minSatellites: Int?

    @Option(help: .setting(\CentroidPreferences.filter.minimumCN0, "NUMBER"))
    var minCn0: Double?

    @Option(help: .setting(\CentroidPreferences.filter.maximumAccuracy, "METRES"))
    var maxAccuracy: Double?

    @Option(help: .setting(\CentroidPreferences.filter.minimumFix, "NUMBER"))
    var minFix: Int?

    @Option(help: .setting(\CentroidPreferences.filter.osnma, "WORD"))
    var osnma: String?

    @Option(help: ArgumentHelp("Stop early once the standard error is at most this, in metres.", valueName: "METRES"))
    var standardError: Double?

    @Flag(help: "Continue when there are enough samples; each further sample replaces the oldest.")
    var continuous = false

    @Flag(help: "Return at once; 'centroid status' shows the progress.")
    var detach = false

    @Flag(help: "Print a line of JSON for each change, in the form of the sessions of 'GET /v1/centroid'.")
    var json = false

    private var request: CentroidRequest {
        var request = CentroidRequest(receiver: receiver)
        request.change[\.samples] = samples
        request.change[\.method] = method?.rawValue
        request.change[\.filter.maximumHDOP] = maxHdop
        request.change[\.filter.minimumSatellites] = minSatellites
        request.change[\.filter.minimumCN0] = minCn0
        request.change[\.filter.maximumAccuracy] = maxAccuracy
        request.change[\.filter.minimumFix] = minFix
        // Any text is a value of this setting; the daemon checks it.
        if let osnma { try? request.change.set("filter.osnma", to: osnma) }
        (request.isContinuous, request.standardError) = (continuous, standardError)
        return request
    }

    func run() async throws {
        if detach {
            let session = try await Daemon.answer { try await $0.startCentroid(request) }
            return try StandardOutput.print(json ? Self.line(session) : CentroidStatusCommand.text(session))
        }
        let (console, isJSON) = (RecordingConsole(), json)
        // A moving receiver restarts at each epoch: only the first of such restarts stays on the terminal.
        let isSteady = Mutex(true)
        let end = try await Daemon.answer { client in
            try await CentroidWatch(request, client: client).runUntilSignalled { session in
                if isJSON {
                    try StandardOutput.print(Self.line(session))
                } else {
                    console.show(words: Self.progress(session))
                    let isNew = isSteady.withLock { isSteady in
                        let before = isSteady
                        isSteady = session.event != .reset && (isSteady || session.count >= 3)
                        return before
                    }
                    if session.event == .reset, isNew { console.end("restarted: \(session.text ?? "")") }
                }
            }
        }
        if !isJSON {
            console.clear()
            try StandardOutput.print(CentroidStatusCommand.text(end))
        }
        if end.state != .finished { throw ExitCode(.tryLater) }
    }

    private static func progress(_ session: CentroidSessionReport) -> String {
        var words = "\(session.receiver): \(session.count)/\(session.wanted)"
        if let estimate = session.estimate {
            words += "  \(CentroidText.fixed(estimate.position.latitude, 8))° "
            words += "\(CentroidText.fixed(estimate.position.longitude, 8))°"
            if let error = estimate.standardError { words += "  ± \(CentroidText.fixed(error, 3)) m" }
        } else {
            words += "  ---"
        }
        if session.event == .rejected, let text = session.text { words += "  (rejected: \(text))" }
        if session.event == .reset, let text = session.text { words += "  (restarted: \(text))" }
        return words
    }

    private static func line(_ session: CentroidSessionReport) -> String { ControlText.json(session) }
}
