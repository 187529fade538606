// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import DaemonRuntime
internal import Gateway
internal import GatewayClient
internal import LocalSocket
internal import Paths
internal import SystemSupport

/// A file format given on the command line.
struct PathFormatChoice: ExpressibleByArgument {
    let format: PathFormat

    init?(argument: String) {
        guard let format = PathFormat(fileName: "." + argument) else { return nil }
        self.format = format
    }
}

extension PathsCommand {
    /// `gnss-gateway paths export`.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Export a path as KML, KMZ, GPX, GeoJSON or CSV, with all stored details of its points.",
            discussion: "A path that is still being recorded is exported with the points recorded so far.")

        @Argument(help: "The path's number, or 'current'.")
        var path: PathChoice

        @Option(help: "The format; default: from the file's extension.")
        var format: PathFormatChoice?

        @Option(name: .shortAndLong, help: ArgumentHelp("Output file; default: standard output.", valueName: "FILE"))
        var output: String?

        @Flag(help: "Overwrite an existing file.")
        var force = false

        private var wanted: PathFormat? { format?.format ?? output.flatMap { PathFormat(fileName: $0) } }

        func validate() throws {
            guard wanted != nil else {
                throw ValidationError(
                    output == nil
                        ? "Give --format: kml, kmz, gpx, geojson or csv."
                        : "Unknown file extension; give --format: kml, kmz, gpx, geojson or csv.")
            }
        }

        func run() async throws {
            guard let format = wanted else { return }
            let file: OutputFile
            do throws(GatewayError) {
                file =
                    try output.map { path throws(GatewayError) in try OutputFile(path, overwrite: force) }
                    ?? OutputFile.standard
            } catch {
                throw Terminal.failure(error)
            }
            do {
                try await Daemon.answer {
                    try await $0.export(path: path.id, as: format.rawValue) { try file.write($0) }
                }
                try file.finish()
            } catch let failure as GatewayError {
                throw Terminal.failure(failure)
            }
        }
    }

    /// `gnss-gateway paths import`.
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Import all paths of a KML, KMZ, GPX, GeoJSON or CSV file, or none if one is invalid.",
            discussion: "Accepts other programs' files too. Exits with 65 if the file is invalid.")

        @Argument(help: ArgumentHelp("The file to import; - is standard input.", valueName: "FILE"))
        var file: String

        @Option(help: "The format; default: from the file's extension.")
        var format: PathFormatChoice?

        @Option(help: "The name for paths that have none in the file.")
        var name: String?

        @OptionGroup var output: PathOutput

        private var wanted: PathFormat? { format?.format ?? PathFormat(fileName: file) }

        func validate() throws {
            guard wanted != nil else {
                throw ValidationError(
                    "Unknown file extension; give --format: kml, kmz, gpx, geojson or csv.")
            }
        }

        func run() async throws {
            guard let format = wanted else { return }
            let bytes: [UInt8]
            do throws(GatewayError) { bytes = try read() } catch { throw Terminal.failure(error) }
            let given = name ?? PathFormat.pathName(fromFile: file)
            let paths: [PathReport]
            do {
                paths = try await ControlClient().importPaths(bytes, as: format.rawValue, name: given)
            } catch let failure as any ProgramError {
                Terminal.say("gnss-gateway: \(failure)")
                if case ControlClientError.refused(400, _) = failure { throw ExitCode(.badData) }
                throw ExitCode(failure.exitStatus)
            }
            if output.json { return try PathsCommand.print(paths) }
            try StandardOutput.print(PathText.table(paths))
        }

        private func read() throws(GatewayError) -> [UInt8] {
            let input = try InputFile(file)
            var bytes: [UInt8] = []
            while true {
                let next = try input.read()
                if next.isEmpty { return bytes }
                bytes += next
                guard bytes.count <= PathImportLimit.bytes else {
                    throw GatewayError(
                        .badData,
                        "\(input.name) is larger than \(PathImportLimit.bytes) bytes, the import limit; split it"
                    )
                }
            }
        }
    }
}
