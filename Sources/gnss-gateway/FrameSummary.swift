// SPDX-License-Identifier: Apache-2.0

internal import NMEA
internal import ReceiverStream

/// Summarises a capture in words: `12 sentences, 3 UBX (1 with a wrong checksum, 20 bytes of noise)`.
struct FrameSummary: CustomStringConvertible {
    let description: String

    /// Creates the summary of a demultiplexer's statistics.
    ///
    /// - Parameters:
    ///   - frames: The statistics.
    ///   - showsAll: True if the output included merely recognised formats and sentences without a checksum.
    ///   - others: Other items with their counts.
    ///   - faults: Other errors with their counts.
    init(
        _ frames: FrameStatistics, showsAll: Bool = false, others: [(Int, String)] = [], faults: [(Int, String)] = []
    ) {
        let recognised = [(frames.casic.valid, "CASIC"), (frames.foreign.valid, "of other formats")]
        let kinds =
            [
                (frames.nmea.valid, "sentences"), (frames.ubx.valid, "UBX"), (frames.rtcm3.valid, "RTCM 3"),
                (frames.sbf.valid, "SBF"),
            ] + (showsAll ? recognised : [])
        let wrong =
            [(frames.damaged, "with a wrong checksum"), (frames.nmea.missingChecksum, "without a checksum")] + faults
            + [(frames.nmea.overlong, "too long"), (showsAll ? 0 : frames.skipped, "of other formats passed over")]
            + [(frames.noiseBytes, "bytes of noise")]
        let met = Self.list(kinds)
        let text = [met.isEmpty ? "no sentence" : met, Self.always(others)].filter { !$0.isEmpty }
        let parts = Self.list(wrong)
        description = text.joined(separator: ", ") + (parts.isEmpty ? "" : " (\(parts))")
    }

    private static func list(_ counts: [(Int, String)]) -> String { always(counts.filter { $0.0 > 0 }) }

    private static func always(_ counts: [(Int, String)]) -> String {
        counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
}
