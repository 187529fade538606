// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
public import OSNMA

/// Judges a recording: as a whole, when the root keys that it holds anywhere apply to all of it; or as a receiver does
/// that knows less at the start.
public struct RecordingExamination {
    private let configuration: OSNMAConfiguration
    private let anchors: TrustAnchors
    private let start: StartMode

    /// - Parameters:
    ///   - improvements: what is done beyond the plain rule.
    ///   - anchors: what is trusted.
    ///   - start: what is known at the first page. `hot`: the root keys of the whole recording, so that what came before
    ///     them is not lost; `warm`: the public keys; `cold`: the Merkle roots alone.
    ///   - margin: words that came after their tag count if they came so many seconds before the key began, 0...30.
    public init(
        improvements: Improvements, anchors: TrustAnchors, start: StartMode = .hot, margin: Int = 30
    ) {
        var configuration = OSNMAConfiguration.recording(improvements)
        configuration.margin = margin
        self.configuration = configuration
        self.anchors = anchors
        self.start = start
    }

    /// What came of it.
    public struct Outcome: Sendable {
        /// The engine at the end.
        public let engine: OSNMAEngine
        /// When the first data and the first fix were authentic.
        public let times: StartTimes
    }

    /// Examines pages, in order of time.
    ///
    /// - Parameters:
    ///   - pages: all of them.
    ///   - body: is called with what becomes known, in order.
    public func run(_ pages: [RecordedPage], _ body: (OSNMAEvent) -> Void) -> Outcome {
        var engine = engine(knowing: start == .hot ? rootKeys(pages) : [])
        var times = StartTimes()
        for page in pages {
            times.note(page)
            for event in engine.process(page) {
                times.note(event)
                body(event)
            }
        }
        engine.finish().forEach(body)
        return Outcome(engine: engine, times: times)
    }

    /// How long it takes to the first fix, begun at several places of a recording.
    ///
    /// - Parameters:
    ///   - pages: all of them.
    ///   - interval: seconds between one beginning and the next; the first is the first page.
    ///   - limit: seconds to the end that a beginning must have left.
    /// - Returns: of each beginning the times.
    public func starts(in pages: [RecordedPage], each interval: Int, limit: Int) -> [StartTimes] {
        guard interval > 0, let first = pages.first?.start, let last = pages.last?.start else { return [] }
        let known = start == .hot ? rootKeys(pages) : []
        var results: [StartTimes] = []
        var next = first.secondsSinceEpoch
        for (index, page) in pages.enumerated() where page.start.secondsSinceEpoch >= next {
            guard last.secondsSinceEpoch - page.start.secondsSinceEpoch >= limit else { break }
            next = first.secondsSinceEpoch + (results.count + 1) * interval
            var engine = engine(knowing: known)
            var times = StartTimes()
            for page in pages[index...] {
                times.note(page)
                for event in engine.process(page) { times.note(event) }
                if times.firstFix != nil { break }
            }
            results.append(times)
        }
        return results
    }

    private func engine(knowing rootKeys: [RootKey<Verified>]) -> OSNMAEngine {
        var anchors = anchors
        anchors.rootKeys += rootKeys
        if start < .warm { anchors.keys = [] }
        return OSNMAEngine(configuration: configuration, anchors: anchors)
    }

    /// The first root key of each chain.
    private func rootKeys(_ pages: [RecordedPage]) -> [RootKey<Verified>] {
        var configuration = configuration
        configuration.judgesTags = false
        var engine = OSNMAEngine(configuration: configuration, anchors: anchors)
        var roots: [RootKey<Verified>] = []
        for page in pages {
            for case .rootKeyVerified(let root, _) in engine.process(page)
            where !roots.contains(where: { $0.parameters == root.parameters }) {
                roots.append(root)
            }
        }
        return roots
    }
}

extension OSNMAEngine {
    /// Takes a page of a file.
    public mutating func process(_ page: RecordedPage) -> [OSNMAEvent] {
        process(
            satellite: page.satellite, band: page.isE5b ? .e5b : .e1b, start: page.start, bits: page.bits.span)
    }
}
