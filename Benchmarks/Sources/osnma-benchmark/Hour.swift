// SPDX-License-Identifier: Apache-2.0

import Foundation
import OSNMA
import OSNMAFiles

/// One hour of the whole constellation.
struct Hour {
    private let recording: Recording

    init(_ recording: Recording) { self.recording = recording }

    /// Measures and prints the processor time; false if a goal is missed.
    func measure(_ prices: Prices) throws -> Bool {
        let pages = try recording.pages()
        var engine = engine()
        var longest = 0.0
        let seconds =
            (0..<OSNMABenchmark.rounds).map { _ in
                engine = self.engine()
                return threadSeconds { for page in pages { _ = engine.process(page) } }
            }.min() ?? 0
        // Single pages are measured separately, because reading the clock takes time too.
        engine = self.engine()
        for page in pages { longest = max(longest, threadSeconds { _ = engine.process(page) }) }
        let whole =
            try (0..<3).map { _ in
                try threadSeconds {
                    let pages = try recording.pages()
                    _ = RecordingExamination(improvements: .all, anchors: recording.anchors).run(pages) { _ in }
                }
            }.min() ?? 0
        let floor = floor(engine.counters, prices)
        let satellites = Set(pages.map(\.satellite)).count
        let share = seconds / 3600 * 30 / Double(satellites)
        print(
            """
            \(recording.name): \(satellites) satellites, \(pages.count) pages, \(engine.counters.tagsOK.total) correct tags
              floor                                 \(milli(floor)) ms
              one hour, page by page                \(milli(seconds)) ms   \(ratio(seconds / floor)) of the floor   \
            100 ms  \(met(seconds <= 0.1))
              the file read and examined            \(milli(whole)) ms   \(ratio(whole / floor)) of the floor
              live, 30 satellites                   \(String(format: "%6.4f", share * 100)) % of a core   1 %  \
            \(met(share < 0.01))
              the longest single page               \(milli(longest)) ms   5 ms  \(met(longest < 0.005))
            """)
        return seconds <= 0.1 && share < 0.01 && longest < 0.005
    }

    /// An engine as for a live receiver, but without a trusted time.
    private func engine() -> OSNMAEngine {
        OSNMAEngine(configuration: .recording(.all), anchors: recording.anchors)
    }

    /// The processor time of the unavoidable operations, in seconds: an HMAC for each tag and MACSEQ, with the key's hash
    /// states kept; a step of the chain and two hash states for each key; a CRC for each page; a signature for each root
    /// key.
    private func floor(_ counters: OSNMACounters, _ prices: Prices) -> Double {
        let long = counters.tagsOK.ephemeris + counters.tagsOK.slowMAC
        let short = counters.tagsOK.timing + counters.sequencesOK
        let blocks = long * 3 + short * 2 + counters.keysVerified * 3
        let signature = recording.anchors.publicKeys.contains { $0.kind == .p521 } ? prices.p521 : prices.p256
        return Double(blocks) * prices.block + Double(counters.pages) * prices.check + 3 * signature
    }

    private func milli(_ seconds: Double) -> String { String(format: "%8.2f", seconds * 1000) }
    private func ratio(_ value: Double) -> String { String(format: "%5.2f", value) }
    private func met(_ isMet: Bool) -> String { isMet ? "met" : "MISSED" }
}
