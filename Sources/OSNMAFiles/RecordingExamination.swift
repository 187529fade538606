// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
public import OSNMA

/// Judges a recording: either as a whole, so that root keys found anywhere in it apply to all of it, or in the same way
/// as a receiver that knows less at the start.
public struct RecordingExamination {
    private let configuration: OSNMAConfiguration
    private let anchors: TrustAnchors
    private let start: StartMode
    /// What is known to be withdrawn, as the state with which the engines start.
    private let withdrawn: HotStartState

    /// - Parameters:
    ///   - improvements: The improvements to use.
    ///   - anchors: The trusted anchors.
    ///   - start: The knowledge at the first page. `hot`: the root keys of the whole recording, so that data before the
    ///     first root key is not lost; `warm`: the public keys; `cold`: only the Merkle roots.
    ///   - margin: Seconds before the start of its key, 0...30, by which a word that arrived after its tag must have
    ///     arrived to count.
    ///   - withdrawals: The keys, roots and chains that do not count, even if the recording contains a proof of them.
    public init(
        improvements: Improvements, anchors: TrustAnchors, start: StartMode = .hot, margin: Int = 30,
        withdrawals: Withdrawals = Withdrawals()
    ) {
        var configuration = OSNMAConfiguration.recording(improvements)
        configuration.margin = margin
        self.configuration = configuration
        self.anchors = anchors
        self.start = start
        var withdrawn = HotStartState()
        withdrawn.withdrawals = withdrawals
        self.withdrawn = withdrawn
    }

    /// The result of an examination.
    public struct Outcome: Sendable {
        /// The engine's final state.
        public let engine: OSNMAEngine
        /// The times of the first authenticated data and the first authenticated fix.
        public let times: StartTimes
    }

    /// Examines pages, which must be in chronological order.
    ///
    /// - Parameters:
    ///   - pages: All pages.
    ///   - body: Called with each event, in order.
    public func run(_ pages: [RecordedPage], _ body: (OSNMAEvent) -> Void) -> Outcome {
        let pages = pages.map(CheckedPage.init)
        var engine = engine(knowing: start == .hot ? rootKeys(pages) : [])
        var times = StartTimes()
        for page in pages {
            times.note(page.page)
            for event in engine.process(page) {
                times.note(event)
                body(event)
            }
        }
        engine.finish().forEach(body)
        return Outcome(engine: engine, times: times)
    }

    /// Measures the time to the first fix for starts at several points of a recording.
    ///
    /// - Parameters:
    ///   - pages: All pages.
    ///   - interval: Seconds between two starts; the first start is the first page.
    ///   - limit: The smallest number of seconds between a start and the end of the recording.
    /// - Returns: The times of each start.
    public func starts(in pages: [RecordedPage], each interval: Int, limit: Int) -> [StartTimes] {
        guard interval > 0, let first = pages.first?.start, let last = pages.last?.start else { return [] }
        let pages = pages.map(CheckedPage.init)
        let known = start == .hot ? rootKeys(pages) : []
        var results: [StartTimes] = []
        var next = first.secondsSinceEpoch
        for (index, page) in pages.enumerated() where page.page.start.secondsSinceEpoch >= next {
            guard last.secondsSinceEpoch - page.page.start.secondsSinceEpoch >= limit else { break }
            next = first.secondsSinceEpoch + (results.count + 1) * interval
            var engine = engine(knowing: known)
            var times = StartTimes()
            for page in pages[index...] {
                times.note(page.page)
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
        return OSNMAEngine(configuration: configuration, anchors: anchors, hotStart: withdrawn)
    }

    /// The first root key of each chain in the recording.
    private func rootKeys(_ pages: [CheckedPage]) -> [RootKey<Verified>] {
        var configuration = configuration
        configuration.judgesTags = false
        var engine = OSNMAEngine(configuration: configuration, anchors: anchors, hotStart: withdrawn)
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

/// A page that was checked once, for all engines that process it.
private struct CheckedPage {
    let page: RecordedPage
    /// The decoded page; nil if it failed a check.
    let content: INAVPage?

    init(_ page: RecordedPage) {
        self.page = page
        content = try? INAVPage(
            satellite: page.satellite, band: page.band, start: page.start, bits: page.bits.span)
    }
}

extension OSNMAEngine {
    /// Processes a recorded page.
    public mutating func process(_ page: RecordedPage) -> [OSNMAEvent] {
        process(satellite: page.satellite, band: page.band, start: page.start, bits: page.bits.span)
    }

    fileprivate mutating func process(_ page: CheckedPage) -> [OSNMAEvent] {
        page.content.map { process($0) } ?? process(page.page)
    }
}

extension RecordedPage {
    fileprivate var band: INAVBand { isE5b ? .e5b : .e1b }
}
