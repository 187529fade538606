// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GNSSTypes
internal import GatewayClient
internal import SystemSupport

extension PathsCommand {
    /// `gnss-gateway paths start`.
    struct Start: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "start", abstract: "Start recording a path.",
            discussion: """
                Records one point per second unless --interval or --distance is given; with --vertex, only the points \
                that 'paths point' adds. Needs a receiver that delivers positions.
                """)

        @Argument(help: "The path's name; default: a name made from the time.")
        var name: String?

        @Option(help: ArgumentHelp("Seconds between points, 1...60.", valueName: "S"))
        var interval: Int?

        @Option(help: ArgumentHelp("Metres between points instead, 0.5...1000.", valueName: "M"))
        var distance: Double?

        @Flag(help: "Record only the points that you add with 'paths point'.")
        var vertex = false

        @Option(help: ArgumentHelp("The receiver to record; default: the active receiver.", valueName: "ID"))
        var receiver: String?

        @OptionGroup var output: PathOutput

        func validate() throws {
            if let interval, !(1...60).contains(interval) {
                throw ValidationError("--interval takes a number from 1 to 60 seconds.")
            }
            if let distance, !(0.5...1000).contains(distance) {
                throw ValidationError("--distance takes a number from 0.5 to 1000 metres.")
            }
            guard [interval != nil, distance != nil, vertex].filter({ $0 }).count <= 1 else {
                throw ValidationError("Give one of --interval, --distance and --vertex.")
            }
        }

        func run() async throws {
            var request = PathRequest()
            (request.name, request.interval, request.distance) = (name, interval, distance)
            (request.mode, request.receiver) = (vertex ? ReportCode(.vertex) : nil, receiver)
            let wanted = request
            let report = try await Daemon.answer { try await $0.start(wanted) }
            let source = report.recording?.receiver.map { " by \($0)" } ?? ""
            try PathsCommand.tell(report, json: output.json, "is being recorded\(source)")
            PathsCommand.warn(report)
        }
    }

    /// `gnss-gateway paths pause`.
    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pause", abstract: "Pause recording until 'paths resume'; 'paths point' still works.")

        @OptionGroup var output: PathOutput

        func run() async throws {
            let report = try await Daemon.answer { try await $0.pausePath() }
            try PathsCommand.tell(report, json: output.json, "is paused with \(PathText.points(report.points))")
        }
    }

    /// `gnss-gateway paths resume`.
    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume", abstract: "Resume recording; a gap remains.")

        @OptionGroup var output: PathOutput

        func run() async throws {
            let report = try await Daemon.answer { try await $0.resumePath() }
            try PathsCommand.tell(report, json: output.json, "is being recorded again")
            PathsCommand.warn(report)
        }
    }

    /// `gnss-gateway paths stop`.
    struct Stop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "stop", abstract: "Stop the recording. A path without points is discarded.",
            discussion: "Asks for confirmation in a terminal, because a finished path cannot be continued.")

        @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
        var yes = false

        @OptionGroup var output: PathOutput

        func run() async throws {
            if !yes, Question.isPossible {
                let path = try await Daemon.answer { try await $0.path(nil) }
                let name = path.name.shownLine
                guard try Question.isConfirmed("End path \(path.id) '\(name)' (\(path.points) points)?") else {
                    Terminal.say("the recording continues")
                    throw ExitCode(.failed)
                }
                guard try await Daemon.answer({ try await $0.path(nil) }).id == path.id else {
                    Terminal.say("gnss-gateway: path \(path.id) has ended, and another one is being recorded")
                    throw ExitCode(.failed)
                }
            }
            let end = try await Daemon.answer { try await $0.stopPath() }
            if output.json { return try PathsCommand.print(end) }
            Terminal.say(end.text)
            if end.isSaved { try StandardOutput.print(PathText.words(end.path)) }
        }
    }

    /// `gnss-gateway paths point`.
    struct Point: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "point", abstract: "Add the latest position, or an averaged point, to the path.",
            discussion: "The position may be at most 5 s old.")

        @Flag(help: "Add this sampling session's averaged point instead ('gnss-gateway centroid start').")
        var centroid = false

        @OptionGroup var output: PathOutput

        func run() async throws {
            let wanted = centroid
            let point = try await Daemon.answer { wanted ? try await $0.takeCentroid() : try await $0.takePoint() }
            if output.json { return try PathsCommand.print(point) }
            try StandardOutput.print(PathText.line(point))
        }
    }

    /// `gnss-gateway paths undo`.
    struct Undo: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "undo", abstract: "Remove the path's last point.")

        @OptionGroup var output: PathOutput

        func run() async throws {
            let point = try await Daemon.answer { try await $0.undoPoint() }
            if output.json { return try PathsCommand.print(point) }
            Terminal.say("removed: \(PathText.line(point))")
        }
    }
}
