// SPDX-License-Identifier: Apache-2.0

internal import CommandSupport
internal import DaemonRuntime
internal import Gateway
internal import ReceiverStream
internal import SystemSupport

/// A capture as one JSON line a frame: for people who want to see what a receiver really says.
enum MessageListing {
    /// Lists the frames of a capture in the order of the stream, sentences without a checksum too.
    ///
    /// - Throws: `GatewayError` 65 if the input contains no message, and what reading throws.
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
