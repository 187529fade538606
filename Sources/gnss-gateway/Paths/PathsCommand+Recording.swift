// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import GatewayClient

extension PathsCommand {
    /// `gnss-gateway paths start`.
    struct Start: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Begin to record a path.",
            discussion: """
                One point a second, unless --interval or --distance say otherwise; with --vertex only those that \
                'paths point' takes. It needs a receiver that delivers.
                """)

        @Argument(help: "Its name; else one is made of the time.")
        var name: String?

        @Option(help: ArgumentHelp("A point in so many seconds, 1...60.", valueName: "S"))
        var interval: Int?

        @Option(help: ArgumentHelp("A point in so many metres instead, 0.5...1000.", valueName: "M"))
        var distance: Double?

        @Flag(help: "Points are taken by hand alone.")
        var vertex = false

        @Option(help: ArgumentHelp("The receiver to follow; else the one that is believed.", valueName: "ID"))
        var receiver: String?

        @OptionGroup var output: PathOutput

        func validate() throws {
            if let interval, !(1...60).contains(interval) {
                throw ValidationError("--interval takes a number of 1...60 seconds.")
            }
            if let distance, !(0.5...1000).contains(distance) {
                throw ValidationError("--distance takes a number of 0.5...1000 metres.")
            }
            guard [interval != nil, distance != nil, vertex].filter({ $0 }).count <= 1 else {
                throw ValidationError("Give one of --interval, --distance and --vertex.")
            }
        }

        func run() async throws {
            var request = PathRequest()
            (request.name, request.interval, request.distance) = (name, interval, distance)
            (request.mode, request.receiver) = (vertex ? "vertex" : nil, receiver)
            let wanted = request
            let report = try await Daemon.answer { try await $0.start(wanted) }
            let source = report.recording?.receiver.map { " by \($0)" } ?? ""
            try PathsCommand.tell(report, json: output.json, "is being recorded\(source)")
        }
    }

    /// `gnss-gateway paths pause`.
    struct Pause: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Record no points until 'paths resume'; points can be taken by hand meanwhile.")

        @OptionGroup var output: PathOutput

        func run() async throws {
            let report = try await Daemon.answer { try await $0.pausePath() }
            try PathsCommand.tell(report, json: output.json, "is paused with \(PathText.points(report.points))")
        }
    }

    /// `gnss-gateway paths resume`.
    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Go on recording; a gap is left.")

        @OptionGroup var output: PathOutput

        func run() async throws {
            let report = try await Daemon.answer { try await $0.resumePath() }
            try PathsCommand.tell(report, json: output.json, "goes on")
        }
    }

    /// `gnss-gateway paths stop`.
    struct Stop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "End the recording. A path without points is not kept.",
            discussion: "In a terminal it asks first: a path that has ended does not go on.")

        @Flag(name: .shortAndLong, help: "Do not ask.")
        var yes = false

        @OptionGroup var output: PathOutput

        func run() async throws {
            if !yes, Question.isPossible {
                let path = try await Daemon.answer { try await $0.path(nil) }
                guard try Question.isConfirmed("End path \(path.id) '\(path.name)' (\(path.points) points)?") else {
                    Terminal.say("the recording goes on")
                    throw ExitCode(1)
                }
                guard try await Daemon.answer({ try await $0.path(nil) }).id == path.id else {
                    Terminal.say("gnss-gateway: path \(path.id) has ended meanwhile, and another one is being recorded")
                    throw ExitCode(1)
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
            abstract: "Take the newest position as a point of the path, or the result of a sampling.",
            discussion: "The position may be 5 s old at most.")

        @Flag(help: "The result of a sampling ('gnss-gateway centroid start') instead.")
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
        static let configuration = CommandConfiguration(abstract: "Take the last point of the path away.")

        @OptionGroup var output: PathOutput

        func run() async throws {
            let point = try await Daemon.answer { try await $0.undoPoint() }
            if output.json { return try PathsCommand.print(point) }
            Terminal.say("taken away: \(PathText.line(point))")
        }
    }
}
