// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import FoundationEssentials
internal import GNSSTypes
internal import GatewayClient
internal import SystemSupport

/// `gnss-gateway paths`.
package struct PathsCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "paths", abstract: "Record, list, show, export and import paths.",
        discussion: """
            The running daemon records one path at a time and continues it after a restart. 'paths start' and \
            'paths stop' start and end a recording; 'paths point' adds a point manually. Each command exits with 69 if \
            no daemon is running or the daemon refuses.
            """,
        subcommands: [
            List.self, Show.self, Start.self, Pause.self, Resume.self, Stop.self, Point.self, Undo.self, Rename.self,
            Export.self, Import.self, Send.self, Delete.self,
        ],
        defaultSubcommand: List.self)

    package init() {}

    /// Prints a value as JSON.
    static func print(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try StandardOutput.print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Prints the state of a recording in words or as JSON.
    static func tell(_ report: PathReport, json: Bool, _ words: String) throws {
        if json { try print(report) } else { Terminal.say("path \(report.id) \"\(report.name.shownLine)\" \(words)") }
    }

    /// Warns of a recording to which no point will be added.
    static func warn(_ report: PathReport) {
        guard let warning = report.recording.flatMap(PathText.datumWarning) else { return }
        Terminal.say("gnss-gateway: warning: \(warning)")
    }
}

/// The path that a command applies to.
struct PathChoice: ExpressibleByArgument {
    /// The path's number; nil for the path that is being recorded.
    let id: Int64?

    init?(argument: String) {
        if argument == "current" {
            id = nil
        } else {
            guard let number = Int64(argument), number > 0 else { return nil }
            id = number
        }
    }
}

/// The option for JSON output.
struct PathOutput: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false
}

extension PathsCommand {
    /// `gnss-gateway paths list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List paths, newest first.")

        @Option(help: "Maximum number of paths, 1...1000.")
        var limit = 100

        @Option(help: "Skip this many of the newest.")
        var offset = 0

        @Flag(help: "List the track log's days instead.")
        var tracks = false

        @OptionGroup var output: PathOutput

        func validate() throws {
            guard (1...1000).contains(limit) else { throw ValidationError("--limit takes a number from 1 to 1000.") }
            guard offset >= 0 else { throw ValidationError("--offset takes a number of at least 0.") }
        }

        func run() async throws {
            let paths = try await Daemon.answer { try await $0.paths(tracks: tracks, limit: limit, offset: offset) }
            if output.json { return try PathsCommand.print(paths) }
            guard !paths.isEmpty || !tracks else {
                return Terminal.say("no tracks; set 'tracks.log.enabled: true' in the configuration to record them")
            }
            guard !paths.isEmpty else { return Terminal.say("no paths; 'gnss-gateway paths start' records one") }
            try StandardOutput.print(PathText.table(paths))
        }
    }

    /// `gnss-gateway paths show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show a path's times, length and area; with --points, also its points.")

        @Argument(help: "The path's number; default, or with 'current': the path that is being recorded.")
        var path: PathChoice?

        @Flag(help: "Also print the points; with --json, as JSON lines after the path.")
        var points = false

        @OptionGroup var output: PathOutput

        func run() async throws {
            let report = try await Daemon.answer { try await $0.path(path?.id) }
            if output.json {
                try PathsCommand.print(report)
            } else {
                try StandardOutput.print(PathText.words(report))
            }
            guard points else { return }
            var next = 0
            while true {
                let (first, json) = (next, output.json)
                let page = try await Daemon.answer { try await $0.points(of: report.id, from: first, limit: 1000) }
                guard let last = page.last else { return }
                for point in page {
                    if json { try PathsCommand.print(point) } else { try StandardOutput.print(PathText.line(point)) }
                }
                // Damaged points are left out, but keep their index.
                next = last.index.map { $0 &+ 1 } ?? next + page.count
            }
        }
    }

    /// `gnss-gateway paths rename`.
    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "rename", abstract: "Rename a path.")

        @Argument(help: "The path's number.")
        var path: Int64

        @Argument(help: "The new name, 1...200 characters.")
        var name: String

        @OptionGroup var output: PathOutput

        func run() async throws {
            let report = try await Daemon.answer { try await $0.rename(path: path, to: name) }
            try PathsCommand.tell(report, json: output.json, "has its new name")
        }
    }

    /// `gnss-gateway paths delete`.
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete", abstract: "Delete paths and their points permanently.",
            discussion: "Asks for confirmation in a terminal. Copies that were sent elsewhere remain there.")

        @Argument(help: "The paths' numbers.")
        var paths: [Int64]

        @Flag(name: .shortAndLong, help: "Skip the confirmation prompt.")
        var yes = false

        func validate() throws {
            guard !paths.isEmpty else { throw ValidationError("Give a path's number.") }
        }

        func run() async throws {
            // Look up all paths first, so that a wrong number deletes nothing.
            var reports: [PathReport] = []
            let paths = paths.reduce(into: [Int64]()) { list, path in
                if !list.contains(path) { list.append(path) }
            }
            for path in paths { reports.append(try await Daemon.answer { try await $0.path(path) }) }
            guard try yes || Question.isConfirmed(Self.question(reports)) else {
                Terminal.say("nothing was changed")
                throw ExitCode(.failed)
            }
            for path in paths {
                try await Daemon.answer { try await $0.deletePath(path) }
                Terminal.say("path \(path) is deleted")
            }
        }

        private static func question(_ paths: [PathReport]) -> String {
            let names = paths.map { path in
                "\(path.id) '\(path.name.shownLine)' (\(path.points) points\(path.sent == .sent ? ", sent to others" : ""))"
            }
            return "Permanently delete \(names.joined(separator: ", "))?"
        }
    }
}
