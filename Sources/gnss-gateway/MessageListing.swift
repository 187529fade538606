// SPDX-License-Identifier: Apache-2.0

internal import CommandSupport
internal import DaemonRuntime
internal import Gateway
internal import ReceiverStream
internal import SystemSupport

/// Lists a capture with one JSON line per frame, for people who want to see the receiver's exact messages.
enum MessageListing {
    /// Lists the frames of a capture in order, including sentences without a checksum.
    ///
    /// - Throws: `GatewayError` 65 if the capture contains no message; errors of reading.
    static func list(_ input: InputFile, _ output: inout StandardOutput) throws(GatewayError) {
        var demultiplexer = FrameDemultiplexer(allowsMissingChecksum: true)
        var lines = FrameLines()
        var bytes = try input.read()
        try input.refuseRecording(bytes)
        while !bytes.isEmpty {
            demultiplexer.consume(bytes.span, into: &lines)
            lines.move(to: &output.buffer)
            try output.flushLarge()
            bytes = try input.read()
        }
        demultiplexer.flush(into: &lines)
        lines.move(to: &output.buffer)
        guard lines.count > 0 else {
            throw GatewayError(
                .badData, "\(input.name): contains no valid frame; is it a receiver's unmodified capture?")
        }
        Terminal.say("\(input.name): \(FrameSummary(demultiplexer.statistics, showsAll: true))")
    }
}
