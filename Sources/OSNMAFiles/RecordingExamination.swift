// SPDX-License-Identifier: Apache-2.0

public import OSNMA

/// Judges a recording as a whole: the root keys that it holds anywhere apply to all of it, so that what came before
/// them is not lost.
public struct RecordingExamination {
    private let configuration: OSNMAConfiguration
    private let anchors: TrustAnchors

    /// - Parameters:
    ///   - improvements: what is done beyond the plain rule.
    ///   - anchors: what is trusted.
    public init(improvements: Improvements, anchors: TrustAnchors) {
        configuration = .recording(improvements)
        self.anchors = anchors
    }

    /// Examines pages, in order of time.
    ///
    /// - Parameters:
    ///   - pages: all of them.
    ///   - body: is called with what becomes known, in order.
    /// - Returns: the engine at the end.
    public func run(_ pages: [RecordedPage], _ body: (OSNMAEvent) -> Void) -> OSNMAEngine {
        var anchors = anchors
        anchors.rootKeys += rootKeys(pages)
        var engine = OSNMAEngine(configuration: configuration, anchors: anchors)
        for page in pages { engine.process(page).forEach(body) }
        engine.finish().forEach(body)
        return engine
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
