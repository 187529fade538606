// SPDX-License-Identifier: Apache-2.0

import Foundation
import GNSSTypes
import OSNMA
import OSNMAFiles
import OSNMASimulation
import Testing

/// Files of trust in the form of the European GNSS Service Centre.
@Suite struct TrustAnchorFileTests {
    private func files(_ curve: SigningCurve) throws -> [TrustAnchorFile] {
        var scenario = OSNMAScenario(start: Moment.noon, duration: 3600, satellites: [1])
        scenario.curve = curve
        return try OSNMASignal(scenario, source: PlainSource()).trustFiles(at: scenario.start)
    }

    @Test("they are read, and the key leads to the root", arguments: SigningCurve.allCases)
    func read(_ curve: SigningCurve) throws {
        let files = try files(curve)
        #expect(
            files.map(\.name) == [
                "OSNMA_MerkleTree_20240725115942_newPKID_1.xml", "OSNMA_PublicKey_20240725115942_newPKID_1.xml",
            ])
        let read = files.map { TrustFile(xml: $0.content) }
        // The reader checks that the key of a tree's file leads to its root.
        #expect(read.allSatisfy { $0.errors.isEmpty })
        #expect(read[0].roots.count == 1 && read[0].keys == read[1].keys)
        #expect(TrustFile.entries(of: read).map(\.tree) == [read[0].roots.first, nil])
        let key = try #require(read[1].keys.first)
        #expect(key.id == 1 && key.kind == (curve == .p256 ? .p256 : .p521))
        #expect(read[1].entries.first?.leaf == 0)
        #expect(read[1].entries.first?.begin == 1_721_908_782_000)
        let damaged = TrustFile(xml: files[0].content.replacing("<j>0</j><i>1</i>", with: "<j>0</j><i>0</i>"))
        #expect(!damaged.errors.isEmpty, "a node stands at another place")
        let wrong = TrustFile(xml: files[0].content.replacing("<i>0</i><PKID>1", with: "<i>1</i><PKID>1"))
        #expect(!wrong.errors.isEmpty)
    }

    private static let data = ProcessInfo.processInfo.environment["GNSS_TEST_DATA"]

    @Test("they have the elements of the Service Centre's own, in its order", .enabled(if: data != nil))
    func elements() throws {
        let folder = try #require(Self.data) + "/osnma/vectors/configuration_1/"
        for (ours, name) in zip(try files(.p256), ["OSNMA_MerkleTree.xml", "OSNMA_PublicKey.xml"]) {
            let theirs = try String(contentsOfFile: folder + name, encoding: .utf8)
            #expect(elements(ours.content) == elements(theirs))
        }
    }

    /// The names of the elements, as they begin and end.
    private func elements(_ text: String) -> [Substring] {
        text.split(separator: "<").compactMap { $0.split(separator: ">").first }
    }
}
