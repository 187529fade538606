// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import CommandSupport
internal import DaemonRuntime
internal import Gateway

/// `gnss-gateway decode`.
struct DecodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode", abstract: "Decode captures of receivers to JSON lines.",
        discussion: """
            Prints TPV, SKY, GST and ATT objects in the schema of gpsd's protocol, one TPV and one SKY an epoch, in the \
            order of the input; the same input gives the same output. What could not be decoded is counted and told \
            on standard error. Exits with 65 where the input has no valid frame at all.

            With --messages every frame of NMEA, UBX, RTCM 3 and SBF is one line, {"protocol", "name", "offset", \
            "fields"}: the fields of the message by the names of its document, in the document's units. A block of SBF \
            has its number, its revision and its bytes.
            """)

    @Flag(help: "One line a frame instead: protocol, name, offset in the file, and all fields.")
    var messages = false

    @Argument(help: ArgumentHelp("Captures, each a stream of its own; - is standard input.", valueName: "FILE"))
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
