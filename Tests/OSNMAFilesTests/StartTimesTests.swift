// SPDX-License-Identifier: Apache-2.0

import OSNMA
import Testing

@testable import OSNMAFiles

/// How long the first authentic data and the first authentic fix take.
@Suite(.enabled(if: !ExpectedFile.all.isEmpty, "GNSS_TEST_DATA holds no OSNMA recordings"))
struct StartTimesTests {
    /// Seconds from a recording's first page to the first data and the first fix; nil: there is none in it.
    struct Pinned: CustomTestStringConvertible {
        let name: String
        /// Nothing is known but the tree; the public key; a root key; a root key and a clock that is right to a second.
        let cold: [Int?]
        let warm: [Int?]
        let hot: [Int?]
        let sharp: [Int?]
        var testDescription: String { name }
    }

    static let pinned = [
        Pinned(name: "configuration_1", cold: [nil, nil], warm: [90, 90], hot: [90, 90], sharp: [60, 60]),
        Pinned(name: "npk_step1", cold: [nil, nil], warm: [90, 90], hot: [90, 90], sharp: [60, 60]),
        Pinned(name: "npk_step3", cold: [120, 120], warm: [120, 120], hot: [90, 90], sharp: [60, 60]),
        Pinned(name: "ubx_current", cold: [nil, nil], warm: [138, 138], hot: [78, 78], sharp: [48, 78]),
        Pinned(name: "sbf_new_live", cold: [nil, nil], warm: [144, 564], hot: [84, 564], sharp: [84, 564]),
    ]

    @Test("cold, warm and hot starts take no longer than they did, and than others do", arguments: pinned)
    func starts(_ pinned: Pinned) throws {
        let file = ExpectedFile(name: pinned.name)
        let (pages, anchors) = (try file.pages(), try file.anchors())
        func times(_ mode: StartMode, _ margin: Int = 30) -> [Int?] {
            let examination = RecordingExamination(improvements: .all, anchors: anchors, start: mode, margin: margin)
            // No second beginning: it is the first page's that counts.
            let times = examination.starts(in: pages, each: 1_000_000, limit: 0).first
            return [times?.secondsToData, times?.secondsToFix]
        }
        let warm = times(.warm)
        #expect(times(.cold) == pinned.cold)
        #expect(warm == pinned.warm)
        #expect(times(.hot) == pinned.hot)
        #expect(times(.hot, 4) == pinned.sharp)
        // What OSNMAlib took for the same recording.
        let peers = try file.content()["peers"] as? [String: Any]
        if let other = (peers?["osnmalib"] as? [String: Any])?["ttfaf_s"] as? Int, let own = warm[1] {
            #expect(own <= other)
        }
    }

    @Test func `a withdrawn key does not come back from the recording's own messages`() throws {
        let file = ExpectedFile(name: "npk_step3")
        let (pages, anchors) = (try file.pages(), try file.anchors())
        func run(_ withdrawals: Withdrawals) -> (keys: [TrustFingerprint], tags: Int) {
            var (keys, tags): ([TrustFingerprint], Int) = ([], 0)
            let examination = RecordingExamination(
                improvements: .full, anchors: anchors, start: .cold, withdrawals: withdrawals)
            _ = examination.run(pages) { event in
                switch event {
                case .publicKeyVerified(let key, _): keys.append(key.fingerprint)
                case .authenticated: tags += 1
                default: break
                }
            }
            return (keys, tags)
        }
        let received = run(Withdrawals())
        #expect(!received.keys.isEmpty && received.tags > 0)
        var withdrawals = Withdrawals()
        for key in received.keys {
            withdrawals.insert(
                Withdrawals.Anchor(
                    fingerprint: key, cause: .renewed, domain: key, time: try #require(pages.first).start, message: []))
        }
        #expect(run(withdrawals).tags == 0)
    }

    @Test func `each improvement that helps a start is worth what it was, on the mean of many beginnings`() throws {
        let file = ExpectedFile(name: "configuration_1")
        let (pages, anchors) = (Array(try file.pages().prefix(26 * 400)), try file.anchors())
        func mean(without left: Improvements = [], margin: Int = 4) -> Double {
            let examination = RecordingExamination(
                improvements: Improvements.all.subtracting(left), anchors: anchors, margin: margin)
            let times = examination.starts(in: pages, each: 53, limit: 130).compactMap(\.secondsToFix)
            return Double(times.reduce(0, +)) / Double(max(times.count, 1))
        }
        let best = mean()
        #expect(best < 63)
        #expect(mean(margin: 17) < 66 && mean(margin: 30) > best + 15)
        #expect(mean(without: .ownSubframe) > best + 15)
        #expect(mean(without: .assumedStatus) > best + 8)
        #expect(mean(without: .partialSubframes) > best + 8)
        #expect(mean(without: .forwardLink) > best + 4)
        #expect(mean(without: .all) > best + 30)
    }
}
