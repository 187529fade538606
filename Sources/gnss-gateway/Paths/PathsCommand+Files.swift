// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import ControlModel
internal import DaemonRuntime
internal import Gateway
internal import GatewayClient
internal import LocalSocket
internal import Paths

/// A format that is named.
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
            abstract: "Write a path as KML, KMZ, GPX, GeoJSON or CSV, with all that is known of its points.",
            discussion: "Also while it is being recorded: it has the points of that moment then.")

        @Argument(help: "Its number, or 'current'.")
        var path: PathChoice

        @Option(help: "The format; else that of the file's extension.")
        var format: PathFormatChoice?

        @Option(name: .shortAndLong, help: ArgumentHelp("The file to make; else standard output.", valueName: "FILE"))
        var output: String?

        @Flag(help: "Overwrite the file if it is there.")
        var force = false

        private var wanted: PathFormat? { format?.format ?? output.flatMap { PathFormat(fileName: $0) } }

        func validate() throws {
            guard wanted != nil else {
                throw ValidationError(
                    output == nil
                        ? "Give --format: kml, kmz, gpx, geojson or csv."
                        : "The file's extension names no format; give --format: kml, kmz, gpx, geojson or csv.")
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
            abstract: "Store the paths of a file: KML, KMZ, GPX, GeoJSON or CSV. All of them or none.",
            discussion: "Files of other programs are taken too. Exits with 65 where the file is wrong.")

        @Argument(help: ArgumentHelp("The file; - is standard input.", valueName: "FILE"))
        var file: String

        @Option(help: "The format; else that of the file's extension.")
        var format: PathFormatChoice?

        @Option(help: "The name of paths that the file names not.")
        var name: String?

        @OptionGroup var output: PathOutput

        private var wanted: PathFormat? { format?.format ?? PathFormat(fileName: file) }

        func validate() throws {
            guard wanted != nil else {
                throw ValidationError(
                    "The file's extension names no format; give --format: kml, kmz, gpx, geojson or csv.")
            }
        }

        func run() async throws {
            guard let format = wanted else { return }
            let bytes: [UInt8]
            do throws(GatewayError) { bytes = try read() } catch { throw Terminal.failure(error) }
            let given = name ?? String(file.split(separator: "/").last?.split(separator: ".").first ?? "")
            let paths: [PathReport]
            do {
                paths = try await ControlClient().importPaths(bytes, as: format.rawValue, name: given)
            } catch let failure as any ProgramError {
                Terminal.say("gnss-gateway: \(failure)")
                if case ControlClientError.refused(400, _) = failure { throw ExitCode(ExitStatus.badData.rawValue) }
                throw ExitCode(failure.exitCode)
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
                        "\(input.name) has more than \(PathImportLimit.bytes) bytes, the most that are imported; split it"
                    )
                }
            }
        }
    }
}
