// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import DaemonRuntime
internal import Gateway
internal import SystemSupport

/// `gnss-gateway decode`.
struct DecodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode", abstract: "Decode receivers' captures to JSON lines.",
        discussion: """
            Prints TPV, SKY, GST and ATT objects in the schema of gpsd's protocol, one TPV and one SKY per epoch, in \
            input order; the same input gives the same output. Counts what could not be decoded and reports it on \
            standard error. Exits with 65 if the input contains no valid frame.

            With --messages, every NMEA, UBX, RTCM 3 and SBF frame becomes one line, {"protocol", "name", "offset", \
            "fields"}, with the field names and units of the message's specification. An SBF block is printed with its \
            number, revision and bytes.
            """)

    @Flag(help: "Print one line per frame instead: protocol, name, file offset and all fields.")
    var messages = false

    @Argument(help: ArgumentHelp("Captures, each decoded separately; - is standard input.", valueName: "FILE"))
    var files: [String]

    func validate() throws {
        guard !files.isEmpty else { throw ValidationError("Give at least one FILE, or - for standard input.") }
    }

    func run() throws {
        var output = StandardOutput()
        var failures: [GatewayError] = []
        do throws(GatewayError) {
            for file in files {
                do throws(GatewayError) {
                    try decode(file, &output)
                } catch {
                    guard error.status != .inputOutput, error.status != .cannotCreate else { throw error }
                    failures.append(error)
                }
            }
            try output.flush()
        } catch {
            failures.append(error)
        }
        let codes = failures.map(Terminal.failure)
        if let first = codes.first { throw first }
    }

    private func decode(_ file: String, _ output: inout StandardOutput) throws(GatewayError) {
        let input = try InputFile(file)
        if messages {
            try MessageListing.list(input, &output)
        } else {
            try EpochListing.list(input, &output)
        }
    }
}
