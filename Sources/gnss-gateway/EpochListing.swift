// SPDX-License-Identifier: Apache-2.0

internal import DriverKit
internal import GNSSTypes
internal import GPSDServer
internal import Gateway
internal import NMEA

/// A capture as JSON lines of gpsd's protocol.
enum EpochListing {
    /// Lists the epochs of a capture; what could not be decoded is summarised on standard error.
    ///
    /// - Throws: `GatewayFailure` 65 where nothing in the capture is a valid frame, and what reading throws.
    static func list(_ input: InputFile, _ output: inout StandardOutput) throws(GatewayFailure) {
        var configuration = StreamDecoder.Configuration()
        configuration.keepsSentences = false
        var decoder = StreamDecoder(configuration: configuration)
        var reporter = GPSDReporter(lineEnding: .lineFeed)
        let time = HostTime(monotonicNanoseconds: 0, wallNanoseconds: 0)
        var bytes = try input.read()
        guard !RecordingHeader.isMagic(of: bytes) else {
            throw GatewayFailure(
                .badData,
                "\(input.name) is a recording of gnss-gateway, which holds observations; replay it with the driver "
                    + "file-simulator")
        }
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

    private static func summarise(_ statistics: StreamStatistics, of name: String) throws(GatewayFailure) {
        let frames = statistics.frames
        guard statistics.validFrames > 0 else {
            let others = frames.skipped > 0 ? ", only \(frames.skipped) of formats that are not decoded" : ""
            throw GatewayFailure(
                .badData,
                "\(name): no valid frame in it\(others); is it a capture of a receiver that speaks NMEA 0183 or UBX?")
        }
        let kinds = [
            (frames.nmea.valid, "sentences"), (frames.ubx.valid, "UBX"), (frames.rtcm3.valid, "RTCM 3"),
            (frames.sbf.valid, "SBF"),
        ]
        let parts = [
            (statistics.badChecksums, "with a wrong checksum"), (statistics.missingChecksums, "without a checksum"),
            (statistics.unknownSentences, "of kinds that are not decoded"), (frames.nmea.overlong, "too long"),
            (frames.skipped, "of other formats passed over"), (statistics.noiseBytes, "bytes of noise"),
        ]
        let faults = parts.contains { $0.0 > 0 } ? " (\(list(parts)))" : ""
        Terminal.say("\(name): \(list(kinds)), \(statistics.epochs) epochs\(faults)")
    }

    /// `12 sentences, 3 UBX`: what there is of each.
    private static func list(_ counts: [(Int, String)]) -> String {
        counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}
