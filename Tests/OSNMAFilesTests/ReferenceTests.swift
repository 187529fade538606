// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import OSNMA
import OSNMAFiles
import Testing

/// What an independent checker found in the official vectors, in captures and in a forged vector.
@Suite(.enabled(if: !ExpectedFile.all.isEmpty, "GNSS_TEST_DATA holds no OSNMA recordings"))
struct ReferenceTests {
    @Test("the plain rule gives the numbers of the reference", arguments: ExpectedFile.all)
    func reference(_ file: ExpectedFile) throws {
        let engine = RecordingExamination(improvements: .reference, anchors: try file.anchors()).run(try file.pages()) {
            _ in
        }.engine
        compare(engine.counters, try file.content()["reference"] as? [String: Any] ?? [:])
    }

    @Test("with all improvements numbers and data sets are those of the full reference", arguments: ExpectedFile.all)
    func full(_ file: ExpectedFile) throws {
        var sets: [String: [Int]] = [:]
        var firstRoot: GST?
        var firstKey: GST?
        let examination = RecordingExamination(improvements: .full, anchors: try file.anchors())
        let engine = examination.run(try file.pages()) { event in
            switch event {
            case .authenticated(let data, let verdict, let bits, _, _): Self.add(data, verdict, bits, to: &sets)
            case .rootKeyVerified(_, let time): firstRoot = firstRoot ?? time
            case .keyVerified(let key, _, _): firstKey = firstKey ?? key.time
            default: break
            }
        }.engine
        let content = try file.content()
        compare(engine.counters, content["reference_full"] as? [String: Any] ?? [:])
        #expect(sets == expectedSets(content))
        let roots = (content["dsm"] as? [String: Any])?["kroot_changes"] as? [[String: Any]] ?? []
        if let expected = roots.first?["subframe_gst"] as? [Int], let firstRoot {
            #expect(
                [firstRoot.week, firstRoot.tow].lexicographicallyPrecedes(expected)
                    || [firstRoot.week, firstRoot.tow] == expected)
        } else {
            #expect(roots.isEmpty == (firstRoot == nil))
        }
        let chains = content["chains"] as? [[String: Any]] ?? []
        let keys = chains.compactMap { ($0["first_and_last_key_subframe"] as? [[Int]])?.first }
        if let expected = keys.min(by: { $0.lexicographicallyPrecedes($1) }), let firstKey {
            #expect(firstKey.week == expected[0] && firstKey.tow <= expected[1])
        }
    }

    @Test("chains, root keys, public keys and headers come when the expected files say", arguments: ExpectedFile.all)
    func times(_ file: ExpectedFile) throws {
        let content = try file.content()
        var found = Found()
        _ = RecordingExamination(improvements: .reference, anchors: try file.anchors()).run(try file.pages()) {
            found.note($0)
        }
        let dsm = content["dsm"] as? [String: Any] ?? [:]
        let roots = (dsm["kroot_changes"] as? [[String: Any]] ?? []).map { row in
            let header = (row["header"] as? [String: Any])?["byte"] as? String ?? ""
            let gst0 = row["gst0"] as? [Int] ?? []
            return "\(header) \(row["pkid"] as? Int ?? -1) \(row["cidkr"] as? Int ?? -1) \(gst0)"
        }
        #expect(found.roots.map(\.name) == Self.distinct(roots))
        let firsts = Self.distinct(roots).compactMap { roots.firstIndex(of: $0) }
        let rows = dsm["kroot_changes"] as? [[String: Any]] ?? []
        #expect(found.roots.map(\.time) == firsts.compactMap { rows[$0]["subframe_gst"] as? [Int] })
        for chain in content["chains"] as? [[String: Any]] ?? [] {
            guard let id = chain["cid"] as? Int else { continue }
            let keys = chain["first_and_last_key_subframe"] as? [[Int]] ?? []
            #expect(found.keys[id, default: []] == keys, "chain \(id)")
            #expect(found.firstRoots[id] == chain["first_kroot_gst0"] as? [Int], "chain \(id)")
        }
        let keys = dsm["pkr_first"] as? [[String: Any]] ?? []
        let known = try file.anchors().publicKeys.map { Int($0.id) }
        let received = keys.filter { !known.contains($0["npkid"] as? Int ?? -1) }
        #expect(found.publicKeys == received.map { [$0["npkid"] as? Int ?? -1] + ($0["subframe_gst"] as? [Int] ?? []) })
        // A root key proves the header; the header may have been sent a little earlier.
        let headers = (content["nma_header_broadcast"] as? [[String: Any]] ?? []).compactMap { $0["byte"] as? String }
        #expect(found.headers == headers)
    }

    private static func distinct(_ names: [String]) -> [String] {
        names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// What came when.
    private struct Found {
        var roots: [(name: String, time: [Int])] = []
        var firstRoots: [Int: [Int]] = [:]
        /// The subframes of the first and the last key of a chain.
        var keys: [Int: [[Int]]] = [:]
        var publicKeys: [[Int]] = []
        var headers: [String] = []

        mutating func note(_ event: OSNMAEvent) {
            switch event {
            case .rootKeyVerified(let root, let time):
                let gst0 = [root.applicability.week, root.applicability.tow]
                let chain = Int(root.parameters.chainID)
                let header = String(root.header.byte, radix: 16)
                let name = "\(header) \(root.publicKeyID) \(chain) \(gst0)"
                if !roots.contains(where: { $0.name == name }) { roots.append((name, [time.week, time.tow])) }
                firstRoots[chain] = firstRoots[chain] ?? gst0
            case .keyVerified(let key, let chain, _):
                guard let time = key.time.map({ [$0.week, $0.tow] }) else { return }
                let first = keys[Int(chain)]?.first ?? time
                keys[Int(chain)] = [first, time]
            case .publicKeyVerified(let key, let time): publicKeys.append([Int(key.id), time.week, time.tow])
            case .statusChanged(let header, _): headers.append(String(header.byte, radix: 16))
            default: break
            }
        }
    }

    /// Group, satellite and hash of a set, to: first key, first and last tag, number and bits of tags.
    private static func add(
        _ data: NavigationData<Verified>, _ verdict: TagVerdict, _ bits: Int, to sets: inout [String: [Int]]
    ) {
        let name = "\(data.group == .timing ? 4 : 0) \(verdict.satellite.number) \(data.fingerprint)"
        var set = sets[name] ?? [verdict.keyTime.tow, verdict.time.tow, verdict.time.tow, 0, 0]
        set[1] = min(set[1], verdict.time.tow)
        set[2] = max(set[2], verdict.time.tow)
        set[3] += 1
        set[4] += 40
        sets[name] = set
    }

    private func expectedSets(_ content: [String: Any]) -> [String: [Int]] {
        var sets: [String: [Int]] = [:]
        for row in content["datasets"] as? [[Any]] ?? [] where row.count == 9 {
            guard let group = row[0] as? Int, let satellite = row[1] as? Int, let hash = row[3] as? String else {
                continue
            }
            sets["\(group) \(satellite) \(hash)"] = row[4...].compactMap { $0 as? Int }
        }
        return sets
    }

    private func compare(_ counters: OSNMACounters, _ expected: [String: Any]) {
        let tags = expected["tags_ok"] as? [String: Int] ?? [:]
        #expect(counters.tagsOK.ephemeris == tags["adkd0"])
        #expect(counters.tagsOK.timing == tags["adkd4"])
        #expect(counters.tagsOK.slowMAC == tags["adkd12"])
        #expect(counters.tagsOK.total == tags["total"])
        for (name, value) in counters.named {
            guard let expected = expected[name] as? Int else { continue }
            #expect(value == expected, "\(name)")
        }
    }
}
