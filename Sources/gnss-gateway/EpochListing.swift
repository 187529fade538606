// SPDX-License-Identifier: Apache-2.0

internal import CommandSupport
internal import DaemonRuntime
internal import GNSSTypes
internal import GPSDServer
internal import Gateway
internal import NMEA
internal import ReceiverStream
internal import SystemSupport

/// Lists a capture as JSON lines of gpsd's protocol.
enum EpochListing {
    /// Lists the epochs of a capture, and writes a summary of undecodable data to standard error.
    ///
    /// - Throws: `GatewayError` 65 if the capture contains no valid frame; errors of reading.
    static func list(_ input: InputFile, _ output: inout StandardOutput) throws(GatewayError) {
        var configuration = StreamDecoder.Configuration()
        // The output schema contains neither.
        configuration.keepsSentences = false
        configuration.readsRawFrames = false
        let decoder = StreamDecoder(configuration: configuration)
        var reporter = GPSDReporter(lineEnding: .lineFeed)
        let time = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
        var bytes = try input.read()
        try input.refuseRecording(bytes)
        while !bytes.isEmpty {
            decoder.consume(bytes.span, arrivedAt: time) { report($0, &reporter, &output) }
            try output.flushLarge()
            bytes = try input.read()
        }
        decoder.finish { report($0, &reporter, &output) }
        try summarise(decoder.statistics, of: input.name)
    }

    private static func report(_ epoch: DecodedEpoch, _ reporter: inout GPSDReporter, _ output: inout StandardOutput) {
        for payload in epoch.payloads { reporter.report(payload, into: &output.buffer) }
        reporter.flush(into: &output.buffer)
    }

    private static func summarise(_ statistics: StreamStatistics, of name: String) throws(GatewayError) {
        let frames = statistics.frames
        guard statistics.validFrames > 0 else {
            let others = frames.skipped > 0 ? ", only \(frames.skipped) in formats that are not decoded" : ""
            throw GatewayError(
                .badData,
                "\(name): contains no valid frame\(others); is it a capture of NMEA 0183 or UBX?")
        }
        let summary = FrameSummary(
            frames, others: [(statistics.epochs, "epochs")],
            faults: [
                (statistics.unknownSentences, "of kinds that are not decoded"),
                (statistics.unreadablePositions, "with a position that cannot be read"),
            ])
        Terminal.say("\(name): \(summary)")
    }
}
